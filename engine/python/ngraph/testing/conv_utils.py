# SPDX-License-Identifier: Apache-2.0
"""Reference convolution and deconvolution in plain NumPy loops."""
import itertools

import numpy as np

import ngraph as ng

_DIMS = ("d", "h", "w")


class ConvParams:
    """Sizes and axes of one convolution, and the parameter dict for ng.convolution."""

    def __init__(self, C=1, N=1, K=1, D=1, H=1, W=1, T=1, R=1, S=1, pad_d=0, pad_h=0, pad_w=0,
                 str_d=1, str_h=1, str_w=1, dil_d=1, dil_h=1, dil_w=1, deconv=False):
        self.C, self.N, self.K, self.D, self.H, self.W = C, N, K, D, H, W
        self.T, self.R, self.S = T, R, S
        self.conv_params = dict(pad_d=pad_d, pad_h=pad_h, pad_w=pad_w, str_d=str_d, str_h=str_h,
                                str_w=str_w, dil_d=dil_d, dil_h=dil_h, dil_w=dil_w, T=T, R=R, S=S,
                                K=K)
        output = [self._output_length(*sizes, deconv=deconv) for sizes in
                  zip((D, H, W), (T, R, S), _DIMS)]
        self.M, self.P, self.Q = output
        self.dimI = (C, D, H, W, N)
        self.dimF = (K, T, R, S, C) if deconv else (C, T, R, S, K)
        self.dimO = (K, *output, N)
        self.ax_N = ng.make_axis(N, name="N")
        self.ax_i = ng.make_axes([ng.make_axis(C, name="C"), ng.make_axis(D), ng.make_axis(H),
                                  ng.make_axis(W), self.ax_N])
        # The first axis is common to images and filters, or to outputs and filters of a
        # deconvolution.
        names = ("K", "C") if deconv else ("C", "K")
        self.ax_f = ng.make_axes([ng.make_axis(self.dimF[0], name=names[0]), ng.make_axis(T),
                                  ng.make_axis(R), ng.make_axis(S),
                                  ng.make_axis(self.dimF[-1], name=names[1])])
        self.ax_o = ng.make_axes([ng.make_axis(K, name="K"), *map(ng.make_axis, output), self.ax_N])

    def _output_length(self, image, window, dim, deconv):
        pad, stride, dilation = (self.conv_params[f"{what}_{dim}"]
                                 for what in ("pad", "str", "dil"))
        reach = dilation * (window - 1) + 1
        if deconv:
            return (image - 1) * stride + reach - 2 * pad
        return (image + 2 * pad - reach) // stride + 1


def _taps(params, filters, places):
    """Yield each output position and tap with the position in the padded image that the tap reads.
    """
    for place in itertools.product(*map(range, places)):
        for tap in itertools.product(*map(range, filters)):
            yield place, tap, tuple(
                place[i] * params[f"str_{dim}"] + tap[i] * params[f"dil_{dim}"]
                for i, dim in enumerate(_DIMS))


def _padded(params, images):
    pads = [(0, 0), *((params[f"pad_{dim}"],) * 2 for dim in _DIMS), (0, 0)]
    return np.pad(images, pads), tuple(slice(before, -after if after else None)
                                       for before, after in pads)


def reference_conv(dimI, dimF, dimO, conv_params, valI, valF, valE):
    """Return the output, and the gradients of images and filters for the error valE."""
    images, inside = _padded(conv_params, np.asarray(valI, np.float64).reshape(dimI))
    filters = np.asarray(valF, np.float64).reshape(dimF)
    error = np.asarray(valE, np.float64).reshape(dimO)
    output, image_grad, filter_grad = np.zeros(dimO), np.zeros(images.shape), np.zeros(dimF)
    for place, tap, read in _taps(conv_params, dimF[1:4], dimO[1:4]):
        here, at, there = (slice(None), *place), (slice(None), *tap), (slice(None), *read)
        output[here] += filters[at].T @ images[there]
        image_grad[there] += filters[at] @ error[here]
        filter_grad[at] += images[there] @ error[here].T
    return output, image_grad[inside], filter_grad


def reference_deconv_fprop(conv_params, valI, valF):
    """Return the transposed convolution of valI with the filters (K, T, R, S, C)."""
    taps, channels = valF.shape[1:4], valF.shape[0]
    lengths = [(n - 1) * conv_params[f"str_{d}"] + conv_params[f"dil_{d}"] * (t - 1) + 1
               for n, t, d in zip(valI.shape[1:4], taps, _DIMS)]
    output = np.zeros((channels, *lengths, valI.shape[-1]))
    for place, tap, write in _taps(conv_params, taps, valI.shape[1:4]):
        output[(slice(None), *write)] += valF[(slice(None), *tap)] @ valI[(slice(None), *place)]
    cut = (conv_params[f"pad_{d}"] for d in _DIMS)
    return output[(slice(None), *(slice(p, -p if p else None) for p in cut), slice(None))]


def reference_deconv_bprop(conv_params, valE, valI, valF):
    """Return the gradients of a deconvolution's images and filters for the error valE."""
    error, _ = _padded(conv_params, np.asarray(valE, np.float64))
    image_grad, filter_grad = np.zeros(valI.shape), np.zeros(valF.shape)
    for place, tap, read in _taps(conv_params, valF.shape[1:4], valI.shape[1:4]):
        here, at, there = (slice(None), *place), (slice(None), *tap), (slice(None), *read)
        image_grad[here] += valF[at].T @ error[there]
        filter_grad[at] += error[there] @ valI[here].T
    return image_grad, filter_grad
