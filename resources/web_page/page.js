// What is shown: the step, the tab, the selection and the search, and the keys.
'use strict';
const state = {step: 0, tab: 'Graph', open: false, ops: []};
const byId = id => document.getElementById(id);

function pictureOf(step) {
  const pictures = data.pictures[steps[step].graph];
  return pictures && ((state.open && pictures.open) || pictures.closed);
}

function showDetails(...sections) {
  byId('details').replaceChildren(...sections);
}

function showKernel(kernel) {
  showDetails(kernelDetails(kernel));
}

function choose(ids) {
  state.ops = ids;
  const ops = opsOf(steps[state.step].graph), known = ids.filter(id => ops.has(id));
  if (state.tab === 'Graph' && pictureOf(state.step)) {
    canvas.mark('chosen', known);
    if (known.length && !canvas.cards.has(known[0]) && !state.open) toggleGroups();
    if (known.length) canvas.reveal(known[0]);
  }
  if (!known.length) return showDetails(stepDetails(steps[state.step]));
  showDetails(...known.slice(0, 20).map(id => opDetails(ops.get(id), ops)));
}

// Of the graph of this step, which is shown then.
function chooseIn(step, ids) {
  state.ops = ids;
  step === state.step ? choose(ids) : showStep(step, true);
}

function showStep(step, keepsPlace) {
  state.step = step;
  [...document.querySelectorAll('nav button')].forEach((button, i) => button.setAttribute('aria-current', i === step));
  const picture = pictureOf(step);
  byId('note').hidden = Boolean(picture);
  byId('note').textContent = picture ? '' : data.limit;
  canvas.svg.style.display = picture ? '' : 'none';
  if (picture) {
    const added = steps[step].added;
    canvas.show(picture, op => added.has(op), chooseCard, openGroup);
    if (!keepsPlace) canvas.fit();
  }
  byId('groups').hidden = !(data.pictures[steps[step].graph] || {}).open;
  search();
  choose(state.ops);
}

function chooseCard(card) {
  state.ops = card.ops;
  canvas.mark('chosen', card.ops);
  const ops = opsOf(steps[state.step].graph);
  showDetails(...(card.group ? [element('h2', {}, card.title), facts([['ops', opLinks(card.ops, ops)]])]
                             : card.ops.filter(id => ops.has(id)).map(id => opDetails(ops.get(id), ops))));
}

// Opens the groups and shows the first op of this one.
function openGroup(card) {
  if (state.open || byId('groups').hidden) return;
  toggleGroups();
  choose(card.ops.slice(0, 1));
}

function toggleGroups() {
  state.open = !state.open;
  byId('groups').textContent = state.open ? 'Close groups' : 'Open groups';
  showStep(state.step);
}

function showTab(tab) {
  state.tab = tab;
  for (const button of byId('tabs').children) button.setAttribute('aria-selected', button.textContent === tab);
  byId('canvas').hidden = tab !== 'Graph';
  byId('canvas').style.display = tab === 'Graph' ? '' : 'none';
  byId('list').hidden = tab === 'Graph';
  if (tab !== 'Graph') byId('list').replaceChildren(lists[tab]());
}

function search() {
  const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const ops = words.length ? [...opsOf(steps[state.step].graph).values()].filter(op => matches(op, words)) : [];
  if (pictureOf(state.step)) canvas.mark('found', ops.map(op => op.id));
  return ops;
}

function listPasses() {
  const phases = {graph: 'Graph passes', program: 'Program passes'};
  let phase = '';
  const parts = [];
  steps.forEach((step, i) => {
    if (step.phase && phases[step.phase] && step.phase !== phase) parts.push(element('h2', {}, phases[phase = step.phase]));
    const counts = element('span', {});
    if (step.added.size) counts.append(element('span', {class: 'added'}, '+' + step.added.size), ' ');
    if (step.removed.length) counts.append(element('span', {class: 'removed'}, '−' + step.removed.length));
    parts.push(element('button', {class: step.changed ? '' : 'same', title: step.sentence || '', onclick: () => {
      state.ops = [];
      showStep(i, true);
      showTab('Graph');
    }}, element('span', {}, step.name), counts));
  });
  byId('passes').replaceChildren(...parts);
}

function setTheme(dark) {
  document.documentElement.classList.toggle('dark', dark);
}

document.title = data.title;
document.querySelector('h1').textContent = data.title;
byId('facts').textContent = `${record.computation} on ${record.transformer} · ${countText(opsOf(steps[0].graph).size)} ops · ` +
    `${record.kernels.length} kernels · peak temporaries ${bytesText(record.peak_bytes)}`;
byId('tabs').append(...['Graph', ...Object.keys(lists)].map(tab => element('button', {role: 'tab', onclick: () => showTab(tab)}, tab)));
byId('legend').append(...data.families.map((name, i) => {
  const colour = element('i');
  colour.style.background = `var(--f${i})`;
  return element('span', {}, colour, name);
}));
byId('groups').addEventListener('click', toggleGroups);
byId('fit').addEventListener('click', () => canvas.fit());
// A page within a closed fold has no size: its graph is fitted when it opens.
new ResizeObserver(() => { if (canvas.picture && !canvas.zoom) canvas.fit(); }).observe(canvas.svg);
byId('theme').addEventListener('click', () => setTheme(!document.documentElement.classList.contains('dark')));
let hit = -1;
function searchFromStart() {
  hit = -1;
  search();
}
byId('search').addEventListener('input', searchFromStart);
byId('search').addEventListener('keydown', event => {
  if (event.key === 'Escape') event.target.value = '', searchFromStart(), event.target.blur();
  if (event.key !== 'Enter') return;
  const ops = search();
  if (!ops.length) return showDetails(element('p', {}, 'No matches'));
  if (event.shiftKey && hit < 0) hit = 0;
  hit = (hit + (event.shiftKey ? ops.length - 1 : 1)) % ops.length;
  choose([ops[hit].id]);
  byId('details').prepend(element('p', {}, `Match ${hit + 1} of ${ops.length}`));
});
addEventListener('keydown', event => {
  if (event.target.tagName === 'INPUT' || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === '/') event.preventDefault(), byId('search').focus();
  if (event.key === 'f') canvas.fit();
  if (event.key === 'g') toggleGroups();
  if (event.key === 'Escape') choose([]);
});

// The address names what is shown, so that a link leads there: #fuse, #Kernels, #fuse/W.
function keepAddress() {
  if (location.protocol === 'about:') return;  // in a frame without an address
  const op = opsOf(steps[state.step].graph).get(state.ops[0]);
  const parts = state.tab === 'Graph' ? [steps[state.step].name, ...(op ? [op.name] : [])] : [state.tab];
  history.replaceState(null, '', '#' + parts.map(encodeURIComponent).join('/'));
}

function openAddress() {
  const [first, ...rest] = location.hash.slice(1).split('/').map(decodeURIComponent);
  const step = Math.max(0, steps.findIndex(each => each.name === first));
  showTab(lists[first] ? first : 'Graph');
  showStep(step);
  const op = [...opsOf(steps[step].graph).values()].find(each => each.name === rest.join('/'));
  if (op) choose([op.id]);
}

setTheme(matchMedia('(prefers-color-scheme: dark)').matches);
listPasses();
openAddress();
addEventListener('click', keepAddress);
addEventListener('keyup', keepAddress);
