# SPDX-License-Identifier: Apache-2.0
"""Sizes of convolution and pooling windows, and a plain gradient descent optimizer."""
import collections

import ngraph as ng
from ngraph.frontends.common.learning_rate_policies import get_learning_rate_policy_callback

Padding = collections.namedtuple("Padding", ["pad1", "pad2"])


class ConvParameters:
    """A window along one axis: computes its padding and output length."""

    def __init__(self, input_size, filter_size, stride=1, dilation=1, pooling=False):
        self.input_size, self.filter_size = input_size, filter_size
        self.stride, self.dilation, self.pooling = stride, dilation, pooling

    @property
    def reach(self):
        """Number of elements from the first to the last that the window covers."""
        return self.dilation * (self.filter_size - 1) + 1

    def get_padding_size(self, padding):
        """Zeros before and after, for padding given as a number, two numbers or a name."""
        if isinstance(padding, str):
            return self._padding_named(padding)
        if isinstance(padding, int):
            return Padding(padding, padding)
        return Padding(*padding)

    def _padding_named(self, word):
        if word == "valid":
            return Padding(0, 0)
        if word == "same":
            count = -(-self.input_size // self.stride)
            total = max(self.stride * (count - 1) + self.reach - self.input_size, 0)
            return Padding(total // 2, total - total // 2)
        if word == "causal":
            return Padding(self.reach - 1, 0)
        if word == "full":
            return Padding(self.reach - 1, self.reach - 1)
        if word == "caffe_full":
            raise NotImplementedError("padding with Caffe's rounding is not supported; use numbers")
        raise ValueError(f"padding must be one or two numbers, 'valid', 'same', 'causal' or "
                         f"'full', not {word!r}")

    def get_output_size(self, padding):
        """Number of windows. Raises ValueError for none, and for pooling windows inside the
        padding.
        """
        before, after = self.get_padding_size(padding)
        if self.pooling and max(before, after) >= self.reach:
            raise ValueError(f"a pooling window of {self.reach} lies completely in the padding of "
                             f"{before} and {after} alone")
        length = (self.input_size + before + after - self.reach) // self.stride + 1
        if length < 1:
            raise ValueError(f"no window of {self.reach} fits into {self.input_size} elements with "
                             f"padding {before} and {after}")
        return length

    def get_transposed_output_size(self, padding):
        """Number of elements of an image with this many windows (transposed convolution)."""
        before, after = self.get_padding_size(padding)
        return self.stride * (self.input_size - 1) + self.reach - before - after

    get_transpose_size = get_transposed_output_size  # the original's name


def conv_output_dim(X, S, padding, strides, pooling=False, dilation=1):  # noqa: N803
    """Return the number of windows of S elements, `strides` apart, in X elements."""
    return ConvParameters(X, S, strides, dilation, pooling).get_output_size(padding)


def deconv_output_dim(X, S, padding, strides, dilation=1):  # noqa: N803
    """Return the number of elements of an image that has X windows of S elements."""
    return ConvParameters(X, S, strides, dilation).get_transposed_output_size(padding)


def make_convparams(nout, filter_shape, strides, padding, dilation):
    """Return the parameters of ng.convolution, from dicts by D, H and W."""
    parameters = {"K": nout, **{name: filter_shape[axis] for name, axis in zip("TRS", "DHW")}}
    for axis in "DHW":
        parameters.update({f"str_{axis.lower()}": strides[axis],
                           f"pad_{axis.lower()}": padding[axis],
                           f"dil_{axis.lower()}": dilation[axis]})
    return parameters


def make_poolparams(op, pool_shape, strides, padding):
    """Return the parameters of ng.pooling, from dicts by C, D, H and W."""
    parameters = {"op": op, **{name: pool_shape[axis] for name, axis in zip("JTRS", "CDHW")}}
    for axis in "CDHW":
        parameters.update({f"str_{axis.lower()}": strides[axis],
                           f"pad_{axis.lower()}": padding[axis]})
    return parameters


def common_conv2d_pool_output_shape(input_NHWC, filter_HWIO, stride_NHWC, padding):  # noqa: N803
    """Return (N, H, W, K) of a convolution or pooling whose padding is "SAME" or "VALID"."""
    if padding not in ("SAME", "VALID"):
        raise ValueError(f"padding must be 'SAME' or 'VALID', not {padding!r}")
    if not len(input_NHWC) == len(filter_HWIO) == len(stride_NHWC) == 4:
        raise ValueError("input, filter and strides must have four lengths each")
    if input_NHWC[3] != filter_HWIO[2]:
        raise ValueError(f"the input has {input_NHWC[3]} channels and the filter {filter_HWIO[2]}")
    if stride_NHWC[0] != 1 or stride_NHWC[3] != 1:
        raise NotImplementedError("the strides along batch and channels must be 1")
    lengths = [ConvParameters(*sizes).get_output_size(padding.lower()) for sizes in
               zip(input_NHWC[1:3], filter_HWIO[:2], stride_NHWC[1:3])]
    return (input_NHWC[0], *lengths, filter_HWIO[3])


def common_conv2d_pool_padding(input_NHWC, filter_HWIO, stride_NHWC, padding):  # noqa: N803
    """Return the padding (top, bottom, left, right) that "SAME" or "VALID" stands for."""
    common_conv2d_pool_output_shape(input_NHWC, filter_HWIO, stride_NHWC, padding)
    return tuple(zeros for sizes in zip(input_NHWC[1:3], filter_HWIO[:2], stride_NHWC[1:3])
                 for zeros in ConvParameters(*sizes).get_padding_size(padding.lower()))


def squeeze_axes(inputs):
    """Return the ops without their axes of length 1."""
    return [ng.tensor_slice(op, [0 if axis.length == 1 else slice(None) for axis in op.axes])
            for op in inputs]


class CommonSGDOptimizer:
    """Plain gradient descent, with a number, a policy or a function of the iteration as rate.

    If the rate depends on the iteration, the placeholder get_iter_buffer() is fed with it.
    """

    def __init__(self, learning_rate):
        self._iteration = ng.placeholder((), dtype="uint32")
        self.learning_rate = get_learning_rate_policy_callback(learning_rate)(self._iteration)

    def get_iter_buffer(self):
        """Return the placeholder of the iteration."""
        return self._iteration

    def get_lr_subgraph(self):
        """Return the learning rate as an op."""
        return self.learning_rate

    def minimize(self, cost, variables=None):
        """Return an op that makes one step on the mean cost. Its value is the mean cost before the
        step.
        """
        variables = list(variables) if variables is not None else cost.variables()
        mean = ng.sum(cost, out_axes=()) / ng.batch_size(cost)
        steps = [ng.assign(v, v - self.learning_rate * ng.deriv(mean, v)) for v in variables]
        return ng.sequential([ng.doall(steps), mean])
