// SPDX-License-Identifier: Apache-2.0
// A read-only pane of code: line numbers, highlighting, search, copy. Lines that compute the lit
// ops are tinted and marked beside the scroll bar; a click on a line names the ops it computes.
// Paints only what is visible, so 20,000 lines cost no more than 20.
#pragma once

#include <QAbstractScrollArea>
#include <QPoint>

#include "views/core/drawn.h"
#include "views/widgets/code_text.h"

namespace ng::views {

class FindBar;

class CodePane : public QAbstractScrollArea, public Drawn {
  Q_OBJECT

 public:
  explicit CodePane(QWidget* parent = nullptr);

  // Keeps the first visible line when the text has as many lines as before.
  void setCode(CodeText code);
  const CodeText& code() const { return code_; }

  // Lights the lines of `ops`. When none of them is visible, the first one is scrolled to.
  void setLit(const OpSet& ops);
  const std::vector<int>& litLines() const { return litLines_; }  // 0-based

  void goToLine(int line);  // 0-based; into the upper third
  int firstVisibleLine() const;
  int visibleLines() const;
  QRect lineRect(int line) const;  // in the viewport

  void openFind(const QString& text = {});
  void setNeedle(const QString& needle);
  int hitCount() const { return static_cast<int>(hits_.size()); }
  void findNext(int step = 1);

  QString selectedText() const;
  void selectAll();
  void copy() const;  // the selection; without one, everything
  QJsonObject drawn() const override;

 signals:
  // By a click on a line; empty for a line without ops.
  void opsClicked(const std::vector<ng::OpKey>& ops);
  void opsActivated(const std::vector<ng::OpKey>& ops);  // double-click

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
