# SPDX-License-Identifier: Apache-2.0
# Written by engine/python/stubs/write_stubs.py from the extension; do not edit.
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Set, Tuple, Union

import numpy

_Operand = Union["Op", float, numpy.ndarray, list]
_Axes = Union["Axes", "Axis", Iterable[Any], Dict[str, int], None]
_DType = Union[numpy.dtype, type, str]
_SliceItem = Union[int, slice]


class Axes:
    """An ordered tuple of distinct axes."""
    def __add__(self, arg0: _Axes) -> Axes: ...
    def __and__(self, arg0: _Axes) -> Axes: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, item: object) -> bool: ...
    def __copy__(self) -> Any: ...
    def __deepcopy__(self, memo) -> Any: ...
    def __eq__(self, other: object) -> bool: ...
    def __getitem__(self, arg0: Any) -> Any: ...
    def __hash__(self) -> int: ...
    def __init__(self, axes: Optional[_Axes] = None) -> None: ...
    def __iter__(self) -> Iterator: ...
    def __len__(self) -> int: ...
    def __ne__(self, other: object) -> bool: ...
    def __or__(self, arg0: _Axes) -> Axes: ...
    def __repr__(self) -> str: ...
    def __sub__(self, arg0: _Axes) -> Axes: ...
    @staticmethod
    def assert_valid_broadcast(from_axes: _Axes, to_axes: _Axes) -> None: ...
    @staticmethod
    def assert_valid_flatten(unflattened: _Axes, flattened: _Axes) -> None: ...
    @staticmethod
    def assert_valid_unflatten(flattened: _Axes, unflattened: _Axes) -> None: ...
    def batch_axes(self) -> Axes: ...
    def batch_axis(self) -> Optional[Axis]: ...
    def channel_axis(self) -> Optional[Axis]: ...
    def feature_axes(self) -> Axes: ...
    def find_by_name(self, name: str) -> Axes: ...
    def flatten(self, force: bool = False) -> Axis: ...
    @property
    def full_lengths(self) -> Tuple[Any, ...]: ...
    def get_by_names(self, *args: Any) -> Any: ...
    def get_dual(self, offset: int = -1) -> Axes: ...
    def index(self, axis: Axis) -> int: ...
    def intersect(self, axes: _Axes) -> Axes: ...
    def is_equal_set(self, other: _Axes) -> bool: ...
    def is_not_equal_set(self, other: _Axes) -> bool: ...
    def is_sub_set(self, other: _Axes) -> bool: ...
    def is_super_set(self, other: _Axes) -> bool: ...
    @property
    def lengths(self) -> Tuple[Any, ...]: ...
    @property
    def names(self) -> Tuple[Any, ...]: ...
    def recurrent_axis(self) -> Optional[Axis]: ...
    def role_axes(self, role: str) -> Axes: ...
    def sample_axes(self) -> Axes: ...
    def set_shape(self, shape: List[int]) -> None: ...
    @property
    def size(self) -> int: ...
    def spatial_axes(self) -> Axes: ...


class Axis:
    """A named axis of tensors. Axes are equal when their names and dual levels are."""
    @property
    def T(self) -> Axis: ...
    def __add__(self, arg0: Any) -> Any: ...
    def __and__(self, arg0: _Axes) -> Axes: ...
    def __copy__(self) -> Any: ...
    def __deepcopy__(self, memo) -> Any: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __len__(self) -> int: ...
    def __or__(self, arg0: _Axes) -> Axes: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    def __sub__(self, arg0: Any) -> Any: ...
    def add_role(self, arg0: str) -> None: ...
    @property
    def axes(self) -> Axes: ...
    @property
    def docstring(self) -> str: ...
    @property
    def dual_level(self) -> int: ...
    def has_role(self, role: str) -> bool: ...
    @property
    def is_batch(self) -> bool: ...
    @property
    def is_channel(self) -> bool: ...
    @property
    def is_flattened(self) -> bool: ...
    @property
    def is_recurrent(self) -> bool: ...
    @property
    def length(self) -> Optional[int]:
        """None as long as it is not known; duals share it."""
    @length.setter
    def length(self, value: Any) -> None: ...
    @property
    def members(self) -> Axes: ...
    @property
    def name(self) -> str: ...
    def named(self, name: str) -> Axis:
        """Renames the axis in place and returns it."""
    @property
    def primary_axis(self) -> Axis: ...
    @property
    def roles(self) -> Set[str]: ...


class Computation:
    """A compiled computation. Call it with a value for each parameter, or with feed_dict={...};
    values are numbers or arrays, broadcast and cast to the parameter. Results are new arrays."""
    @property
    def name(self) -> Any:
        """The name of the computation op."""
    @property
    def parameters(self) -> Any:
        """In the order of the arguments."""
    @property
    def results(self) -> Any:
        """In the order in which they are returned."""
    @property
    def transformer(self) -> Any:
        """Whose state it uses."""
    def __call__(self, *values: Any, feed_dict: Optional[Dict[Op, Any]] = None) -> Any: ...


class InitialSamples:
    """What storage may hold at first: location + spread * sample for each element. The samples are uniform in [0, 1) or normal around 0 with deviation 1, those that ng.uniform and ng.normal draw first with this seed; a saved graph keeps these four, not the numbers."""
    def __init__(self, distribution: str = 'uniform', location: float = 0.0, spread: float = 1.0, seed: int = 0) -> None: ...
    def __repr__(self) -> str: ...
    @property
    def location(self) -> float: ...
    @property
    def seed(self) -> int: ...
    @property
    def spread(self) -> float: ...


class Kept:
    """Keeps a compiled program, whoever else lets go of it."""
    def __init__(self, computation: Any) -> None: ...

