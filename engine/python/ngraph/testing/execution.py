# SPDX-License-Identifier: Apache-2.0
"""Computations on a transformer that is closed at the end of a `with` block."""
import contextlib

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.testing.derivatives import numeric_derivative


class ExecutorFactory:
    """Creates computations that share one transformer: `with ExecutorFactory() as factory:`."""

    def __init__(self):
        self.transformer = ngt.make_transformer()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def close(self):
        """Close the transformer."""
        self.transformer.close()

    def executor(self, results, *parameters):
        """Return a callable that computes results for values of the parameters."""
        return self.transformer.computation(results, *parameters)

    def get_tensor_view_value(self, op, host_tensor=None):
        """Return the value of a storage op in this transformer."""
        return self.transformer.get_tensor_view_value(op, host_tensor)

    def numeric_derivative(self, f, x, dx, *parameters):
        """Return a callable of the values of x and the parameters: numeric derivative of f by x."""
        run = self.transformer.computation(f, x, *parameters)

        def differences(x_value, *values):
            return numeric_derivative(lambda moved: run(moved, *values), x_value, dx)
        return differences

    def derivative(self, f, x, *parameters):
        """Return a callable of the values of x and the parameters: df/dx over f's axes, then x's.

        Computes one row at a time: the derivative for an error of 1 at one element of f.
        """
        if not f.axes:
            return self.transformer.computation(ng.deriv(f, x), x, *parameters)
        error = ng.placeholder(f.axes, dtype=f.dtype)
        row = self.transformer.computation(ng.deriv(f, x, error), error, x, *parameters)
        shape = tuple(f.axes.lengths)

        def jacobian(*values):
            unit = np.zeros(shape, np.float32)
            rows = []
            for place in np.ndindex(*shape):
                unit[place] = 1
                rows.append(np.array(row(unit, *values)))
                unit[place] = 0
            return np.reshape(rows, shape + tuple(x.axes.lengths))
        return jacobian


@contextlib.contextmanager
def executor(results, *parameters):
    """Context manager: yields a callable that computes results for values of the parameters."""
    with ExecutorFactory() as factory:
        yield factory.executor(results, *parameters)
