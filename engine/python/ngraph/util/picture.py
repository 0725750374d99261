# SPDX-License-Identifier: Apache-2.0
"""A small picture of an op's graph for notebooks. Use the workbench for large graphs."""
from html import escape

from ngraph import _engine

_ROW, _CHAR, _BOX, _GAP = 64, 7.5, 34, 24
MOST_OPS = 120


def _layers(ops):
    """Return rows of ops, each below its operands; within a row ordered by their operands' centre.
    """
    row, place, rows = {}, {}, []
    for op in ops:
        row[op.id] = 1 + max((row[each.id] for each in op.args), default=-1)
        if row[op.id] == len(rows):
            rows.append([])
        rows[row[op.id]].append(op)
    for held in rows:
        def middle(op):
            return sum(place[each.id] for each in op.args) / max(1, len(op.args))
        held.sort(key=middle)
        place.update({op.id: at - len(held) / 2 for at, op in enumerate(held)})
    return rows


def _words(op):
    """Text of an op's box: its kind or name, and its axes."""
    named = op.is_placeholder or op.is_trainable or op.is_persistent and not op.is_constant
    title = op.name if named else op.op_name
    if op.is_constant and op.is_scalar:
        title = str(op.const) if op.dtype.kind in "biu" else f"{op.const:g}"
    return title, ", ".join(f"{axis.name}: {axis.length}" for axis in op.axes) \
        if op.has_value else ""


def svg_of(op):
    """Return the graph as SVG, or None if it has more than MOST_OPS ops."""
    ops = _engine.ordered_ops([op])
    if len(ops) > MOST_OPS:
        return None
    rows = _layers(ops)
    words = {each.id: _words(each) for each in ops}
    widths = {key: max(map(len, both)) * _CHAR + 18 for key, both in words.items()}
    total = max(sum(widths[each.id] + _GAP for each in row) for row in rows)
    centre = {}
    for y, row in enumerate(rows):
        x = (total - sum(widths[each.id] + _GAP for each in row) + _GAP) / 2
        for each in row:
            centre[each.id] = (x + widths[each.id] / 2, y * _ROW + _BOX / 2 + 2)
            x += widths[each.id] + _GAP
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{total:.0f}" '
             f'height="{len(rows) * _ROW}" font-family="sans-serif" font-size="12" '
             'text-anchor="middle" fill="none" stroke="currentColor">']
    for each in ops:
        x, y = centre[each.id]
        for operand in each.args:
            ox, oy = centre[operand.id]
            parts.append(f'<path opacity="0.5" d="M{ox:.0f},{oy + _BOX / 2:.0f} '
                         f'C{ox:.0f},{oy + _ROW * 0.7:.0f} {x:.0f},{y - _ROW * 0.7:.0f} '
                         f'{x:.0f},{y - _BOX / 2:.0f}"/>')
    for each in ops:
        (x, y), width, (title, axes) = centre[each.id], widths[each.id], words[each.id]
        parts.append(f'<g><title>{escape(repr(each))}</title><rect x="{x - width / 2:.0f}" '
                     f'y="{y - _BOX / 2:.0f}" width="{width:.0f}" height="{_BOX}" rx="5"/>'
                     f'<g stroke="none" fill="currentColor"><text x="{x:.0f}" '
                     f'y="{y - 2 if axes else y + 4:.0f}">{escape(title)}</text>'
                     f'<text x="{x:.0f}" y="{y + 12:.0f}" font-size="10" opacity="0.7">'
                     f'{escape(axes)}</text></g></g>')
    return "\n".join(parts + ["</svg>"])
