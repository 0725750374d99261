// SPDX-License-Identifier: Apache-2.0
#include "views/tensors/origin_panel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "views/core/op_names.h"
#include "views/tensors/element_history.h"
#include "views/widgets/column_model.h"
#include "views/widgets/escape_key.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

QString elementText(const std::string& name, const std::string& place) {
  return place.empty() ? text(name) : text(name) + u'[' + text(place) + u']';
}

// Step of a loop, e.g. " · REC 5"; empty outside of loops.
QString stepText(const std::string& loop, std::optional<std::int64_t> step) {
  return step ? QString::fromUtf8(" · %1 %2").arg(text(loop)).arg(*step) : QString();
}

QToolButton* button(const char* icon, const QString& tip) {
  auto* made = new QToolButton;
  made->setIcon(Theme::current().icon(icon));
  made->setToolTip(tip);
  made->setAccessibleName(tip);
  made->setAutoRaise(true);
  made->setFixedSize(metrics::row, metrics::row);
  return made;
}

double sizes(const ElementSum& sum) {
  double all = sum.combine == TermCombination::sum ? std::abs(sum.rest) : 0;
  for (const ElementTerm& term : sum.terms) all += std::abs(term.value);
  return all;
}

}  // namespace

OriginPanel::OriginPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      back_(button("back", tr("Back to the previous element (Backspace)"))),
      close_(button("close", tr("Close (Esc)"))),
      title_(new QLabel),
      formula_(new QLabel),
      history_(new ElementHistory) {
  setAccessibleName(tr("Origin of the number"));
  setFocusPolicy(Qt::StrongFocus);
  makeTable();
  title_->setFont(Theme::current().monoFont());
  formula_->setFont(Theme::current().captionFont());
  formula_->setForegroundRole(QPalette::PlaceholderText);
  formula_->setWordWrap(true);
  formula_->setContentsMargins(metrics::grid, 0, metrics::grid, 6);
  for (QLabel* label : {title_, formula_})
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* name = new QHBoxLayout;
  name->setSpacing(2);
  name->addWidget(back_);
  name->addWidget(title_, 1);
  auto* words = new QVBoxLayout;
  words->setSpacing(0);
  words->addLayout(name);
  words->addWidget(formula_);
  words->addStretch(1);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(2, 2, 2, 0);
  head->setSpacing(2);
  head->addLayout(words, 3);
  head->addWidget(history_, 2);
  head->addWidget(close_, 0, Qt::AlignTop);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(table_, 1);
  connect(back_, &QToolButton::clicked, this, &OriginPanel::back);
  connect(close_, &QToolButton::clicked, this, &OriginPanel::leave);
  connect(table_, &TableView::rowActivated, this, &OriginPanel::follow);
  connect(table_, &TableView::rowSelected, this, [this](int at) {
    const Row& row = rows_[static_cast<std::size_t>(at)];
    if (row.place.op != 0) choose(row.place);
  });
  connect(history_, &ElementHistory::iterationClicked, this, [this](qint64 iteration) {
    trail_.back().iteration = iteration;
    goTo(trail_.back());
  });
  connect(&workspace_.queries, &Queries::elementOriginChanged, this, &OriginPanel::take);
  connect(&workspace_.documents, &Documents::documentChanged, this, &OriginPanel::leave);
  connect(&workspace_.run, &Run::runChanged, this, &OriginPanel::followIteration);
  hide();
}

void OriginPanel::makeTable() {
  const auto words = [this](const QString& title, bool number, QString Row::* field) {
    return TableColumn{title,
                       number,
                       [=, this](int r) { return rows_[static_cast<std::size_t>(r)].*field; },
                       {},
                       {}};
  };
  TableColumn part = words(tr("sum"), false, &Row::part);
  part.toolTip = [this](int r) { return rows_[static_cast<std::size_t>(r)].part; };
  TableColumn element = words(tr("element"), false, &Row::element);
  element.toolTip = [this](int r) {
    return rows_[static_cast<std::size_t>(r)].leads ? tr("Enter: show the origin of this element")
                                                    : QString();
  };
  TableColumn share{tr("share"),
                    true,
                    [this](int r) {
                      const Row& row = rows_[static_cast<std::size_t>(r)];
                      return row.isTerm ? percentText(row.share) : QString();
                    },
                    [this](int r) { return QVariant(rows_[static_cast<std::size_t>(r)].share); },
                    {}};
  model_ = new ColumnModel(
      {part, words(tr("as"), false, &Row::operand), element, words(tr("value"), true, &Row::value),
       words(tr("term"), true, &Row::term), share},
      this);
  table_ = new TableView(model_);
  table_->setTextElideMode(Qt::ElideMiddle);  // keeps the index at the end of a long name visible
  table_->setAccessibleName(tr("Source elements"));
  const int widths[] = {140, 44, 150, 88, 88, 60};
  for (int i = 0; i < 6; ++i) table_->setColumnWidth(i, widths[i]);
}

