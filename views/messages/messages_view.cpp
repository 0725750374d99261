// SPDX-License-Identifier: Apache-2.0
// Message table: latest message last; Enter or double-click goes to the op.
#include "views/messages/messages_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QStackedLayout>

#include "views/widgets/column_model.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/table_view.h"

namespace ng::views {

namespace {

QString severityText(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return {};
}

// Found and expected values, in one cell.
QString details(const Diagnostic& d) {
  QStringList parts;
  if (!d.found.empty()) parts << "found " + QString::fromStdString(d.found);
  if (!d.expected.empty()) parts << "expected " + QString::fromStdString(d.expected);
  return parts.join("; ");
}

}  // namespace

MessagesView::MessagesView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent), workspace_(workspace) {
  const auto column = [this](const char* title, auto text) {
    return TableColumn{
        title,
        false,
        [this, text](int row) { return text(messages_[row]); },
        {},
        [this](int row) { return QString::fromStdString(to_string(messages_[row])); }};
  };
  const auto field = [](std::string Diagnostic::* member) {
    return [member](const Diagnostic& d) { return QString::fromStdString(d.*member); };
  };
  model_ = new ColumnModel(
      {column("kind", [](const Diagnostic& d) { return severityText(d.severity); }),
       column("message", field(&Diagnostic::what)), column("action", field(&Diagnostic::action)),
       column("where", field(&Diagnostic::where)), column("details", details)},
      this);
  table_ = new TableView(model_);
  table_->horizontalHeader()->setStretchLastSection(true);
  filled_ = new QWidget;
  auto* rows = new QVBoxLayout(filled_);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  auto* strip = new QWidget;
  strip->setFixedHeight(metrics::strip + 4);
  auto* stripRow = new QHBoxLayout(strip);
  stripRow->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
  QLineEdit* filter = table_->makeFilterField(strip);
  filter->setMaximumWidth(320);
  stripRow->addWidget(filter);
  stripRow->addStretch();
  rows->addWidget(strip);
  rows->addWidget(table_, 1);
  empty_ = new EmptyState("messages", "No messages.");
  stack_ = new QStackedLayout(this);
  stack_->addWidget(empty_);
  stack_->addWidget(filled_);

  connect(table_, &TableView::rowActivated, this, &MessagesView::goTo);
  connect(&workspace_.messages, &Messages::message, this, &MessagesView::follow);
  connect(&workspace_.documents, &Documents::documentChanged, this, &MessagesView::follow);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this, &MessagesView::follow);
  follow();
}

void MessagesView::follow() {
  const bool first = messages_.empty();
  messages_ = workspace_.messages.messages();
  model_->setRows(rows());
  stack_->setCurrentWidget(messages_.empty() ? static_cast<QWidget*>(empty_) : filled_);
  if (!first || messages_.empty()) return;
  const int widths[] = {64, 340, 280, 160};
  for (int i = 0; i < 4; ++i) table_->setColumnWidth(i, widths[i]);
}

void MessagesView::goTo(int row) {
  const Diagnostic& d = messages_[static_cast<std::size_t>(row)];
  if (d.ops.empty()) return;
  workspace_.selection.selectOp(d.ops.front());
  workspace_.selection.reveal(Facet::op);
}

}  // namespace ng::views
