// The claims of the papers, filtered; and the papers' tables.

import {announce, make, option, plural} from './dom.js';

const filters = ['algorithm', 'paper', 'verdict', 'agreement'];
const columns = [['algorithm', 'algorithm'], ['place', 'place'], ['claim', 'the paper says'], ['property', 'property'], ['checked', 'checked (n/k)'], ['verdict', 'verdict'], ['agreement', 'agreement']];

export class Claims {
  constructor(rows) {
    this.rows = rows;
    this.choices = new Map(filters.map((name) => {
      const values = [...new Set(rows.map((row) => row[name] || 'none'))].sort();
      return [name, make('select', {name, onchange: () => this.show()}, option('', 'all'), values.map((value) => option(value)))];
    }));
    this.words = make('input', {type: 'search', placeholder: 'words', 'aria-label': 'Words in a row', oninput: () => this.show()});
    this.count = make('span', {role: 'status', 'aria-live': 'polite', class: 'quiet row-count'});
    this.body = make('tbody');
    this.whole = make('section', {class: 'claims', 'aria-labelledby': 'claims-title'}, make('h2', {id: 'claims-title'}, 'What the papers claim, and what was found'),
      make('div', {class: 'tools'}, filters.map((name) => make('label', {}, name, this.choices.get(name))), this.words, this.count),
      make('div', {class: 'wide'}, make('table', {}, make('thead', {}, make('tr', {}, columns.map(([, title]) => make('th', {scope: 'col'}, title)), make('th', {scope: 'col'}, 'ask again'))), this.body)));
    this.show();
  }

  shown() {
    const words = this.words.value.toLowerCase();
    return this.rows.filter((row) => filters.every((name) => {
      const {value} = this.choices.get(name);
      return value === '' || (row[name] || 'none') === value;
    }) && (words === '' || Object.values(row).join(' ').toLowerCase().includes(words)));
  }

  show() {
    const rows = this.shown();
    announce(this.count, plural(rows.length, 'row'));
    this.body.replaceChildren(...rows.map((row) => make('tr', {},
      columns.map(([name]) => make('td', {class: name === 'verdict' ? `verdict ${row.verdict.split(' ')[0].toLowerCase()}` : name},
        name === 'agreement' && row.why ? make('span', {title: row.why}, row.agreement, ' ⓘ', make('span', {class: 'unseen'}, `: ${row.why}`)) : row[name],
        name === 'verdict' && row.mutants ? make('div', {class: 'quiet mutants'}, `refuted: ${row.mutants}`) : null)),
      make('td', {}, row.command ? make('code', {class: 'command'}, row.command) : null))));
  }
}

const cells = (line) => line.split('|').slice(1, -1).map((text) => text.trim());

// docs/tables.md, whose tables are the only thing in it that has bars.
export function tablesOf(markdown) {
  const sections = markdown.split(/^## /m).slice(1);
  return sections.map((section) => {
    const [title, ...rest] = section.split('\n');
    const lines = rest.filter((line) => line.startsWith('|'));
    const rows = lines.slice(2).map((line) => make('tr', {}, cells(line).map((text) => make('td', {}, text))));
    return make('section', {class: 'paper-table'}, make('h2', {}, title),
      make('div', {class: 'wide'}, make('table', {}, make('thead', {}, make('tr', {}, cells(lines[0]).map((text) => make('th', {scope: 'col'}, text)))), make('tbody', {}, rows))));
  });
}
