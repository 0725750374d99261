// SPDX-License-Identifier: Apache-2.0
// Gradients of the rows of a table by how often they are read.
#pragma once

#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {

// Rows of the table at `indices`; if the op has the argument scale_grad_by_freq, the gradient of
// each is divided by the number of times that it is among them.
ItemPtr rows_of_table(NodeContext& n, const ItemPtr& table, const ItemPtr& indices);

}  // namespace ng::pytorch
