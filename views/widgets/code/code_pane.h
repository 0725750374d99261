// SPDX-License-Identifier: Apache-2.0
// A read-only pane of code: line numbers, highlighting, search, copy. Lines that compute the
// highlighted ops are tinted and marked next to the scroll bar; a click on a line emits the ops it
// computes. Paints only visible lines, so the cost does not depend on the length of the text.
#pragma once

#include <QAbstractScrollArea>
#include <QPoint>

#include "views/core/drawn.h"
#include "views/widgets/code/code_text.h"

namespace ng::views {

class FindBar;

class CodePane : public QAbstractScrollArea, public Drawn {
  Q_OBJECT

 public:
  explicit CodePane(QWidget* parent = nullptr);

  // Keeps the first visible line if the number of lines is unchanged.
  void setCode(CodeText code);
  const CodeText& code() const { return code_; }

  // Highlights the lines of `ops`. Scrolls to the first of them if none is visible.
  void setLit(const OpSet& ops);
  const std::vector<int>& litLines() const { return litLines_; }  // 0-based

  void goToLine(int line);  // 0-based; scrolls the line into the upper third
  int firstVisibleLine() const;
  int visibleLines() const;
  QRect lineRect(int line) const;  // in viewport coordinates

  void openFind(const QString& text = {});
  void setNeedle(const QString& needle);
  int hitCount() const { return static_cast<int>(hits_.size()); }
  void findNext(int step = 1);

  QString selectedText() const;
  void selectAll();
  void copy() const;  // the selection, or everything if nothing is selected
  QJsonObject drawn() const override;

 signals:
  // On a click on a line; empty for a line without ops.
  void opsClicked(const std::vector<ng::OpKey>& ops);
  void opsActivated(const std::vector<ng::OpKey>& ops);  // double click

 protected:
  void showEvent(QShowEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  struct Spot {
    int line = 0, column = 0;
    auto operator<=>(const Spot&) const = default;
  };
  void makeActions();
  void showLit();
  void layOut();
  Spot spotAt(const QPoint& position) const;
  int gutterWidth() const;
  std::pair<int, int> selectedColumns(int line) const;  // [from, to); empty when from == to
  void paintLine(QPainter& painter, int line, const QRect& rect) const;
  void paintBackground(QPainter& painter, int line, const QRect& rect) const;
  void paintMarks(QPainter& painter) const;

  CodeText code_;
  std::vector<int> litLines_;
  QString needle_;
  std::vector<CodeText::Place> hits_;
  int hit_ = -1;
  int hoverLine_ = -1;
  Spot anchor_, head_;
  bool pressed_ = false, dragged_ = false;
  double charWidth_ = 8;
  int lineHeight_ = 18;
  FindBar* findBar_;
};

}  // namespace ng::views
