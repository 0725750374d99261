// SPDX-License-Identifier: Apache-2.0
// The comparison of two programs, op by op, as a table.
#pragma once

#include "engine/records/debug_record.h"
#include "engine/tables/table_column.h"

namespace ng {

std::vector<OpDifference> changed_rows(const WhatIfRecord& record);
const Columns<OpDifference>& comparison_columns();
// The elements of an op that differ most.
const Columns<ElementDifference>& element_columns();

}  // namespace ng
