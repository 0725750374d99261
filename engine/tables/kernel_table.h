// SPDX-License-Identifier: Apache-2.0
// The kernels of a compilation as a table.
#pragma once

#include "engine/records/compilation_record.h"
#include "engine/tables/table_column.h"

namespace ng {

struct KernelRow {
  const KernelRecord* kernel;
  GraphRecordPtr graph;  // the final graph, whose ops the kernel computes; may be null
  double share = 0;      // of the time of all kernels in a call, 0..1; 0 before a run
};
// In the record's order. The record must outlive the rows.
std::vector<KernelRow> kernel_rows(const CompilationRecord& record);

const Columns<KernelRow>& kernel_columns();

}  // namespace ng
