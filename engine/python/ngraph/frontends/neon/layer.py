# SPDX-License-Identifier: Apache-2.0
"""Layers: the engine's, with the attributes by which programs of the original know them."""
from ngraph._engine import neon as _neon
from ngraph._engine.neon import (
    GRU, LSTM, Activation, Affine, BatchNorm, Bias, BiRNN, Convolution, Deconvolution, Dropout,
    Layer, Linear, LookupTable, Pooling, Preprocess, Recurrent, RNNCell, unroll)
from ngraph.frontends.neon.graph import SubGraph, sub_graph_facts

__all__ = [
    "Activation", "Affine", "BatchNorm", "BiRNN", "Bias", "Convolution", "Deconvolution", "Dropout",
    "GRU", "LABELS", "LSTM", "Layer", "Linear", "LookupTable", "Pooling", "Preprocess", "RNNCell",
    "Recurrent", "unroll",
]

# The metadata "label" of a layer's variables.
LABELS = {"weight": "weight", "bias": "bias"}

sub_graph_facts(Layer)
Layer.inference_mode_on = staticmethod(_neon.InferenceMode)
Layer.variable_scope = staticmethod(_neon.VariableScope)


def _variables(self):
    """Trainable variables by name within the scope, those of the parts too."""
    prefix, found = f"{self.path}/", {}
    for op in _all_variables(self):
        found[op.name[len(prefix):] if op.name.startswith(prefix) else op.name] = op
    return found


def _all_variables(layer):
    yield from (op for op in layer.own_parameters.values() if op.is_trainable)
    for part in layer.layers:
        yield from _all_variables(part)
    yield from (op for op in layer.ops if op.is_trainable)


def _train_outputs(self, in_obj):
    """The call for training."""
    return self(in_obj)


def _inference_outputs(self, in_obj):
    """The call for inference."""
    with _neon.InferenceMode():
        return self(in_obj)


def _repr(self):
    return f"<{type(self).__name__} {self.path!r}>"


Layer.__repr__ = _repr
Layer.variables = property(_variables)
Layer.train_outputs = _train_outputs
Layer.inference_outputs = _inference_outputs


def _parameter(name, doc):
    return property(lambda self: self.own_parameters.get(name), doc=f"{doc}; None before a call.")


def _of_gates(stem, gates, doc):
    def by_gate(self):
        own = self.own_parameters
        return {gate: own[f"{stem}_{gate}"] for gate in gates if f"{stem}_{gate}" in own}
    return property(by_gate, doc=f"{doc}, by gate.")


def _part(kind, doc):
    def find(self):
        return next((part for part in self.layers if isinstance(part, kind)), None)
    return property(find, doc=doc)


Linear.W = _parameter("W", "The weights")
Bias.W = _parameter("bias", "The bias")
LookupTable.W = _parameter("LutW", "The table")
Dropout.mask = _parameter("mask", "What the last call let through")
for _name in ("gamma", "beta", "gmean", "gvar", "rho"):
    setattr(BatchNorm, _name, _parameter(_name, "Part of the normalization"))
Affine.linear = _part(Linear, "The part that multiplies.")
for _kind in (Affine, Convolution):
    _kind.bias = _part(Bias, "The part that adds, or None.")
    _kind.batch_norm = _part(BatchNorm, "The part that normalises, or None.")
Convolution.conv = property(lambda self: self, doc="The part with the filters W.")
Convolution.W = _parameter("W", "The filters")
RNNCell.i2h = property(lambda self: self.layers[0], doc="From the input.")
RNNCell.h2h = property(lambda self: self.layers[1], doc="From the state before.")
BiRNN.fwd_rnn = property(lambda self: self.layers[0], doc="The forward direction.")
BiRNN.bwd_rnn = property(lambda self: self.layers[1], doc="The backward direction.")
Recurrent.W_input = _parameter("W_in", "The weights of the input")
Recurrent.W_recur = _parameter("W_re", "The weights of the state before")
Recurrent.b = _parameter("bias", "The bias")
Recurrent.h_init = LSTM.h_init = GRU.h_init = _parameter("h_init", "The state that is kept")
LSTM.c_init = _parameter("c_init", "The cell state that is kept")
for _kind, _gates in ((LSTM, "ifog"), (GRU, "rzn")):
    _kind.W_input = _of_gates("W_in", _gates, "The weights of the input")
    _kind.W_recur = _of_gates("W_re", _gates, "The weights of the state before")
    _kind.b = _of_gates("bias", _gates, "The biases")


def _set_tuning_iteration(self, transformer, iteration):
    """The running statistics become means over the calls: call it before call `iteration`, from 0."""
    self.set_tuning(transformer._engine, iteration)


BatchNorm.set_tuning_iteration = _set_tuning_iteration
SubGraph.register(Layer)
