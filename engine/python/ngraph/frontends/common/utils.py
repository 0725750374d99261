# SPDX-License-Identifier: Apache-2.0
"""Sizes of convolution and pooling windows, and a plain gradient descent optimizer."""
import collections

import ngraph as ng

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
        raise ValueError(f"padding must be one or two numbers, 'valid', 'same', 'causal' or 'full', "
                         f"not {word!r}")

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


def conv_output_dim(X, S, padding, strides, pooling=False, dilation=1):  # noqa: N803
    """Return the number of windows of S elements, `strides` apart, in X elements."""
    return ConvParameters(X, S, strides, dilation, pooling).get_output_size(padding)


def deconv_output_dim(X, S, padding, strides, dilation=1):  # noqa: N803
    """Return the number of elements of an image that has X windows of S elements."""
    return ConvParameters(X, S, strides, dilation).get_transposed_output_size(padding)


class CommonSGDOptimizer:
    """Plain gradient descent."""

    def __init__(self, learning_rate):
        self.learning_rate = learning_rate

    def minimize(self, cost, variables=None):
        """Return an op that makes one step on the mean cost. Its value is the mean cost before the
        step.
        """
        variables = list(variables) if variables is not None else cost.variables()
        mean = ng.sum(cost, out_axes=()) / ng.batch_size(cost)
        steps = [ng.assign(v, v - self.learning_rate * ng.deriv(mean, v)) for v in variables]
        return ng.sequential([ng.doall(steps), mean])
