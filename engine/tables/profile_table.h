// SPDX-License-Identifier: Apache-2.0
// Tables of a profile: the performance that kernels reach, advice, and times added up by name.
#pragma once

#include "engine/analysis/roofline.h"
#include "engine/records/compilation_record.h"
#include "engine/tables/table_column.h"

namespace ng {

struct PointRow {
  KernelPoint point;
  const KernelRecord* kernel;
  GraphRecordPtr graph;  // the final graph; may be null
  // What the kernel computes of the document; empty if the surface does not show it.
  std::string computes = {}, op_types = {}, block = {};
};
// One for each kernel of the record, which must outlive the rows, and its point.
std::vector<PointRow> point_rows(const CompilationRecord& record,
                                 const std::vector<KernelPoint>& points);
const Columns<PointRow>& point_columns();

struct AdviceRow {
  Advice advice;
  double call;  // kernel time of a call, in µs
};
std::vector<AdviceRow> advice_rows(const std::vector<Advice>& advice, double call);
const Columns<AdviceRow>& advice_columns();

// Kernels of a call that have a name in common, such as that of their block.
struct TimeRow {
  std::string name;
  double microseconds = 0;  // per call
  double share = 0;         // of the time of all kernels in a call, 0..1
  int kernels = 0;
  std::int64_t flops = 0, bytes = 0;  // per call
};
// `title`: what the names are, a literal.
Columns<TimeRow> time_columns(std::string_view title);

}  // namespace ng
