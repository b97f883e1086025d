// What is shown is in the address: #step&algorithm=one-bit&n=2&run=0.1.0&at=2. A link shows the same run.

const numbers = ['n', 'k', 'l', 'sessions', 'crashes', 'store_buffer', 'cap', 'preemptions'];
const flags = ['abort', 'recover', 'any_order'];

export function settingText(setting) {
  const all = new URLSearchParams();
  all.set('algorithm', setting.algorithm);
  for (const [name, value] of Object.entries(setting)) {
    if (name === 'algorithm' || name === 'memory_order' || name === 'domains' || value === false) continue;
    if (name === 'crashes' && value === 0) continue;
    if (name === 'registers' && value === 'declared') continue;
    all.set(name, value === true ? 1 : value);
  }
  return all.toString();
}

export function stepLink({setting, run, at, loop}) {
  let text = `#step&${settingText(setting)}`;
  if (run) text += `&run=${run}`;
  if (at !== undefined && run && at !== run.split('.').length) text += `&at=${at}`;
  if (loop !== undefined) text += `&loop=${loop}`;
  return text;
}

// Whole numbers as numbers, so that the server can say what is wrong with the others.
function numberOf(text) {
  return /^\d+$/.test(text) ? Number(text) : text;
}

export function settingFrom(all) {
  const setting = {algorithm: all.get('algorithm') ?? ''};
  for (const name of numbers) if (all.has(name)) setting[name] = numberOf(all.get(name));
  for (const name of flags) if (all.get(name) === '1') setting[name] = true;
  setting.n ??= 2;
  setting.k ??= 1;
  setting.crashes ??= 0;
  const passages = all.get('passages') ?? 'unbounded';
  setting.passages = passages === 'unbounded' ? passages : numberOf(passages);
  setting.registers = all.get('registers') ?? 'declared';
  return setting;
}

export function readLink(hash) {
  const [tab, ...rest] = hash.replace(/^#/, '').split('&');
  const all = new URLSearchParams(rest.join('&'));
  const place = {tab: tab || 'step', all};
  if (!all.has('algorithm')) return place;
  place.setting = settingFrom(all);
  place.run = all.get('run') ?? '';
  for (const name of ['at', 'loop']) if (all.has(name)) place[name] = numberOf(all.get(name));
  return place;
}
