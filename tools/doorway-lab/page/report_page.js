// The report's first page: the claims, the papers' tables, RMRs, and where the counterexamples are.

import {Claims, tablesOf} from './claims.js';
import {make, plural} from './dom.js';
import {Rmrs} from './rmrs.js';
import {dataOf, pageOf} from './written.js';

const data = dataOf();

function counterexamples() {
  const rows = data.counterexamples.map((one) => make('tr', {},
    make('th', {scope: 'row'}, one.page ? make('a', {href: one.page}, one.algorithm) : one.algorithm),
    make('td', {}, one.property), make('td', {}, one.setting), make('td', {}, one.steps === undefined ? one.why : plural(one.steps, 'step')), make('td', {class: 'about'}, one.about)));
  return make('section', {class: 'counterexamples', 'aria-labelledby': 'counterexamples-title'},
    make('h2', {id: 'counterexamples-title'}, 'Counterexamples, each to be played'),
    make('div', {class: 'wide'}, make('table', {}, make('thead', {}, make('tr', {}, ['algorithm', 'breaks', 'setting', 'in', 'what it is'].map((text) => make('th', {scope: 'col'}, text)))), make('tbody', {}, rows))));
}

pageOf('doorway-lab: the report', {lead: data.lead}, counterexamples(), new Rmrs(data.rmr).whole, ...tablesOf(data.tables), new Claims(data.claims).whole);