def L1_norm(x: _Operand, out_axes: Optional[_Axes] = None, reduction_axes: Optional[_Axes] = None) -> Op:
    """The sum of magnitudes over the reduction axes, by default all but batch. Gradient: sign(x) d, 0 at 0."""
def L2_norm(x: _Operand, eps: float = 1e-08, out_axes: Optional[_Axes] = None, reduction_axes: Optional[_Axes] = None) -> Op:
    """sqrt(eps + the sum of squares) over the reduction axes, by default all but batch. Gradient: d x / y."""

class Op:
    """A value in a graph: what every function of ngraph takes and returns."""
    def __abs__(self) -> Op: ...
    def __add__(self, arg0: _Operand) -> Op: ...
    __array_ufunc__: Any
    def __copy__(self) -> Any: ...
    def __deepcopy__(self, memo) -> Any: ...
    def __eq__(self, other: object) -> bool: ...
    def __floordiv__(self, arg0: _Operand) -> Op: ...
    def __ge__(self, arg0: _Operand) -> Op: ...
    def __getitem__(self, arg0: Any) -> Op: ...
    def __gt__(self, arg0: _Operand) -> Op: ...
    def __hash__(self) -> int: ...
    def __iadd__(self, arg0: _Operand) -> Op: ...
    def __imul__(self, arg0: _Operand) -> Op: ...
    def __isub__(self, arg0: _Operand) -> Op: ...
    __iter__: Any
    def __itruediv__(self, arg0: _Operand) -> Op: ...
    def __le__(self, arg0: _Operand) -> Op: ...
    def __lt__(self, arg0: _Operand) -> Op: ...
    def __mod__(self, arg0: _Operand) -> Op: ...
    def __mul__(self, arg0: _Operand) -> Op: ...
    def __neg__(self) -> Op: ...
    def __pos__(self) -> Op: ...
    def __pow__(self, arg0: _Operand) -> Op: ...
    def __radd__(self, arg0: _Operand) -> Op: ...
    def __reduce_ex__(op, protocol=None) -> Any: ...
    def __repr__(self) -> str: ...
    def __rfloordiv__(self, arg0: _Operand) -> Op: ...
    def __rmod__(self, arg0: _Operand) -> Op: ...
    def __rmul__(self, arg0: _Operand) -> Op: ...
    def __rpow__(self, arg0: _Operand) -> Op: ...
    def __rsub__(self, arg0: _Operand) -> Op: ...
    def __rtruediv__(self, arg0: _Operand) -> Op: ...
    def __setitem__(self, arg0: Any, arg1: _Operand) -> None: ...
    def __sub__(self, arg0: _Operand) -> Op: ...
    def __truediv__(self, arg0: _Operand) -> Op: ...
    def _repr_svg_(op) -> Any:
        """The graph as SVG; None when it has more than MOST_OPS ops."""
    @staticmethod
    def all_ops(isolate=False) -> Any:
        """A list that, after the `with`, holds every op made inside it, oldest first.

        With isolate, captures around this one do not see them."""
    @property
    def args(self) -> List[Op]: ...
    def attribute(self, key: str) -> Any:
        """An attribute of the node, or None."""
    @property
    def axes(self) -> Axes: ...
    @property
    def class_name(self) -> str: ...
    @property
    def const(self) -> Any:
        """The array of a constant, None for other ops."""
    @property
    def dtype(self) -> numpy.dtype: ...
    @property
    def file(self) -> str:
        """Where the user's program made the op; empty for what a pass made."""
    @property
    def filename(self) -> Any:
        """Where the user's program made the op."""
    @property
    def graph_label(self) -> str: ...
    @property
    def has_axes(self) -> Any:
        """Has the op a value?"""
    @property
    def has_side_effects(self) -> bool: ...
    @property
    def has_value(self) -> bool: ...
    @property
    def id(self) -> int: ...
    @property
    def initial_value(self) -> Any:
        """What a storage op holds at first, if it was given."""
    @property
    def is_commutative(self) -> bool: ...
    @property
    def is_constant(self) -> bool: ...
    @property
    def is_device_op(self) -> Any:
        """Does it compute?"""
    @property
    def is_input(self) -> bool: ...
    @property
    def is_named(self) -> bool:
        """By the user; else its name is made of its class."""
    @property
    def is_persistent(self) -> bool: ...
    @property
    def is_placeholder(self) -> bool: ...
    @property
    def is_scalar(self) -> Any:
        """Without axes?"""
    @property
    def is_sequencing_op(self) -> bool: ...
    @property
    def is_state_op(self) -> Any:
        """Is it storage?"""
    @property
    def is_tensor_op(self) -> Any:
        """Has the op a value?"""
    @property
    def is_trainable(self) -> bool: ...
    @property
    def lengths(self) -> Any:
        """The lengths of the axes."""
    @property
    def line(self) -> int: ...
    @property
    def lineno(self) -> Any:
        """Where the user's program made the op."""
    def mean(self, reduction_axes=None, out_axes=None) -> Any:
        """The mean over all axes but batch and recurrent, or as the arguments say."""
    @property
    def metadata(self) -> Any:
        """Values by name; see ngraph.metadata."""
    @metadata.setter
    def metadata(self, value: Any) -> None: ...
    def metadata_texts(self) -> Dict[str, str]: ...
    @property
    def name(self) -> str: ...
    @name.setter
    def name(self, value: Any) -> None: ...
    def named(self, name: str) -> Op:
        """Names the op; a taken name gets a number. Returns the op."""
    @property
    def op_name(self) -> str: ...
    @staticmethod
    def ordered_ops(roots: List["Op"]) -> List[Op]:
        """All ops that the roots reach, operands first."""
    def placeholders(self) -> List[Op]:
        """Placeholders below, operands first."""
    def remove_metadata(self, arg0: str) -> None: ...
    @property
    def safe_name(self) -> Any:
        """The name with all but letters, digits and underscores replaced."""
    def set_metadata_text(self, arg0: str, arg1: str) -> None: ...
    @property
    def shape(self) -> Any:
        """The axes."""
    @property
    def tensor(self) -> Any:
        """The op itself."""
    def tensor_description(self) -> Any: ...
    @property
    def unscoped_name(self) -> Any:
        """The part of the name after the last slash."""
    @property
    def uuid(self) -> Any:
        """Unique in the process and in saved documents."""
    def value(self, *args, **feed) -> Any:
        """The op's value: compiled on first use, and kept. Placeholders are given by position, in the
        order of placeholders(), or by name."""
    def variables(self) -> List[Op]:
        """Trainable variables below, operands first."""


