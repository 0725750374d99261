// SPDX-License-Identifier: Apache-2.0
// Convolution and its two gradients. The three are one trilinear form of images (C,
// D, H, W, N), filters (C, T, R, S, K) and outputs (K, M, P, Q, N), so the gradients of each are
// expressed by the other two, to every order. Images of fewer dimensions have axes of length 1.
// With `groups`, filters have C / groups channels, and each of the groups of K / groups filters
// reads its own channels: groups = C is a depthwise convolution.
#pragma once

#include <optional>

#include "engine/graph/op.h"
#include "engine/ops/windows/window_attributes.h"

namespace ng {

struct Convolution;
struct OpDef;

// The sum over channels and taps, without flipping the filters. `params` holds pad_d, pad_h, pad_w,
// str_d …, dil_d …, and optionally pad_end_d … (the padding after the image; by default as before
// it), groups, batch_first, pad_value, T, R, S, K. Result axes: `axes` (K, M, P, Q, N) with lengths
// floor((image + pad + pad_end - dil (filter - 1) - 1) / str) + 1; by default the inputs' axes with
// these lengths. With batch_first = 1, inputs are (N, C, D, H, W) and the result (N, K, M, P, Q).
// 8-bit integers with a result of int32 (ScopedResultType) have exact sums; their padding is
// `pad_value` (default: 0), an element of the images. Value Error for other ranks, different
// channel axes, or missing parameters.
Op convolution(const WindowParams& params, const Operand& inputs, const Operand& filters,
               const std::optional<Axes>& axes = {});

// The gradient of a convolution by its images, as an op: returns images whose convolution has the
// shape of inputs. Inputs (C, M, P, Q, N), filters (K, T, R, S, C); result axes (K, D, H, W, N), by
// default with the smallest possible lengths.
Op deconvolution(const WindowParams& params, const Operand& inputs, const Operand& filters,
                 const std::optional<Axes>& axes = {});

// Sizes of one of the three ops below; value Error if they do not match.
Convolution convolution_of(const Node& node);

// Five axes of images or outputs with the batch last, as (N, C, D, H, W), and the reverse.
Axes batch_first(const Axes& batch_last);
Axes batch_last(const Axes& batch_first);

extern const OpDef convolution_op, convolution_inputs_op, convolution_filters_op;

}  // namespace ng
