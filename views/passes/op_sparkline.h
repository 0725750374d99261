// SPDX-License-Identifier: Apache-2.0
// The count of ops after each pass as a row of bars; a click goes to that pass.
#pragma once

#include <QWidget>
#include <vector>

namespace ng::views {

class OpSparkline : public QWidget {
  Q_OBJECT

 public:
  explicit OpSparkline(QWidget* parent = nullptr);
  // `counts[0]` is the graph as written, `changed[i]` whether pass i - 1 changed it.
  void setCounts(std::vector<int> counts, std::vector<bool> changed);
  void setCurrent(int pass);  // -1: as written
  QRect barRect(int pass) const;

  QSize sizeHint() const override { return {120, 32}; }
  QSize minimumSizeHint() const override { return {48, 24}; }

 signals:
  void passClicked(int pass);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  int passAt(int x) const;  // -2: none

  std::vector<int> counts_;
  std::vector<bool> changed_;
  int current_ = -1;
};

}  // namespace ng::views
