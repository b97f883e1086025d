// Questions to the server, which is the lab itself. Requests about a run (play):
//
//   {setting, run: '0.1.0_2', from: 2, loop: 5, extend: {how: 'random', count: 50, seed: 1, crashes: true}}
//
// are answered with what the run is from step `from` on: steps[i] is what the step did and frames[i] how all stand before it; there is one
// frame more than steps. What cannot be answered is {error: why}. Nothing is kept there: the run is in the page's address.

export class Refused extends Error {}

export async function ask(what, body) {
  let answer;
  try {
    answer = await fetch(`api/${what}`, {method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body ?? {})});
  } catch {
    throw new Refused('doorway-lab serve does not answer: has it been ended?');
  }
  const all = await answer.json();
  if (all.error !== undefined) throw new Refused(all.error);
  return all;
}

// Asks until the work is done. told(state) at each look; its answer false: stop it.
export async function follow(job, told) {
  const pause = 250;
  for (;;) {
    const state = await ask('job', {job});
    if (told(state) === false && state.running) await ask('stop', {job});
    if (!state.running) return state;
    await new Promise((go) => setTimeout(go, pause));
  }
}
