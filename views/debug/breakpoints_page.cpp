// SPDX-License-Identifier: Apache-2.0
#include "views/debug/breakpoints_page.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QVBoxLayout>

#include "engine/records/compilation_record.h"
#include "engine/records/op_record.h"
#include "engine/records/values/op_expression.h"
#include "engine/records/values/value_expression.h"
#include "views/core/op_names.h"
#include "views/widgets/column_model.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

// Minimum widths, in pixels. Together they fit into the narrowest panel of the window.
constexpr int leastList = 104, leastWatches = 136, leastHere = 88, leastColumn = 40;

QLabel* caption(const QString& text) {
  auto* label = new QLabel(text);
  label->setFont(Theme::current().captionFont());
  label->setForegroundRole(QPalette::PlaceholderText);
  label->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
  label->setFixedHeight(metrics::row);
  return label;
}

// Position of a run that stopped within an iteration, but not at an op of its graph.
QString betweenSteps(const Session& session) {
  const CompilationRecordPtr compilation = session.compilations.compilation();
  const int done = session.run.status().step;
  if (!compilation || done < 1 || done > static_cast<int>(compilation->steps.size())) return {};
  const std::string& kernel = compilation->steps[static_cast<std::size_t>(done - 1)].kernel;
  return QObject::tr("after %1, step %2 of %3, iteration %4")
      .arg(kernel.empty() ? QObject::tr("a step") : QString::fromStdString(kernel))
      .arg(done)
      .arg(compilation->steps.size())
      .arg(session.run.status().lastIteration + 1);
}

template <class Row>
std::vector<OpId> opsOf(const std::vector<Row>& rows) {
  std::vector<OpId> ops;
  ops.reserve(rows.size());
  for (const Row& row : rows) ops.push_back(row.op);
  return ops;
}

void stretchLastColumn(TableView& table) {
  QHeaderView* header = table.horizontalHeader();
  header->setStretchLastSection(true);
  header->setMinimumSectionSize(leastColumn);
  header->resizeSection(table.model()->columnCount() - 1, leastColumn);
}

}  // namespace

BreakpointsPage::BreakpointsPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      breakpointLine_(new QLineEdit),
      watchLine_(new QLineEdit),
      refusal_(new QLabel),
      stop_(new QLabel) {
  makeBreakpointTable();
  makeWatchTable();
  makeValueTable();
  makeLines();
  makeContent();
  auto* remove = new QAction(tr("Remove the breakpoint or watch"), this);
  remove->setShortcut(QKeySequence::Delete);
  remove->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(remove, &QAction::triggered, this, &BreakpointsPage::remove);
  addAction(remove);
  for (auto signal : {&Faults::faultsChanged, &Faults::stopReached})
    connect(&workspace_.faults, signal, this, &BreakpointsPage::follow);
  connect(&workspace_.run, &Run::runChanged, this, &BreakpointsPage::follow);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &BreakpointsPage::follow);
  connect(&workspace_.documents, &Documents::documentChanged, this, &BreakpointsPage::follow);
  follow();
}

// The lines in which breakpoints and watches are added.
void BreakpointsPage::makeLines() {
  breakpointLine_->setPlaceholderText(tr("add, e.g.  y: has_nan"));
  watchLine_->setPlaceholderText(tr("add, e.g.  W: norm"));
  breakpointLine_->setToolTip(
      tr("unit: has_nan, dot_10: max > 1e4, W: any(x > 3) and std < 1; a condition alone "
         "applies to the selected op, an op alone stops at every execution"));
  watchLine_->setToolTip(tr("W: norm, L: x, dot_10: x[N 17, Y 0], W: count(x > 0)"));
  connect(breakpointLine_, &QLineEdit::returnPressed, this, [this] {
    if (addBreakpoint(breakpointLine_->text())) breakpointLine_->clear();
  });
  connect(watchLine_, &QLineEdit::returnPressed, this, [this] {
    if (addWatch(watchLine_->text())) watchLine_->clear();
  });
  connect(breakpointLine_, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (text.isEmpty()) changed_ = {};
  });
  // An error message applies to the text before the change.
  for (QLineEdit* line : {breakpointLine_, watchLine_})
    connect(line, &QLineEdit::textChanged, this, [this] { refuse({}); });
}

