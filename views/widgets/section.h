// SPDX-License-Identifier: Apache-2.0
// A scrolling column of headed sections: what the inspector's pages are made of. Rows are 24 px on
// the 8-px grid, sections are parted by a line.
#pragma once

#include <QScrollArea>

class QLabel;
class QVBoxLayout;

namespace ng::views {

class SectionColumn : public QScrollArea {
  Q_OBJECT

 public:
  explicit SectionColumn(QWidget* parent = nullptr);

  // Takes every row away; the next rows begin a new page at its top.
  void clear();
  // A heading, with `detail` right-aligned in dim text.
  void heading(const QString& text, const QString& detail = {});
  void add(QWidget* row);          // edge to edge
  void addIndented(QWidget* row);  // with the text margin on both sides
  QLabel* paragraph(const QString& text, bool dim = false);
  void fact(const QString& label, const QString& value);  // label left, value right in mono
  void space(int pixels);
  void end();  // pushes the rows to the top; call last

 private:
  QWidget* body_ = nullptr;
  QVBoxLayout* rows_ = nullptr;
};

// A row "label … value"; the value is mono, right-aligned, elided when too long, and can be copied.
QWidget* factRow(const QString& label, const QString& value);

}  // namespace ng::views
