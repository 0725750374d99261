// The details of what is selected, and the tables of kernels, buffers and the program.
'use strict';

function facts(rows) {
  return element('dl', {}, ...rows.filter(row => row[1] !== '' && row[1] !== undefined).flatMap(
      ([name, value]) => [element('dt', {}, name), element('dd', {}, ...(Array.isArray(value) ? value : [String(value)]))]));
}

const lastStep = () => steps.length - 1;  // the one whose ops kernels and buffers name

function opLinks(ids, ops, step = state.step) {
  return ids.flatMap((id, i) => {
    const op = ops.get(id);
    const shown = op ? element('a', {onclick: () => chooseIn(step, [id])}, op.name) : element('span', {}, '(not in this graph)');
    return i ? [', ', shown] : [shown];
  });
}

function opDetails(op, ops) {
  const readers = [...ops.values()].filter(other => other.operands.some(operand => operand.op === op.id)).map(other => other.id);
  const buffer = record.buffers.find(row => row.values.includes(op.id));
  const kernel = record.kernels.find(row => row.ops.includes(op.id) || row.id === op.id);
  return element('section', {}, element('h2', {}, op.glyph + ' ' + op.name), facts([
    ['op', op.op], ['result', axesText(op)], ['scope', op.scope], ['role', op.role],
    ['inputs', opLinks(op.operands.map(operand => operand.op), ops)], ['read by', opLinks(readers, ops)],
    ['kernel', kernel ? [element('a', {onclick: () => showKernel(kernel)}, kernel.name)] : ''],
    ['buffer', buffer ? buffer.name + ', ' + bytesText(buffer.bytes) : ''],
    ['FLOP', op.flops ? countText(op.flops) : ''], ['made by', op.made_by],
    ['origins', op.made_by ? opLinks(op.origins, opsOf(steps[0].graph), 0) : ''],
    ['source', op.file ? op.file + ':' + op.line : ''],
    ...op.attributes, ...op.metadata]));
}

function kernelDetails(kernel) {
  const text = element('pre', {}), lines = kernel.source.text.split('\n'), chosen = new Set(state.ops);
  const marked = new Set(kernel.source.lines.filter(line => line.ops.some(op => chosen.has(op))).map(line => line.line));
  lines.forEach((line, i) => text.append(marked.has(i + 1) ? element('span', {class: 'mark'}, line + '\n') : line + '\n'));
  return element('section', {}, element('h2', {}, 'Kernel ' + kernel.name), facts([
    ['kind', kernel.library || kernel.kind], ['loops', kernel.loops], ['reads', kernel.reads.join(', ')],
    ['writes', kernel.writes.join(', ')], ['FLOP', countText(kernel.flops)], ['bytes', bytesText(kernel.bytes)],
    ['time', kernel.microseconds === null ? '' : kernel.microseconds.toFixed(2) + ' µs'],
    ['ops', opLinks(kernel.ops, opsOf(steps[lastStep()].graph), lastStep())]]),
    kernel.source.text ? text : element('p', {}, kernel.source.absent));
}

function stepDetails(step) {
  const parts = [element('h2', {}, step.name), element('p', {}, step.sentence || '')];
  if (step.pass) {
    parts.push(facts([['when', step.pass.condition || 'always'], ['position', step.reason],
                      ['time', step.pass.microseconds.toFixed(0) + ' µs'], ['added', step.added.size], ['removed', step.removed.length]]));
    if (step.pass.rewrites.length) {
      const counts = new Map();
      for (const rewrite of step.pass.rewrites) counts.set(rewrite.rule, (counts.get(rewrite.rule) || 0) + 1);
      parts.push(element('h2', {}, 'Rewrites'), facts([...counts].map(([rule, count]) => [countText(count) + ' ×', rule])));
    }
    if (step.pass.text_after) parts.push(element('h2', {}, 'After the pass'), element('pre', {}, step.pass.text_after));
  }
  return element('section', {}, ...parts);
}

// A table of the page's data, which sorts by the column whose heading is clicked; onRow gets the row's place.
function table({columns, rows}, onRow) {
  let by = -1, down = false;
  const body = element('tbody');
  const fill = () => {
    const sorted = rows.map((cells, place) => ({cells, place}));
    if (by >= 0) sorted.sort((a, b) => {
      const [x, y] = [a.cells[by].sort, b.cells[by].sort];
      return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
    });
    body.replaceChildren(...sorted.map(({cells, place}) => element('tr', {class: 'row', onclick: () => onRow(place)},
        ...cells.map((cell, i) => element('td', {class: columns[i].number ? 'number' : ''}, cell.text)))));
  };
  const heads = columns.map((column, i) => element('th', {class: column.number ? 'number' : '', onclick: () => {
    down = by === i ? !down : column.number;
    by = i;
    fill();
  }}, column.title));
  fill();
  return element('table', {}, element('thead', {}, element('tr', {}, ...heads)), body);
}

const lists = {
  Kernels: () => table(data.tables.kernels, place => showKernel(record.kernels[place])),
  Buffers: () => table(data.tables.buffers, place => record.buffers[place].values.length && chooseIn(lastStep(), record.buffers[place].values)),
  Program: () => element('pre', {}, record.program.text),
};
