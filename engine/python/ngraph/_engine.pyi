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
    """A named axis of tensors. Axes are equal if their names and dual levels are equal."""
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
        """The length, or None if unknown. Shared with dual axes."""
    @length.setter
    def length(self, value: Any) -> None: ...
    @property
    def members(self) -> Axes: ...
    @property
    def name(self) -> str: ...
    @name.setter
    def name(self, value: Any) -> None: ...
    def named(self, name: str) -> Axis:
        """Rename the axis in place and return it."""
    @property
    def primary_axis(self) -> Axis: ...
    @property
    def roles(self) -> Set[str]: ...


class Computation:
    """A compiled computation. Call it with one value per parameter, or with feed_dict={...}. Values
    are numbers or arrays and are broadcast and cast to the parameter. Results are new arrays."""
    @property
    def name(self) -> Any:
        """Name of the computation op."""
    @property
    def parameters(self) -> Any:
        """Parameters in argument order."""
    @property
    def results(self) -> Any:
        """Result ops in the order in which their values are returned."""
    @property
    def transformer(self) -> Any:
        """Transformer that runs the computation and holds its state."""
    def __call__(self, *values: Any, feed_dict: Optional[Dict[Op, Any]] = None) -> Any: ...


class InitialSamples:
    """Random initial value: location + spread * sample for each element. Samples are uniform in [0, 1), or normal with mean 0 and standard deviation 1: the first draws of ng.uniform and ng.normal with this seed. A saved graph stores these four parameters."""
    def __init__(self, distribution: str = 'uniform', location: float = 0.0, spread: float = 1.0, seed: int = 0) -> None: ...
    def __repr__(self) -> str: ...
    @property
    def location(self) -> float: ...
    @property
    def seed(self) -> int: ...
    @property
    def spread(self) -> float: ...


class Kept:
    """Keeps a compiled program alive."""
    def __init__(self, computation: Any) -> None: ...

def L1_norm(x: _Operand, out_axes: Optional[_Axes] = None, reduction_axes: Optional[_Axes] = None) -> Op:
    """The sum of magnitudes over the reduction axes, by default all but batch. Gradient: sign(x) d, 0 at 0."""
def L2_norm(x: _Operand, eps: float = 1e-08, out_axes: Optional[_Axes] = None, reduction_axes: Optional[_Axes] = None) -> Op:
    """sqrt(eps + the sum of squares) over the reduction axes, by default all but batch. Gradient: d x / y."""

class Op:
    """A value in a graph. Functions of ngraph take and return ops."""
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
        """Return the graph as SVG, or None if it has more than MOST_OPS ops."""
    @staticmethod
    def all_op_references(ops) -> Any:
        """Return the ops, all ops they depend on, and those in attributes that programs set on them,
        each once."""
    @staticmethod
    def all_ops(isolate=False) -> Any:
        """Context manager that yields a list. After the block it holds all ops created inside, oldest
        first.

        With isolate=True, enclosing captures do not receive these ops."""
    @property
    def args(self) -> List[Op]: ...
    def attribute(self, key: str) -> Any:
        """Return an attribute of the op, or None."""
    @property
    def axes(self) -> Axes: ...
    @property
    def class_name(self) -> str: ...
    @property
    def const(self) -> Any:
        """Array of a constant, or None for other ops."""
    @property
    def dtype(self) -> numpy.dtype: ...
    @property
    def file(self) -> str:
        """Source file that created the op; empty if a pass created it."""
    @property
    def filename(self) -> Any:
        """Source file that created the op."""
    @property
    def graph_label(self) -> str: ...
    @property
    def has_axes(self) -> Any:
        """Whether the op has a value."""
    @property
    def has_side_effects(self) -> bool: ...
    @property
    def has_value(self) -> bool: ...
    @property
    def id(self) -> int: ...
    @property
    def initial_value(self) -> Any:
        """Initial value of a storage op, or None."""
    @property
    def is_commutative(self) -> bool: ...
    @property
    def is_constant(self) -> bool: ...
    @property
    def is_device_op(self) -> Any:
        """Whether it computes a value."""
    @property
    def is_input(self) -> bool: ...
    @property
    def is_named(self) -> bool:
        """True if the user named the op; otherwise its name is derived from its class."""
    @property
    def is_persistent(self) -> bool: ...
    @property
    def is_placeholder(self) -> bool: ...
    @property
    def is_scalar(self) -> Any:
        """Whether it is a scalar."""
    @property
    def is_sequencing_op(self) -> bool: ...
    @property
    def is_state_op(self) -> Any:
        """Whether the op is storage."""
    @property
    def is_tensor_op(self) -> Any:
        """Whether the op has a value."""
    @property
    def is_trainable(self) -> bool: ...
    @property
    def lengths(self) -> Any:
        """Lengths of the axes."""
    @property
    def line(self) -> int: ...
    @property
    def lineno(self) -> Any:
        """Source line that created the op."""
    def mean(self, reduction_axes=None, out_axes=None) -> Any:
        """Mean over all axes except batch and recurrent, or as given by the arguments."""
    @property
    def metadata(self) -> Any:
        """Metadata as a dict; see ngraph.metadata."""
    @metadata.setter
    def metadata(self, value: Any) -> None: ...
    def metadata_texts(self) -> Dict[str, str]: ...
    @property
    def name(self) -> str: ...
    @name.setter
    def name(self, value: Any) -> None: ...
    def named(self, name: str) -> Op:
        """Rename the op and return it. A number is appended if the name is taken."""
    @property
    def one(self) -> Any:
        """The scalar constant 1 that starts the op's derivatives."""
    @property
    def op_name(self) -> str: ...
    @staticmethod
    def ordered_ops(roots: List["Op"]) -> List[Op]:
        """Return all ops that the roots depend on, operands first."""
    def placeholders(self) -> List[Op]:
        """Return the placeholders that the op depends on, operands first."""
    def remove_metadata(self, arg0: str) -> None: ...
    @property
    def safe_name(self) -> Any:
        """Name with all but letters, digits and _ replaced."""
    def set_metadata_text(self, arg0: str, arg1: str) -> None: ...
    @property
    def shape(self) -> Any:
        """Axes of the op."""
    @property
    def tensor(self) -> Any:
        """The op itself."""
    def tensor_description(self) -> Any: ...
    @property
    def unscoped_name(self) -> Any:
        """Part of the name after the last slash."""
    @property
    def uuid(self) -> Any:
        """UUID of the op, which serialisation keeps."""
    def value(self, *args, **feed) -> Any:
        """Return the op's value. The computation is compiled at the first call and cached.

        Placeholder values are given by position, in the order of placeholders(), or by name."""
    def variables(self) -> List[Op]:
        """Return the trainable variables that the op depends on, operands first."""
    @staticmethod
    def visit_input_closure(roots, fun) -> Any: ...


