// SPDX-License-Identifier: Apache-2.0
// The table of a compilation's kernels: name, kind, ops, loops, FLOP, bytes, us, share, cached.
#pragma once

#include <memory>

#include "engine/session/record.h"
#include "views/widgets/column_model.h"

namespace ng::views {

class KernelTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit KernelTable(QObject* parent = nullptr);
  void setCompilation(CompilationRecordPtr compilation);
  const KernelRecord* kernel(int row) const;  // null beyond the end
  int rowOf(const QString& name) const;       // -1: none
  // Of one of its kernels: its part of the time of all kernels in a call; 0 before a run.
  double share(const KernelRecord& kernel) const;

 private:
  std::vector<TableColumn> columns();

  CompilationRecordPtr compilation_;
  std::vector<double> shares_;  // of each kernel
};

// "8.4 us · 61 % · 2,944 FLOP · 1,540 B · 350 GFLOP/s · cached": the line over the panes.
QString costLine(const KernelRecord& kernel, double share, const QString& limit = {});

}  // namespace ng::views
