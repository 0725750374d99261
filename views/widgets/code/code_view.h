// SPDX-License-Identifier: Apache-2.0
// The text widget for code, read-only or editable: line numbers, highlighting, search, zoom, marked
// lines. Lines that compute the highlighted ops are tinted and marked next to the scroll bar; a
// click on a line emits the ops it computes. Lines are 0-based.
#pragma once

#include <QPlainTextEdit>
#include <optional>

#include "views/core/describable.h"
#include "views/widgets/code/code_text.h"

namespace ng::views {

class CodeAssistant;
class CodeGutter;
class CodeHighlighter;
class CodeMarks;
class CodeMarkStrip;
class CodeSearch;

class CodeView : public QPlainTextEdit, public Describable {
  Q_OBJECT

 public:
  enum class Use { read, edit };
  explicit CodeView(Use use = Use::read, QWidget* parent = nullptr);

  // Keeps the first visible line if the number of lines is unchanged.
  void setCode(CodeText code);
  const CodeText& code() const { return code_; }
  void setLanguage(Language language);
  // Helps with typing; null: none. Usually a child of the view.
  void setAssistant(CodeAssistant* assistant) { assistant_ = assistant; }

  // Highlights the lines of `ops`. Scrolls to the first of them if none is visible.
  void setLit(const OpSet& ops);
  CodeMarks& marks() const { return *marks_; }
  CodeSearch& search() const { return *search_; }

  int currentLine() const { return textCursor().blockNumber(); }
  void goToLine(int line);      // moves the cursor
  void scrollToLine(int line);  // into the upper third
  int firstVisibleLine() const;
  int visibleLines() const;
  QRect lineRect(int line) const;          // in viewport coordinates
  std::optional<int> lineAt(int y) const;  // the line at a height of the viewport

  void zoomBy(double factor);
  QString selectedText() const;
  void copyCode() const;  // the selection, or everything if nothing is selected
  QJsonObject description() const override;

 signals:
  // On a click on a line; empty for a line without ops.
  void opsClicked(const std::vector<ng::OpId>& ops);
  void opsActivated(const std::vector<ng::OpId>& ops);  // double click

 protected:
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void insertFromMimeData(const QMimeData* source) override;

 private:
  void makeActions();
  void followTheme();
  void followZoom();
  void placeMargins();
  void showLit();
  void followLines();  // formats and marks the visible lines
  void hover(int y);   // marks the line at a height of the viewport if it computes ops

  CodeText code_;
  CodeGutter* gutter_;
  CodeMarkStrip* strip_;
  CodeHighlighter* highlighter_;
  CodeMarks* marks_;
  CodeSearch* search_;
  CodeAssistant* assistant_ = nullptr;
  bool pressed_ = false;
  double zoom_ = 1;
};

// The background of code.
QColor codePaper(bool readOnly);

}  // namespace ng::views
