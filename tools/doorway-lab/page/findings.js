// The verdicts of a search, and its counterexamples.

import {make, plural} from './dom.js';
import {stepLink} from './link.js';

export const thousands = (number) => number.toLocaleString('en');
export const megabytes = (bytes) => `${thousands(Math.round(bytes / 1e6))} MB`;

function verdictText(finding) {
  let text = finding.verdict === 'HOLDS up to the bound' ? `HOLDS up to ${finding.bound}` : finding.verdict;
  if (finding.reason) text += `: ${finding.reason}`;
  if (finding.own_steps !== undefined) text += `, in at most ${plural(finding.own_steps, 'own step')}`;
  return text;
}

// A table of the verdicts, and each counterexample as the tool draws it.
export function findingsOf(report, setting, openRun) {
  const rows = report.findings.map((one) => make('tr', {},
    make('th', {scope: 'row'}, one.property), make('td', {class: `verdict ${one.verdict.split(' ')[0].toLowerCase()}`}, verdictText(one)),
    make('td', {}, one.run === undefined ? null : openRun ? make('a', {
      class: 'play-it', href: stepLink({setting, run: one.run, at: 0, loop: one.loop}),
      onclick: (event) => { event.preventDefault(); openRun({setting, run: one.run, at: 0, loop: one.loop}); },
    }, `play its ${plural(one.steps, 'step')}`) : null)));
  const table = make('table', {class: 'findings'}, make('thead', {}, make('tr', {}, ['property', 'verdict', ''].map((text) => make('th', {scope: 'col'}, text)))),
    make('tbody', {}, rows));
  return [table, ...report.findings.filter((one) => one.drawn).map((one) => make('pre', {class: 'drawn', tabindex: '0', 'aria-label': `Counterexample to ${one.property}`}, one.drawn))];
}

export function figuresText(report) {
  return `${thousands(report.states)} states, ${thousands(report.edges)} steps between them, depth ${report.depth}, ` +
    `${report.seconds.toFixed(2)} s, ${megabytes(report.bytes)}`;
}
