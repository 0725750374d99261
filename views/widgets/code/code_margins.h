// SPDX-License-Identifier: Apache-2.0
// The margins of a CodeView: line numbers on the left, and on the right a strip with marks at the
// relative places of highlighted lines and search matches.
#pragma once

#include <QWidget>

namespace ng::views {

class CodeView;

class CodeGutter : public QWidget {
 public:
  explicit CodeGutter(CodeView* view);
  int wantedWidth() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  CodeView& view_;
};

class CodeMarkStrip : public QWidget {
 public:
  explicit CodeMarkStrip(CodeView* view);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  CodeView& view_;
};

}  // namespace ng::views
