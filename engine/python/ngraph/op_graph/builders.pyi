# SPDX-License-Identifier: Apache-2.0
# Written by engine/python/stubs/write_stubs.py from the extension; do not edit.
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Set, Tuple, Union

import numpy

from ngraph._engine import Axes, Axis, Op, Returns

_Operand = Union["Op", float, numpy.ndarray, list]
_Axes = Union["Axes", "Axis", Iterable[Any], Dict[str, int], None]
_DType = Union[numpy.dtype, type, str]
_SliceItem = Union[int, slice]

__all__ = [
    "L1_norm",
    "L2_norm",
    "absolute",
    "add",
    "argmax",
    "argmin",
    "assign",
    "axes_with_order",
    "batch_size",
    "broadcast",
    "cast_axes",
    "cast_role",
    "checked_classes",
    "class_rows",
    "concat_along_axis",
    "constant",
    "contiguous",
    "convolution",
    "cos",
    "cross_entropy_binary",
    "cross_entropy_binary_inner",
    "cross_entropy_multi",
    "ctc",
    "deconvolution",
    "deriv",
    "divide",
    "doall",
    "dot",
    "equal",
    "exp",
    "expand_dims",
    "fill",
    "flatten",
    "flatten_at",
    "floordivide",
    "greater",
    "greater_equal",
    "less",
    "less_equal",
    "log",
    "lookuptable",
    "make_computation",
    "max",
    "maximum",
    "mean",
    "min",
    "minimum",
    "mod",
    "multiply",
    "negative",
    "normal",
    "not_equal",
    "one_hot",
    "pad",
    "persistent_tensor",
    "placeholder",
    "pooling",
    "power",
    "print_value",
    "prod",
    "random_samples",
    "random_state",
    "reciprocal",
    "rename_axes",
    "safelog",
    "sequential",
    "set_item",
    "sigmoid",
    "sign",
    "sin",
    "slice_along_axis",
    "softmax",
    "sqrt",
    "square",
    "squared_L2",
    "stack",
    "stop_gradient",
    "subtract",
    "sum",
    "tanh",
    "temporary",
    "tensor_size",
    "tensor_slice",
    "transpose",
    "unflatten",
    "uniform",
    "value_of",
    "variable",
    "variance",
]

def labelled(op: Op, given: Any, name: Optional[str], metadata: Any) -> Op: ...
def builder(function: Callable[..., Op]) -> Callable[..., Op]: ...

