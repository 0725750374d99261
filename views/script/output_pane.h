// SPDX-License-Identifier: Apache-2.0
// What a script prints: the last lines of it, tracebacks in colour with links to their lines.
#pragma once

#include <QPlainTextEdit>

namespace ng::views {

class OutputPane : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit OutputPane(QWidget* parent = nullptr);

  // Adds what was printed: a carriage return goes back to the line's start, colours of terminals
  // are left out, very long lines are cut. Stays at the end if it was there.
  void append(const QString& printed);
  // A line of the window's own, on a line by itself.
  void note(const QString& text);
  void begin();  // empty again

  // The last place that a traceback named, innermost last; an empty file: none.
  const QString& placeFile() const { return placeFile_; }
  int placeLine() const { return placeLine_; }

 signals:
  void placeClicked(const QString& file, int line);

 protected:
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  void replaceLastLine(const QString& text);
  bool followLink(const QPoint& position, bool go);
  void noticePlaces(const QString& printed);

  QString placeFile_, openLine_;  // openLine_: the printed part of a line that is not ended yet
  int placeLine_ = 0;
};

// Colours and cursor movements of terminals left out.
QString withoutTerminalCodes(const QString& printed);

}  // namespace ng::views
