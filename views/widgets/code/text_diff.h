// SPDX-License-Identifier: Apache-2.0
// The line diff of two texts with both line numbers, marks + and −. Long runs of equal lines are
// folded into one row that opens on a click.
#pragma once

#include <QAbstractScrollArea>
#include <set>

#include "views/core/describable.h"
#include "views/widgets/code/line_diff.h"
#include "views/widgets/code/syntax.h"

namespace ng::views {

class TextDiff : public QAbstractScrollArea, public Describable {
  Q_OBJECT

 public:
  explicit TextDiff(QWidget* parent = nullptr);
  void setTexts(const QString& left, const QString& right, Language language);
  void setRows(std::vector<DiffRow> rows, Language language);  // rows from lineDiff()
  const std::vector<DiffRow>& rows() const { return rows_; }
  DiffCount changes() const { return count(rows_); }
  // Painted rows; a folded run counts as one. Containers use it to fit the height.
  int shownRows() const { return static_cast<int>(shown_.size()); }
  int contentHeight() const;
  // The diff in unified format, without file names.
  QString unified() const;
  QJsonObject description() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  // A row of rows_, or a fold of `folded` equal rows starting there.
  struct Shown {
    int row = 0;
    int folded = 0;
  };
  void fold();
  void layOut();
  int numberWidth() const;
  void paintRow(QPainter& painter, const Shown& shown, const QRect& rect) const;
  void paintFold(QPainter& painter, const Shown& shown, const QRect& rect) const;

  Language language_ = Language::program;
  std::vector<DiffRow> rows_;
  std::vector<Shown> shown_;
  std::set<int> opened_;  // first rows of the opened folds
  double charWidth_ = 8;
  int lineHeight_ = 18;
  int longest_ = 0;
};

}  // namespace ng::views