class Returns:
    """How a computation hands its results back."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __index__(self) -> int: ...
    def __init__(self, value: int) -> None: ...
    def __int__(self) -> int: ...
    @property
    def __members__(self) -> Dict[Any, Any]: ...
    def __ne__(self, other: object) -> bool: ...
    def __repr__(self) -> str: ...
    def __str__(self, *args: Any, **kwargs: Any) -> Any: ...
    list: Any
    @property
    def name(self) -> str:
        """name(self: handle) -> str"""
    none: Any
    set: Any
    single: Any
    @property
    def value(self) -> int: ...


class ScopedMetadata:
    """Ops made inside carry these texts."""
    def __enter__(self) -> None: ...
    def __exit__(self, *args: Any) -> None: ...
    def __init__(self, metadata: Dict[str, str]) -> None: ...


class ScopedName:
    """Ops made inside are named below the scope."""
    def __enter__(self) -> str: ...
    def __exit__(self, *args: Any) -> None: ...
    def __init__(self, name: str, reuse_scope: bool = False) -> None: ...


class TensorDescription:
    """Where the elements of a tensor lie: axes, byte strides and offset into the storage that owns them. Views share the storage."""
    def __init__(self, axes: _Axes, dtype: Optional[_DType] = None, name: str = '') -> None: ...
    @property
    def axes(self) -> Axes: ...
    @property
    def axes_key(self) -> str: ...
    @property
    def base(self) -> TensorDescription: ...
    def broadcast(self, new_axes: _Axes) -> TensorDescription: ...
    @property
    def broadcast_contiguous(self) -> bool: ...
    @property
    def c_contiguous(self) -> bool: ...
    def cast(self, new_axes: _Axes) -> TensorDescription: ...
    def clone(self) -> TensorDescription: ...
    @property
    def dtype(self) -> numpy.dtype: ...
    def flatten(self, new_axes: _Axes) -> TensorDescription: ...
    @property
    def full_sizes(self) -> Tuple[Any, ...]: ...
    @property
    def full_strides(self) -> Tuple[Any, ...]: ...
    @property
    def is_base(self) -> bool: ...
    @property
    def name(self) -> str: ...
    @property
    def ndim(self) -> int: ...
    @property
    def next_tensor_description(self) -> Optional[TensorDescription]: ...
    @property
    def offset(self) -> int: ...
    @property
    def parameter_key(self) -> str: ...
    def reorder(self, new_axes: _Axes) -> TensorDescription: ...
    @property
    def shape(self) -> Tuple[Any, ...]: ...
    @property
    def sizes(self) -> Tuple[Any, ...]: ...
    def slice(self, slices: List[_SliceItem], new_axes: _Axes) -> TensorDescription: ...
    @property
    def strides(self) -> Tuple[Any, ...]: ...
    @property
    def tensor_size(self) -> int: ...
    def transpose(self) -> TensorDescription: ...
    def unflatten(self, new_axes: _Axes) -> TensorDescription: ...


class Transformer:
    """Compiles computations, and holds the state that they share."""
    def allocate(self) -> None: ...
    def close(self) -> None: ...
    @property
    def disabled_passes(self) -> Set[str]:
        """Passes and rules that computations added from now on do without."""
    @disabled_passes.setter
    def disabled_passes(self, value: Any) -> None: ...
    def initialize(self) -> None: ...
    @property
    def is_closed(self) -> bool: ...
    @property
    def name(self) -> str: ...
    @property
    def pipeline(self) -> List[str]:
        """The graph passes, in order; empty for the backend's own."""
    @pipeline.setter
    def pipeline(self, value: Any) -> None: ...
    def restore(self, path: str) -> None: ...
    def save(self, path: str) -> None: ...
    def set_value(self, storage: "Op", value: Union[numpy.ndarray, float, list]) -> None: ...
    def state_ops(self) -> List[Op]: ...
    def value(self, storage: "Op") -> Optional[numpy.ndarray]:
        """What a storage op holds now; None before it is allocated."""

def absolute(x: _Operand) -> Op:
    """The absolute value. Gradient: sign(x) d, 0 at 0."""
