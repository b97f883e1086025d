// A run as the panes show it: all its steps and frames, and where in it we are. The frames say what changed; the values of all registers
// at one of them are put together here.

export class Run {
  // played: an answer of play (api.js) from the beginning; texts: [{name, text}]
  constructor(played, texts) {
    Object.assign(this, {setting: played.setting, registers: played.registers, files: played.files, texts});
    this.take(played);
    this.at = this.steps.length;
  }

  take(played) {
    const from = played.from ?? 0;
    this.run = played.run;
    this.steps = [...(this.steps ?? []).slice(0, from), ...played.steps];
    this.frames = [...(this.frames ?? []).slice(0, from), ...played.frames];
    this.files = played.files;
    for (const name of ['loop', 'turns', 'for_ever', 'critical', 'critical_because']) this[name] = played[name];
  }

  get length() {
    return this.steps.length;
  }
  get frame() {
    return this.frames[this.at];
  }

  // The codes of the first so many steps.
  codes(count = this.at) {
    return this.steps.slice(0, count).map((step) => step.step);
  }

  // The registers' values after so many steps.
  values(at = this.at) {
    const all = [];
    for (let i = 0; i <= at; ++i) for (const [r, value] of this.frames[i].changed) all[r] = value;
    return all;
  }

  // The section of each process before each step: [[{at, from, to}] ...], of which bars are made.
  sections() {
    return this.frames[0].processes.map((_, p) => {
      const bars = [];
      this.frames.forEach((frame, i) => {
        const {at, crashed} = frame.processes[p];
        const name = crashed ? 'crashed' : at === 'awaiting' ? 'waiting' : at;
        if (bars.length > 0 && bars.at(-1).name === name) bars.at(-1).to = i;
        else bars.push({name, from: i, to: i});
      });
      return bars;
    });
  }
}

export const sectionWords = {
  remainder: 'outside',
  doorway: 'doorway',
  waiting: 'waits',
  awaiting: 'waits',
  critical: 'inside',
  exit: 'leaves',
  abort: 'withdraws',
  recover: 'recovers',
  crashed: 'crashed',
};
