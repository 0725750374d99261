// SPDX-License-Identifier: Apache-2.0
#include "views/passes/op_history.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QVBoxLayout>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/column_model.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

constexpr int nameWidth = 116, fieldWidth = 90;

// Rows of passes that changed the op are bold.
class StateModel : public ColumnModel {
 public:
  StateModel(const std::vector<OpState>& states, QObject* parent)
      : ColumnModel({}, parent), states_(states) {
    const auto at = [this](int row) -> const OpState& {
      return states_[static_cast<std::size_t>(row)];
    };
    const auto after = [at](int row) { return QString::fromStdString(at(row).after); };
    const auto text = [at](int row) { return QString::fromStdString(at(row).text); };
    setColumns({{tr("after"), false, after, [at](int row) { return QVariant(at(row).pass); }, {}},
                {tr("op"), false, text, {}, text}});
  }

  QVariant data(const QModelIndex& index, int role) const override {
    if (role != Qt::FontRole || !states_[static_cast<std::size_t>(index.row())].changed)
      return ColumnModel::data(index, role);
    QFont font = Theme::current().tableFont();
    font.setWeight(QFont::DemiBold);
    return font;
  }

 private:
  const std::vector<OpState>& states_;
};

}  // namespace

OpHistory::OpHistory(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      model_(new StateModel(states_, this)),
      table_(new TableView(model_)),
      title_(new ElidedLabel) {
  table_->setAccessibleName(tr("History of the selected op"));
  table_->setColumnWidth(0, nameWidth);
  QLineEdit* filter = table_->makeFilterField(this);
  filter->setFixedWidth(fieldWidth);
  title_->setFont(Theme::current().captionFont());
  auto* head = new QHBoxLayout;
  head->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
  head->addWidget(title_, 1);
  head->addWidget(filter);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(table_, 1);
  const auto go = [this](int row) { emit passWanted(states_[static_cast<std::size_t>(row)].pass); };
  connect(table_, &TableView::rowSelected, this, go);
}

void OpHistory::follow() {
  if (!isVisible()) return;
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  const OpId op = workspace_.selection.op();
  states_ = compilation && op != 0 ? states_of(*compilation, op) : std::vector<OpState>();
  QString name;
  int changes = 0;
  for (const OpState& state : states_) changes += state.changed ? 1 : 0;
  if (compilation && op != 0) {
    if (const OpRecord* as_written = compilation->as_written()->find(op))
      name = QString::fromStdString(as_written->name);
    for (const PassRecord& pass : compilation->passes)
      if (const OpRecord* made = pass.after->find(op); made && name.isEmpty())
        name = QString::fromStdString(made->name);
  }
  title_->setText(name.isEmpty() ? tr("Select an op to see how each pass changes it.")
                                 : tr("%1: changed by %2 of %3 passes")
                                       .arg(name)
                                       .arg(changes)
                                       .arg(static_cast<int>(states_.size()) - 1));
  model_->setRows(static_cast<int>(states_.size()),
                  [this](int row) { return !states_[static_cast<std::size_t>(row)].changed; });
  const int pass = workspace_.selection.pass();
  table_->setCurrentSourceRow(states_.empty() ? -1 : pass + 1);
}

void OpHistory::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  follow();
}

}  // namespace ng::views
