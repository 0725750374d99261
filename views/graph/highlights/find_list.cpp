// SPDX-License-Identifier: Apache-2.0
#include "views/graph/highlights/find_list.h"

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/records/graph_record.h"
#include "engine/tables/op_table.h"
#include "views/core/op_title.h"
#include "views/core/theme/theme.h"
#include "views/widgets/table_view.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {
namespace {

constexpr int mostRows = 10;

}  // namespace

FindList::FindList(QWidget* pane) : QFrame(pane), note_(new QLabel) {
  setAutoFillBackground(true);
  setFrameShape(StyledPanel);
  const auto at = [this](int row) -> const OpRecord& { return this->at(row); };
  std::vector<TableColumn> columns;
  for (const ng::Column<OpRecord>& column :
       columns_of(op_columns(), {"name", "scope", "kind", "axes"}))
    columns.push_back(recordColumn<OpRecord>(column, at));
  columns.front().text = [this](int row) { return opTitle(this->at(row)); };
  model_ = new ColumnModel(std::move(columns), this);
  table_ = new TableView(model_);
  table_->setFrameShape(NoFrame);
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->setAccessibleName(tr("Matches of the search"));
  note_->setWordWrap(true);
  note_->setFont(Theme::current().captionFont());
  note_->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(note_);
  column->addWidget(table_);
  connect(table_, &TableView::rowSelected, this, &FindList::chosen);
  hide();
}

const OpRecord& FindList::at(int row) const {
  return *graph_->find(ops_[static_cast<std::size_t>(row)]);
}

void FindList::setMatches(GraphRecordPtr graph, std::vector<OpId> ops, const QString& note,
                          bool error) {
  if (graph != graph_ || ops != ops_) {
    model_->setRows(0);
    graph_ = std::move(graph);
    ops_ = std::move(ops);
    model_->setRows(static_cast<int>(ops_.size()));
    table_->resizeColumnToContents(0);
    table_->resizeColumnToContents(1);
    table_->resizeColumnToContents(2);
  }
  const Colours& colours = Theme::current().colours();
  note_->setText(note);
  note_->setStyleSheet(QString("color: %1").arg((error ? colours.error : colours.dimText).name()));
  note_->setVisible(!note.isEmpty());
  table_->setVisible(!ops_.empty());
  setVisible(!ops_.empty() || !note.isEmpty());
  fitHeight();
}

void FindList::setCurrent(int match) {
  table_->setCurrentSourceRow(match);
}

void FindList::placeBelow(const QRect& field) {
  field_ = field;
  fitHeight();
}

void FindList::fitHeight() {
  if (field_.isEmpty()) return;
  const int rows = std::min(static_cast<int>(ops_.size()), mostRows);
  const int table = rows == 0 ? 0 : (rows + 1) * metrics::row;
  const int note = note_->isHidden() ? 0 : note_->heightForWidth(field_.width() - 2);
  const int room = parentWidget()->height() - field_.bottom() - metrics::grid;
  table_->setFixedHeight(std::max(0, std::min(table, room - note)));
  setGeometry(field_.left(), field_.bottom() + 1, field_.width(),
              table_->height() + note + 2 * frameWidth());
  raise();
}

QStringList FindList::names() const {
  QStringList names;
  for (int row = 0; row < static_cast<int>(ops_.size()); ++row) names << opTitle(at(row));
  return names;
}

QString FindList::note() const {
  return note_->isHidden() ? QString() : note_->text();
}

}  // namespace ng::views
