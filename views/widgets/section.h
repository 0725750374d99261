// SPDX-License-Identifier: Apache-2.0
// A scrolling column of headed sections, used for the inspector's pages. Rows are 24 px high on the
// 8-px grid; sections are separated by a line.
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

  // Removes all rows. The next rows start a new page at the top, or keep the scroll position if
  // `keepPlace` (same content, updated).
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
  std::unique_ptr<QWidget> body_;  // the page being filled
  QVBoxLayout* rows_ = nullptr;
  int place_ = 0;  // scroll position that end() restores
};

// A row "label … value"; the value is mono, right-aligned, elided if too long, and can be copied.
QWidget* factRow(const QString& label, const QString& value);

}  // namespace ng::views
