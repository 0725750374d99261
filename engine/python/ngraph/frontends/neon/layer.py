# SPDX-License-Identifier: Apache-2.0
"""Layers: the engine's classes with the attributes of the original's layers."""
from ngraph._engine import neon as _neon
from ngraph._engine.neon import (
    GRU, LSTM, Activation, Affine, BatchNorm, Bias, BiRNN, Convolution, Deconvolution, Dropout,
    Layer, Linear, LookupTable, Pooling, Preprocess, Recurrent, RecurrentLayer)
from ngraph.frontends.common.utils import conv_output_dim as output_dim
from ngraph.frontends.neon.attributes import show_options
from ngraph.frontends.neon.cells import BaseRNNCell, RNNCell, get_steps, unroll
from ngraph.frontends.neon.graph import SubGraph, sub_graph_facts, used_variables
from ngraph.frontends.neon.windows import ConvBase, DeconvBase, PoolBase

__all__ = [
    "Activation", "Affine", "BaseRNNCell", "BatchNorm", "BiRNN", "Bias", "ConvBase", "Convolution",
    "DeconvBase", "Deconvolution", "Dropout", "GRU", "LABELS", "LSTM", "Layer", "Linear",
    "LookupTable", "PoolBase", "Pooling", "Preprocess", "RNNCell", "Recurrent", "get_steps",
    "output_dim", "unroll",
]

# Values of the metadata "label" of a layer's variables.
LABELS = {"weight": "weight", "bias": "bias"}

sub_graph_facts(Layer)
RecurrentLayer.metadata = {"layer_type": "recurrent"}
LSTM.metadata = {"layer_type": "recurrent", "gates": list("ifog")}
GRU.metadata = {"layer_type": "recurrent", "gates": list("rzn")}
Layer.inference_mode_on = staticmethod(_neon.InferenceMode)
Layer.variable_scope = staticmethod(_neon.VariableScope)


def _variables(self):
    """Trainable variables by name within the scope, including those of sublayers."""
    prefix, found = f"{self.path}/", {}
    for op in _all_variables(self):
        found[op.name[len(prefix):] if op.name.startswith(prefix) else op.name] = op
    return found


def _all_variables(layer):
    yield from (op for op in layer.own_parameters.values() if op.is_trainable)
    for part in layer.layers:
        yield from _all_variables(part)
    yield from used_variables(layer.ops)


def _train_outputs(self, in_obj):
    """Call for training."""
    return self(in_obj)


def _inference_outputs(self, in_obj):
    """Call for inference."""
    with _neon.InferenceMode():
        return self(in_obj)


def _repr(self):
    return f"<{type(self).__name__} {self.path!r}>"


Layer.__repr__ = _repr
Layer.variables = property(_variables)
Layer.train_outputs = _train_outputs
Layer.inference_outputs = _inference_outputs


def _parameter(name, doc):
    return property(lambda self: self.own_parameters.get(name), doc=f"{doc}; None if not called.")


def _of_gates(stem, gates, doc):
    def by_gate(self):
        own = self.own_parameters
        return {gate: own[f"{stem}_{gate}"] for gate in gates if f"{stem}_{gate}" in own}
    return property(by_gate, doc=f"{doc}, by gate.")


def _part(kind, doc):
    def find(self):
        return next((part for part in self.layers if isinstance(part, kind)), None)
    return property(find, doc=doc)


Linear.W = _parameter("W", "Weights")
Bias.W = _parameter("bias", "Bias")
LookupTable.W = _parameter("LutW", "Embedding table")
Dropout.mask = _parameter("mask", "Mask of the last call")
for _name in ("gamma", "beta", "gmean", "gvar"):
    setattr(BatchNorm, _name, _parameter(_name, "State of the normalization"))
Affine.linear = _part(Linear, "Linear sublayer.")
for _kind in (Affine, Convolution):
    _kind.bias = _part(Bias, "Bias sublayer, or None.")
    _kind.batch_norm = _part(BatchNorm, "Batch normalization sublayer, or None.")
Convolution.conv = property(lambda self: self, doc="The layer itself, which has the filters W.")
Convolution.W = _parameter("W", "Filters")
RNNCell.i2h = property(lambda self: self.layers[0], doc="Sublayer applied to the input.")
RNNCell.h2h = property(lambda self: self.layers[1], doc="Sublayer applied to the previous state.")
BiRNN.fwd_rnn = property(lambda self: self.layers[0], doc="Forward layer.")
BiRNN.bwd_rnn = property(lambda self: self.layers[1], doc="Backward layer.")
Affine.batch_norm_layer = Affine.batch_norm
Recurrent.batch_norm = _part(BatchNorm, "Batch normalization sublayer, or None.")


def _by_gate(self):
    """Batch normalization sublayers by gate, or None."""
    return {part.name.rpartition("_")[2]: part for part in self.layers} or None


LSTM.batch_norm = GRU.batch_norm = property(_by_gate)
Recurrent.W_input = _parameter("W_in", "Input weights")
Recurrent.W_recur = _parameter("W_re", "Recurrent weights")
Recurrent.b = _parameter("bias", "Bias")
RecurrentLayer.h_init = property(lambda self: (self.initial_states or [None])[0],
                                 doc="State from which the last call starts; None if not called.")
LSTM.c_init = property(lambda self: (self.initial_states or [None, None])[1],
                       doc="Cell state from which the last call starts; None if not called.")
for _kind, _gates in ((LSTM, "ifog"), (GRU, "rzn")):
    _kind.W_input = _of_gates("W_in", _gates, "Input weights")
    _kind.W_recur = _of_gates("W_re", _gates, "Recurrent weights")
    _kind.b = _of_gates("bias", _gates, "Biases")


def _set_tuning_iteration(self, transformer, iteration):
    """Make running statistics means over calls. Call before call `iteration`, counted from 0."""
    self.set_tuning(transformer._engine, iteration)


BatchNorm.set_tuning_iteration = _set_tuning_iteration


def _option(name, doc):
    def get(self):
        return self.options[name]

    def change(self, value):
        self.set_options(**{**self.options, name: value})
    return property(get, change, doc=f"{doc}; can be set until the first call.")


def _rho(self):
    """Persistent tensor; before the first call a number, which can be set."""
    return self.own_parameters.get("rho", self.options["rho"])


BatchNorm.rho = property(_rho, _option("rho", "").fset)
for _name in ("eps", "init_gamma", "init_beta"):
    setattr(BatchNorm, _name, _option(_name, "Option of the normalization"))
SubGraph.register(Layer)
show_options(Layer)
