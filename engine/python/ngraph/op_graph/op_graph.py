# SPDX-License-Identifier: Apache-2.0
"""All functions that make ops."""
from ngraph.util import errors  # noqa: F401  first: the engine may refuse from here on
from ngraph._engine import (
    L1_norm, L2_norm, Op, absolute, add, argmax, argmin, as_op, assign, axes_with_order, batch_size,
    broadcast, cast_axes, cast_role, concat_along_axis, constant, convolution, cos,
    cross_entropy_binary, cross_entropy_binary_inner, cross_entropy_multi, ctc, deconvolution, deriv,
    divide, doall, dot, equal, exp, expand_dims, fill, flatten, flatten_at, floordivide, greater,
    greater_equal, less, less_equal, log, lookuptable, make_axes, make_axis, max, maximum, mean, min,
    minimum, mod, multiply, negative, normal, not_equal, one_hot, pad, persistent_tensor,
    placeholder, pooling, power, prod, reciprocal, safelog, seed_random, sequential, set_item,
    sigmoid, sign, sin, slice_along_axis, softmax, sqrt, square, squared_L2, stack, stop_gradient,
    subtract, sum, tanh, temporary, tensor_size, tensor_slice, unflatten, uniform, value_of,
    variable, variance)
from ngraph.op_graph.sequencing import computation

__all__ = [
    "L1_norm", "L2_norm", "Op", "absolute", "add", "argmax", "argmin", "as_op", "assign",
    "axes_with_order", "batch_size", "broadcast", "cast_axes", "cast_role", "computation",
    "concat_along_axis", "constant", "convolution", "cos", "cross_entropy_binary",
    "cross_entropy_binary_inner", "cross_entropy_multi", "ctc", "deconvolution", "deriv", "divide",
    "doall", "dot", "equal", "exp", "expand_dims", "fill", "flatten", "flatten_at", "floordivide",
    "greater", "greater_equal", "less", "less_equal", "log", "lookuptable", "make_axes", "make_axis",
    "max", "maximum", "mean", "min", "minimum", "mod", "multiply", "negative", "normal",
    "not_equal", "one_hot", "pad", "persistent_tensor", "placeholder", "pooling", "power", "prod",
    "reciprocal", "safelog", "seed_random", "sequential", "set_item", "sigmoid", "sign", "sin",
    "slice_along_axis", "softmax", "sqrt", "square", "squared_L2", "stack", "stop_gradient",
    "subtract", "sum", "tanh", "temporary", "tensor_size", "tensor_slice", "unflatten", "uniform",
    "value_of", "variable", "variance",
]
