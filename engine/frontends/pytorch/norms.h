// SPDX-License-Identifier: Apache-2.0
// Norms and roots, with gradients of 0 where they are 0, as PyTorch defines them.
#pragma once

#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {

// The norm of a float tensor along dimensions, of any order: also 0 (elements other than 0) and
// infinite. Types of 16 bits are computed in float32. Of an infinite order, elements that have the
// norm share its gradient, or with other `ties` ("") each has the whole of it.
ItemPtr norm_along(NodeContext& n, const ItemPtr& x, const Integers& dims, bool keep, double order,
                   const char* ties = "share");

// x to a power of less than 1.
ItemPtr root(NodeContext& n, const ItemPtr& x, double exponent = 0.5);

}  // namespace ng::pytorch