QString OriginPanel::title() const {
  return title_->text();
}
QString OriginPanel::formula() const {
  return formula_->text();
}

QSize OriginPanel::sizeHint() const {
  constexpr int head = 72, mostRows = 8;
  return {table_->columnWidth(2) * 3, head + metrics::row * (1 + std::min(rows(), mostRows))};
}

void OriginPanel::ask(OpId op, std::int64_t element, std::optional<std::int64_t> step) {
  trail_ = {{op, element, {}, step}};
  seen_ = std::max<std::int64_t>(1, workspace_.run.status().iteration);
  askFor(trail_.back());
}

void OriginPanel::askFor(const ElementQuestion& place) {
  waiting_ = true;
  workspace_.queries.explain(place);
}

void OriginPanel::follow(int row) {
  const Row& to = rows_[static_cast<std::size_t>(row)];
  if (!to.leads) return;
  trail_.push_back(to.place);
  goTo(trail_.back());
}

void OriginPanel::goTo(const ElementQuestion& place) {
  Session& session = workspace_;
  const bool elsewhere = place.iteration && place.iteration != session.run.status().iteration;
  if (elsewhere && session.run.status().state != RunState::running)
    session.run.showIteration(*place.iteration);
  askFor(place);
}

// Follows a new iteration of the window, and shifts the iterations of the trail by the same offset.
// Before the first call, values are those of iteration 1.
void OriginPanel::followIteration() {
  if (trail_.empty()) return;
  sayFormula();
  const std::int64_t now = std::max<std::int64_t>(1, workspace_.run.status().iteration);
  if (workspace_.run.status().state == RunState::running || now == seen_) return;
  seen_ = now;
  const std::optional<std::int64_t> from = trail_.back().iteration;
  if (from == now || (!from && !waiting_)) return;
  for (ElementQuestion& place : trail_)
    if (place.iteration && from)
      place.iteration = std::max<std::int64_t>(1, *place.iteration + now - *from);
  askFor(trail_.back());
}

void OriginPanel::back() {
  if (!canGoBack()) return;
  trail_.pop_back();
  goTo(trail_.back());
  choose(trail_.back());
}

// Elements inside a loop have no value to show.
void OriginPanel::choose(const ElementQuestion& place) {
  if (!place.step) emit elementChosen(place.op, place.element);
}

void OriginPanel::leave() {
  trail_.clear();
  rows_.clear();
  model_->setRows(0);
  origin_.reset();
  if (std::exchange(waiting_, false)) workspace_.queries.cancelQuery();
  showJob();
  hide();
}

void OriginPanel::showJob() {
  const bool working = waiting_ && workspace_.queries.explaining();
  if (working && job_ == 0)
    job_ = workspace_.jobs.begin(tr("Tracing an element"), [this] {
      job_ = 0;
      workspace_.queries.cancelQuery();
    });
  if (!working) workspace_.jobs.finish(std::exchange(job_, 0));
}

void OriginPanel::take() {
  showJob();
  if (!waiting_ || workspace_.queries.explaining()) return;
  waiting_ = false;
  showJob();
  const ElementOriginPtr origin = workspace_.queries.elementOrigin();
  if (!origin) {  // refused or cancelled: keep the current contents
    if (!canGoBack()) return;
    trail_.pop_back();
    if (const auto iteration = trail_.back().iteration) workspace_.run.showIteration(*iteration);
    return;
  }
  origin_ = origin;
  trail_.back().iteration = origin->iteration;
  const QString name = elementText(origin->name, origin->place);
  title_->setText(
      tr("%1%2 = %3").arg(name, stepText(origin->loop, origin->step), valueText(origin->value, 9)));
  sayFormula();
  rows_.clear();
  addRows(*origin);
  model_->setRows(static_cast<int>(rows_.size()));
  model_->refresh();
  showColumns();
  history_->setPoints(origin->history, origin->iteration);
  back_->setEnabled(canGoBack());
  show();
  QStringList words{elementText(uniqueNameOf(workspace_, origin->op).toStdString(), origin->place)};
  if (origin->step) words << "--step" << QString::number(*origin->step);
  emit asked(words);
}