class Returns:
    """Form in which a computation returns its results."""
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
    """Context manager: ops created inside carry these metadata texts."""
    def __enter__(self) -> None: ...
    def __exit__(self, *args: Any) -> None: ...
    def __init__(self, metadata: Dict[str, str]) -> None: ...


class ScopedName:
    """Context manager: ops created inside are named below the scope."""
    def __enter__(self) -> str: ...
    def __exit__(self, *args: Any) -> None: ...
    def __init__(self, name: str, reuse_scope: bool = False) -> None: ...


class TensorDescription:
    """Memory layout of a tensor: axes, byte strides and offset into the storage that owns its elements. Views share the storage."""
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
    """Compiles computations and holds the state that they share."""
    def allocate(self) -> None: ...
    def close(self) -> None: ...
    @property
    def disabled_passes(self) -> Set[str]:
        """Names of disabled passes and rules, for computations added from now on."""
    @disabled_passes.setter
    def disabled_passes(self, value: Any) -> None: ...
    def initialize(self) -> None: ...
    @property
    def is_closed(self) -> bool: ...
    @property
    def name(self) -> str: ...
    @property
    def pipeline(self) -> List[str]:
        """Names of the graph passes in order; empty for the backend's default."""
    @pipeline.setter
    def pipeline(self, value: Any) -> None: ...
    def restore(self, path: str) -> None: ...
    def save(self, path: str) -> None: ...
    def set_value(self, storage: "Op", value: Union[numpy.ndarray, float, list]) -> None: ...
    def state_ops(self) -> List[Op]: ...
    def value(self, storage: "Op") -> Optional[numpy.ndarray]:
        """Return the value of a storage op, or None before it is allocated."""

def absolute(x: _Operand) -> Op:
    """The absolute value. Gradient: sign(x) d, 0 at 0."""
