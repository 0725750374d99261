// SPDX-License-Identifier: Apache-2.0
// A row of widgets that continues in further lines where it does not fit, so that a narrow panel
// clips nothing.
#pragma once

#include <QLayout>
#include <memory>
#include <vector>

namespace ng::views {

class FlowLayout : public QLayout {
 public:
  using QLayout::QLayout;
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override;
  int count() const override { return static_cast<int>(items_.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;     // in one line
  QSize minimumSize() const override;  // of the widest item
  void setGeometry(const QRect& rect) override;

 private:
  int arrange(const QRect& rect, bool apply) const;  // returns the height

  std::vector<QLayoutItem*> items_;
};

}  // namespace ng::views
