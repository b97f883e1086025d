// Shows a run and plays it: the text, the registers, the diagram, and where in it we are. Without a server this is all there is (report); Step
// adds the buttons that take steps.

import {announce, make} from './dom.js';
import {diagram, legend, saveDiagram} from './diagram.js';
import {alarmText, registersPane, sourcePane} from './panes.js';
import {sectionWords} from './run.js';

const speeds = [1, 2, 5, 10, 30, 60];

export class Player {
  // moved(at): told when the place changes. buttons(p, one), until(p, one): what stands in a process's row besides where it is.
  constructor({moved, buttons, until} = {}) {
    this.moved = moved ?? (() => {});
    this.buttons = buttons ?? (() => null);
    this.until = until ?? (() => null);
    this.speed = 2;
    this.parts = {
      text: make('section', {class: 'pane text', 'aria-label': 'Text of the algorithm'}),
      processes: make('section', {class: 'pane processes', 'aria-label': 'Processes'}),
      alarms: make('div', {class: 'alarms', role: 'alert', 'aria-live': 'assertive'}),
      notes: make('div', {class: 'notes', 'aria-live': 'polite'}),
      registers: make('section', {class: 'pane registers-pane', 'aria-label': 'Registers'}),
      run: make('section', {class: 'pane run', 'aria-label': 'The run'}),
    };
    const control = (name, text, title, act) => make('button', {class: `control ${name}`, title, 'aria-label': title, onclick: act}, text);
    this.slider = make('input', {type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Place in the run', oninput: () => this.go(Number(this.slider.value))});
    this.count = make('output', {class: 'count'});
    this.playButton = control('play', 'Play', 'Play (space)', () => this.toggle());
    this.speedChoice = make('select', {'aria-label': 'Steps a second', onchange: (event) => (this.speed = Number(event.target.value))},
      speeds.map((speed) => make('option', {value: speed, selected: speed === this.speed}, `${speed}/s`)));
    this.transport = make('div', {class: 'transport', role: 'group', 'aria-label': 'Play the run'},
      control('first', '|◀', 'To the beginning (Home)', () => this.go(0)),
      control('undo', '◀', 'Undo: one step back (←)', () => this.go(this.run.at - 1)),
      control('redo', '▶', 'Redo: one step on (→)', () => this.go(this.run.at + 1)),
      control('last', '▶|', 'To the end (End)', () => this.go(this.run.length)),
      this.playButton, this.speedChoice, this.slider, this.count,
      make('button', {class: 'svg', title: 'Save the diagram as SVG', onclick: () => saveDiagram(this.picture, `${this.run.setting.algorithm}.svg`)}, 'SVG'));
    this.whole = make('div', {class: 'player'},
      this.parts.text,
      make('div', {class: 'middle'}, this.parts.processes, this.parts.alarms, this.parts.notes, this.parts.registers),
      make('div', {class: 'right'}, this.parts.run, legend()),
      this.transport);
  }

  show(run) {
    this.run = run;
    this.file = undefined;
    this.slider.max = run.length;
    this.picture = diagram(run, (at) => this.go(at));
    this.parts.run.replaceChildren(run.length > 0 ? this.picture : make('p', {class: 'quiet'}, 'No step has been taken.'));
    this.drawPlace();
  }

  go(at) {
    const to = Math.max(0, Math.min(at, this.run.length));
    if (to === this.run.at) return;
    this.run.at = to;
    this.drawPlace();
    this.moved(to);
  }

  drawPlace() {
    const {run} = this;
    this.slider.value = run.at;
    this.count.textContent = `${run.at} of ${run.length}`;
    this.transport.querySelector('.undo').disabled = this.transport.querySelector('.first').disabled = run.at === 0;
    this.transport.querySelector('.redo').disabled = this.transport.querySelector('.last').disabled = run.at === run.length;
    const source = sourcePane(run, this.file ?? this.busiest(), (file) => {
      this.file = file;
      this.drawPlace();
    });
    const scrolled = this.parts.text.querySelector('.source')?.scrollTop ?? 0;
    this.parts.text.replaceChildren(source);
    const body = source.querySelector?.('.source');
    if (body) body.scrollTop = scrolled;
    source.reveal?.();
    this.parts.registers.replaceChildren(registersPane(run));
    this.drawProcesses();
    this.drawAlarms();
    this.picture.moveTo(run.at);
    this.follow();
  }

  // The file in which most processes stand that are on their way.
  busiest() {
    const counts = new Map([[0, 0.5]]);
    for (const one of this.run.frame.processes)
      if (one.site) counts.set(one.site[0], (counts.get(one.site[0]) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1])[0][0];
  }

  drawProcesses() {
    const head = make('thead', {}, make('tr', {}, ['', 'is', 'next'].map((text) => make('th', {scope: 'col'}, text))));
    const rows = this.run.frame.processes.map((one, p) => {
      const name = one.crashed ? 'crashed' : one.at;
      const where = sectionWords[name] + (one.session ? `, session ${one.session}` : '');
      return make('tr', {},
        make('th', {scope: 'row'}, make('b', {class: `mark p${p % 8}`}, `${p}`), this.until(p, one)),
        make('td', {}, make('span', {class: `badge ${name === 'awaiting' ? 'waiting' : name}`}, where)),
        make('td', {class: one.mistake ? 'next mistake' : 'next'},
          this.buttons(p, one) ?? make('span', {}, `${one.label ? one.label + ' ' : ''}${one.next}`),
          one.stores ? make('div', {class: 'stores'}, `in its buffer: ${one.stores.join(', ')}`) : null));
    });
    const had = document.activeElement?.dataset?.key;
    this.parts.processes.replaceChildren(make('table', {}, head, make('tbody', {}, rows)));
    if (had) this.parts.processes.querySelector(`[data-key="${had}"]`)?.focus();
  }

  drawAlarms() {
    const {loud, quiet} = alarmText(this.run);
    announce(this.parts.alarms, loud.join('; '));
    this.parts.alarms.classList.toggle('on', loud.length > 0);
    const {run} = this;
    if (run.critical !== undefined && run.critical_because)
      quiet.unshift(`step ${run.critical + 1} *: ${run.critical_because}`);
    announce(this.parts.notes, quiet.join('; '));
  }

  // The diagram follows.
  follow() {
    const {run: pane} = this.parts;
    const y = 30 + this.run.at * 22;
    if (y < pane.scrollTop + 40 || y > pane.scrollTop + pane.clientHeight - 40) pane.scrollTop = y - pane.clientHeight / 2;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }
  pause() {
    cancelAnimationFrame(this.playing);
    this.playing = undefined;
    this.playButton.textContent = 'Play';
  }
  // At most a place for each picture of the screen; at sixty a second that is each step.
  play() {
    if (this.run.at === this.run.length) this.go(0);
    this.playButton.textContent = 'Pause';
    const began = performance.now(), from = this.run.at;
    const next = (now) => {
      this.playing = requestAnimationFrame(next);
      this.go(from + Math.floor(((now - began) / 1000) * this.speed));
      if (this.run.at === this.run.length) this.pause();
    };
    this.playing = requestAnimationFrame(next);
  }

  // True if the key was for it.
  key(event) {
    const acts = {
      ArrowLeft: () => this.go(this.run.at - 1), ArrowRight: () => this.go(this.run.at + 1), Home: () => this.go(0),
      End: () => this.go(this.run.length), ' ': () => this.toggle(), u: () => this.go(this.run.at - 1), r: () => this.go(this.run.at + 1),
    };
    if (!this.run || !acts[event.key]) return false;
    acts[event.key]();
    return true;
  }
}