def add(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """x + y, broadcast by axis name. Gradients: d and d."""
def add_computation(transformer: Transformer, op: "Op", owner: _Operand) -> Any:
    """Compile a computation op. The result keeps `owner` alive."""
def allocate_transformer(name: str) -> Transformer:
    """Create a transformer. Raises ValueError for an unknown name."""
def argmax(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The index of the largest element along the reduction axes, the first of several: int32. For several axes the row-major index in their block. No gradient."""
def argmin(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The index of the smallest element along the reduction axes, the first of several: int32. For several axes the row-major index in their block. No gradient."""
def as_op(x: "Op") -> Op:
    """Return the op itself, or a constant op for a number or an array."""
def assign(lvalue: _Operand, rvalue: _Operand) -> Op:
    """Sets the target to the value, at the end of the run or at this point of a sequence. Has no value."""
def attach_workbench(socket: str, program: str, arguments: List[str], version: str) -> None:
    """Connect to the workbench at `socket` and report all computations from now on."""
def attributes_of(op: "Op") -> Dict[Any, Any]:
    """Return all attributes of an op by name."""
def axes_with_order(x: _Operand, axes: _Axes) -> Op:
    """x with its axes in another order. Gradient: d in x's order."""
def batch_size(x: _Operand) -> Op:
    """The length of the batch axis, 1 without one: a scalar. No gradient."""
def begin_capture(isolated: bool = False) -> None: ...
def body_of(op: "Op") -> Any:
    """Return parameters and results of the loop body of an op, or None."""
def broadcast(x: _Operand, axes: _Axes) -> Op:
    """x broadcast to more axes, in any order. Gradient: the sum over the added axes."""
def cast_axes(tensor: _Operand, axes: _Axes) -> Op:
    """x with its axes renamed by position. Gradient: d with the original names."""
def cast_role(tensor: _Operand, axes: _Axes) -> Op:
    """x with the names of other axes, by position, and its own lengths. Gradient: d with the original names."""
def check_axes_map(arg0: List[Tuple[str, str]]) -> None: ...
def checked_classes(x: _Operand, axis: Axis) -> Op:
    """x truncated to integers; a class outside the axis fails the run. No gradient."""
def class_rows(x: _Operand, axis: Axis) -> Op:
    """Along a new first axis: 1 where the position equals x, 0 elsewhere. No gradient."""
def concat_along_axis(x_list: List["Op"], axis: Axis) -> Op:
    """The operands concatenated along an existing axis. Gradient: to each operand its slice of d."""
def constant(const: Any, axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """A value fixed when the graph is built. A scalar may fill any axes."""
def constant_value(x: "Op") -> Any:
    """Return the array of a constant, or None for other ops."""
def contiguous(x: _Operand) -> Op:
    """x as a contiguous tensor, row-major over its axes; all values are contiguous, so nothing is done. Gradient: d."""
def convolution(conv_params: Dict[Any, Any], inputs: _Operand, filters: _Operand, axes: Optional[_Axes] = None) -> Op:
    """The sum over channels and taps of inputs (C, D, H, W, N) times filters (C, T, R, S, K), not flipped, at each position of the result (K, M, P, Q, N). Gradients: convolution_inputs(d, filters) and convolution_filters(d, inputs)."""
def cos(x: _Operand) -> Op:
    """The cosine of x in radians. Gradient: -sin(x) d."""
def cross_entropy_binary(y: _Operand, t: _Operand, usebits: bool = False, out_axes: Optional[_Axes] = None, enable_sig_opt: bool = True, enable_diff_opt: bool = True) -> Op:
    """Sum of cross_entropy_binary_inner over all axes except batch and recurrent, or to out_axes."""
def cross_entropy_binary_inner(y: _Operand, t: _Operand, enable_sig_opt: bool = True, enable_diff_opt: bool = True) -> Op:
    """-(t safelog y + (1 - t) safelog(1 - y)), element by element. With y a sigmoid the compiler uses the stable form on logits."""
def cross_entropy_multi(y: _Operand, t: _Operand, usebits: bool = False, out_axes: Optional[_Axes] = None, enable_softmax_opt: bool = True, enable_diff_opt: bool = True) -> Op:
    """-sum(t safelog y) over the reduction axes, by default all but batch and recurrent. With y a softmax the compiler uses the stable form on logits."""
def ctc(activations: _Operand, labels: _Operand, activation_lens: _Operand, label_lens: _Operand, axes: Optional[_Axes] = None) -> Op:
    """The negative log-likelihood of the labels under the softmax of the activations (REC, N, C), summed over all alignments with blanks (class 0); one cost per sample. Gradient by the activations: d times ctc_gradient."""
def current_scope() -> str: ...
def deconvolution(conv_params: Dict[Any, Any], inputs: _Operand, filters: _Operand, axes: Optional[_Axes] = None) -> Op:
    """Transposed convolution: the gradient of convolution with respect to its inputs."""
def deriv(dependent: _Operand, independent: _Operand, error: Optional["Op"] = None) -> Op:
    """The derivative of dep with respect to indep, with indep's axes: the sum over dep of error times the partial derivatives. The first pass expands it."""
def detach_workbench(error: str = '') -> None:
    """Report to the workbench that the program ends, with its error if any."""
def divide(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """x / y. Gradients: d / y and -d q / y, where q is the quotient."""
def doall(all: List["Op"]) -> Op:
    """Runs its operands in no order: every expression sees the values before the updates. Has no value."""
def dot(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """The sum of products over the axes that x and y pair: by dual level when an operand carries one (C-1 with C), else every axis they share by name. Result axes: x's others, then y's. No shared axis: the outer product. Gradients: dot(d, y) and dot(x, d)."""
def end_capture() -> List[Any]: ...
def equal(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """1 where x == y, else 0. No gradient."""
def exp(x: _Operand) -> Op:
    """e to the power x. Gradient: d y."""
def expand_dims(x: _Operand, axis: Axis, dim: int) -> Op:
    """x repeated along an additional axis. Gradient: the sum along that axis."""
def fill(x: _Operand, scalar: _Operand) -> Op:
    """Sets every element of the target to the number, at the end of the run or at this point of a sequence. Has no value."""
def flatten(x: _Operand, axes: Optional[_Axes] = None) -> Op:
    """x with adjacent axes combined into flattened axes. Gradient: d unflattened."""
def flatten_at(x: _Operand, idx: int) -> Op:
    """Flatten to two axes: the axes before position idx, and the others."""
def floordivide(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """The quotient rounded toward minus infinity: -7 // 2 is -4. Gradients, as in the original: d q // x and -d q // y, where q is the quotient."""
def greater(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """1 where x > y, else 0. No gradient."""
def greater_equal(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """1 where x >= y, else 0. No gradient."""
def initial_contents(x: "Op") -> numpy.ndarray:
    """Return the initial value of a storage op."""
def is_shadow_axis(axis: Axis) -> bool: ...
def less(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """1 where x < y, else 0. No gradient."""
def less_equal(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """1 where x <= y, else 0. No gradient."""
def linear_map_axes(in_axes: _Axes, out_axes: _Axes) -> Axes: ...
def log(x: _Operand) -> Op:
    """The natural logarithm; -inf at 0, NaN below. Gradient: d / x."""
def lookuptable(lut: _Operand, idx: _Operand, axes: _Axes, update: bool = True, pad_idx: Optional[int] = None) -> Op:
    """The rows of lut at the indices idx, truncated to integers; an index out of range fails the run. Gradient by lut, unless update is false: rows of d summed per index, except the row pad_idx."""
def make_axes(axes: Optional[_Axes] = None) -> Axes:
    """Create Axes from axes, lists of axes (inner lists become flattened axes) or a dict of lengths."""
def make_axis(length: Optional[int] = None, name: Optional[str] = None, docstring: Optional[str] = None, batch: bool = False, recurrent: bool = False, roles: List[str] = []) -> Axis:
    """Create an axis; see ngraph.op_graph.axes.make_axis."""
def make_computation(results: List["Op"], parameters: List["Op"], returns: Returns) -> Op:
    """A function to call: its results, then its parameters."""
def make_flattened_axis(members: _Axes) -> Axis: ...
def make_shadow_axis(axis: Axis) -> Axis: ...
def map_axes(names: List[Tuple[str, str]], axes: _Axes) -> Axes: ...
def max(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The largest element over the reduction axes; NaN propagates. Gradient: d to every element that equals the maximum."""
def maximum(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """The larger of x and y; NaN propagates. Gradient: d to the larger one, 0 for both at ties."""
def mean(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The sum over the reduction axes, divided by the number of elements summed. Gradient: d over that number, broadcast."""
def min(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The smallest element over the reduction axes; NaN propagates. Gradient: d to every element that equals the minimum."""
def minimum(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """The smaller of x and y; NaN propagates. Gradient: d to the smaller one, 0 for both at ties."""
def mod(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """The remainder of floordivide, with the sign of y: -7 % 2 is 1. No gradient."""
def multiply(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """x times y, element by element. Gradients: d y and d x."""
def name_computation(computation: "Op", name: str) -> None:
    """Set the name without reserving it: ops may have the same name."""
def negative(x: _Operand) -> Op:
    """-x. Gradient: -d."""

class neon:
    """Implementation of ngraph.frontends.neon."""

    class Activation:
        """Applies an activation."""
        def __init__(self, transform: _Operand, name: Optional[str] = None) -> None: ...


    class Adagrad:
        def __init__(self, learning_rate: _Operand = 0.001, epsilon: float = 1e-08, gradient_clip_norm: Optional[float] = None, gradient_clip_value: Optional[float] = None, weight_clip_value: Optional[float] = None, iteration: Optional[_Operand] = None, name: Optional[str] = None) -> None: ...


    class Adam:
        def __init__(self, learning_rate: _Operand = 0.001, beta_1: float = 0.9, beta_2: float = 0.999, epsilon: float = 1e-08, gradient_clip_norm: Optional[float] = None, gradient_clip_value: Optional[float] = None, weight_clip_value: Optional[float] = None, iteration: Optional[_Operand] = None, name: Optional[str] = None) -> None: ...


    class Affine:
        """Fully connected layer: activation(W x + bias)."""
        def __init__(self, weight_init: _Operand, nout: Optional[_Operand] = None, bias_init: Optional[_Operand] = None, activation: Optional[_Operand] = None, batch_norm: bool = False, axes: Optional[_Axes] = None, keep_axes: Optional[_Axes] = None, name: Optional[str] = None) -> None: ...


    class BatchNorm:
        """Batch normalization of each channel or feature."""
        def __init__(self, rho: float = 0.9, eps: float = 0.001, init_gamma: float = 1.0, init_beta: float = 0.0, name: Optional[str] = None) -> None: ...
        def set_tuning(self, transformer: Transformer, iteration: int) -> None: ...


    class BiRNN:
        """Bidirectional recurrent layer."""
        def __init__(self, nout: int, init: _Operand, init_inner: Optional[_Operand] = None, activation: Optional[_Operand] = None, batch_norm: bool = False, reset_cells: bool = False, return_sequence: bool = True, sum_out: bool = False, concat_out: bool = False, name: Optional[str] = None) -> None: ...


    class Bias:
        """Adds a bias per channel or feature: x + bias."""
        def __init__(self, init: Optional[_Operand] = None, shared: bool = True, name: Optional[str] = None) -> None: ...


    class Convolution:
        """Convolution with K filters, then bias or batch normalization, then activation."""
        def __init__(self, filter_shape: _Operand, filter_init: _Operand, strides: _Operand = 1, padding: _Operand = 0, dilation: _Operand = 1, bias_init: Optional[_Operand] = None, activation: Optional[_Operand] = None, batch_norm: bool = False, name: Optional[str] = None) -> None: ...


    class Deconvolution:
        """Transposed convolution, then bias or batch normalization, then activation."""
        def __init__(self, filter_shape: _Operand, filter_init: _Operand, strides: _Operand = 1, padding: _Operand = 0, dilation: _Operand = 1, bias_init: Optional[_Operand] = None, activation: Optional[_Operand] = None, batch_norm: bool = False, deconv_out_shape: Optional[List[int]] = None, name: Optional[str] = None) -> None: ...


    class Dropout:
        """Randomly sets features to zero during training."""
        def __init__(self, keep: float = 0.5, per_sample: bool = False, name: Optional[str] = None) -> None: ...


    class GRU:
        """Gated recurrent unit layer."""
        def __init__(self, nout: int, init: _Operand, init_inner: Optional[_Operand] = None, activation: Optional[_Operand] = None, gate_activation: Optional[_Operand] = None, batch_norm: bool = False, reset_cells: bool = True, return_sequence: bool = True, backward: bool = False, name: Optional[str] = None) -> None: ...


    class GradientDescentMomentum:
        def __init__(self, learning_rate: _Operand, momentum_coef: float = 0.0, wdecay: float = 0.0, gradient_clip_norm: Optional[float] = None, gradient_clip_value: Optional[float] = None, weight_clip_value: Optional[float] = None, nesterov: bool = False, iteration: Optional[_Operand] = None, name: Optional[str] = None) -> None: ...


    class InferenceMode:
        """Context manager: layers called inside build inference ops."""
        def __enter__(self) -> None: ...
        def __exit__(self, *args: Any) -> None: ...
        def __init__(self) -> None: ...


    class LSTM:
        """Long short-term memory layer."""
        def __init__(self, nout: int, init: _Operand, init_inner: Optional[_Operand] = None, activation: Optional[_Operand] = None, gate_activation: Optional[_Operand] = None, batch_norm: bool = False, reset_cells: bool = True, return_sequence: bool = True, backward: bool = False, name: Optional[str] = None) -> None: ...


    class Layer:
        """A layer creates ops when it is called on one. Subclasses override __call__(self, in_obj)."""
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
            """Whether the layer has been called."""
        @property
        def kind(self) -> str: ...
        @property
        def layers(self) -> List[Any]:
            """Sublayers."""
        @property
        def name(self) -> str: ...
        def named(self, name: str) -> Any:
            """Rename the layer, and thereby its parameters, and return it. Call before the first use."""
        @property
        def own_parameters(self) -> Dict[Any, Any]:
            """Variables and persistent tensors of the layer itself, by name."""
        def parameter(self, name: str) -> Op: ...
        @property
        def path(self) -> str:
            """Path of the scope of its ops."""
        @property
        def results(self) -> List[Op]:
            """Results of its calls."""


    class Linear:
        """Linear map W x of the feature axes."""
        def __init__(self, init: _Operand, nout: Optional[_Operand] = None, axes: Optional[_Axes] = None, keep_axes: Optional[_Axes] = None, name: Optional[str] = None) -> None: ...
        @property
        def axes(self) -> Axes: ...


    class LookupTable:
        """Embedding: the row of a table for each index."""
        def __init__(self, vocab_size: int, embed_dim: int, init: _Operand, update: bool = True, pad_idx: Optional[int] = None, name: Optional[str] = None) -> None: ...


    class Optimizer:
        """An optimizer. Subclasses override variable_update(self, variable, grad, scale_factor)."""
        def __init__(self, learning_rate: _Operand = 0.0, iteration: Optional[_Operand] = None, gradient_clip_norm: Optional[float] = None, gradient_clip_value: Optional[float] = None, weight_clip_value: Optional[float] = None, name: Optional[str] = None) -> None: ...
        @property
        def lrate(self) -> Op:
            """Learning rate as an op."""
        @property
        def name(self) -> str: ...
        @property
        def path(self) -> str: ...
        results: Any
        @property
        def state(self) -> List[Op]:
            """Persistent tensors created by the last call."""
        def state_of(self, name: str, axes: _Axes, initial: float = 0.0) -> Op:
            """Create state that is kept between steps; call in variable_update only."""


    class Parallel:
        """Applies several branches to the same input."""
        def __init__(self, branches: Iterable, mode: Optional[str] = 'concat', name: Optional[str] = None) -> None: ...


    class Pooling:
        """Maximum or mean of each window."""
        def __init__(self, pool_shape: _Operand, strides: _Operand = 1, padding: _Operand = 0, pool_type: str = 'max', name: Optional[str] = None) -> None: ...


    class Preprocess:
        """Applies the function `functor` to its input; has no parameters."""
        def __init__(self, functor: _Operand, name: Optional[str] = None) -> None: ...


    class RMSProp:
        def __init__(self, decay_rate: float = 0.95, learning_rate: _Operand = 0.002, epsilon: float = 1e-06, gradient_clip_norm: Optional[float] = None, gradient_clip_value: Optional[float] = None, weight_clip_value: Optional[float] = None, wdecay: float = 0.0, momentum_coef: float = 0.0, iteration: Optional[_Operand] = None, name: Optional[str] = None) -> None: ...


    class RNNCell:
        """One step of a recurrent layer; see unroll."""
        def __init__(self, nout: int, init: _Operand, init_h2h: Optional[_Operand] = None, bias_init: Optional[_Operand] = None, activation: Optional[_Operand] = None, batch_norm: bool = False, reset_cells: bool = True, name: Optional[str] = None) -> None: ...
        def step(self, in_obj: "Op", h: "Op") -> Op: ...


    class Recurrent:
        """Simple recurrent layer."""
        def __init__(self, nout: int, init: _Operand, init_inner: Optional[_Operand] = None, activation: Optional[_Operand] = None, batch_norm: bool = False, reset_cells: bool = True, return_sequence: bool = True, backward: bool = False, name: Optional[str] = None) -> None: ...


    class RecurrentLayer:
        @property
        def initial_states(self) -> List[Op]:
            """States from which the last call starts."""


    class ResidualModule:
        """main(x) + side(x), or main(x) + x."""
        def __init__(self, main_path: _Operand, side_path: Optional[_Operand] = None, name: Optional[str] = None) -> None: ...


    class Sequential:
        """Applies layers one after the other."""
        def __init__(self, layers: Iterable, name: Optional[str] = None) -> None: ...
        @property
        def layers(self) -> List[Any]:
            """Sublayers."""
        @layers.setter
        def layers(self, value: Any) -> None: ...


    class VariableScope:
        """Context manager: variables of layers created inside belong to the scope."""
        def __enter__(self) -> str: ...
        def __exit__(self, *args: Any) -> None: ...
        def __init__(self, name: Optional[str] = None) -> None: ...

    @staticmethod
    def accuracy(y: "Op", t: "Op") -> Op:
        """Per sample, 1 if the largest score is that of the true class, else 0."""
    @staticmethod
    def batch_mean(per_sample: "Op") -> Op:
        """Mean over all axes."""
    @staticmethod
    def explin(x: "Op", alpha: float = 1.0) -> Op: ...
    @staticmethod
    def has_label(op: "Op") -> bool:
        """Whether the op has a name and metadata. Ops created by primitive_ops do not."""
    @staticmethod
    def learning_rate(policy: _Operand, iteration: Optional["Op"] = None) -> Op:
        """Return the learning rate of a policy as an op."""
    @staticmethod
    def load_data_set(name: str, folder: str = '', seed: int = 0) -> Dict[Any, Any]:
        """Load a data set from the folder of its published files, or generate a small synthetic one."""
    @staticmethod
    def logistic(x: "Op") -> Op: ...
    @staticmethod
    def misclassification(y: "Op", t: "Op") -> Op:
        """Per sample, 1 if the largest score is not that of the true class, else 0."""
    @staticmethod
    def normalizer(x: "Op", divisor: float = 128.0) -> Op: ...
    @staticmethod
    def ops_below(ops: List["Op"]) -> List[Op]:
        """Return the ops and all ops they depend on, operands first."""
    @staticmethod
    def ops_in_scope(results: List["Op"], scope: str) -> List[Op]:
        """Return the ops in the scope that the results depend on, operands first."""
    @staticmethod
    def perplexity(cross_entropy: "Op", usebits: bool = False) -> Op: ...
    @staticmethod
    def primitive_ops(ops: List["Op"]) -> List[Op]:
        """Expand derivatives and composite ops into primitive ops with the same values."""
    @staticmethod
    def rectlin(x: "Op", slope: float = 0.0) -> Op: ...
    @staticmethod
    def rectlinclip(x: "Op", slope: float = 0.0, cutoff: float = 20.0) -> Op: ...
    @staticmethod
    def restore_state(path: str, transformer: Transformer, state: List["Op"], allow_missing: bool = False) -> Dict[Any, Any]:
        """Restore values from a checkpoint. Returns the missing and the additional names."""
    @staticmethod
    def save_state(path: str, transformer: Transformer, state: List["Op"]) -> None:
        """Write the values of storage ops to a checkpoint, atomically."""
    @staticmethod
    def softmax(x: "Op") -> Op: ...
    @staticmethod
    def state_below(ops: List["Op"]) -> List[Op]:
        """Return the variables and persistent tensors that the ops depend on."""
    @staticmethod
    def tanh(x: "Op") -> Op: ...
    @staticmethod
    def top_k_misclassification(y: "Op", t: "Op", k: int) -> Op:
        """Per sample, 1 if the true class is not among the k largest scores, else 0."""
    @staticmethod
    def unroll(cell: neon.RNNCell, num_steps: int, inputs: "Op", init_states: Optional[_Operand] = None, reset_cells: bool = True, return_sequence: bool = True, reverse_mode: bool = False) -> Op: ...

def normal(x: _Operand, loc: float = 0.0, scale: float = 1.0, state: Optional["Op"] = None) -> Op:
    """Normal samples with mean loc and standard deviation scale over x's axes, resampled at each run: x provides the axes, state the seed and the number of runs so far. Gradient of x: d."""
def not_equal(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """1 where x != y, else 0. No gradient."""
def one_hot(x: _Operand, axis: Axis) -> Op:
    """Along a new first axis: 1 at the class x, 0 elsewhere; x is truncated to an integer, and a class outside the axis fails the run. No gradient."""
def op_from_parts(name: str, operands: List["Op"], attributes: Dict[Any, Any], body: Optional[Tuple[List["Op"], List["Op"]]] = None) -> Op:
    """Make an op from the parts that attributes_of, args and body_of return."""
def ordered_ops(roots: List["Op"]) -> List[Op]:
    """Return all ops that the roots depend on, operands first."""
def other_result(op: "Op", result: int) -> Op:
    """Return another result of the op's node."""
def pad(x: _Operand, paddings: Iterable[Any], axes: Optional[_Axes] = None) -> Op:
    """x padded with zeros before and after along each axis. Gradient: the part of d at x."""
def pass_sentences() -> Dict[Any, Any]:
    """Return the engine's passes by name with one-line descriptions, graph passes first."""
def persistent_tensor(axes: _Axes, dtype: Optional[_DType] = None, initial_value: Optional[Any] = None) -> Op:
    """State that is kept between runs and not trained: running means, counters."""
def placeholder(axes: _Axes, dtype: Optional[_DType] = None, initial_value: Optional[Any] = None) -> Op:
    """An input of a computation. Its value is given at each call, and kept until the next."""
def pooling(pool_params: Dict[Any, Any], inputs: _Operand, axes: Optional[_Axes] = None) -> Op:
    """The largest element (max), or the mean of those inside the image (avg), of each window of the inputs (C, D, H, W, N). Gradient: to the first maximum of the window, or in equal parts to its elements."""
def power(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """x to the power y: 1 for 0 to the power 0, NaN for negative x and fractional y. Gradients: d y x^(y-1), 0 where y is 0; d z log x, 0 at a base of 0, where z is the power."""
def print_value(x: _Operand, prefix: Optional[str] = None) -> Op:
    """x unchanged; every run prints the prefix and the value as one line. Gradient: d."""
def prod(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The product over the reduction axes; by default all but batch and recurrent. Gradient: d times the product of the other elements, also where elements are 0."""
def random_samples(distribution: str, x: _Operand, first: float, second: float) -> Op:
    """Random samples of the named distribution over the axes of x."""
def random_state(seed: int) -> Op:
    """Random state (seed and number of runs), which several ops may share."""
def reciprocal(x: _Operand) -> Op:
    """One over x. Gradient: -d y y."""
def rename_axes(tensor: _Operand, names: List[Tuple[str, str]]) -> Op:
    """x with some of its axes renamed; lengths and order stay. Gradient: d with the original names."""
def result_of(op: "Op") -> int:
    """Return which of its node's results the op is."""
def rewrite(root: "Op", visit: Callable[..., Any]) -> Op:
    """Rebuild the graph with each op replaced by visit(op), unless that returns None."""
def safe_name(name: str) -> str: ...
def safelog(x: _Operand, limit: float = -50.0) -> Op:
    """log(x + e^limit), at least limit (-50), so it is finite at 0. Gradient: d / (x + e^limit) above the limit, else 0."""
def scan(axis: Axis, states: List["Op"], sequences: List["Op"], body: Callable[..., Any], reverse: bool = False) -> Tuple[List[Op], List[Op]]:
    """Run body(states, elements) -> (next states, outputs) for each position of the axis, with the sequences' elements at that position. Returns the last states, and the outputs of all steps along the axis. Differentiable; steps are not unrolled."""
def seed_random(seed: int) -> None:
    """Set the seed of random ops created from now on."""
def sequential(ops: List["Op"]) -> Op:
    """Runs its operands in order, each once; each sees the assigns before it. Value and gradient: those of the last operand."""
def set_error_classes(by_kind: Dict[Any, Any]) -> None:
    """Set the exception class for each kind of engine error."""
def set_item(tensor: "Op", item: Any, value: _Operand) -> Op:
    """Sets the part of the target selected by the slices to the value, at the end of the run or at this point of a sequence; the rest stays. Has no value."""
def set_package_folder(folder: str) -> None:
    """Set the package folder, whose files are skipped when source lines of ops are recorded."""
def sigmoid(x: _Operand) -> Op:
    """1 / (1 + exp(-x)), exactly 0 far below. Gradient: d y (1 - y)."""
def sign(x: _Operand) -> Op:
    """-1, 0 or 1 for negative, zero or positive x; NaN for NaN. No gradient."""
def sin(x: _Operand) -> Op:
    """The sine of x in radians. Gradient: cos(x) d."""
def slice_along_axis(x: _Operand, axis: Axis, idx: _SliceItem) -> Op:
    """The part of x selected by the slices, one per axis; an index drops its axis. Gradient: d at the slices in zeros; gradients of several slices of one tensor are summed."""
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
    """The operands stacked along a new axis. Gradient: to each operand its slice of d."""
def stop_gradient(x: _Operand) -> Op:
    """x without gradient: differentiation treats it as a constant."""
def subtract(x: _Operand, y: _Operand, dtype: Optional[_DType] = None) -> Op:
    """x - y, broadcast by axis name. Gradients: d and -d."""
def sum(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The sum over the reduction axes; by default all but batch and recurrent. Gradient: d, broadcast."""
def tanh(x: _Operand) -> Op:
    """The hyperbolic tangent. Gradient: (1 - y y) d."""
def temporary(axes: _Axes, dtype: Optional[_DType] = None) -> Op:
    """Scratch memory of one run: zeros until assigned, discarded afterwards."""
def tensor_size(x: _Operand, reduction_axes: Optional[_Axes] = None, out_axes: Optional[_Axes] = None, dtype: Optional[_DType] = None) -> Op:
    """The number of elements over the reduction axes, by default all but batch: a scalar. No gradient."""
def tensor_slice(x: _Operand, slices: List[_SliceItem], axes: Optional[_Axes] = None) -> Op:
    """The part of x selected by the slices, one per axis; an index drops its axis. Gradient: d at the slices in zeros; gradients of several slices of one tensor are summed."""
def transformer_choices() -> List[str]:
    """Return the names of the available transformers."""
def transpose(x: _Operand) -> Op:
    """x with its axes in reverse order. Gradient: d in x's order."""
def unavailable_transformers() -> Dict[Any, Any]:
    """Return the reasons why other transformers are unavailable, by name."""
def unflatten(x: _Operand, axes: Optional[_Axes] = None) -> Op:
    """x with flattened axes split into their members. Gradient: d flattened."""
def uniform(x: _Operand, low: float = 0.0, high: float = 1.0, state: Optional["Op"] = None) -> Op:
    """Samples in [low, high) over x's axes, resampled at each run: x provides the axes, state the seed and the number of runs so far. Gradient of x: d."""
def unscoped_name(name: str) -> str: ...
def value_of(tensor: _Operand, dtype: Optional[_DType] = None) -> Op:
    """A copy of x at this point of a sequence; later updates do not change it. With a dtype, x is converted to it. Gradient: d."""
def variable(axes: _Axes, dtype: Optional[_DType] = None, initial_value: Optional[Any] = None) -> Op:
    """Trainable state. Expressions see its value before the run's updates; listed as a result of a computation it shows the value after them."""
def variance(x: _Operand, out_axes: Optional[_Axes] = None, reduction_axes: Optional[_Axes] = None) -> Op:
    """The mean squared distance from the mean over the reduction axes, by default all but batch and recurrent. Gradient: 2 d (x - mean) over the number of elements."""
