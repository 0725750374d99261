// SPDX-License-Identifier: Apache-2.0
// Columns of the buffer tables.
#include "views/buffers/buffer_table.h"

#include <algorithm>
#include <numeric>

#include "engine/analysis/axis_facts.h"
#include "engine/records/buffer_record.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

QVariant sortable(std::int64_t value) {
  return {static_cast<qlonglong>(value)};
}

QString axesText(const BufferRecord& buffer) {
  QStringList axes;
  for (const AxisRecord& axis : buffer.axes) {
    axes << text(shown_axis_name(axis.name)) + u' ' + text(length_text(axis));
  }
  return axes.isEmpty() ? QObject::tr("scalar") : axes.join(QStringLiteral(" · "));
}

QString signedCount(std::int64_t value) {
  return value > 0 ? u'+' + countText(value) : value < 0 ? u'−' + countText(-value) : countText(0);
}

QString lifeText(const BufferRecord& buffer) {
  return countText(buffer.first_step) + u'–' + countText(buffer.last_step);
}

}  // namespace

BufferTable::BufferTable(QObject* parent) : ColumnModel({}, parent) {
  setColumns(columns());
}

TableColumn BufferTable::number(const QString& title,
                                std::function<std::int64_t(int buffer)> value) {
  return {title,
          true,
          [this, value](int r) { return countText(value(buffer(r))); },
          [this, value](int r) { return sortable(value(buffer(r))); },
          {}};
}

TableColumn BufferTable::words(const QString& title, std::function<QString(int buffer)> words) {
  const auto at = [this, words](int r) { return words(buffer(r)); };
  return {title, false, at, {}, at};
}

std::vector<TableColumn> BufferTable::columns() {
  const auto of = [this](int i) -> const BufferRecord& { return plan_->buffer(i); };
  const auto stepOf = [this](const std::vector<int>& steps, bool last) {
    return steps.empty() ? QString() : plan_->stepText(last ? steps.back() : steps.front());
  };
  return {
      words(tr("Buffer"), [=](int i) { return text(of(i).name); }),
      number(tr("Bytes"), [=](int i) { return of(i).bytes; }),
      {tr("% of total"),
       true,
       [=, this](int r) {
         return total_ > 0 ? QString::number(100.0 * static_cast<double>(of(buffer(r)).bytes) /
                                                 static_cast<double>(total_),
                                             'f', 1)
                           : QString();
       },
       [=, this](int r) { return sortable(of(buffer(r)).bytes); },
       {}},
      words(tr("Op"), [=, this](int i) { return plan_->opName(of(i).owner); }),
      words(tr("Flags"), [this](int i) { return plan_->flagsText(i); }),
      words(tr("Reason alive"), [=](int i) { return text(of(i).reason); }),
      {tr("Steps"),
       true,
       [=, this](int r) { return lifeText(of(buffer(r))); },
       [=, this](int r) { return sortable(of(buffer(r)).first_step); },
       {}},
      {tr("Offset"),
       true,
       [=, this](int r) {
         return is_temporary(of(buffer(r))) ? countText(of(buffer(r)).offset) : QString();
       },
       [=, this](int r) {
         return sortable(is_temporary(of(buffer(r))) ? of(buffer(r)).offset : -1);
       },
       {}},
      words(tr("Kind"), [=](int i) { return QString::fromUtf8(name(of(i).kind)); }),
      words(tr("Written at"),
            [=, this](int i) { return stepOf(plan_->factsOf(i).writers, false); }),
      words(tr("Last read at"),
            [=, this](int i) { return stepOf(plan_->factsOf(i).readers, true); }),
      words(tr("Type"), [=](int i) { return QString::fromUtf8(name(of(i).dtype)); }),
      words(tr("Axes"), [=](int i) { return axesText(of(i)); }),
  };
}

void BufferTable::setPlan(PlanModelPtr plan, std::optional<int> step) {
  plan_ = std::move(plan);
  rows_.clear();
  if (plan_ && step) {
    rows_ = alive_at(plan_->record(), *step);
  } else if (plan_) {
    rows_.resize(static_cast<std::size_t>(plan_->buffers()));
    std::iota(rows_.begin(), rows_.end(), 0);
  }
  total_ = 0;
  for (const int i : rows_) total_ += plan_->buffer(i).bytes;
  setRows(static_cast<int>(rows_.size()));
}

int BufferTable::rowOf(int buffer) const {
  const auto found = std::find(rows_.begin(), rows_.end(), buffer);
  return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

// ---- two plans ------------------------------------------------------------------------------

ChangeTable::ChangeTable(QObject* parent) : ColumnModel({}, parent) {
  setColumns(columns());
}

const BufferRecord* ChangeTable::side(int row, bool after) const {
  const PlanChange& change = changes_[static_cast<std::size_t>(row)];
  return after ? change.after : change.before;
}

std::vector<TableColumn> ChangeTable::columns() {
  const auto name = [this](int r) {
    return text((side(r, true) ? side(r, true) : side(r, false))->name);
  };
  const auto what = [this](int r) {
    return !side(r, false) ? tr("+ added") : !side(r, true) ? tr("− removed") : tr("~ changed");
  };
  const auto bytes = [this](const QString& title, bool after) {
    return TableColumn{
        title,
        true,
        [=, this](int r) { return side(r, after) ? countText(side(r, after)->bytes) : QString(); },
        [=, this](int r) { return sortable(side(r, after) ? side(r, after)->bytes : -1); },
        {}};
  };
  const auto life = [this](const QString& title, bool after) {
    return TableColumn{
        title,
        true,
        [=, this](int r) { return side(r, after) ? lifeText(*side(r, after)) : QString(); },
        [=, this](int r) { return sortable(side(r, after) ? side(r, after)->first_step : -1); },
        {}};
  };
  return {{tr("Buffer"), false, name, {}, name},
          {tr("Change"), false, what, {}, {}},
          {tr("Δ bytes"),
           true,
           [this](int r) { return signedCount(changes_[static_cast<std::size_t>(r)].bytes); },
           [this](int r) { return sortable(changes_[static_cast<std::size_t>(r)].bytes); },
           {}},
          bytes(tr("Bytes before"), false),
          bytes(tr("Bytes now"), true),
          life(tr("Steps before"), false),
          life(tr("Steps now"), true)};
}

void ChangeTable::setPlans(PlanModelPtr before, PlanModelPtr after) {
  before_ = std::move(before);
  after_ = std::move(after);
  changes_.clear();
  if (before_ && after_) changes_ = compare_plans(before_->record(), after_->record());
  setRows(static_cast<int>(changes_.size()));
}

}  // namespace ng::views
