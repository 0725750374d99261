// SPDX-License-Identifier: Apache-2.0
// Tables of the roofline view: kernels with the performance they reach, and advice.
#pragma once

#include "engine/tables/profile_table.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {

class PointTable : public RecordTable<PointRow> {
 public:
  explicit PointTable(QObject* parent = nullptr);
  // The points of the compilation's kernels. KernelPoint::level must stay valid while they are
  // shown.
  void show(CompilationRecordPtr compilation, const std::vector<KernelPoint>& points);
  const KernelPoint* point(int row) const;  // null if out of range
  int rowOf(const QString& kernel) const;   // -1: none

 private:
  CompilationRecordPtr compilation_;
};

class AdviceTable : public RecordTable<AdviceRow> {
 public:
  explicit AdviceTable(QObject* parent = nullptr)
      : RecordTable(advice_columns(), {"microseconds", "text"}, parent) {}
};

}  // namespace ng::views
