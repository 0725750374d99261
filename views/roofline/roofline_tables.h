// SPDX-License-Identifier: Apache-2.0
// Tables of the roofline view: kernels with the performance they reach, and advice.
#pragma once

#include "engine/analysis/roofline.h"
#include "views/widgets/column_model.h"

namespace ng::views {

class PointTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit PointTable(QObject* parent = nullptr);
  // KernelPoint::level must stay valid while the points are shown. `nodes`: of an imported model,
  // for each point; the last column.
  void set(std::vector<KernelPoint> points, QStringList nodes);
  const KernelPoint* point(int row) const;  // null if out of range
  int rowOf(const QString& kernel) const;   // -1: none

 private:
  std::vector<TableColumn> columns();
  std::vector<KernelPoint> points_;
  QStringList nodes_;
};

class AdviceTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit AdviceTable(QObject* parent = nullptr);
  // call: kernel time of a call, in microseconds.
  void set(std::vector<Advice> advice, double call);
  const Advice* advice(int row) const;  // null if out of range

 private:
  std::vector<TableColumn> columns();
  std::vector<Advice> advice_;
  double call_ = 0;
};

}  // namespace ng::views
