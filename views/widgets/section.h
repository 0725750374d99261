// SPDX-License-Identifier: Apache-2.0
// A scrolling column of headed sections: what the inspector's pages are made of. Rows are 24 px on
// the 8-px grid, sections are parted by a line.
#pragma once

#include <QScrollArea>
#include <memory>

class QLabel;
class QVBoxLayout;

namespace ng::views {

class SectionColumn : public QScrollArea {
  Q_OBJECT

 public:
  explicit SectionColumn(QWidget* parent = nullptr);

  // Takes every row away. The next rows begin a new page at its top, or, when they tell the same
  // anew, where the reader was.
  void clear(bool keepPlace = false);
  // A heading, with `detail` right-aligned in dim text.
  void heading(const QString& text, const QString& detail = {});
  void add(QWidget* row);          // edge to edge
  void addIndented(QWidget* row);  // with the text margin on both sides
  QLabel* paragraph(const QString& text, bool dim = false);
  void fact(const QString& label, const QString& value);  // label left, value right in mono
  void space(int pixels);
  void end();  // shows the page; call last

 private:
  std::unique_ptr<QWidget> body_;  // of the page that is being filled
  QVBoxLayout* rows_ = nullptr;
  int place_ = 0;  // of the scroll bar, for end()
};

// A row "label … value"; the value is mono, right-aligned, elided when too long, and can be copied.
QWidget* factRow(const QString& label, const QString& value);

}  // namespace ng::views
