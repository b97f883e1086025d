// The form for a setting, which Step and Check share: the algorithm, how many, what they do and what may happen to them.

import {make, option} from './dom.js';

const memories = {sc: 'sequential', tso: 'x86-TSO'};

function number(name, label, least, most, title) {
  return make('label', {title}, label, make('input', {type: 'number', name, min: least, max: most, required: true}));
}
function flag(name, label, title) {
  return make('label', {class: 'flag', title}, make('input', {type: 'checkbox', name}), label);
}

export class SettingForm {
  // algorithms: of the server's `known`. changed(): somebody has changed it.
  constructor(algorithms, changed) {
    this.algorithms = new Map(algorithms.map((one) => [one.name, one]));
    const groups = new Map();
    for (const one of algorithms) {
      const group = one.wrong ? 'wrong on purpose' : one.problem;
      groups.set(group, [...(groups.get(group) ?? []), one]);
    }
    const choice = make('select', {name: 'algorithm'}, [...groups].map(([label, all]) =>
      make('optgroup', {label}, all.map((one) => option(one.name)))));
    this.form = make('form', {class: 'setting'},
      make('label', {}, 'algorithm', choice),
      number('n', 'n', 1, 16, 'processes'), number('k', 'k', 1, 16, 'how many may be inside'),
      number('l', 'l', 1, 16, 'how many may be inside with k-1 crashes'), number('sessions', 'sessions', 1, 1024, 'to choose from'),
      make('label', {title: 'that each process makes'}, 'passages', make('input', {name: 'passages', list: 'passage-numbers', required: true})),
      make('datalist', {id: 'passage-numbers'}, ['unbounded', '1', '2', '3'].map((text) => option(text))),
      number('crashes', 'crashes', 0, 16, 'how many may be crashed at the same time'),
      make('label', {}, 'registers', make('select', {name: 'registers'}, ['declared', 'atomic', 'safe'].map((text) => option(text)))),
      make('label', {}, 'memory', make('select', {name: 'memory_order'}, Object.entries(memories).map(([value, text]) => option(value, text)))),
      flag('abort', 'give up', 'a waiting process may give up'), flag('recover', 'recover', 'a crashed process may be recovered, and come back'),
      flag('any_order', 'any order', 'the accesses of a row in any order'));
    this.form.addEventListener('submit', (event) => event.preventDefault());
    this.form.addEventListener('change', (event) => {
      if (event.target.name === 'algorithm') this.suit();
      this.showFitting();
      changed();
    });
  }

  field(name) {
    return this.form.elements[name];
  }
  about() {
    return this.algorithms.get(this.field('algorithm').value);
  }

  // The usual size of an algorithm that has just been chosen.
  suit() {
    const about = this.about();
    const n = Math.min(about.most_n, about.parameters.includes('k') ? 3 : 2);
    this.field('n').value = n;
    this.field('k').value = about.parameters.includes('k') ? Math.min(2, n) : 1;
    this.field('l').value = Math.min(n, 3);
    this.field('sessions').value = 2;
  }

  showFitting() {
    const about = this.about();
    const shown = {k: 'k', l: 'l', sessions: 's'};
    for (const [field, parameter] of Object.entries(shown)) this.field(field).closest('label').hidden = !about?.parameters.includes(parameter);
    this.form.title = about?.title ?? '';
  }

  setting() {
    const about = this.about();
    const has = (parameter) => about?.parameters.includes(parameter);
    const count = (name) => (this.field(name).value === '' ? this.field(name).value : Number(this.field(name).value));
    const passages = this.field('passages').value.trim();
    const setting = {algorithm: this.field('algorithm').value, n: count('n'), k: has('k') ? count('k') : 1,
      passages: /^\d+$/.test(passages) ? Number(passages) : passages, crashes: count('crashes'), registers: this.field('registers').value};
    if (has('l')) setting.l = count('l');
    if (has('s')) setting.sessions = count('sessions');
    for (const name of ['abort', 'recover', 'any_order']) if (this.field(name).checked) setting[name] = true;
    if (this.field('memory_order').value === 'tso') Object.assign(setting, {memory_order: 'tso', store_buffer: 16});
    return setting;
  }

  show(setting) {
    for (const name of ['algorithm', 'n', 'k', 'l', 'sessions', 'crashes', 'registers', 'passages'])
      this.field(name).value = setting[name] ?? {l: 3, sessions: 2}[name] ?? '';
    for (const name of ['abort', 'recover', 'any_order']) this.field(name).checked = setting[name] === true;
    this.field('memory_order').value = setting.store_buffer ? 'tso' : 'sc';
    this.showFitting();
  }
}
