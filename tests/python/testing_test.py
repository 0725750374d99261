# SPDX-License-Identifier: Apache-2.0
"""Tests ngraph.testing: derivatives are checked by differences, and wrong ones are found."""
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.testing import (
    ConvParams, ExecutorFactory, RandomTensorGenerator, assert_allclose, check_derivative, executor,
    is_flex_factory, numeric_derivative, raise_all_numpy_errors, reference_conv,
    reference_deconv_bprop, reference_deconv_fprop)


class Derivatives(unittest.TestCase):
    def setUp(self):
        self.axes = ng.make_axes([ng.make_axis(2), ng.make_axis(3)])
        self.x = ng.placeholder(self.axes)
        self.values = RandomTensorGenerator(3).uniform(0.5, 1.5, self.axes)

    def test_differences_of_a_function_of_arrays(self):
        slopes = numeric_derivative(lambda v: v ** 2, np.array([1.0, 3.0]), 1e-6)
        np.testing.assert_allclose(slopes, [[2, 0], [0, 6]], rtol=1e-4, atol=1e-6)

    def test_a_jacobian(self):
        with ExecutorFactory() as factory:
            jacobian = factory.derivative(ng.square(self.x), self.x)(self.values)
        self.assertEqual(jacobian.shape, (2, 3, 2, 3))
        np.testing.assert_allclose(jacobian.reshape(6, 6), np.diag(2 * self.values.ravel()))

    def test_types_of_derivatives(self):
        x = ng.placeholder([ng.make_axis(3)], dtype=np.float64)
        values = np.array([1 / 3, 0.7, 1e-3])
        with ExecutorFactory() as factory:
            jacobian = factory.derivative(ng.multiply(x, x, dtype=np.float64), x)(values)
        self.assertEqual(jacobian.dtype, np.float64)
        np.testing.assert_allclose(jacobian, np.diag(2 * values), rtol=1e-14)
        np.testing.assert_array_equal(
            numeric_derivative(lambda v: int(1.23 * v[0]), np.array([0.5]), 2.0), [1.5])

    def test_correct_and_wrong_derivatives(self):
        y = ng.placeholder(())
        check_derivative(ng.exp(self.x) * y, self.x, 1e-3, self.values, [y], [2.0], atol=1e-2,
                         rtol=1e-2)
        with self.assertRaises(AssertionError):
            check_derivative(ng.stop_gradient(self.x), self.x, 1e-3, self.values, atol=1e-2)

    def test_executor(self):
        with executor([self.x + 1, ng.sum(self.x, out_axes=())], self.x) as run:
            more, total = run(self.values)
        assert_allclose(more, self.values + 1)
        assert_allclose(total, self.values.sum())
        with self.assertRaises(AssertionError):
            assert_allclose(more, self.values)


class Arrays(unittest.TestCase):
    def test_generator(self):
        axes = ng.make_axes([ng.make_axis(50)])
        first, second = RandomTensorGenerator(7), RandomTensorGenerator(7)
        np.testing.assert_array_equal(first.normal(0, 1, axes), second.normal(0, 1, axes))
        whole = first.random_integers(1, 3, axes)
        self.assertEqual((set(whole.tolist()), whole.dtype), ({1, 2, 3}, np.int8))
        steps = first.discrete_uniform(0, 1, 0.25, axes)
        self.assertEqual(set(steps.tolist()), {0, 0.25, 0.5, 0.75, 1})
        stream = np.random.RandomState(2).randint(0, 6, 50) * 2 - 3
        tenths = RandomTensorGenerator(2).discrete_uniform(0, 0.3, 0.1, axes)
        self.assertAlmostEqual(float(tenths.max()), 0.3, places=6)  # 0.3 / 0.1 is less than 3
        drawn = RandomTensorGenerator(2).discrete_uniform(-3, 8, 2, axes)
        np.testing.assert_array_equal(drawn, stream)
        self.assertGreater(first.randn_abs_clip(axes).max(), 1)
        clipped = first.randn_abs_clip(axes, clip_max=0.5)
        self.assertTrue(0 <= clipped.min() and clipped.max() == 0.5)
        first.reset()
        second.reset(7)
        np.testing.assert_array_equal(first.uniform(0, 1, axes), second.uniform(0, 1, axes))

    def test_errors_of_numpy(self):
        @raise_all_numpy_errors
        def divide():
            return np.float32(1) / np.float32(0)
        with self.assertRaises(FloatingPointError):
            divide()

    def test_closeness_as_a_value(self):
        self.assertTrue(ng.testing.allclose(np.ones(3), np.ones(3) + 1e-6))
        self.assertFalse(ng.testing.allclose(np.ones(3), np.full(3, 1.01)))
        self.assertTrue(ng.testing.allclose(np.ones(3), np.full(3, 1.01), rtol=0.1))

    def test_no_integer_backend(self):
        self.assertFalse(is_flex_factory(ngt.make_transformer_factory("cpu")))


class Convolutions(unittest.TestCase):
    """The NumPy loops agree with the engine."""

    def draw(self, *axes):
        generator = RandomTensorGenerator(5)
        return [generator.uniform(-1, 1, each) for each in axes]

    def test_convolution(self):
        cp = ConvParams(C=2, N=3, K=4, H=6, W=5, R=3, S=2, pad_h=1, str_w=2, dil_h=2)
        images, filters, error = self.draw(cp.ax_i, cp.ax_f, cp.ax_o)
        i, f, e = (ng.placeholder(axes) for axes in (cp.ax_i, cp.ax_f, cp.ax_o))
        output = ng.convolution(cp.conv_params, i, f, axes=cp.ax_o)
        wanted = reference_conv(cp.dimI, cp.dimF, cp.dimO, cp.conv_params, images, filters, error)
        with executor([output, ng.deriv(output, i, e), ng.deriv(output, f, e)], i, f, e) as run:
            for found, exact in zip(run(images, filters, error), wanted):
                np.testing.assert_allclose(found, exact, rtol=1e-4, atol=1e-5)

    def test_deconvolution(self):
        cp = ConvParams(C=2, N=3, K=4, H=3, W=4, R=3, S=2, pad_h=1, str_w=2, deconv=True)
        images, filters, error = self.draw(cp.ax_i, cp.ax_f, cp.ax_o)
        i, f, e = (ng.placeholder(axes) for axes in (cp.ax_i, cp.ax_f, cp.ax_o))
        output = ng.deconvolution(cp.conv_params, i, f, axes=cp.ax_o)
        wanted = (reference_deconv_fprop(cp.conv_params, images, filters),
                  *reference_deconv_bprop(cp.conv_params, error, images, filters))
        with executor([output, ng.deriv(output, i, e), ng.deriv(output, f, e)], i, f, e) as run:
            for found, exact in zip(run(images, filters, error), wanted):
                np.testing.assert_allclose(found, exact, rtol=1e-4, atol=1e-5)


if __name__ == "__main__":
    unittest.main()
