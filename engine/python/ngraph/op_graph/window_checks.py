# SPDX-License-Identifier: Apache-2.0
"""Checks of convolution and pooling with the original's error texts, which programs compare."""
import functools

from ngraph._engine import as_op
from ngraph.util.errors import ValueRefused

_PARAMETERS = tuple(f"{what}_{axis}" for what in ("pad", "str", "dil") for axis in "hwd")


def _check_rank(what, op):
    if len(op.axes) != 5:
        raise ValueRefused(f"{what} shape must be length 5, found {len(op.axes)}")


def checked_convolution(function):
    """Check ranks, channels (of convolution only) and parameters, in the original's order."""
    @functools.wraps(function)
    def convolve(conv_params, inputs, filters, axes=None):
        inputs, filters = as_op(inputs), as_op(filters)
        _check_rank("convolution input", inputs)
        _check_rank("convolution filter", filters)
        first = inputs.axes[1 if conv_params.get("batch_first") else 0]
        second = filters.axes[0]
        grouped = conv_params.get("groups", 1) != 1
        if function.__name__ == "convolution" and first != second and not grouped:
            raise ValueRefused(f"the first axis in input {first} and filter {second} "
                               "are not the same.")
        missing = next((key for key in _PARAMETERS if key not in conv_params), None)
        if missing is not None:
            raise ValueRefused(f"Expected parameter {missing} not present in convparams dict.")
        return function(conv_params, inputs, filters, axes)
    return convolve


def checked_pooling(function):
    """Check rank and kind of pooling."""
    @functools.wraps(function)
    def pool(pool_params, inputs, axes=None):
        inputs = as_op(inputs)
        _check_rank("pooling input", inputs)
        kind = pool_params.get("op", "max")
        if kind not in ("max", "avg"):
            raise ValueRefused(f"Unsupported pooling type: {kind}.  Only max and avg pooling "
                               "currently supported. ")
        return function(pool_params, inputs, axes)
    return pool
