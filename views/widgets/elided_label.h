// SPDX-License-Identifier: Apache-2.0
// A line of plain text that ends in "…" where it has too little room; its tip then has all of it.
#pragma once

#include <QLabel>

namespace ng::views {

class ElidedLabel : public QLabel {
  Q_OBJECT

 public:
  explicit ElidedLabel(QWidget* parent = nullptr);

  bool elided() const;  // in its present width
  QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace ng::views