def L1_norm(x: _Operand, out_axes: Optional[_Axes] = None, reduction_axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The sum of magnitudes over the reduction axes, by default all but batch. Gradient: sign(x) d, 0 at 0."""
def L2_norm(x: _Operand, eps: float = 1e-08, out_axes: Optional[_Axes] = None, reduction_axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """sqrt(eps + the sum of squares) over the reduction axes, by default all but batch. Gradient: d x / y."""
def absolute(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The absolute value. Gradient: sign(x) d, 0 at 0."""
def add(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x + y, broadcast by axis name. Gradients: d and d."""
def argmax(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The index of the largest element along the reduction axes, the first of several: int32. For several axes the row-major index in their block. No gradient."""
def argmin(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The index of the smallest element along the reduction axes, the first of several: int32. For several axes the row-major index in their block. No gradient."""
def assign(lvalue: _Operand, rvalue: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Sets the target to the value, at the end of the run or at this point of a sequence. Has no value."""
def axes_with_order(x: _Operand, axes: _Axes, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x with its axes in another order. Gradient: d in x's order."""
def batch_size(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The length of the batch axis, 1 without one: a scalar. No gradient."""
def broadcast(x: _Operand, axes: _Axes, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x broadcast to more axes, in any order. Gradient: the sum over the added axes."""
def cast_axes(tensor: _Operand, axes: _Axes, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x with its axes renamed by position. Gradient: d with the original names."""
def cast_role(tensor: _Operand, axes: _Axes, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x with the names of other axes, by position, and its own lengths. Gradient: d with the original names."""
def checked_classes(x: _Operand, axis: Axis, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x truncated to integers; a class outside the axis fails the run. No gradient."""
def class_rows(x: _Operand, axis: Axis, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Along a new first axis: 1 where the position equals x, 0 elsewhere. No gradient."""
def concat_along_axis(x_list: List["Op"], axis: Axis, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The operands concatenated along an existing axis. Gradient: to each operand its slice of d."""
def constant(const: Any, axes: Optional[_Axes] = None, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """A value fixed when the graph is built. A scalar may fill any axes."""
def contiguous(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x as a contiguous tensor, row-major over its axes; all values are contiguous, so nothing is done. Gradient: d."""
def convolution(conv_params: Dict[Any, Any], inputs: _Operand, filters: _Operand, axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The sum over channels and taps of inputs (C, D, H, W, N) times filters (C, T, R, S, K), not flipped, at each position of the result (K, M, P, Q, N). Gradients: convolution_inputs(d, filters) and convolution_filters(d, inputs)."""
def cos(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The cosine of x in radians. Gradient: -sin(x) d."""
def cross_entropy_binary(y: _Operand, t: _Operand, usebits: bool = False, out_axes: Optional[_Axes] = None, enable_sig_opt: bool = True, enable_diff_opt: bool = True, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Sum of cross_entropy_binary_inner over all axes except batch and recurrent, or to out_axes."""
def cross_entropy_binary_inner(y: _Operand, t: _Operand, enable_sig_opt: bool = True, enable_diff_opt: bool = True, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """-(t safelog y + (1 - t) safelog(1 - y)), element by element. With y a sigmoid the compiler uses the stable form on logits."""
def cross_entropy_multi(y: _Operand, t: _Operand, usebits: bool = False, out_axes: Optional[_Axes] = None, enable_softmax_opt: bool = True, enable_diff_opt: bool = True, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """-sum(t safelog y) over the reduction axes, by default all but batch and recurrent. With y a softmax the compiler uses the stable form on logits."""
def ctc(activations: _Operand, labels: _Operand, activation_lens: _Operand, label_lens: _Operand, axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The negative log-likelihood of the labels under the softmax of the activations (REC, N, C), summed over all alignments with blanks (class 0); one cost per sample. Gradient by the activations: d times ctc_gradient."""
def deconvolution(conv_params: Dict[Any, Any], inputs: _Operand, filters: _Operand, axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Transposed convolution: the gradient of convolution with respect to its inputs."""
def deriv(dependent: _Operand, independent: _Operand, error: Optional["Op"] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The derivative of dep with respect to indep, with indep's axes: the sum over dep of error times the partial derivatives. The first pass expands it."""
def divide(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x / y. Gradients: d / y and -d q / y, where q is the quotient."""
def doall(all: List["Op"], *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Runs its operands in no order: every expression sees the values before the updates. Has no value."""
def dot(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The sum of products over the axes that x and y pair: by dual level when an operand carries one (C-1 with C), else every axis they share by name. Result axes: x's others, then y's. No shared axis: the outer product. Gradients: dot(d, y) and dot(x, d)."""
def equal(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """1 where x == y, else 0. No gradient."""
def exp(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """e to the power x. Gradient: d y."""
def expand_dims(x: _Operand, axis: Axis, dim: int, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x repeated along an additional axis. Gradient: the sum along that axis."""
def fill(x: _Operand, scalar: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Sets every element of the target to the number, at the end of the run or at this point of a sequence. Has no value."""
def flatten(x: _Operand, axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x with adjacent axes combined into flattened axes. Gradient: d unflattened."""
def flatten_at(x: _Operand, idx: int, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Flatten to two axes: the axes before position idx, and the others."""
def floordivide(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The quotient rounded toward minus infinity: -7 // 2 is -4. Gradients, as in the original: d q // x and -d q // y, where q is the quotient."""
def greater(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """1 where x > y, else 0. No gradient."""
def greater_equal(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """1 where x >= y, else 0. No gradient."""
def less(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """1 where x < y, else 0. No gradient."""
def less_equal(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """1 where x <= y, else 0. No gradient."""
def log(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The natural logarithm; -inf at 0, NaN below. Gradient: d / x."""
def lookuptable(lut: _Operand, idx: _Operand, axes: _Axes, update: bool = True, pad_idx: Optional[int] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The rows of lut at the indices idx, truncated to integers; an index out of range fails the run. Gradient by lut, unless update is false: rows of d summed per index, except the row pad_idx."""
def make_computation(results: List["Op"], parameters: List["Op"], returns: Returns, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """A function to call: its results, then its parameters."""
def max(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The largest element over the reduction axes; NaN propagates. Gradient: d to every element that equals the maximum."""
def maximum(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The larger of x and y; NaN propagates. Gradient: d to the larger one, 0 for both at ties."""
def mean(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The sum over the reduction axes, divided by the number of elements summed. Gradient: d over that number, broadcast."""
def min(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The smallest element over the reduction axes; NaN propagates. Gradient: d to every element that equals the minimum."""
def minimum(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The smaller of x and y; NaN propagates. Gradient: d to the smaller one, 0 for both at ties."""
def mod(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The remainder of floordivide, with the sign of y: -7 % 2 is 1. No gradient."""
def multiply(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x times y, element by element. Gradients: d y and d x."""
def negative(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """-x. Gradient: -d."""
def normal(x: _Operand, loc: float = 0.0, scale: float = 1.0, state: Optional["Op"] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Normal samples with mean loc and standard deviation scale over x's axes, resampled at each run: x provides the axes, state the seed and the number of runs so far. Gradient of x: d."""
def not_equal(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """1 where x != y, else 0. No gradient."""
def one_hot(x: _Operand, axis: Axis, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Along a new first axis: 1 at the class x, 0 elsewhere; x is truncated to an integer, and a class outside the axis fails the run. No gradient."""
def pad(x: _Operand, paddings: Iterable[Any], axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x padded with zeros before and after along each axis. Gradient: the part of d at x."""
def persistent_tensor(axes: _Axes, dtype: Optional[_DType] = None, initial_value: Optional[Any] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """State that is kept between runs and not trained: running means, counters."""
def placeholder(axes: _Axes, dtype: Optional[_DType] = None, initial_value: Optional[Any] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """An input of a computation. Its value is given at each call, and kept until the next."""
def pooling(pool_params: Dict[Any, Any], inputs: _Operand, axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The largest element (max), or the mean of those inside the image (avg), of each window of the inputs (C, D, H, W, N). Gradient: to the first maximum of the window, or in equal parts to its elements."""
def power(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x to the power y: 1 for 0 to the power 0, NaN for negative x and fractional y. Gradients: d y x^(y-1), 0 where y is 0; d z log x, 0 at a base of 0, where z is the power."""
def print_value(x: _Operand, prefix: Optional[str] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x unchanged; every run prints the prefix and the value as one line. Gradient: d."""
def prod(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The product over the reduction axes; by default all but batch and recurrent. Gradient: d times the product of the other elements, also where elements are 0."""
def random_samples(distribution: str, x: _Operand, first: float, second: float, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Random samples of the named distribution over the axes of x."""
def random_state(seed: int, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Random state (seed and number of runs), which several ops may share."""
def reciprocal(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """One over x. Gradient: -d y y."""
def rename_axes(tensor: _Operand, names: List[Tuple[str, str]], *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x with some of its axes renamed; lengths and order stay. Gradient: d with the original names."""
def safelog(x: _Operand, limit: float = -50.0, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """log(x + e^limit), at least limit (-50), so it is finite at 0. Gradient: d / (x + e^limit) above the limit, else 0."""
def sequential(ops: List["Op"], *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Runs its operands in order, each once; each sees the assigns before it. Value and gradient: those of the last operand."""
def set_item(tensor: "Op", item: Any, value: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Sets the part of the target selected by the slices to the value, at the end of the run or at this point of a sequence; the rest stays. Has no value."""
def sigmoid(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """1 / (1 + exp(-x)), exactly 0 far below. Gradient: d y (1 - y)."""
def sign(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """-1, 0 or 1 for negative, zero or positive x; NaN for NaN. No gradient."""
def sin(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The sine of x in radians. Gradient: cos(x) d."""
def slice_along_axis(x: _Operand, axis: Axis, idx: _SliceItem, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The part of x selected by the slices, one per axis; an index drops its axis. Gradient: d at the slices in zeros; gradients of several slices of one tensor are summed."""
def softmax(x: _Operand, normalization_axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """exp(x - max x) over its sum along the normalisation axes, by default all but batch and recurrent. Gradient: d y - y sum(d y)."""
def sqrt(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The square root; NaN below 0. Gradient: d / (2 y)."""
def square(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x times x. Gradient: 2 d x."""
def squared_L2(x: _Operand, out_axes: Optional[_Axes] = None, reduction_axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The sum of squares over the reduction axes, by default all but batch. Gradient: 2 d x."""
def stack(x_list: List["Op"], axis: Axis, pos: int = 0, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The operands stacked along a new axis. Gradient: to each operand its slice of d."""
def stop_gradient(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x without gradient: differentiation treats it as a constant."""
def subtract(x: _Operand, y: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x - y, broadcast by axis name. Gradients: d and -d."""
def sum(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The sum over the reduction axes; by default all but batch and recurrent. Gradient: d, broadcast."""
def tanh(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The hyperbolic tangent. Gradient: (1 - y y) d."""
def temporary(axes: _Axes, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Scratch memory of one run: zeros until assigned, discarded afterwards."""
def tensor_size(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The number of elements over the reduction axes, by default all but batch: a scalar. No gradient."""
def tensor_slice(x: _Operand, slices: List[_SliceItem], axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The part of x selected by the slices, one per axis; an index drops its axis. Gradient: d at the slices in zeros; gradients of several slices of one tensor are summed."""
def transpose(x: _Operand, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x with its axes in reverse order. Gradient: d in x's order."""
def unflatten(x: _Operand, axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """x with flattened axes split into their members. Gradient: d flattened."""
def uniform(x: _Operand, low: float = 0.0, high: float = 1.0, state: Optional["Op"] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Samples in [low, high) over x's axes, resampled at each run: x provides the axes, state the seed and the number of runs so far. Gradient of x: d."""
def value_of(tensor: _Operand, dtype: Optional[_DType] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """A copy of x at this point of a sequence; later updates do not change it. With a dtype, x is converted to it. Gradient: d."""
def variable(axes: _Axes, dtype: Optional[_DType] = None, initial_value: Optional[Any] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """Trainable state. Expressions see its value before the run's updates; listed as a result of a computation it shows the value after them."""
def variance(x: _Operand, out_axes: Optional[_Axes] = None, reduction_axes: Optional[_Axes] = None, *, name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> Op:
    """The mean squared distance from the mean over the reduction axes, by default all but batch and recurrent. Gradient: 2 d (x - mean) over the number of elements."""
