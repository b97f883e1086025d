// Check: every interleaving, as `doorway-lab check` asks for it. The search is a process of its own; it can be stopped, and a counterexample opens
// in Step and plays.

import {Refused, ask, follow} from './api.js';
import {announce, make, option, plural} from './dom.js';
import {figuresText, findingsOf, megabytes, thousands} from './findings.js';
import {SettingForm} from './settings.js';

const usual = ['exclusion', 'declarations', 'deadlock-freedom', 'starvation-freedom'];
const memories = {[2 ** 30]: '1 GiB', [2 ** 31]: '2 GiB', [2 ** 32]: '4 GiB', [2 ** 33]: '8 GiB'};
const times = {60: '1 minute', 300: '5 minutes', 1800: '30 minutes', 7200: '2 hours'};

function progressText({depth, states, frontier, bytes, seconds}) {
  const rate = seconds > 0 ? `, ${(states / seconds / 1e6).toFixed(1)} M/s` : '';
  return `depth ${depth}, ${thousands(states)} states${rate}, ${thousands(frontier)} at the frontier, ${megabytes(bytes)}, ${seconds.toFixed(0)} s`;
}

export class CheckTab {
  // openRun(place): shows a run in Step, and plays it.
  constructor(place, known, trouble, openRun) {
    Object.assign(this, {trouble, openRun});
    this.form = new SettingForm(known.algorithms, () => this.suitProperties());
    this.form.show({algorithm: 'peterson-swapped', n: 2, k: 1, passages: 'unbounded', crashes: 0, registers: 'declared'});
    this.known = known.properties;
    this.properties = make('fieldset', {class: 'properties'}, make('legend', {}, 'Properties'), known.properties.map((one) =>
      make('label', {title: one.means, class: 'flag'}, make('input', {type: 'checkbox', value: one.name, checked: usual.includes(one.name)}), one.name)));
    this.time = make('select', {'aria-label': 'At most this long'}, Object.entries(times).map(([value, text]) => option(value, text, '300')));
    this.memory = make('select', {'aria-label': 'At most this much memory'}, Object.entries(memories).map(([value, text]) => option(value, text, String(2 ** 32))));
    this.startButton = make('button', {class: 'start main', onclick: () => this.start()}, 'Check');
    this.stopButton = make('button', {class: 'stop', disabled: true, onclick: () => (this.stopping = true)}, 'Stop');
    this.progress = make('p', {class: 'progress', role: 'status', 'aria-live': 'polite'});
    this.results = make('div', {class: 'results'});
    place.append(this.form.form, this.properties,
      make('div', {class: 'tools'}, this.startButton, this.stopButton, make('label', {}, 'at most', this.time), make('label', {}, 'and', this.memory)),
      this.progress, this.results);
    this.suitProperties();
  }

  suitProperties() {
    const groups = this.form.about()?.problem === 'group exclusion';
    this.known.forEach((one, i) => {
      this.properties.querySelectorAll('label')[i].hidden = one.groups && !groups;
    });
  }

  chosen() {
    return [...this.properties.querySelectorAll('label:not([hidden]) input:checked')].map((box) => box.value);
  }

  show(setting) {
    this.form.show(setting);
    this.suitProperties();
  }

  async start() {
    this.trouble('');
    this.startButton.disabled = true;
    this.stopButton.disabled = false;
    this.stopping = false;
    announce(this.progress, '');
    try {
      const question = {setting: this.form.setting(), properties: this.chosen(), seconds: Number(this.time.value), memory: Number(this.memory.value)};
      const {job, command} = await ask('check', question);
      this.results.replaceChildren(make('p', {class: 'command'}, make('code', {}, command)));
      announce(this.progress, 'learning the processes');
      const state = await follow(job, (now) => {
        if (now.progress) announce(this.progress, progressText(now.progress));
        return !this.stopping;
      });
      this.showEnd(state, question);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble(error.message);
      announce(this.progress, '');
    } finally {
      this.startButton.disabled = false;
      this.stopButton.disabled = true;
    }
  }

  showEnd(state, question) {
    if (state.stopped) {
      const far = state.progress ? `: no violation within ${plural(state.progress.depth, 'step')}, ${thousands(state.progress.states)} states` : '';
      return announce(this.progress, `stopped after ${state.seconds.toFixed(1)} s${far}; nothing is known beyond that, nor of waiting for ever`);
    }
    const line = state.printed.split('\n').find((text) => text.startsWith('{"report"'));
    if (!line) return announce(this.progress, `the search has ended with status ${state.status}: ${state.errors}`);
    const {report} = JSON.parse(line);
    announce(this.progress, figuresText(report));
    this.results.append(...findingsOf(report, question.setting, this.openRun));
  }
}
