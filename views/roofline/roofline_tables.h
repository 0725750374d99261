// SPDX-License-Identifier: Apache-2.0
// The tables beside the roofline: every kernel with what it reaches, and the advice.
#pragma once

#include "engine/session/roofline.h"
#include "views/widgets/column_model.h"

namespace ng::views {

class PointTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit PointTable(QObject* parent = nullptr);
  // Levels of the points must live as long as they are shown.
  void set(std::vector<KernelPoint> points);
  const KernelPoint* point(int row) const;  // null beyond the end
  int rowOf(const QString& kernel) const;   // -1: none

 private:
  std::vector<TableColumn> columns();
  std::vector<KernelPoint> points_;
};

class AdviceTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit AdviceTable(QObject* parent = nullptr);
  void set(std::vector<Advice> advice, double call);  // microseconds of a call in kernels
  const Advice* advice(int row) const;                // null beyond the end

 private:
  std::vector<TableColumn> columns();
  std::vector<Advice> advice_;
  double call_ = 0;
};

}  // namespace ng::views
