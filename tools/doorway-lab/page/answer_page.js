// A page for one answer (check --html), or for one counterexample of the report.

import {make, plural} from './dom.js';
import {figuresText, findingsOf} from './findings.js';
import {Player} from './player.js';
import {Run} from './run.js';
import {dataOf, listen, pageOf} from './written.js';

const data = dataOf();
const players = data.runs.map(({property, played, texts}) => {
  const run = new Run(played, texts);
  run.at = 0;
  const player = new Player();
  player.show(run);
  return make('section', {class: 'shown-run', 'aria-label': `The counterexample to ${property}`},
    make('h2', {}, `${property}: ${plural(run.length, 'step')}`), player.whole, Object.assign(make('span'), {player}));
});

pageOf(data.title, {lead: data.lead, home: data.home},
  data.command ? make('p', {class: 'command'}, make('code', {}, data.command)) : null,
  data.report.states > 0 ? make('p', {}, figuresText(data.report)) : null,
  ...findingsOf({findings: data.report.findings.map((one) => ({...one, drawn: data.runs.length > 0 ? undefined : one.drawn}))}, data.setting),
  ...players);
if (players.length > 0) listen(players[0].lastChild.player);
