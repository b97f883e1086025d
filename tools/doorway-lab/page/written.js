// What the written pages share: the data that was put into them, and their frame. They work from file://, without a server.

import {make} from './dom.js';

export function dataOf() {
  return JSON.parse(document.getElementById('data').textContent);
}

// Title, words and parts.
export function pageOf(title, words, ...parts) {
  document.title = title;
  document.body.classList.add('written');
  document.body.append(make('header', {}, make('h1', {}, title), words.home ? make('a', {href: words.home}, 'all of the report') : null),
    make('main', {}, make('p', {class: 'lead'}, words.lead), ...parts));
}

// The keys of a player, where there is one.
export function listen(player) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input, select, textarea')) return;
    if (event.key === ' ' && event.target.closest('button')) return;
    if (player.key(event)) event.preventDefault();
  });
}
