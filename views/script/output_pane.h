// SPDX-License-Identifier: Apache-2.0
// Output of a script: the last lines, with coloured tracebacks that link to source lines.
#pragma once

#include <QPlainTextEdit>

namespace ng::views {

class OutputPane : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit OutputPane(QWidget* parent = nullptr);

  // Appends output. A carriage return restarts the line, terminal escape codes are removed, and
  // long lines are truncated. Scrolls along if it was at the end.
  void append(const QString& printed);
  // Adds a message of the window on its own line.
  void note(const QString& text);
  void begin();  // clears the output

  // Last location in a traceback, which is the innermost; an empty file: none.
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

  QString placeFile_, openLine_;  // openLine_: text of the unfinished last line
  int placeLine_ = 0;
};

// Removes terminal escape codes.
QString withoutTerminalCodes(const QString& printed);

}  // namespace ng::views
