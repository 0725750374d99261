// SPDX-License-Identifier: Apache-2.0
#include "views/roofline/roofline_tables.h"

namespace ng::views {

PointTable::PointTable(QObject* parent)
    : RecordTable(point_columns(),
                  {"kernel", "microseconds", "gflops", "flop_per_byte", "gigabytes_per_second",
                   "part_of_ceiling", "recoverable_microseconds", "limited", "nodes"},
                  parent) {}

void PointTable::show(CompilationRecordPtr compilation, const std::vector<KernelPoint>& points) {
  set(compilation ? point_rows(*compilation, points) : std::vector<PointRow>(),
      [](const PointRow& row) { return row.point.once; });
  compilation_ = std::move(compilation);
}

const KernelPoint* PointTable::point(int row) const {
  const PointRow* found = this->row(row);
  return found ? &found->point : nullptr;
}

int PointTable::rowOf(const QString& kernel) const {
  return rowWhere([&](const PointRow& row) { return row.point.kernel == kernel.toStdString(); });
}

}  // namespace ng::views
