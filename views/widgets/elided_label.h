// SPDX-License-Identifier: Apache-2.0
// A line of plain text that is elided with "…" when it does not fit, never after a separator "·";
// the tool tip then begins with the full text.
#pragma once

#include <QLabel>

namespace ng::views {

class ElidedLabel : public QLabel {
  Q_OBJECT

 public:
  explicit ElidedLabel(QWidget* parent = nullptr);

  bool elided() const;        // at the current width
  QString shownText() const;  // the text, or what fits of it
  QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace ng::views