void BreakpointsPage::makeContent() {
  stop_->setWordWrap(true);
  stop_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  stop_->setFont(Theme::current().monoFont());
  stop_->setContentsMargins(metrics::grid, 4, metrics::grid, 6);
  refusal_->setContentsMargins(metrics::grid, 2, metrics::grid, 4);
  refusal_->setWordWrap(true);
  refusal_->hide();
  auto* here = new QWidget;
  here->setMinimumWidth(leastHere);
  auto* column = new QVBoxLayout(here);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(caption(tr("Current position")));
  column->addWidget(stop_);
  stop_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  column->addWidget(values_, 1);
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setHandleWidth(1);
  splitter->addWidget(makeList(tr("Breakpoints (F9)"), breakpoints_, breakpointLine_));
  splitter->addWidget(makeList(tr("Watches"), watches_, watchLine_));
  splitter->addWidget(here);
  splitter->setSizes({230, 290, 320});
  // The lists are short, the position is a text and a table.
  for (int i = 0; i < 3; ++i) splitter->setStretchFactor(i, i < 2 ? 1 : 2);
  splitter->setCollapsible(0, false);
  splitter->setCollapsible(1, false);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(splitter, 1);
  rows->addWidget(refusal_);
}

void BreakpointsPage::makeBreakpointTable() {
  breakpointModel_ = new ColumnModel(
      {{tr("op"),
        false,
        [this](int r) { return breakpointNames_[r]; },
        {},
        [this](int r) { return uniqueNameOf(workspace_, shownBreakpoints_[r].op); }},
       {tr("condition"),
        false,
        [this](int r) {
          const std::string& condition = shownBreakpoints_[r].condition;
          return condition.empty() ? tr("always") : QString::fromStdString(condition);
        },
        {},
        {}}},
      this);
  breakpoints_ = new TableView(breakpointModel_);
  stretchLastColumn(*breakpoints_);
  breakpoints_->setColumnWidth(0, 64);
  connect(breakpoints_, &TableView::rowActivated, this,
          [this](int r) { change(shownBreakpoints_[static_cast<std::size_t>(r)]); });
}

void BreakpointsPage::makeWatchTable() {
  const auto watched = [this](int r) {
    const WatchRecord& watch = shownWatches_[r];
    if (!watch.value) return QString::fromUtf8("–");
    return valueText(*watch.value, 5);
  };
  watchModel_ = new ColumnModel(
      {{tr("op"),
        false,
        [this](int r) { return watchNames_[r]; },
        {},
        [this](int r) { return uniqueNameOf(workspace_, shownWatches_[r].op); }},
       {tr("expression"),
        false,
        [this](int r) { return QString::fromStdString(shownWatches_[r].expression); },
        {},
        {}},
       {tr("value"),
        true,
        watched,
        {},
        [this](int r) { return QString::fromStdString(shownWatches_[r].fault); }}},
      this);
  watches_ = new TableView(watchModel_);
  stretchLastColumn(*watches_);
  watches_->setColumnWidth(0, 48);
  watches_->setColumnWidth(1, 84);
  connect(watches_, &TableView::rowActivated, this,
          [this](int r) { go(shownWatches_[static_cast<std::size_t>(r)].op); });
}

void BreakpointsPage::makeValueTable() {
  valueRows_ = new RecordTable<OpHealth>(
      health_columns(), {"op", "min", "max", "mean", "nans", "infs", "elements"}, this);
  values_ = new TableView(valueRows_);
  values_->horizontalHeader()->setStretchLastSection(false);
  values_->setColumnWidth(0, 88);
  for (int i = 1; i < 7; ++i) values_->setColumnWidth(i, i < 4 ? 84 : i < 6 ? 40 : 68);
  connect(values_, &TableView::rowActivated, this,
          [this](int r) { go(valueRows_->row(r)->health.newest.op); });
}

QWidget* BreakpointsPage::makeList(const QString& title, TableView* table, QLineEdit* line) {
  auto* list = new QWidget;
  list->setMinimumWidth(table == watches_ ? leastWatches : leastList);
  auto* column = new QVBoxLayout(list);
  column->setContentsMargins(0, 0, 0, 4);
  column->setSpacing(0);
  column->addWidget(caption(title));
  column->addWidget(table, 1);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(metrics::grid, 4, metrics::grid, 0);
  row->addWidget(line);
  column->addLayout(row);
  return list;
}

// The op of a text "OP: EXPRESSION", "OP" or "EXPRESSION"; 0: unknown. Leaves the expression.
OpId BreakpointsPage::takeOp(QString& text) const {
  if (changed_.op != 0 && text.startsWith(changed_.head)) {
    text.remove(0, changed_.head.size());
    return changed_.op;
  }
  const auto named = [this](const std::string& name) {
    return opNamed(workspace_, QString::fromStdString(name).trimmed().toStdString());
  };
  const OpExpression parts = divide_op_expression(
      text.toStdString(), [&](const std::string& name) { return named(name) != nullptr; });
  const OpRecord* op = named(parts.op);
  if (!op && !text.contains(u':')) return workspace_.selection.op();  // a condition alone
  text = QString::fromStdString(op ? parts.expression : parts.op);
  return op ? op->id : 0;
}

