# SPDX-License-Identifier: Apache-2.0
"""Windows without bias and activation, whose arguments are dicts by axis."""
from ngraph._engine.neon import Convolution, Deconvolution, Pooling

__all__ = ["ConvBase", "DeconvBase", "PoolBase"]


class ConvBase(Convolution):
    """Convolution with filters of a dict of lengths by D, H, W and K."""

    def __init__(self, filter_shape, init, strides, padding, dilation, **kwargs):
        super().__init__(filter_shape, init, strides=strides, padding=padding, dilation=dilation,
                         **kwargs)


class DeconvBase(Deconvolution):
    """Transposed convolution with filters of a dict of lengths by D, H, W and K."""

    def __init__(self, filter_shape, init, strides, padding, dilation, **kwargs):
        super().__init__(filter_shape, init, strides=strides, padding=padding, dilation=dilation,
                         **kwargs)


class PoolBase(Pooling):
    """Pooling with a window of a dict of lengths by C, D, H and W."""

    def __init__(self, pool_shape, strides, padding, pool_type="max", **kwargs):
        super().__init__(pool_shape, strides=strides, padding=padding, pool_type=pool_type,
                         **kwargs)
