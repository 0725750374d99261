// SPDX-License-Identifier: Apache-2.0
// The tensors of a checkpoint, and their changes between two, as tables.
#pragma once

#include "engine/documents/checkpoint_contents.h"
#include "engine/tables/table_column.h"

namespace ng {

// The axes with their lengths; without names if the file has none.
std::vector<AxisRecord> axes_of(const CheckpointEntry& entry);

const Columns<CheckpointEntry>& tensor_columns();
const Columns<TensorChange>& tensor_change_columns();

}  // namespace ng
