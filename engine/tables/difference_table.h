// SPDX-License-Identifier: Apache-2.0
// The differences between two documents as a table.
#pragma once

#include "engine/analysis/document_difference.h"
#include "engine/tables/table_column.h"

namespace ng {

// In JSON an added or removed object has the first columns only: "of", "kind" and "name".
const Columns<Change>& difference_columns();

}  // namespace ng
