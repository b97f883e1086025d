// Compare: RMRs against n, the papers' tables, the claims. Each row has the command that asks again.

import {Refused, ask, follow} from './api.js';
import {Claims, tablesOf} from './claims.js';
import {make} from './dom.js';
import {Rmrs} from './rmrs.js';

export class CompareTab {
  constructor(place, trouble) {
    Object.assign(this, {place, trouble});
  }

  // When it is first looked at.
  async shown() {
    if (this.asked) return;
    this.asked = true;
    const papers = await ask('papers');
    if (!papers.claims) {
      this.place.append(make('p', {class: 'quiet'}, 'No paper speaks of these algorithms; doorway-lab serve compares those of the catalogue.'));
      return;
    }
    this.claims = new Claims(papers.claims);
    this.rmrs = new Rmrs(papers.rmr, (one, sizes) => this.measure(one, sizes));
    this.place.append(this.rmrs.whole, ...tablesOf(papers.tables), this.claims.whole);
  }

  async measure(one, sizes) {
    try {
      this.trouble('');
      const {job, command} = await ask('rmr', {algorithm: one.algorithm, model: one.model, sizes});
      const state = await follow(job, () => true);
      if (state.status !== 0) throw new Refused(state.errors.trim() || `doorway-lab rmr has ended with status ${state.status}`);
      const found = JSON.parse(state.printed);
      const worst = new Map();
      for (const schedule of found.schedules)
        for (const {n, worst: most} of schedule.figures) worst.set(n, Math.max(most, worst.get(n) ?? 0));
      const points = [...worst].sort((a, b) => a[0] - b[0]);
      const local = found.waiting.local_spin !== false;
      const {fit} = local ? await ask('fit', {points}) : {fit: null};
      return {...one, points, fit, local_spin: local, command};
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble(error.message);
      return null;
    }
  }
}
