# SPDX-License-Identifier: Apache-2.0
"""Test helpers: executors, numeric derivatives, random arrays, comparisons."""
from ngraph.testing.comparison import (
    allclose, assert_allclose, raise_all_numpy_errors, with_error_settings)
from ngraph.testing.conv_utils import (
    ConvParams, reference_conv, reference_deconv_bprop, reference_deconv_fprop)
from ngraph.testing.derivatives import check_derivative, numeric_derivative
from ngraph.testing.execution import ExecutorFactory, executor
from ngraph.testing.flex_util import is_flex_factory
from ngraph.testing.random import RandomTensorGenerator

__all__ = [
    "ConvParams", "ExecutorFactory", "RandomTensorGenerator", "allclose", "assert_allclose",
    "check_derivative", "executor", "is_flex_factory", "numeric_derivative",
    "raise_all_numpy_errors", "reference_conv", "reference_deconv_bprop", "reference_deconv_fprop",
    "with_error_settings",
]
