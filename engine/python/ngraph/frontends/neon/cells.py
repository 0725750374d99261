# SPDX-License-Identifier: Apache-2.0
"""Cells of recurrent networks: one step each, unrolled over time."""
import ngraph as ng
from ngraph._engine import neon as _neon
from ngraph._engine.neon import Layer, RNNCell

__all__ = ["BaseRNNCell", "RNNCell", "get_steps", "unroll"]


def get_steps(x, time_axis, backward=False):
    """Return the elements of an op, or of a dict of ops, along the time axis."""
    order = range(time_axis.length)
    if backward:
        order = reversed(order)
    if isinstance(x, dict):
        return [{name: ng.slice_along_axis(op, time_axis, i) for name, op in x.items()}
                for i in order]
    return [ng.slice_along_axis(x, time_axis, i) for i in order]


class _States:
    """States of a cell: a dict of ops over (features, batch) by name."""

    def initialize_states(self, batch_axis, reset_cells=True):
        """Return zero states: constants, or persistent tensors for a cell that keeps them."""
        axes = self.feature_axes + ng.make_axes(batch_axis)
        make = (lambda name: ng.constant(0, axes)) if reset_cells else (
            lambda name: ng.persistent_tensor(axes, initial_value=0))
        return {info["state_name"]: make(info["state_name"]).named(info["state_name"])
                for info in self.state_info}


class BaseRNNCell(Layer, _States):
    """Base class of cells. Subclasses override __call__(self, inputs, states), which returns the
    output and the next states, and the properties state_info and feature_axes.
    """

    def __init__(self, cell_type=None, **kwargs):
        super().__init__(**kwargs)
        self.cell_type = cell_type

    def __call__(self, inputs, states, **kwargs):
        raise NotImplementedError(f"{type(self).__name__} needs a method "
                                  "__call__(self, inputs, states)")

    @property
    def state_info(self):
        """Dicts with the name of each state: {"state_name": "h"}."""
        raise NotImplementedError(f"{type(self).__name__} needs a property state_info")

    @property
    def feature_axes(self):
        """Axes of the states without the batch axis."""
        raise NotImplementedError(f"{type(self).__name__} needs a property feature_axes")


def _unrolled(cell, num_steps, inputs, states, reset_cells, return_sequence, reverse_mode):
    time, batch = inputs.axes.recurrent_axis(), inputs.axes.batch_axis()
    axes = cell.feature_axes + ng.make_axes(batch)
    if num_steps != time.length:
        raise ValueError(f"unroll takes {num_steps} steps, and the recurrent axis {time} has "
                         f"{time.length}")
    keeps = not reset_cells and states is None
    if states is not None:
        first = states = {name: ng.cast_role(state, axes) for name, state in states.items()}
    else:
        first = states = cell.initialize_states(batch, reset_cells=reset_cells)
    outputs = []
    for number, element in enumerate(get_steps(inputs, time, reverse_mode)):
        with ng.metadata(step=str(number)):
            output, states = cell(element, dict(states))
            outputs.append(output)
    last = outputs[-1]
    if reverse_mode:
        outputs.reverse()
    result = ng.stack(outputs, time, pos=len(cell.feature_axes)) if return_sequence else last
    if not keeps:
        return result
    kept = [ng.assign(state, states[name]) for name, state in first.items()]
    return ng.sequential([result, ng.doall(kept), result])


def unroll(cell, num_steps, inputs, init_states=None, reset_cells=True, return_sequence=True,
           reverse_mode=False):
    """Apply a cell to each of the num_steps elements of the recurrent axis.

    Parameters
    ----------
    init_states : dict, optional
        First states by name, over (features, batch). Default: 0.
    reset_cells : bool
        False: a call without init_states continues from the last states of the previous call.
    return_sequence : bool
        Whether all outputs are returned, along the recurrent axis, or the last one.
    reverse_mode : bool
        Whether the elements are taken from the last to the first.
    """
    if isinstance(cell, RNNCell):
        return _neon.unroll(cell, num_steps, inputs, init_states, reset_cells, return_sequence,
                            reverse_mode)
    return _unrolled(cell, num_steps, inputs, init_states, reset_cells, return_sequence,
                     reverse_mode)


def _call(self, in_obj, states=None, **kwargs):
    """Return the state after one step from zero; with `states`, the output and the next states."""
    if states is None:
        zero = self.initialize_states(in_obj.axes.batch_axes())
        return self.step(in_obj, zero["h"])
    h = self.step(in_obj, states["h"])
    return h, {**states, "h": h}


RNNCell.__call__ = _call
RNNCell.initialize_states = _States.initialize_states
RNNCell.state_info = property(lambda self: [{"state_name": "h"}], doc="Names of the states.")
RNNCell.feature_axes = property(lambda self: self.layers[1].axes, doc="Axes of the output.")
