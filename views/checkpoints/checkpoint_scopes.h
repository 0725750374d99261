// SPDX-License-Identifier: Apache-2.0
// The tree of a checkpoint's tensors by the scopes of their names, as rows: each scope before all
// that is in it. Told by names alone, without reading a tensor.
#pragma once

#include "views/checkpoints/checkpoint_rows.h"

namespace ng::views {

// Scopes are the parts of a name before '/', or before '.' where no name has a '/'. The tensors of
// a scope stand before the scopes in it, numbers in their order: "layer.2" before "layer.10".
std::vector<CheckpointRow> withScopes(std::vector<CheckpointRow> tensors);

// What scopes tell of the tensors in them, from what is known of these now.
void sumScopes(std::vector<CheckpointRow>& rows);

}  // namespace ng::views
