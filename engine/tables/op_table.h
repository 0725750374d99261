// SPDX-License-Identifier: Apache-2.0
// The ops of a graph as a table.
#pragma once

#include "engine/records/op_record.h"
#include "engine/tables/table_column.h"

namespace ng {

const Columns<OpRecord>& op_columns();

}  // namespace ng
