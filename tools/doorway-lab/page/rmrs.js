// How RMRs grow with n: what the catalogue has measured, and what is measured now.

import {chart} from './chart.js';
import {make} from './dom.js';

const modelNames = {cc: 'CC', dsm: 'DSM'};
const first = ['k-bakery-fife', 'k-bakery-cc', 'tree-lock'];

export class Rmrs {
  // measure(one, sizes): measures, and gives the same again with other points; without it there is only what the catalogue has.
  constructor(measured, measure) {
    this.measured = measured;
    this.chosen = new Set(first);
    this.models = new Set(['cc', 'dsm']);
    const names = [...new Set(measured.map((one) => one.algorithm))];
    const box = (set, name, text) => make('label', {class: 'flag'}, make('input', {type: 'checkbox', value: name, checked: set.has(name), onchange: (event) => {
      if (event.target.checked) set.add(name);
      else set.delete(name);
      this.show();
    }}), text ?? name);
    this.picture = make('div', {class: 'picture'});
    this.table = make('div', {class: 'wide'});
    this.sizes = make('input', {value: '2,4,8,16,32', size: 14, 'aria-label': 'Numbers of processes'});
    this.button = make('button', {class: 'measure', onclick: () => this.again(measure)}, 'Measure');
    this.status = make('span', {role: 'status', 'aria-live': 'polite', class: 'quiet'});
    this.whole = make('section', {class: 'rmrs', 'aria-labelledby': 'rmrs-title'}, make('h2', {id: 'rmrs-title'}, 'Remote memory references of a passage'),
      make('div', {class: 'tools'}, make('fieldset', {class: 'models'}, make('legend', {}, 'Model'), Object.entries(modelNames).map(([name, text]) => box(this.models, name, text))),
        measure ? [make('label', {}, 'n', this.sizes), this.button, this.status] : null),
      make('div', {class: 'side'}, make('fieldset', {class: 'algorithms'}, make('legend', {}, 'Algorithms'), names.map((name) => box(this.chosen, name))),
        make('div', {class: 'plot'}, this.picture, this.table)));
    this.show();
  }

  lines() {
    return this.measured.filter((one) => this.chosen.has(one.algorithm) && this.models.has(one.model));
  }

  show() {
    const order = [...this.chosen], all = this.lines(), bounded = all.filter((one) => one.local_spin);
    const colour = (one) => order.indexOf(one.algorithm);
    this.picture.replaceChildren(bounded.length === 0 ? make('p', {class: 'quiet'}, 'Of these none has a bound: waiting costs. Choose others.') : chart(bounded.map((one) => ({
      name: `${one.algorithm}, ${modelNames[one.model]}`, points: one.points, fit: one.fit, colour: colour(one), square: one.model === 'dsm'})), 'RMRs of the worst passage, against n'));
    this.table.replaceChildren(make('table', {}, make('thead', {}, make('tr', {}, ['', 'algorithm', 'model', 'the paper', 'worst found', 'fits', 'ask again'].map((text) => make('th', {scope: 'col'}, text)))),
      make('tbody', {}, all.map((one) => make('tr', {},
        make('td', {}, make('i', {class: `swatch c${colour(one) % 8}${one.model === 'dsm' ? ' square' : ''}${one.local_spin ? '' : ' hollow'}`})),
        make('th', {scope: 'row'}, one.algorithm), make('td', {}, modelNames[one.model]), make('td', {}, one.bound),
        make('td', {}, one.local_spin ? one.points.map(([n, worst]) => `${n}: ${worst}`).join(', ') : 'no bound: waiting costs'),
        make('td', {}, one.fit ? one.fit.formula : ''), make('td', {}, make('code', {class: 'command'}, one.command)))))));
  }

  async again(measure) {
    const sizes = this.sizes.value.split(',').map(Number);
    this.button.disabled = true;
    for (const one of this.lines()) {
      this.status.textContent = `measuring ${one.algorithm}, ${modelNames[one.model]}`;
      const found = await measure(one, sizes);
      if (!found) break;
      this.measured[this.measured.indexOf(one)] = found;
      this.show();
    }
    this.status.textContent = '';
    this.button.disabled = false;
  }
}
