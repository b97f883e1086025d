// A run as a space-time diagram: time goes down, a column for each process, its sections as a bar, its steps as dots, and an arrow
// from the write to each read of another process that has seen it. The cycle is shaded, the step that decided it has a star.

import {draw, make, save} from './dom.js';

const row = 22, top = 30, left = 44, bar = 12, letter = 6.6, least = 110;

// As wide as a column may be, so that several fit; the whole text is its title.
const mostOf = (processes) => (processes <= 2 ? 250 : processes === 3 ? 170 : 150);

function columnsOf(run) {
  const widths = run.frames[0].processes.map(() => least), most = mostOf(widths.length);
  for (const step of run.steps) widths[step.p] = Math.max(widths[step.p], Math.min(most, bar + 26 + step.text.length * letter));
  let x = left;
  return widths.map((width) => {
    const column = {x, width};
    x += width + 14;
    return column;
  });
}

// The middle of the line of step i, counted from 0.
const lineOf = (i) => top + i * row + row / 2;

function arrows(run, columns) {
  const all = [];
  run.steps.forEach((step, i) => {
    if (step.from === undefined || run.steps[step.from].p === step.p) return;
    const a = columns[run.steps[step.from].p].x + bar / 2, b = columns[step.p].x + bar / 2;
    const y = lineOf(step.from), z = lineOf(i), side = a < b ? -1 : 1, end = b + side * 6;
    const bend = Math.min(40, 14 + (z - y) / 6);
    const path = `M ${a} ${y} C ${a - side * bend} ${y + bend}, ${end + side * bend} ${z - bend / 3}, ${end} ${z}`;
    all.push(draw('path', {d: path, class: step.flickered ? 'arrow doubtful' : 'arrow'}));
    all.push(draw('path', {d: `M ${end} ${z} l ${side * 7} -4 l 0 8 z`, class: 'arrowhead'}));
  });
  return all;
}

function shown(text, width) {
  const room = Math.floor((width - bar - 8) / letter);
  return text.length <= room ? text : text.slice(0, room - 1) + '…';
}

// go(i): somebody has chosen the place after so many steps.
export function diagram(run, go) {
  const columns = columnsOf(run);
  const width = columns.at(-1).x + columns.at(-1).width + 10;
  const height = top + Math.max(1, run.length) * row + 8;
  const picture = draw('svg', {
    class: 'diagram', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img',
    'aria-label': `The run: ${run.length} steps of ${columns.length} processes`,
  });
  if (run.loop !== undefined && run.loop < run.length) {
    picture.append(draw('rect', {class: 'cycle', x: 2, width: width - 4, y: top + run.loop * row, height: (run.length - run.loop) * row}));
    picture.append(draw('text', {class: 'small', x: 4, y: top + run.loop * row - 3}, 'then for ever'));
  }
  const here = draw('rect', {class: 'here', x: 0, width, height: row, y: top - row});
  picture.append(here);
  run.sections().forEach((bars, p) => {
    picture.append(draw('text', {class: 'head', x: columns[p].x, y: 18}, `process ${p}`));
    for (const one of bars) {
      const y = top + one.from * row - (one.from === 0 ? 4 : row / 2);
      const end = Math.min(top + one.to * row + row / 2, height - 4);
      picture.append(draw('rect', {class: `section ${one.name}`, x: columns[p].x, width: bar, y, height: Math.max(4, end - y), rx: 2}));
    }
  });
  picture.append(...arrows(run, columns));
  run.steps.forEach((step, i) => {
    const {x} = columns[step.p], y = lineOf(i), alarm = run.frames[i + 1].alarms?.some((one) => one.promised);
    const critical = run.critical === i;
    const line = draw('g', {class: `step${alarm ? ' alarm' : ''}${critical ? ' critical-step' : ''}`, 'data-step': i + 1},
      draw('rect', {class: 'hit', x: 0, width, y: y - row / 2, height: row}),
      draw('text', {class: 'number', x: 30, y: y + 4, 'text-anchor': 'end'}, `${i + 1}${critical ? '*' : ''}`),
      draw(step.crash ? 'path' : 'circle', step.crash
        ? {class: 'dot crash', d: `M ${x + 1} ${y - 5} l 10 10 m 0 -10 l -10 10`}
        : {class: 'dot', cx: x + bar / 2, cy: y, r: 4}),
      draw('text', {class: 'what', x: x + bar + 8, y: y + 4}, draw('title', {}, step.text), shown(step.text, columns[step.p].width)));
    line.addEventListener('click', () => go(i + 1));
    picture.append(line);
  });
  picture.moveTo = (at) => here.setAttribute('y', top + (at - 1) * row);
  picture.moveTo(run.at);
  return picture;
}

const kept = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'fill-opacity', 'font-family', 'font-size', 'font-weight'];

// With its colours in it, so that it looks the same anywhere.
export function saveDiagram(picture, name) {
  const copy = picture.cloneNode(true);
  const originals = [picture, ...picture.querySelectorAll('*')], copies = [copy, ...copy.querySelectorAll('*')];
  copies.forEach((element, i) => {
    const looks = getComputedStyle(originals[i]);
    for (const property of kept) element.setAttribute(property, looks.getPropertyValue(property));
    element.removeAttribute('class');
  });
  copy.prepend(draw('rect', {width: '100%', height: '100%', fill: getComputedStyle(document.body).backgroundColor}));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  save(name, 'image/svg+xml', new XMLSerializer().serializeToString(copy));
}

export function legend() {
  const names = {doorway: 'doorway', waiting: 'waits', critical: 'inside', exit: 'leaves', abort: 'withdraws', recover: 'recovers', crashed: 'crashed'};
  return make('p', {class: 'legend'}, Object.entries(names).map(([name, words]) =>
    make('span', {}, make('i', {class: `swatch ${name}`}), words)));
}
