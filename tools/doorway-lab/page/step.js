// Step: the lab's machine under your hands. Each button is a step that a process can take now; the lab takes it.

import {Refused, ask} from './api.js';
import {make, save} from './dom.js';
import {stepLink} from './link.js';
import {Player} from './player.js';
import {Run} from './run.js';
import {SettingForm} from './settings.js';

const someSteps = 50;

export class StepTab {
  // trouble(text): says what is wrong, or that nothing is.
  constructor(place, known, trouble) {
    this.trouble = trouble;
    this.form = new SettingForm(known.algorithms, () => this.begin(this.form.setting()));
    const act = (text, title, what) => make('button', {title, onclick: () => this.guarded(what)}, text);
    this.crashes = make('input', {type: 'checkbox'});
    const file = make('input', {type: 'file', accept: '.json,application/json', hidden: true, onchange: () => this.guarded(() => this.open(file))});
    this.tools = make('div', {class: 'tools', role: 'group', 'aria-label': 'Many steps at once'},
      act('Random', `${someSteps} random steps (d)`, () => this.random()),
      make('label', {class: 'flag', title: 'random steps crash processes too, as many as the setting lets'}, this.crashes, 'crash too'),
      act('Round-robin', `${someSteps} steps, one process after the other (o)`, () => this.extend({how: 'round-robin', count: someSteps})),
      act('New', 'From the beginning', () => this.begin(this.run.setting)),
      act('Export', 'As a file that doorway-lab replay plays', () => this.export()),
      make('button', {title: 'Open a trace of doorway-lab check, walk or this page', onclick: () => file.click()}, 'Open'), file,
      act('Link', 'Copy a link to this run', () => navigator.clipboard.writeText(location.href)));
    this.player = new Player({moved: () => this.writeLink(), buttons: (p, one) => this.buttons(p, one), until: (p, one) => this.until(p, one)});
    place.append(make('div', {class: 'top'}, this.form.form, this.tools), this.player.whole);
  }

  async guarded(act) {
    try {
      this.trouble('');
      await act();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble(error.message);
    }
  }

  // What a process can do now, a button each; a number where there are too many.
  buttons(p, one) {
    if (one.moves.length === 0) return make('span', {class: 'quiet'}, one.next);
    const label = one.label ? `${one.label} ` : '';
    const all = one.moves.map((move, i) => {
      const key = `${p}-${i}`;
      if (move.most === undefined) {
        const plain = /^\d+$/.test(move.step);
        const kind = plain ? 'step' : move.step.includes('x') ? 'step crash' : move.step.includes('d') ? 'step drain' : 'step';
        return make('button', {class: kind, 'data-step': move.step, 'data-key': key,
          'aria-label': `process ${p}: ${label}${move.does}`, onclick: () => this.guarded(() => this.take(move.step))}, plain ? label + move.does : move.does);
      }
      const value = make('input', {type: 'number', min: 0, max: move.most, value: 0, 'aria-label': `process ${p}: ${move.does}`});
      return make('span', {class: 'open'}, make('button', {class: 'step', 'data-key': key, onclick: () => this.guarded(() => this.take(move.step + value.value))}, move.does), value);
    });
    return make('div', {class: 'moves'}, all);
  }

  until(p, one) {
    if (one.moves.length === 0) return null;
    return make('button', {class: 'until', 'data-key': `${p}-until`, title: `Run ${p} until it waits or enters`,
      'aria-label': `run process ${p} until it waits or enters`, onclick: () => this.guarded(() => this.extend({how: 'until', p}))}, '»');
  }

  take(step) {
    return this.extendWith([...this.run.codes(), step]);
  }
  extend(how) {
    return this.extendWith(this.run.codes(), how);
  }
  random() {
    return this.extend({how: 'random', count: someSteps, seed: Math.floor(Math.random() * 2 ** 32), crashes: this.crashes.checked});
  }

  // The run up to here, and these; what came after is gone.
  async extendWith(codes, extend) {
    const mine = (this.asked = (this.asked ?? 0) + 1);
    const from = this.run.at;
    const played = await ask('play', {setting: this.run.setting, run: codes.join('.'), from, extend});
    if (mine !== this.asked) return;
    this.run.take(played);
    this.run.at = this.run.length;
    await this.addTexts();
    this.player.show(this.run);
    this.writeLink();
  }

  async addTexts() {
    if (this.run.texts.length >= this.run.files.length) return;
    this.run.texts = await ask('texts', {setting: this.run.setting, run: this.run.run});
  }

  begin(setting) {
    return this.guarded(() => this.load({setting, run: ''}));
  }

  // A run of a link, of a counterexample or of a file.
  async load({setting, run, at, loop}) {
    this.player.pause();
    const mine = (this.asked = (this.asked ?? 0) + 1);
    const played = await ask('play', {setting, run, ...(loop === undefined ? {} : {loop})});
    const texts = await ask('texts', {setting, run});
    if (mine !== this.asked) return;
    this.run = new Run(played, texts);
    if (at !== undefined) this.run.at = Math.max(0, Math.min(Number(at) || 0, this.run.length));
    this.form.show(this.run.setting);
    this.player.show(this.run);
    this.writeLink();
  }

  async open(file) {
    if (file.files.length === 0) return;
    const text = await file.files[0].text();
    file.value = '';
    await this.load(await ask('import', text));
  }

  async export() {
    const trace = await ask('export', {setting: this.run.setting, run: this.run.codes().join('.'), ...this.wholeLoop()});
    save(`${this.run.setting.algorithm.replaceAll(' ', '-')}.json`, 'application/json', JSON.stringify(trace, null, 1) + '\n');
  }

  wholeLoop() {
    return this.run.loop !== undefined && this.run.at === this.run.length ? {loop: this.run.loop} : {};
  }

  writeLink() {
    const {setting, at, loop} = this.run;
    const codes = this.run.steps.map((step) => step.step);
    history.replaceState(null, '', stepLink({setting, run: codes.join('.'), at, loop}));
  }

  key(event) {
    if (event.key === 'd') this.guarded(() => this.random());
    else if (event.key === 'o') this.guarded(() => this.extend({how: 'round-robin', count: someSteps}));
    else if (/^[0-9]$/.test(event.key)) this.key0(Number(event.key));
    else return this.player.key(event);
    return true;
  }
  // A process's own number takes its first step.
  key0(p) {
    const move = this.run.frame.processes[p]?.moves[0];
    if (move && move.most === undefined) this.guarded(() => this.take(move.step));
  }
}
