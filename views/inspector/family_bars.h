// SPDX-License-Identifier: Apache-2.0
// Bar chart of the number of ops per family, in family colours.
#pragma once

#include <QWidget>
#include <array>

#include "engine/records/records.h"

namespace ng::views {

std::array<int, 7> countFamilies(const GraphRecord& graph);  // indexed by ng::Family

class FamilyBars : public QWidget {
  Q_OBJECT

 public:
  explicit FamilyBars(const std::array<int, 7>& counts, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::array<int, 7> counts_;
};

}  // namespace ng::views