std::optional<BreakpointsPage::Entry> BreakpointsPage::read(const QString& text,
                                                            const std::string& otherwise) {
  QString rest = text.trimmed();
  try {
    const OpId op = takeOp(rest);
    const QString expression = rest.trimmed();
    if (op == 0)
      return refuse((text.contains(u':') ? tr("Unknown op “%1”.")
                                         : tr("Unknown op “%1”, and no op is selected."))
                        .arg(expression)),
             std::nullopt;
    const std::string words = expression.isEmpty() ? otherwise : expression.toStdString();
    if (!words.empty()) ValueExpression{words};
    refuse({});
    return Entry{op, words};
  } catch (const Error& error) {
    return refuse(QString::fromStdString(to_string(error.diagnostic()))), std::nullopt;
  }
}

bool BreakpointsPage::addBreakpoint(const QString& text) {
  const auto entry = read(text, {});
  if (entry) workspace_.faults.setBreakpoint({entry->op, entry->expression});
  return entry.has_value();
}

bool BreakpointsPage::addWatch(const QString& text) {
  const auto entry = read(text, "mean");
  if (!entry) return false;
  std::vector<WatchRecord> watches = workspace_.faults.watches();
  watches.push_back({entry->op, entry->expression, {}, 0, {}});
  workspace_.faults.setWatches(watches);
  return true;
}

void BreakpointsPage::remove() {
  if (const int row = breakpoints_->currentSourceRow(); breakpoints_->hasFocus() && row >= 0)
    return workspace_.faults.removeBreakpoint(shownBreakpoints_[static_cast<std::size_t>(row)].op);
  const int row = watches_->currentSourceRow();
  std::vector<WatchRecord> watches = workspace_.faults.watches();
  if (!watches_->hasFocus() || row < 0 || row >= std::ssize(watches)) return;
  watches.erase(watches.begin() + row);
  workspace_.faults.setWatches(watches);
}

// Puts the breakpoint into the edit line; Enter replaces it.
void BreakpointsPage::change(const BreakpointRecord& breakpoint) {
  go(breakpoint.op);
  const QString head = uniqueNameOf(workspace_, breakpoint.op) + ": ";
  changed_ = {breakpoint.op, head};
  breakpointLine_->setText(head + QString::fromStdString(breakpoint.condition));
  breakpointLine_->setFocus(Qt::OtherFocusReason);
  breakpointLine_->setSelection(static_cast<int>(head.size()), breakpointLine_->text().size());
}

void BreakpointsPage::go(OpId op) {
  workspace_.selection.selectOp(op);
  workspace_.selection.reveal(Facet::op);
}

void BreakpointsPage::refuse(const QString& why) {
  refusal_->setText(why);
  refusal_->setVisible(!why.isEmpty());
}

QString BreakpointsPage::refusal() const {
  return refusal_->isHidden() ? QString() : refusal_->text();
}

QString BreakpointsPage::stopText() const {
  return stop_->text();
}

void BreakpointsPage::follow() {
  shownBreakpoints_ = workspace_.faults.breakpoints();
  shownWatches_ = workspace_.faults.watches();
  breakpointNames_ = namesOf(workspace_, opsOf(shownBreakpoints_));
  watchNames_ = namesOf(workspace_, opsOf(shownWatches_));
  const std::optional<StopRecord> stop = workspace_.faults.stopped();
  const QString between = stop ? QString() : betweenSteps(workspace_);
  stop_->setText(stop ? QString::fromStdString(stop->text)
                 : !between.isEmpty()
                     ? between
                     : tr("Not stopped at an op. F9 sets a breakpoint at the selected op, "
                          "Ctrl+F10 runs to it, Alt+F5 runs to the first NaN or infinity."));
  breakpointModel_->setRows(static_cast<int>(shownBreakpoints_.size()));
  watchModel_->setRows(static_cast<int>(shownWatches_.size()));
  std::vector<OpHealth> values;
  for (const ValueSummary& each : stop ? stop->values : std::vector<ValueSummary>()) {
    const QString input = values.empty() ? QString() : tr("input ");
    OpHealth& row = values.emplace_back();
    row.op = (input + nameOf(workspace_, each.op)).toStdString();
    row.health.newest = each;
  }
  valueRows_->set(std::move(values));
  values_->setVisible(stop.has_value());
}

}  // namespace ng::views
