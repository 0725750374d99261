// SPDX-License-Identifier: Apache-2.0
// Discrete Fourier transforms of real and complex values, and frames of signals.
#pragma once

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

// Real and imaginary parts of the same axes; a null imaginary part is 0.
struct ComplexOps {
  Op real, imaginary;
};

// A transform along one dimension, as products with matrices of cosines and sines.
struct FourierTransform {
  std::int64_t in = 1, out = 1, length = 1;  // elements read and made, and of the whole signal
  bool inverse = false;                      // with the positive exponent
  bool real = false;                         // a real signal from the first half of its spectrum
  double scale = 1;                          // of the results
};

// `x` transformed along the dimension `at`, which has `in` elements: those beyond the spectrum or
// signal do not count, and missing ones are 0. The type of ops is that of `x`
// (ScopedResultType). Refuses matrices of more than 2^24 elements.
ComplexOps transformed(NodeContext& n, const ComplexOps& x, std::size_t at,
                       const FourierTransform& transform);

// Frames of `length` elements, each `step` after the one before, along the dimension `at`, which
// becomes two: the frames and the places in them. Refuses frames that do not fit.
Op framed(NodeContext& n, const Op& x, std::size_t at, std::int64_t length, std::int64_t step);

}  // namespace ng::onnx
