// SPDX-License-Identifier: Apache-2.0
// Pooling over windows of channels and space, and its gradients.
#pragma once

#include <optional>
#include <string>

#include "engine/graph/op.h"
#include "engine/ops/windows/window_attributes.h"

namespace ng {

struct OpDef;
struct Pooling;

// The maximum ("max"), or the mean of the elements inside the image ("avg"), of each window of the
// inputs (C, D, H, W, N). `params` holds the window's J, T, R, S along C, D, H, W, and str_c …,
// pad_c …, and optionally pad_end_c … (the padding after the image; by default as before it).
// Result axes: `axes` with lengths floor((image + pad + pad_end - window) / str) + 1; by default
// the inputs' axes with these lengths. Value Error for another kind or rank, missing parameters,
// and windows larger than the image or in the padding only.
Op pooling(const std::string& op, const WindowParams& params, const Operand& inputs,
           const std::optional<Axes>& axes = {});

// Sizes of one of the three ops below; value Error if they do not match.
Pooling pooling_of(const Node& node);

extern const OpDef pooling_op, pooling_gradient_op, pooling_chosen_op;

}  // namespace ng