def add(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """x + y, broadcast by axis name. Gradients: d and d."""
def add_computation(transformer: Transformer, op: "Op", owner: _Operand) -> Any:
    """Compiles a computation op; the result keeps `owner` alive."""
def allocate_transformer(name: str) -> Transformer:
    """A new transformer. ValueError for an unknown name."""
def argmax(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """Where the largest element stands among the reduced ones, the first of equals: int32. Over several axes the position in their block, last axis fastest. No gradient."""
def argmin(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """Where the smallest element stands among the reduced ones, the first of equals: int32. Over several axes the position in their block, last axis fastest. No gradient."""
def as_op(x: "Op") -> Op:
    """The op itself, or a constant made of a number or an array."""
def assign(lvalue: _Operand, rvalue: _Operand) -> Op:
    """The target holds the value after the run, or from this point of a sequence on. No value of its own."""
def attach_workbench(socket: str, program: str, arguments: List[str], version: str) -> None:
    """Tells the workbench at `socket` what this program computes from now on."""
def axes_with_order(x: _Operand, axes: _Axes) -> Op:
    """x with its axes in another order. Gradient: d in x's order."""
def batch_size(x: _Operand) -> Op:
    """The length of the batch axis, 1 without one: a scalar. No gradient."""
def begin_capture(isolated: bool = False) -> None: ...
def broadcast(x: _Operand, axes: _Axes) -> Op:
    """x over more axes, in any order; the added axes repeat it. Gradient: the sum over the added axes."""
def cast_axes(tensor: _Operand, axes: _Axes) -> Op:
    """x with its axes renamed, position by position. Gradient: d with the names back."""
def cast_role(tensor: _Operand, axes: _Axes) -> Op:
    """x under the names of other axes, position by position, with its own lengths. Gradient: d with the names back."""
def check_axes_map(arg0: List[Tuple[str, str]]) -> None: ...
def checked_classes(x: _Operand, axis: Axis) -> Op:
    """The whole parts of x, each a class on the axis; one outside it stops the run. No gradient."""
def class_rows(x: _Operand, axis: Axis) -> Op:
    """Along a new first axis: 1 where the position is x, 0 elsewhere. No gradient."""
def concat_along_axis(x_list: List["Op"], axis: Axis) -> Op:
    """The operands one behind the other along an axis that they have. Gradient: to each operand its slice of d."""
def constant(const: Any, axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """A value fixed when the graph is built. A scalar may fill any axes."""
def constant_value(x: "Op") -> Any:
    """The array of a constant; None for every other op."""
def contiguous(x: _Operand) -> Op:
    """x as a tensor of its own, row-major over its axes; every value here is one, so nothing is done. Gradient: d."""
def convolution(conv_params: Dict[Any, Any], inputs: _Operand, filters: _Operand, axes: Optional[_Axes] = None) -> Op:
    """The sum over channels and taps of inputs (C, D, H, W, N) times filters (C, T, R, S, K), not flipped, at each place of the result (K, M, P, Q, N). Gradients: convolution_inputs(d, filters) and convolution_filters(d, inputs)."""
def cos(x: _Operand) -> Op:
    """The cosine of x in radians. Gradient: -sin(x) d."""
def cross_entropy_binary(y: _Operand, t: _Operand, usebits: bool = False, out_axes: Optional[_Axes] = None, enable_sig_opt: bool = True, enable_diff_opt: bool = True) -> Op:
    """The sum of cross_entropy_binary_inner over all axes but batch and recurrent, or to out_axes."""
def cross_entropy_binary_inner(y: _Operand, t: _Operand, enable_sig_opt: bool = True, enable_diff_opt: bool = True) -> Op:
    """-(t safelog y + (1 - t) safelog(1 - y)), element by element. With y a sigmoid the compiler takes the stable form on logits."""
def cross_entropy_multi(y: _Operand, t: _Operand, usebits: bool = False, out_axes: Optional[_Axes] = None, enable_softmax_opt: bool = True, enable_diff_opt: bool = True) -> Op:
    """-sum(t safelog y) over the reduction axes, by default all but batch and recurrent. With y a softmax the compiler takes the stable form on logits."""
def ctc(activations: _Operand, labels: _Operand, activation_lens: _Operand, label_lens: _Operand, axes: Optional[_Axes] = None) -> Op:
    """Minus the log of the probability that the activations (REC, N, C), softmax inside, spell the labels, summed over all alignments with blanks (class 0); one cost per sample. Gradient by the activations: d times ctc_gradient."""
def current_scope() -> str: ...
def deconvolution(conv_params: Dict[Any, Any], inputs: _Operand, filters: _Operand, axes: Optional[_Axes] = None) -> Op:
    """The images whose convolution has the inputs' shape."""
def deriv(dependent: _Operand, independent: _Operand, error: Optional["Op"] = None) -> Op:
    """The derivative of dep with respect to indep, with indep's axes: the sum over dep of error times the partial derivatives. The first pass expands it."""
def detach_workbench(error: str = '') -> None:
    """Tells it that the program ends, and with what error."""
def divide(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """x / y. Gradients: d / y and -d q / y, where q is the quotient."""
def doall(all: List["Op"]) -> Op:
    """All of its operands, in no order: every expression sees the values before the updates. No value."""
def dot(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """The sum of products over the axes that x and y pair: by dual level when an operand carries one (C-1 with C), else every axis they share by name. Result axes: x's others, then y's. No shared axis: the outer product. Gradients: dot(d, y) and dot(x, d)."""
def end_capture() -> List[Any]: ...
def equal(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """1 where x == y, else 0. No gradient."""
def exp(x: _Operand) -> Op:
    """e to the power x. Gradient: d y."""
def expand_dims(x: _Operand, axis: Axis, dim: int) -> Op:
    """x over one more axis, along which it repeats. Gradient: the sum along that axis."""
def fill(x: _Operand, scalar: _Operand) -> Op:
    """Every element of the target is the number after the run, or from this point of a sequence on. No value of its own."""
def flatten(x: _Operand, axes: Optional[_Axes] = None) -> Op:
    """x with neighbouring axes grouped into flattened axes. Gradient: d with them opened."""
def flatten_at(x: _Operand, idx: int) -> Op:
    """Two flattened axes: those before position idx, and the rest."""
def floordivide(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """The quotient toward minus infinity: -7 by 2 is -4. Its gradients are the original's, d q // x and -d q // y, where q is the quotient."""
def greater(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """1 where x > y, else 0. No gradient."""
def greater_equal(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """1 where x >= y, else 0. No gradient."""
def initial_contents(x: "Op") -> numpy.ndarray:
    """What a storage op holds at first."""
def is_shadow_axis(axis: Axis) -> bool: ...
def less(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """1 where x < y, else 0. No gradient."""
def less_equal(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """1 where x <= y, else 0. No gradient."""
def linear_map_axes(in_axes: _Axes, out_axes: _Axes) -> Axes: ...
def log(x: _Operand) -> Op:
    """The natural logarithm; -inf at 0, NaN below. Gradient: d / x."""
def lookuptable(lut: _Operand, idx: _Operand, axes: _Axes, update: bool = True, pad_idx: Optional[int] = None) -> Op:
    """The rows of lut that idx names, cut to whole numbers; an index that is no row fails the run. Gradient by lut, unless update is false: rows of d summed per index, the row pad_idx left out."""
def make_axes(axes: Optional[_Axes] = None) -> Axes:
    """Axes from axes, lists of axes (each inner list a flattened axis) or a dict of lengths."""
def make_axis(length: Optional[int] = None, name: Optional[str] = None, docstring: Optional[str] = None, batch: bool = False, recurrent: bool = False, roles: List[str] = []) -> Axis:
    """An axis; see ngraph.op_graph.axes.make_axis."""
def make_computation(results: List["Op"], parameters: List["Op"], returns: Returns) -> Op:
    """What is computed at a call, and what is given to it: results, then parameters."""
def make_flattened_axis(members: _Axes) -> Axis: ...
def make_shadow_axis(axis: Axis) -> Axis: ...
def map_axes(names: List[Tuple[str, str]], axes: _Axes) -> Axes: ...
def max(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The largest element over the reduction axes; NaN wins. Gradient: d to every element that equals the maximum."""
def maximum(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """The larger of x and y; NaN wins. Gradient: d to the strictly larger one, none at ties."""
def mean(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The sum over the reduction axes, divided by the number of elements summed. Gradient: d over that number, broadcast."""
def min(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The smallest element over the reduction axes; NaN wins. Gradient: d to every element that equals the minimum."""
def minimum(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """The smaller of x and y; NaN wins. Gradient: d to the strictly smaller one, none at ties."""
def mod(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """The remainder of floordivide, with the sign of y: -7 by 2 leaves 1. No gradient."""
def multiply(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """x times y, element by element. Gradients: d y and d x."""
def name_computation(computation: "Op", name: str) -> None:
    """Names it without taking the name: variables of the program and ops are named apart."""
def negative(x: _Operand) -> Op:
    """-x. Gradient: -d."""

class neon:
    """What ngraph.frontends.neon is made of."""

    class Activation:
        """An activation as a layer."""
        def __init__(self, transform: _Operand, name: Optional[str] = None) -> None: ...


    class Adagrad:
        def __init__(self, learning_rate: _Operand = 0.001, epsilon: float = 1e-08, gradient_clip_norm: Optional[float] = None, gradient_clip_value: Optional[float] = None, weight_clip_value: Optional[float] = None, iteration: Optional[_Operand] = None, name: Optional[str] = None) -> None: ...


    class Adam:
        def __init__(self, learning_rate: _Operand = 0.001, beta_1: float = 0.9, beta_2: float = 0.999, epsilon: float = 1e-08, gradient_clip_norm: Optional[float] = None, gradient_clip_value: Optional[float] = None, weight_clip_value: Optional[float] = None, iteration: Optional[_Operand] = None, name: Optional[str] = None) -> None: ...


    class Affine:
        """activation(W x + bias)."""
        def __init__(self, weight_init: _Operand, nout: Optional[int] = None, bias_init: Optional[_Operand] = None, activation: Optional[_Operand] = None, batch_norm: bool = False, axes: Optional[_Axes] = None, keep_axes: Optional[_Axes] = None, name: Optional[str] = None) -> None: ...


    class BatchNorm:
        """Normalises each channel or feature of a batch."""
        def __init__(self, rho: float = 0.9, eps: float = 0.001, init_gamma: float = 1.0, init_beta: float = 0.0, name: Optional[str] = None) -> None: ...
        def set_tuning(self, transformer: Transformer, iteration: int) -> None: ...


    class BiRNN:
        """A recurrent layer in both directions."""
        def __init__(self, nout: int, init: _Operand, init_inner: Optional[_Operand] = None, activation: Optional[_Operand] = None, batch_norm: bool = False, reset_cells: bool = False, return_sequence: bool = True, sum_out: bool = False, concat_out: bool = False, name: Optional[str] = None) -> None: ...


    class Bias:
        """x + bias, for each channel or feature."""
        def __init__(self, init: Optional[_Operand] = None, shared: bool = True, name: Optional[str] = None) -> None: ...


    class Convolution:
        """Convolution with K filters, then bias or batch norm, then activation."""
        def __init__(self, filter_shape: _Operand, filter_init: _Operand, strides: _Operand = 1, padding: _Operand = 0, dilation: _Operand = 1, bias_init: Optional[_Operand] = None, activation: Optional[_Operand] = None, batch_norm: bool = False, name: Optional[str] = None) -> None: ...


    class Deconvolution:
        """The images whose convolution has the input's shape."""
        def __init__(self, filter_shape: _Operand, filter_init: _Operand, strides: _Operand = 1, padding: _Operand = 0, dilation: _Operand = 1, bias_init: Optional[_Operand] = None, activation: Optional[_Operand] = None, batch_norm: bool = False, deconv_out_shape: Optional[List[int]] = None, name: Optional[str] = None) -> None: ...


    class Dropout:
        """Leaves a part of the features out while training."""
        def __init__(self, keep: float = 0.5, per_sample: bool = False, name: Optional[str] = None) -> None: ...


    class GRU:
        """Gated recurrent units."""
        def __init__(self, nout: int, init: _Operand, init_inner: Optional[_Operand] = None, activation: Optional[_Operand] = None, gate_activation: Optional[_Operand] = None, batch_norm: bool = False, reset_cells: bool = True, return_sequence: bool = True, backward: bool = False, name: Optional[str] = None) -> None: ...


    class GradientDescentMomentum:
        def __init__(self, learning_rate: _Operand, momentum_coef: float = 0.0, wdecay: float = 0.0, gradient_clip_norm: Optional[float] = None, gradient_clip_value: Optional[float] = None, weight_clip_value: Optional[float] = None, nesterov: bool = False, iteration: Optional[_Operand] = None, name: Optional[str] = None) -> None: ...


    class InferenceMode:
        """Layers make calls for inference inside the `with`."""
        def __enter__(self) -> None: ...
        def __exit__(self, *args: Any) -> None: ...
        def __init__(self) -> None: ...


    class LSTM:
        """Long short-term memory."""
        def __init__(self, nout: int, init: _Operand, init_inner: Optional[_Operand] = None, activation: Optional[_Operand] = None, gate_activation: Optional[_Operand] = None, batch_norm: bool = False, reset_cells: bool = True, return_sequence: bool = True, backward: bool = False, name: Optional[str] = None) -> None: ...


    class Layer:
        """Makes ops when it is called on one. A subclass overrides __call__(self, in_obj)."""
        def __init__(self, name: Optional[str] = None, **kwargs: Any) -> None: ...
        @property
        def active_scope(self) -> Any: ...
        def call_in_scope(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any: ...
        @property
        def inference_mode(self) -> bool: ...
        @inference_mode.setter
        def inference_mode(self, value: Any) -> None: ...
        @property
        def initialized(self) -> bool:
            """Has it been called?"""
        @property
        def kind(self) -> str: ...
        @property
        def layers(self) -> List[Any]:
            """The layers it is made of."""
        @property
        def name(self) -> str: ...
        def named(self, name: str) -> Any:
            """Names the layer, and so its parameters, before its first call. Returns it."""
        @property
        def own_parameters(self) -> Dict[Any, Any]:
            """Its own variables and persistent tensors by name."""
        def parameter(self, name: str) -> Op: ...
        @property
        def path(self) -> str:
            """The scope of its ops."""
        @property
        def results(self) -> List[Op]:
            """What its calls gave."""


    class Linear:
        """W x over the feature axes."""
        def __init__(self, init: _Operand, nout: Optional[int] = None, axes: Optional[_Axes] = None, keep_axes: Optional[_Axes] = None, name: Optional[str] = None) -> None: ...
        @property
        def axes(self) -> Axes: ...


    class LookupTable:
        """The row of a table for each index."""
        def __init__(self, vocab_size: int, embed_dim: int, init: _Operand, update: bool = True, pad_idx: Optional[int] = None, name: Optional[str] = None) -> None: ...


    class Optimizer:
        """A step down a cost. A subclass overrides variable_update(self, variable, grad, scale_factor)."""
        def __init__(self, learning_rate: _Operand = 0.0, iteration: Optional[_Operand] = None, gradient_clip_norm: Optional[float] = None, gradient_clip_value: Optional[float] = None, weight_clip_value: Optional[float] = None, name: Optional[str] = None) -> None: ...
        @property
        def lrate(self) -> Op:
            """The learning rate, an op."""
        @property
        def name(self) -> str: ...
        @property
        def path(self) -> str: ...
        results: Any
        @property
        def state(self) -> List[Op]:
            """The persistent tensors of the last call."""
        def state_of(self, name: str, axes: _Axes, initial: float = 0.0) -> Op:
            """State that is kept between steps, for use in variable_update."""


    class Parallel:
        """Branches side by side on one input."""
        def __init__(self, branches: Iterable, mode: Optional[str] = 'concat', name: Optional[str] = None) -> None: ...


    class Pooling:
        """The largest or mean element of each window."""
        def __init__(self, pool_shape: _Operand, strides: _Operand = 1, padding: _Operand = 0, pool_type: str = 'max', name: Optional[str] = None) -> None: ...


    class Preprocess:
        """functor(in_obj), without parameters."""
        def __init__(self, functor: _Operand, name: Optional[str] = None) -> None: ...


    class RMSProp:
        def __init__(self, decay_rate: float = 0.95, learning_rate: _Operand = 0.002, epsilon: float = 1e-06, gradient_clip_norm: Optional[float] = None, gradient_clip_value: Optional[float] = None, weight_clip_value: Optional[float] = None, wdecay: float = 0.0, momentum_coef: float = 0.0, iteration: Optional[_Operand] = None, name: Optional[str] = None) -> None: ...


    class RNNCell:
        """One step of a recurrent layer: see unroll."""
        def __init__(self, nout: int, init: _Operand, init_h2h: Optional[_Operand] = None, bias_init: Optional[_Operand] = None, activation: Optional[_Operand] = None, batch_norm: bool = False, reset_cells: bool = True, name: Optional[str] = None) -> None: ...
        def step(self, in_obj: "Op", h: "Op") -> Op: ...


    class Recurrent:
        """A simple recurrent layer."""
        def __init__(self, nout: int, init: _Operand, init_inner: Optional[_Operand] = None, activation: Optional[_Operand] = None, batch_norm: bool = False, reset_cells: bool = True, return_sequence: bool = True, backward: bool = False, name: Optional[str] = None) -> None: ...


    class RecurrentLayer: ...


    class ResidualModule:
        """main(x) + side(x), or main(x) + x."""
        def __init__(self, main_path: _Operand, side_path: Optional[_Operand] = None, name: Optional[str] = None) -> None: ...


    class Sequential:
        """One layer after the other."""
        def __init__(self, layers: Iterable, name: Optional[str] = None) -> None: ...


    class VariableScope:
        """The variables of layers that are made inside belong to the scope."""
        def __enter__(self) -> str: ...
        def __exit__(self, *args: Any) -> None: ...
        def __init__(self, name: Optional[str] = None) -> None: ...

    @staticmethod
    def accuracy(y: "Op", t: "Op") -> Op:
        """For each sample 1 where the largest score is that of the true class."""
    @staticmethod
    def batch_mean(per_sample: "Op") -> Op:
        """The mean over all axes."""
    @staticmethod
    def explin(x: "Op", alpha: float = 1.0) -> Op: ...
    @staticmethod
    def has_label(op: "Op") -> bool:
        """Has it a name and metadata? Ops of primitive_ops that the user did not make have none."""
    @staticmethod
    def learning_rate(policy: _Operand, iteration: Optional["Op"] = None) -> Op:
        """The rate that a policy gives, an op."""
    @staticmethod
    def load_data_set(name: str, folder: str = '', seed: int = 0) -> Dict[Any, Any]:
        """The set in the folder of its published files; without one, a small look-alike."""
    @staticmethod
    def logistic(x: "Op") -> Op: ...
    @staticmethod
    def misclassification(y: "Op", t: "Op") -> Op:
        """For each sample 1 where the largest score is not that of the true class."""
    @staticmethod
    def normalizer(x: "Op", divisor: float = 128.0) -> Op: ...
    @staticmethod
    def ops_below(ops: List["Op"]) -> List[Op]:
        """The ops and all that they reach, operands first."""
    @staticmethod
    def ops_in_scope(results: List["Op"], scope: str) -> List[Op]:
        """The ops below the results that stand in the scope, operands first."""
    @staticmethod
    def perplexity(cross_entropy: "Op", usebits: bool = False) -> Op: ...
    @staticmethod
    def primitive_ops(ops: List["Op"]) -> List[Op]:
        """The same values by ops that are no derivatives and stand for no other ops."""
    @staticmethod
    def rectlin(x: "Op", slope: float = 0.0) -> Op: ...
    @staticmethod
    def rectlinclip(x: "Op", slope: float = 0.0, cutoff: float = 20.0) -> Op: ...
    @staticmethod
    def restore_state(path: str, transformer: Transformer, state: List["Op"], allow_missing: bool = False) -> Dict[Any, Any]:
        """Puts the values of a checkpoint in; tells which ops it lacks, and what it had besides."""
    @staticmethod
    def save_state(path: str, transformer: Transformer, state: List["Op"]) -> None:
        """Writes what the storage ops hold to a checkpoint, whole or not at all."""
    @staticmethod
    def softmax(x: "Op") -> Op: ...
    @staticmethod
    def state_below(ops: List["Op"]) -> List[Op]:
        """Variables and persistent tensors that the ops reach."""
    @staticmethod
    def tanh(x: "Op") -> Op: ...
    @staticmethod
    def top_k_misclassification(y: "Op", t: "Op", k: int) -> Op:
        """For each sample 1 where k or more scores stand above that of the true class."""
    @staticmethod
    def unroll(cell: neon.RNNCell, num_steps: int, inputs: "Op", init_states: Optional[_Operand] = None, reset_cells: bool = True, return_sequence: bool = True, reverse_mode: bool = False) -> Op: ...

def normal(x: _Operand, loc: float = 0.0, scale: float = 1.0, state: Optional["Op"] = None) -> Op:
    """Normal samples around loc with deviation scale over x's axes, new ones at each run: x supplies the axes, state the seed and the number of runs so far. Gradient of x: d."""
def not_equal(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """1 where x != y, else 0. No gradient."""
def one_hot(x: _Operand, axis: Axis) -> Op:
    """Along a new first axis: 1 at the class that x names, 0 elsewhere; x is cut to whole numbers, and one outside the axis stops the run. No gradient."""
def ordered_ops(roots: List["Op"]) -> List[Op]:
    """All ops that the roots reach, operands first."""
def pad(x: _Operand, paddings: Iterable[Any], axes: Optional[_Axes] = None) -> Op:
    """x with zeros before and after, by the paddings of its axes. Gradient: the part of d where x is."""
def pass_sentences() -> Dict[Any, Any]:
    """The engine's passes by name, those on graphs first, each with what it does."""
def persistent_tensor(axes: _Axes, dtype: Optional[_DType] = None, initial_value: Optional[Any] = None) -> Op:
    """State that is kept between runs and not trained: running means, counters."""
def placeholder(axes: _Axes, dtype: Optional[_DType] = None, initial_value: Optional[Any] = None) -> Op:
    """An input of a computation. Its value is given at each call, and kept until the next."""
def pooling(pool_params: Dict[Any, Any], inputs: _Operand, axes: Optional[_Axes] = None) -> Op:
    """The largest element (max), or the mean of those inside the image (avg), of each window of the inputs (C, D, H, W, N). Gradient: to the first maximum of the window, or in equal parts to its elements."""
def power(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """x to the power y: 0 to the power 0 is 1, a negative x to a fraction NaN. Gradients: d y x^(y-1), 0 where y is 0; d z log x, 0 at a base of 0, where z is the power."""
def print_value(x: _Operand, prefix: Optional[str] = None) -> Op:
    """x as it is; every run writes its prefix and value as a line of text. Gradient: d."""
def prod(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The product over the reduction axes; by default all but batch and recurrent. Gradient: d times the product of the other elements, also where elements are 0."""
def random_samples(distribution: str, x: _Operand, first: float, second: float) -> Op:
    """Samples by the name of their distribution, over the axes of x."""
def random_state(seed: int) -> Op:
    """A state of random samples, which several ops may share: seed and runs so far."""
def reciprocal(x: _Operand) -> Op:
    """One over x. Gradient: -d y y."""
def rename_axes(tensor: _Operand, names: List[Tuple[str, str]]) -> Op:
    """x with some of its axes renamed; lengths and order stay. Gradient: d with the names back."""
def rewrite(root: "Op", visit: Callable[..., Any]) -> Op:
    """The graph with each op exchanged for what visit(op) gives, unless that is None."""
def safe_name(name: str) -> str: ...
def safelog(x: _Operand, limit: float = -50.0) -> Op:
    """log(x + e^limit), at least limit (-50), so it is finite at 0. Gradient: d / (x + e^limit) above the limit, else 0."""
def scan(axis: Axis, states: List["Op"], sequences: List["Op"], body: Callable[..., Any], reverse: bool = False) -> Tuple[List[Op], List[Op]]:
    """Runs body(states, elements) -> (next states, outputs) once for each position of the axis, over the elements of the sequences there. Gives the last states, and the outputs of all steps along the axis. Gradients flow through it; the steps are not unrolled."""
def seed_random(seed: int) -> None:
    """Ops made from now on draw the numbers that follow this seed."""
def sequential(ops: List["Op"]) -> Op:
    """Its operands in order, each once; each sees the assigns before it. Value and gradient: the last one's."""
def set_error_classes(by_kind: Dict[Any, Any]) -> None:
    """Which exception class stands for which kind of error of the engine."""
def set_item(tensor: "Op", item: Any, value: _Operand) -> Op:
    """The part of the target that the slices take holds the value after the run, or from this point of a sequence on; the rest stays. No value of its own."""
def set_package_folder(folder: str) -> None:
    """Lines of files in this folder are never named as the user's."""
def sigmoid(x: _Operand) -> Op:
    """1 / (1 + exp(-x)), exactly 0 far below. Gradient: d y (1 - y)."""
def sign(x: _Operand) -> Op:
    """-1, 0 or 1, as x is below, at or above 0; NaN stays. No gradient."""
def sin(x: _Operand) -> Op:
    """The sine of x in radians. Gradient: cos(x) d."""
def slice_along_axis(x: _Operand, axis: Axis, idx: _SliceItem) -> Op:
    """The part of x that the slices take, one for every axis; an index drops its axis. Gradient: d at its place in zeros; those of several slices of one tensor are summed."""
def slice_axis(axis: Axis, slice: _SliceItem) -> Axis: ...
def softmax(x: _Operand, normalization_axes: Optional[_Axes] = None) -> Op:
    """exp(x - max x) over its sum along the normalisation axes, by default all but batch and recurrent. Gradient: d y - y sum(d y)."""
def sqrt(x: _Operand) -> Op:
    """The square root; NaN below 0. Gradient: d / (2 y)."""
def square(x: _Operand) -> Op:
    """x times x. Gradient: 2 d x."""
def squared_L2(x: _Operand, out_axes: Optional[_Axes] = None, reduction_axes: Optional[_Axes] = None) -> Op:
    """The sum of squares over the reduction axes, by default all but batch. Gradient: 2 d x."""
def stack(x_list: List["Op"], axis: Axis, pos: int = 0) -> Op:
    """The operands side by side along a new axis. Gradient: to each operand its slice of d."""
def stop_gradient(x: _Operand) -> Op:
    """x, through which no gradient flows: it counts as a constant in derivatives."""
def subtract(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """x - y, broadcast by axis name. Gradients: d and -d."""
def sum(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The sum over the reduction axes; by default all but batch and recurrent. Gradient: d, broadcast."""
def tanh(x: _Operand) -> Op:
    """The hyperbolic tangent. Gradient: (1 - y y) d."""
def temporary(axes: _Axes, dtype: Optional[_DType] = None) -> Op:
    """Scratch within one run: zeros until it is assigned, gone afterwards."""
def tensor_size(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The number of elements over the reduction axes, by default all but batch: a scalar. No gradient."""
def tensor_slice(x: _Operand, slices: List[_SliceItem], axes: Optional[_Axes] = None) -> Op:
    """The part of x that the slices take, one for every axis; an index drops its axis. Gradient: d at its place in zeros; those of several slices of one tensor are summed."""
def transformer_choices() -> List[str]:
    """Names of the transformers that can run here."""
def transpose(x: _Operand) -> Op:
    """x with its axes in reverse order. Gradient: d in x's order."""
def unavailable_transformers() -> Dict[Any, Any]:
    """Why the other transformers cannot run here, by name."""
def unflatten(x: _Operand, axes: Optional[_Axes] = None) -> Op:
    """x with flattened axes opened into their members. Gradient: d with them grouped."""
def uniform(x: _Operand, low: float = 0.0, high: float = 1.0, state: Optional["Op"] = None) -> Op:
    """Samples in [low, high) over x's axes, new ones at each run: x supplies the axes, state the seed and the number of runs so far. Gradient of x: d."""
def unscoped_name(name: str) -> str: ...
def value_of(tensor: _Operand, dtype: Optional[_DType] = None) -> Op:
    """A copy of x as it is at this point of a sequence; later updates do not change it. With a dtype, x in that type. Gradient: d."""
def variable(axes: _Axes, dtype: Optional[_DType] = None, initial_value: Optional[Any] = None) -> Op:
    """Trainable state. Expressions see its value before the run's updates; listed as a result of a computation it shows the value after them."""
def variance(x: _Operand, out_axes: Optional[_Axes] = None, reduction_axes: Optional[_Axes] = None) -> Op:
    """The mean squared distance from the mean over the reduction axes, by default all but batch and recurrent. Gradient: 2 d (x - mean) over the number of elements."""
