// SPDX-License-Identifier: Apache-2.0
// Convolution and its two gradients (semantics 2.7). The three are one trilinear form of images
// (C, D, H, W, N), filters (C, T, R, S, K) and outputs (K, M, P, Q, N), so each one's gradients are
// made of the other two, to every order. Images of fewer dimensions have axes of length 1.
#pragma once

#include <optional>

#include "engine/graph/op.h"
#include "engine/ops/window_attributes.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// The sum over channels and taps, filters not flipped. `params` holds pad_d, pad_h, pad_w, str_d …,
// dil_d …, and T, R, S, K if you like. Result axes: `axes` (K, M, P, Q, N), whose lengths must be
// floor((image + 2 pad - dil (filter - 1) - 1) / str) + 1; without them inputs' axes at those
// lengths. Value Error for other ranks, other first axes in inputs and filters, missing parameters.
Op convolution(const WindowParams& params, const Operand& inputs, const Operand& filters,
               const std::optional<Axes>& axes = {});

// The images whose convolution has inputs' shape: a convolution's gradient by its images. Inputs
// (C, M, P, Q, N), filters (K, T, R, S, C); result axes (K, D, H, W, N), made as long as they need
// be when none are given.
Op deconvolution(const WindowParams& params, const Operand& inputs, const Operand& filters,
                 const std::optional<Axes>& axes = {});

// Sizes of the node, one of the three below; value Error when they do not fit each other.
Convolution convolution_of(const Node& node);

extern const OpDef convolution_op, convolution_inputs_op, convolution_filters_op;

}  // namespace ng
