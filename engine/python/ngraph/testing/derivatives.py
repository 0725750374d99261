# SPDX-License-Identifier: Apache-2.0
"""Numeric derivatives of functions of arrays."""
import numpy as np


def numeric_derivative(f, x, dx):
    """Return the forward differences of f at x, an array of shape f(x).shape + x.shape.

    f takes an array like x and returns a number or an array.
    """
    x = np.array(x)
    if x.dtype.kind != "f":
        x = x.astype(np.float64)
    base = np.array(f(x))
    slopes = np.empty(base.shape + x.shape, np.result_type(base.dtype, np.float32))
    for place in np.ndindex(*x.shape):
        kept = x[place].copy()
        x[place] = kept + dx
        slopes[(...,) + place] = (np.asarray(f(x)) - base) / dx
        x[place] = kept
    return slopes


def check_derivative(f, x, delta, x_value, parameters=(), parameter_values=(), **tolerances):
    """Compare the derivative of the op f with respect to x with forward differences of step delta.

    `parameters` are further placeholders, with their values; tolerances are those of
    assert_allclose.
    """
    from ngraph.testing.comparison import assert_allclose
    from ngraph.testing.execution import ExecutorFactory
    with ExecutorFactory() as factory:
        exact = factory.derivative(f, x, *parameters)
        numeric = factory.numeric_derivative(f, x, delta, *parameters)
        assert_allclose(exact(x_value, *parameter_values), numeric(x_value, *parameter_values),
                        **tolerances)
