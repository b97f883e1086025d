// RMRs against n: a line of dots for each algorithm and model, and the curve that fits it best, dashed. Our own few lines of SVG: one kind of
// picture, which is to have the page's colours and be read by a screen reader, is less than a library for all kinds.

import {draw} from './dom.js';

const width = 620, height = 380, left = 56, right = 16, top = 14, bottom = 40;
const shapes = {constant: () => 1, 'log n': (n) => Math.log2(n), linear: (n) => n, quadratic: (n) => n * n};

export function curveOf(fit) {
  if (!fit) return null;
  return (n) => (fit.shape === 'constant' ? fit.offset : fit.offset + fit.slope * shapes[fit.shape](n));
}

// 1, 2 and 5 times a power of ten, about five of them.
function ticks(most) {
  const raw = most / 5, power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find((one) => one * power >= raw);
  return Array.from({length: Math.floor(most / step) + 1}, (_, i) => i * step);
}

// lines: [{name, points: [[n, y]], fit, colour: 0 .. 7, dashed}]
export function chart(lines, label) {
  const points = lines.flatMap((line) => line.points);
  const mostN = Math.max(2, ...points.map(([n]) => n)), mostY = Math.max(1, ...points.map(([, y]) => y)) * 1.05;
  const x = (n) => left + (n / mostN) * (width - left - right), y = (value) => height - bottom - (value / mostY) * (height - top - bottom);
  const picture = draw('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label});
  for (const tick of ticks(mostY)) {
    picture.append(draw('line', {class: 'grid', x1: left, x2: width - right, y1: y(tick), y2: y(tick)}),
      draw('text', {x: left - 8, y: y(tick) + 4, 'text-anchor': 'end'}, tick.toLocaleString('en')));
  }
  let last = -100;
  for (const n of [...new Set(points.map(([one]) => one))].sort((a, b) => a - b)) {
    picture.append(draw('line', {class: 'grid', x1: x(n), x2: x(n), y1: height - bottom, y2: height - bottom + 5}));
    if (x(n) - last < 18) continue;
    picture.append(draw('text', {x: x(n), y: height - bottom + 18, 'text-anchor': 'middle'}, String(n)));
    last = x(n);
  }
  picture.append(draw('text', {x: (left + width) / 2, y: height - 4, 'text-anchor': 'middle'}, 'processes n'),
    draw('text', {x: 14, y: height / 2, transform: `rotate(-90 14 ${height / 2})`, 'text-anchor': 'middle'}, 'RMRs of the worst passage'));
  for (const line of lines) {
    const curve = curveOf(line.fit), group = draw('g', {class: `curve c${line.colour % 8}`}, draw('title', {}, line.name));
    if (curve) {
      const first = Math.min(...line.points.map(([n]) => n)), end = Math.max(...line.points.map(([n]) => n));
      const path = Array.from({length: 41}, (_, i) => first + ((end - first) * i) / 40).map((n) => `${x(n).toFixed(1)},${y(Math.max(0, curve(n))).toFixed(1)}`);
      group.append(draw('polyline', {class: 'fit', points: path.join(' ')}));
    } else {
      group.append(draw('polyline', {class: 'between', points: line.points.map(([n, value]) => `${x(n)},${y(value)}`).join(' ')}));
    }
    for (const [n, value] of line.points)
      group.append(line.square ? draw('rect', {class: 'point', x: x(n) - 4, y: y(value) - 4, width: 8, height: 8})
        : draw('circle', {class: 'point', cx: x(n), cy: y(value), r: 4.5}));
    picture.append(group);
  }
  return picture;
}
