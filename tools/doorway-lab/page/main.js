// The page of doorway-lab serve: three tabs, the keys, and what is in the address.

import {Refused, ask} from './api.js';
import {CheckTab} from './check.js';
import {CompareTab} from './compare.js';
import {make} from './dom.js';
import {readLink} from './link.js';
import {StepTab} from './step.js';

const keys = [
  ['← or u, → or r', 'undo, redo'], ['Home, End', 'to the beginning, to the end'], ['space', 'play or pause'],
  ['0 to 9', 'this process takes its next step'], ['d', '50 random steps'], ['o', '50 steps, round-robin'],
  ['s, c, m', 'the tabs Step, Check, Compare'], ['?', 'these keys'],
];
const first = {algorithm: 'peterson-swapped', n: 2, k: 1, passages: 'unbounded', crashes: 0, registers: 'declared'};

function trouble(text) {
  const place = document.getElementById('trouble');
  place.hidden = text === '';
  place.textContent = text;
}

const tabs = new Map(['step', 'check', 'compare'].map((name) => [name, {
  button: document.getElementById(`tab-${name}`), place: document.getElementById(name)}]));

function select(name, focus) {
  for (const [other, {button, place}] of tabs) {
    button.setAttribute('aria-selected', String(other === name));
    button.tabIndex = other === name ? 0 : -1;
    place.hidden = other !== name;
  }
  if (focus) tabs.get(name).button.focus();
  Promise.resolve(tabs.get(name).tab?.shown?.()).catch((error) => trouble(error.message));
}

async function show(place) {
  trouble('');
  if (!tabs.has(place.tab)) return trouble(`there is no page called ${place.tab}`);
  select(place.tab);
  if (place.tab !== 'step') {
    if (place.tab === 'check' && place.setting) tabs.get('check').tab.show(place.setting);
    return;
  }
  try {
    const link = place.setting ? place : {setting: first, run: ''};
    await tabs.get('step').tab.load(link);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    trouble(`this link cannot be shown: ${error.message}`);
    if (!tabs.get('step').tab.run) await tabs.get('step').tab.load({setting: first, run: ''});
    trouble(`this link cannot be shown: ${error.message}`);
  }
}

function prepareHelp() {
  const dialog = document.getElementById('help');
  dialog.append(make('h2', {id: 'help-title'}, 'Keys'), make('table', {}, make('tbody', {}, keys.map(([key, does]) =>
    make('tr', {}, make('th', {scope: 'row'}, key), make('td', {}, does))))),
  make('form', {method: 'dialog'}, make('button', {}, 'Close')));
  document.getElementById('help-button').addEventListener('click', () => dialog.showModal());
  return dialog;
}

function listenToKeys(dialog) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || dialog.open || event.target.closest('input, select, textarea')) return;
    if (event.key === ' ' && event.target.closest('button')) return;
    const tab = {s: 'step', c: 'check', m: 'compare'}[event.key];
    if (event.target.getAttribute?.('role') === 'tab' && /^Arrow(Left|Right)$/.test(event.key)) {
      const names = [...tabs.keys()], at = names.indexOf(event.target.id.slice(4));
      const to = names[(at + (event.key === 'ArrowRight' ? 1 : names.length - 1)) % names.length];
      select(to, true);
    } else if (event.key === '?') dialog.showModal();
    else if (tab) select(tab, true);
    else if (document.getElementById('step').hidden || !tabs.get('step').tab.key(event)) return;
    event.preventDefault();
  });
}

async function begin() {
  const known = await ask('known');
  tabs.get('step').tab = new StepTab(tabs.get('step').place, known, trouble);
  tabs.get('check').tab = new CheckTab(tabs.get('check').place, known, trouble, async (run) => {
    const {tab} = tabs.get('step');
    await tab.load(run);
    select('step', true);
    tab.player.play();
  });
  tabs.get('compare').tab = new CompareTab(tabs.get('compare').place, trouble);
  for (const [name, {button}] of tabs) button.addEventListener('click', () => select(name));
  listenToKeys(prepareHelp());
  window.addEventListener('hashchange', () => show(readLink(location.hash)));
  await show(readLink(location.hash));
  document.body.dataset.ready = 'yes';
}

begin().catch((error) => trouble(error.message));
