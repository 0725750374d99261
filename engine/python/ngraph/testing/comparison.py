# SPDX-License-Identifier: Apache-2.0
"""Comparison of arrays, and NumPy warnings as errors."""
import functools

import numpy as np

import ngraph.transformers as ngt


def assert_allclose(actual, desired, rtol=1e-7, atol=0, equal_nan=False, err_msg="", verbose=True,
                    rtol_multiplier=1, atol_multiplier=1, transformer_overwrite=True):
    """NumPy's assert_allclose with at least the tolerances of the current transformer.

    transformer_overwrite=False uses the given tolerances.
    """
    if transformer_overwrite:
        own_atol, own_rtol = ngt.make_transformer().get_default_tolerance(desired)
        rtol = max(rtol, own_rtol * rtol_multiplier)
        atol = max(atol, own_atol * atol_multiplier)
    np.testing.assert_allclose(actual, desired, rtol=rtol, atol=atol, equal_nan=equal_nan,
                               err_msg=err_msg, verbose=verbose)


def allclose(actual, desired, rtol=1e-5, atol=1e-8, equal_nan=False):
    """NumPy's allclose with at least the tolerances of the current transformer."""
    own_atol, own_rtol = ngt.make_transformer().get_default_tolerance(desired)
    return np.allclose(actual, desired, rtol=max(rtol, own_rtol), atol=max(atol, own_atol),
                       equal_nan=equal_nan)


def with_error_settings(**settings):
    """Decorate a function to run with these settings of numpy.errstate."""
    def decorated(function):
        @functools.wraps(function)
        def inside(*args, **kwargs):
            with np.errstate(**settings):
                return function(*args, **kwargs)
        return inside
    return decorated


def raise_all_numpy_errors(function):
    """Decorate a function so that overflow, division by zero and invalid operations in NumPy raise.
    """
    return with_error_settings(divide="raise", over="raise", under="raise", invalid="raise")(
        function)
