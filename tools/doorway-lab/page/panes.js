// The panes that show where a run is: the algorithm's text with a mark for each process, the registers, and what is broken.

import {make} from './dom.js';

// "Want[1]" -> {array: 'Want', index: [1]}
function parts(name) {
  const index = [...name.matchAll(/\[(\d+)\]/g)].map((found) => Number(found[1]));
  return {array: name.replace(/\[.*/, ''), index};
}

function cell(run, r, values, changed) {
  const info = run.registers[r], value = values[r], writing = value.endsWith('~');
  const words = [info.name, info.safe ? 'safe' : 'atomic', `initially ${info.initial}`];
  if (info.domain !== undefined) words.push(`0 to ${info.domain - 1}`);
  if (writing) words.push('being written: a read may see anything');
  return make('td', {class: `value${changed.has(r) ? ' changed' : ''}${writing ? ' writing' : ''}`, title: words.join(', ')},
    value, changed.has(r) ? make('span', {class: 'unseen'}, ', has changed') : null);
}

// Arrays of one dimension share a table, a row each; one of two dimensions is a table of its own.
export function registersPane(run) {
  const values = run.values();
  const changed = new Set(run.at > 0 ? run.frame.changed.map(([r]) => r) : []);
  const arrays = new Map();
  run.registers.forEach((info, r) => {
    const {array, index} = parts(info.name);
    if (!arrays.has(array)) arrays.set(array, []);
    arrays.get(array).push({r, index});
  });
  const flat = [], square = [];
  for (const [name, cells] of arrays) (cells[0].index.length > 1 ? square : flat).push([name, cells]);
  const pane = make('div', {class: 'registers'});
  if (flat.length > 0) {
    const most = Math.max(...flat.map(([, cells]) => cells.length));
    pane.append(make('table', {},
      make('thead', {}, make('tr', {}, make('th', {scope: 'col'}, 'register'),
        Array.from({length: most}, (_, i) => make('th', {scope: 'col'}, most > 1 ? `[${i}]` : 'value')))),
      make('tbody', {}, flat.map(([name, cells]) => make('tr', {}, make('th', {scope: 'row'}, name),
        cells.map(({r}) => cell(run, r, values, changed)))))));
  }
  for (const [name, cells] of square) {
    const rows = Map.groupBy ? [...Map.groupBy(cells, (one) => one.index[0])] : [];
    pane.append(make('table', {},
      make('thead', {}, make('tr', {}, make('th', {scope: 'col'}, name),
        rows[0][1].map((one) => make('th', {scope: 'col'}, `[ ][${one.index.slice(1).join('][')}]`)))),
      make('tbody', {}, rows.map(([first, all]) => make('tr', {}, make('th', {scope: 'row'}, `[${first}]`),
        all.map(({r}) => cell(run, r, values, changed)))))));
  }
  return pane;
}

// The file that most processes are in, or the one that was chosen.
export function sourcePane(run, chosen, choose) {
  const marks = new Map();
  run.frame.processes.forEach((one, p) => {
    if (!one.site) return;
    const [file, line] = one.site;
    const key = `${file}:${line}`;
    marks.set(key, [...(marks.get(key) ?? []), p]);
  });
  const file = Math.min(chosen ?? 0, run.texts.length - 1);
  if (file < 0) return make('p', {class: 'quiet'}, 'The text of this algorithm is not here.');
  const lines = run.texts[file].text.split('\n');
  const body = lines.map((text, i) => {
    const who = marks.get(`${file}:${i + 1}`) ?? [];
    return make('div', {class: who.length > 0 ? 'line marked' : 'line'},
      make('span', {class: 'gutter'}, who.map((p) => make('b', {class: `mark p${p % 8}`}, `${p}`))),
      make('code', {}, text || ' '));
  });
  const pane = make('div', {class: 'source', tabindex: '0', role: 'region', 'aria-label': 'The algorithm'}, body);
  const elsewhere = new Set([...marks.keys()].map((key) => Number(key.split(':')[0])));
  const files = make('div', {class: 'files', role: 'group', 'aria-label': 'Files'}, run.texts.map((one, i) =>
    make('button', {'aria-pressed': String(i === file), class: elsewhere.has(i) ? 'busy' : '', title: one.name, onclick: () => choose(i)},
      one.name.replace(/.*\//, ''))));
  const whole = make('div', {class: 'sources'}, files, pane);
  whole.reveal = () => {
    const all = [...pane.querySelectorAll('.marked')];
    if (all.length === 0) return;
    const first = all[0].offsetTop - pane.offsetTop, last = all.at(-1).offsetTop - pane.offsetTop + 20;
    if (first < pane.scrollTop || last > pane.scrollTop + pane.clientHeight)
      pane.scrollTop = Math.max(0, (first + Math.min(last, first + pane.clientHeight)) / 2 - pane.clientHeight / 2);
  };
  return whole;
}

// What the run breaks where it is. What nobody has promised is said more quietly.
export function alarmText(run) {
  const all = run.frame.alarms ?? [];
  const loud = all.filter((one) => one.promised).map((one) => `${one.property}: ${one.how}`);
  const ends = run.at === run.length && run.for_ever ? Object.entries(run.for_ever).map(([name, how]) => `${name}: ${how}, for ever`) : [];
  return {
    loud: [...loud, ...ends.filter((text) => !loud.some((one) => text.startsWith(one)))],
    quiet: all.filter((one) => !one.promised).map((one) => `not promised here: ${one.property} (${one.how})`),
  };
}