void OriginPanel::sayFormula() {
  if (!origin_) return;
  QStringList words{text(origin_->kind)};
  if (!origin_->formula.empty() && origin_->formula != origin_->kind)
    words << text(origin_->formula);
  const std::int64_t now = workspace_.run.status().iteration;
  const bool runs = workspace_.run.status().state == RunState::running && now != origin_->iteration;
  words << (runs ? tr("iteration %1; the run is at iteration %2, pause it (F6) to update")
                       .arg(origin_->iteration)
                       .arg(now)
                 : tr("iteration %1").arg(origin_->iteration));
  if (!origin_->traced) words << tr("list may be incomplete");
  if (origin_->sources.empty() && origin_->sums.empty()) words << tr("a constant or an input");
  formula_->setText(words.join(QString::fromUtf8(" · ")));
}

// Hides empty columns, and the sum column if the header already shows the formula.
void OriginPanel::showColumns() {
  const auto any = [this](auto of) { return std::any_of(rows_.begin(), rows_.end(), of); };
  table_->setVisible(!rows_.empty());
  const bool redundant = origin_->sums.size() == 1 && origin_->sums[0].formula == origin_->formula;
  table_->setColumnHidden(0, redundant || !any([](const Row& row) { return !row.part.isEmpty(); }));
  table_->setColumnHidden(1, !any([](const Row& row) { return !row.operand.isEmpty(); }));
  table_->setColumnHidden(4, !any([](const Row& row) { return !row.term.isEmpty(); }));
  table_->setColumnHidden(5, !any([](const Row& row) { return row.isTerm; }));
}

OriginPanel::Row OriginPanel::rowOf(const ElementRead& source, const ElementOrigin& origin) const {
  Row row;
  row.operand = text(source.operand);
  row.place = {source.op, source.element.value_or(0), source.iteration, source.step};
  row.element = elementText(source.name, source.place) + stepText(source.loop, source.step);
  if (!source.element) {
    row.element = tr("%1, all elements").arg(row.element);
    return row;
  }
  row.value = valueText(source.value, 7);
  row.leads = source.iteration > 0;
  if (source.iteration != origin.iteration)
    row.element +=
        source.iteration > 0 ? tr(" · iteration %1").arg(source.iteration) : tr(" · initial");
  return row;
}

void OriginPanel::addRows(const ElementOrigin& origin) {
  for (const ElementRead& source : origin.sources) rows_.push_back(rowOf(source, origin));
  for (const ElementSum& sum : origin.sums) {
    const double all = sizes(sum);
    const bool adds = sum.combine == TermCombination::sum;
    const std::size_t first = rows_.size();
    for (const ElementTerm& term : sum.terms) {
      const std::size_t at = rows_.size();
      for (const ElementRead& source : term.sources) rows_.push_back(rowOf(source, origin));
      if (rows_.size() == at) rows_.emplace_back();
      rows_[at].term = valueText(term.value, 7);
      rows_[at].share = all > 0 ? std::abs(term.value) / all : 0;
      rows_[at].isTerm = adds;
    }
    const std::int64_t more = sum.count - static_cast<std::int64_t>(sum.terms.size());
    if (more > 0) {
      Row rest;
      rest.element = tr("%1 others").arg(countText(more));
      rest.term = valueText(sum.rest, 7);
      rest.share = all > 0 ? std::abs(sum.rest) / all : 0;
      rest.isTerm = adds;
      rows_.push_back(rest);
    }
    if (rows_.size() > first)
      rows_[first].part = tr("%1 = %2").arg(text(sum.formula), valueText(sum.value, 5));
  }
}

bool OriginPanel::event(QEvent* event) {
  return takesEscape(event) || QWidget::event(event);
}

void OriginPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Backspace) return back();
  if (event->key() == Qt::Key_Escape) return leave();
  QWidget::keyPressEvent(event);
}

}  // namespace ng::views
