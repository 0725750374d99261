// SPDX-License-Identifier: Apache-2.0
// Kernel table of a compilation: name, time in µs, share of time, ops, FLOP, bytes, kind, compile
// time, loops, nodes of an imported model.
#pragma once

#include <memory>

#include "engine/records/records.h"
#include "views/widgets/column_model.h"

namespace ng::views {

class KernelTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit KernelTable(QObject* parent = nullptr);
  void setCompilation(CompilationRecordPtr compilation);
  const KernelRecord* kernel(int row) const;  // null if out of range
  int rowOf(const QString& name) const;       // -1: none
  // Share of `kernel` in the total kernel time of a call; 0 before a run.
  double share(const KernelRecord& kernel) const;
  // Whether some kernel computes nodes of an imported model; else the last column is empty.
  bool hasNodes() const { return hasNodes_; }

 private:
  std::vector<TableColumn> columns();
  QString nodes(const KernelRecord& kernel) const;

  CompilationRecordPtr compilation_;
  std::vector<double> shares_;  // parallel to the kernels
  bool hasNodes_ = false;
};

// Summary line above the panes, e.g. "8.4 µs · 61 % · 2,944 FLOP · 1,540 B · 350 GFLOP/s · cached".
QString costLine(const KernelRecord& kernel, double share, const QString& limit = {});

}  // namespace ng::views
