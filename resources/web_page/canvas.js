// The picture of a graph: drawn as SVG, panned by dragging, zoomed by the wheel.
'use strict';
const canvas = {
  svg: document.querySelector('#canvas svg'), scene: document.getElementById('scene'),
  x: 0, y: 0, zoom: 1, picture: null, cards: new Map(), cardElements: [], edgeElements: [],

  show(picture, isNew, onChoose, onOpen) {
    this.picture = picture;
    this.cards.clear();
    const parts = document.createDocumentFragment();
    this.edgeElements = picture.edges.map(edge => {
      const path = shape('path', {class: 'edge', d: edge[3], 'marker-end': 'url(#tip)'});
      if (edge[2]) path.setAttribute('stroke-dasharray', '6 2.5');
      return parts.appendChild(path);
    });
    this.cardElements = picture.cards.map((card, row) => {
      const drawn = drawCard(card);
      drawn.addEventListener('click', () => this.moved || onChoose(card));
      drawn.addEventListener('dblclick', () => card.group && onOpen(card));
      if (card.ops.some(isNew)) drawn.classList.add('new');
      for (const op of card.ops) this.cards.set(op, row);
      return parts.appendChild(drawn);
    });
    this.scene.replaceChildren(tipMarker(), parts);
  },

  fit() {
    const [left, top, right, bottom] = this.picture.box;
    const {clientWidth: width, clientHeight: height} = this.svg;
    this.zoom = Math.min(1.25, width / (right - left + 48), height / (bottom - top + 48));
    this.x = width / 2 - this.zoom * (left + right) / 2;
    this.y = height / 2 - this.zoom * (top + bottom) / 2;
    this.place();
  },

  // Brings the card of an op into view without a change of zoom, unless it is too small to read.
  reveal(op) {
    const row = this.cards.get(op);
    if (row === undefined) return;
    const card = this.picture.cards[row];
    this.zoom = Math.max(this.zoom, 0.6);
    this.x = this.svg.clientWidth / 2 - this.zoom * card.x;
    this.y = this.svg.clientHeight / 2 - this.zoom * card.y;
    this.place();
  },

  place() {
    this.scene.setAttribute('transform', `translate(${this.x} ${this.y}) scale(${this.zoom})`);
  },

  mark(name, ops) {
    const rows = new Set([...ops].map(op => this.cards.get(op)));
    this.cardElements.forEach((card, row) => card.classList.toggle(name, rows.has(row)));
    if (name === 'chosen')
      this.picture.edges.forEach((edge, i) => this.edgeElements[i].classList.toggle(
          'near', rows.has(edge[0]) || rows.has(edge[1])));
  },
};

function shape(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function tipMarker() {
  return shape('marker', {id: 'tip', orient: 'auto', markerWidth: 8, markerHeight: 6, refX: 7, refY: 3,
                          markerUnits: 'userSpaceOnUse'}, shape('path', {d: 'M0 0L7 3L0 6Z'}));
}

function cut(text, most) {
  const letters = [...text];
  return letters.length > most ? letters.slice(0, most - 1).join('') + '…' : text;
}

function drawCard(card) {
  const left = card.x - card.w / 2, top = card.y - card.h / 2, right = left + card.w;
  const text = (kind, x, y, words) => shape('text', {class: kind, x, y}, words);
  const made = shape('g', {class: card.group ? 'card group' : 'card'},
      shape('title', {}, card.tip),
      shape('rect', {class: 'box', x: left, y: top, width: card.w, height: card.h, rx: 4}));
  if (!card.group) made.append(shape('rect', {x: left, y: top, width: 4, height: card.h, rx: 2, fill: `var(--f${card.family})`}));
  made.append(text('title', left + 10, top + 17, cut(card.title, 15)), text('glyph', right - 8, top + 17, card.glyph),
      text('detail', left + 10, top + 32, cut(card.detail, card.kernel ? 20 : 24)), text('kernel', right - 8, top + 32, card.kernel));
  let end = right - 7;
  for (const [words, names] of card.chips) {
    const width = [...words].length * 6.2 + 10;
    if (end - width < left) break;
    made.append(shape('g', {class: 'chip'}, shape('title', {}, names),
        shape('rect', {x: end - width, y: top - 9, width, height: 14, rx: 7}), text('', end - width / 2, top + 1.5, words)));
    end -= width + 4;
  }
  return made;
}

canvas.svg.addEventListener('pointerdown', event => {
  const from = {x: event.clientX - canvas.x, y: event.clientY - canvas.y}, at = [event.clientX, event.clientY];
  canvas.moved = false;
  const move = now => {
    canvas.moved ||= Math.hypot(now.clientX - at[0], now.clientY - at[1]) > 3;
    canvas.x = now.clientX - from.x, canvas.y = now.clientY - from.y;
    canvas.place();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', () => removeEventListener('pointermove', move), {once: true});
});

canvas.svg.addEventListener('wheel', event => {
  event.preventDefault();
  const area = canvas.svg.getBoundingClientRect(), x = event.clientX - area.left, y = event.clientY - area.top;
  const zoom = Math.min(4, Math.max(0.02, canvas.zoom * Math.exp(-event.deltaY * 0.0015)));
  canvas.x = x - (x - canvas.x) * zoom / canvas.zoom, canvas.y = y - (y - canvas.y) * zoom / canvas.zoom;
  canvas.zoom = zoom;
  canvas.place();
}, {passive: false});
