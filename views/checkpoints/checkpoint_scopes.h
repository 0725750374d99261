// SPDX-License-Identifier: Apache-2.0
// Groups the tensors of a checkpoint by the scopes in their names, as rows: each scope precedes its
// contents. Uses names only; reads no tensor.
#pragma once

#include "views/checkpoints/checkpoint_rows.h"

namespace ng::views {

// Scopes are the parts of a name before '/', or before '.' if no name contains '/'. Within a scope,
// tensors precede nested scopes; numbers sort by value: "layer.2" before "layer.10".
std::vector<CheckpointRow> withScopes(std::vector<CheckpointRow> tensors);

// Updates the aggregates of all scopes from the statistics and changes known so far.
void sumScopes(std::vector<CheckpointRow>& rows);

}  // namespace ng::views
