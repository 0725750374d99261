// The data of the page: the record of a compilation and the pictures of its graphs.
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const record = data.record;

// A pass that changes the graph is a step; the first step is the graph as written.
const steps = [{name: 'Input graph', sentence: data.title, graph: record.passes.length ? record.passes[0].before : 0,
                added: new Set(), removed: [], changed: true}];
for (const pass of record.passes) {
  steps.push({name: pass.name, sentence: pass.sentence, reason: pass.reason, phase: pass.phase, pass,
              graph: pass.after, added: new Set(pass.added), removed: pass.removed, changed: pass.changed});
}

// Ops of each graph by id, made when they are first asked for.
const indices = new Map();
function opsOf(graph) {
  if (!indices.has(graph)) {
    const ops = new Map();
    for (const row of record.graphs[graph].ops) ops.set(record.ops[row].id, record.ops[row]);
    indices.set(graph, ops);
  }
  return indices.get(graph);
}

function axesText(op) {
  return op.results.map(result => '(' + result.axes.map(
      axis => axis.length === null ? axis.name : axis.name + ': ' + axis.length).join(', ') + ') ' + result.dtype).join('; ');
}

function bytesText(bytes) {
  for (const [size, unit] of [[2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB']]) {
    const count = bytes / size;  // toPrecision writes 1000 and more with an exponent
    if (count >= 1) return (count < 100 ? count.toPrecision(3) : count.toFixed(0)) + ' ' + unit;
  }
  return bytes + ' B';
}

function countText(count) {
  return count.toLocaleString('en');
}

// An element with attributes and children; strings become text, so nothing of a file is markup.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter(child => child !== null));
  return made;
}

// Words of a search must all occur in the op's name, kind, scope, kernel or axes.
function matches(op, words) {
  const text = [op.name, op.op, op.scope, op.kernel_name, axesText(op)].join(' ').toLowerCase();
  return words.every(word => text.includes(word));
}
