# SPDX-License-Identifier: Apache-2.0
"""Standard axes of networks, and shadow axes of weights."""
import types

import ngraph as ng
from ngraph.op_graph.axes import is_shadow_axis, make_shadow_axis
from ngraph.util.errors import IncompatibleAxesError

__all__ = ["ax", "is_shadow_axis", "make_shadow_axis", "make_shadow_axes", "reorder_spatial_axes"]

# N: batch, REC: time, Y: classes. Lengths are set by the iterators that feed them.
ax = types.SimpleNamespace(N=ng.make_axis(name="N"), REC=ng.make_axis(name="REC"),
                           Y=ng.make_axis(name="Y"))


def make_shadow_axes(axes):
    """Return the shadow axes for these axes: the output side of weights."""
    return ng.make_axes([make_shadow_axis(axis) for axis in axes])


def reorder_spatial_axes(tensor, channel_axis="C", spatial_axes=("D", "H", "W")):
    """Return the tensor over (C, D, H, W, N), with axes of length 1 for missing ones.

    Raises IncompatibleAxesError without a batch or spatial axis, or with additional axes.
    """
    if isinstance(spatial_axes, dict):
        spatial_axes = tuple(spatial_axes.get(name, name) for name in ("D", "H", "W"))
    spatial_axes = ("D", "H", "W")[:3 - len(spatial_axes)] + tuple(spatial_axes)
    axes = {axis.name: axis for axis in tensor.axes}
    batch = tensor.axes.batch_axis()
    if batch is None:
        raise IncompatibleAxesError(f"spatial layers need a batch axis N; found {tensor.axes}")
    if not any(name in axes for name in spatial_axes):
        raise IncompatibleAxesError(f"a spatial axis is required, one of {', '.join(spatial_axes)}"
                                    f"; found {tensor.axes}")
    wanted = (channel_axis,) + spatial_axes
    extra = [name for name in axes if name not in wanted and name != batch.name]
    if extra:
        raise IncompatibleAxesError(f"axes {', '.join(extra)} are not channel, space or batch axes")
    order = []
    for name in wanted:
        if name not in axes:
            axes[name] = ng.make_axis(1, name=name)
            tensor = ng.expand_dims(tensor, axes[name], 0)
        order.append(axes[name])
    return ng.axes_with_order(tensor, ng.make_axes(order + [batch]))
