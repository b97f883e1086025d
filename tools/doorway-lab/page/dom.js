// Elements, made and found. The page has no framework: it is a few panes that are drawn anew when the run changes, which plain elements do
// well; so there is nothing to install, to bundle or to keep up to date, and the whole of it is compiled into the program.

const svgSpace = 'http://www.w3.org/2000/svg';

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

// make('td', {class: 'value'}, 'text', another)
export function make(name, attributes, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function draw(name, attributes, ...children) {
  return filled(document.createElementNS(svgSpace, name), attributes, children);
}

export function option(value, text, chosen) {
  return make('option', {value, selected: value === chosen}, text ?? value);
}

export function save(name, type, text) {
  const link = make('a', {href: URL.createObjectURL(new Blob([text], {type})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// For a screen reader, and for those who see what has just happened.
export function announce(where, text) {
  if (where.textContent !== text) where.textContent = text;
}

export function plural(count, one, several) {
  return `${count} ${count === 1 ? one : several ?? one + 's'}`;
}
