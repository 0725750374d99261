// SPDX-License-Identifier: Apache-2.0
// The kernel table of a compilation.
#pragma once

#include "engine/records/records.h"
#include "engine/tables/kernel_table.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {

class KernelTable : public RecordTable<KernelRow> {
 public:
  explicit KernelTable(QObject* parent = nullptr);
  void setCompilation(CompilationRecordPtr compilation);
  const KernelRecord* kernel(int row) const;  // null if out of range
  int rowOf(const QString& name) const;       // -1: none
  // Whether some kernel computes nodes of an imported model; else the last column is empty.
  bool hasNodes() const;

 private:
  CompilationRecordPtr compilation_;
};

// Summary line above the panes, e.g. "8.4 µs · 61 % · 2,944 FLOP · 1,540 B · 350 GFLOP/s · cached".
QString costLine(const KernelRecord& kernel, double share, const QString& limit = {});

}  // namespace ng::views
