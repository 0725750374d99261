// SPDX-License-Identifier: Apache-2.0
// The tensors of a checkpoint, their changes between two, and those of a document's variables, as
// tables.
#pragma once

#include "engine/documents/binding/checkpoint_match.h"
#include "engine/documents/checkpoint_contents.h"
#include "engine/tables/table_column.h"

namespace ng {

// The axes with their lengths; without names if the file has none.
std::vector<AxisRecord> axes_of(const CheckpointEntry& entry);

const Columns<CheckpointEntry>& tensor_columns();
const Columns<TensorChange>& tensor_change_columns();

// "net.W transposed 1,0"; without an order, the tensor's axes are unchanged.
std::string tensor_text(const std::string& tensor, const std::vector<std::size_t>& order);
std::string suggestion_text(const TensorSuggestion& suggestion);  // "net.W transposed 1,0 (60 %)"
const Columns<VariableBinding>& binding_columns();

}  // namespace ng
