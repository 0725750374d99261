// SPDX-License-Identifier: Apache-2.0
// The differences between two documents as a table.
#pragma once

#include "engine/analysis/document_difference.h"
#include "engine/tables/table_column.h"

namespace ng {

// In JSON an added or removed object has the first columns only: "of", "kind", "scope" and "name".
// The columns of elements, from "differing" on, are those of tensors with the same lengths.
const Columns<Change>& difference_columns();
const Columns<BlockDifference>& block_difference_columns();
const Columns<OpTimes>& op_times_columns();
const Columns<Rename>& rename_columns();
const Columns<ComparedFact>& fact_columns();

}  // namespace ng
