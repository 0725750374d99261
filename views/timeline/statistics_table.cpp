// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/statistics_table.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

// Microseconds with up to two decimals.
QString microseconds(double nanoseconds) {
  const double value = nanoseconds / 1e3;
  return value < 1000 ? QString::number(value, 'f', value < 10 ? 2 : 1)
                      : countText(std::llround(value));
}

// Relative change of the mean from the other timeline to the shown one.
double change(const SumsRow& row) {
  if (row.own.count == 0 || row.other.count == 0 || row.other.mean() <= 0) return 0;
  return row.own.mean() / row.other.mean() - 1;
}

QString changeText(const SumsRow& row) {
  if (row.onlyOther) return QObject::tr("removed");
  if (row.single) return {};
  if (row.other.count == 0) return QObject::tr("new");
  const double part = change(row) * 100;
  const QString sign = part >= 0.05 ? QStringLiteral("+") : QString();
  return sign + QString::number(part, 'f', std::abs(part) < 9.95 ? 1 : 0);
}

}  // namespace

std::vector<SumsRow> joined(const Timeline& shown, const std::vector<EventStatistics>& own,
                            const Timeline* other, const std::vector<EventStatistics>& others) {
  std::vector<SumsRow> rows;
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  for (const EventStatistics& sum : own) {
    const TimelineName& name = shown.names()[sum.name];
    known[{name.text, name.category}] = rows.size();
    rows.push_back({name, sum.name, false, sum, {}});
  }
  for (const EventStatistics& sum : others) {
    const TimelineName& name = other->names()[sum.name];
    const auto found = known.find({name.text, name.category});
    if (found != known.end())
      rows[found->second].other = sum;
    else
      rows.push_back({name, 0, true, {}, sum});
  }
  return rows;
}

void addSlowest(std::vector<SumsRow>& rows, const Timeline& shown) {
  const auto iterations = std::find_if(rows.begin(), rows.end(), [](const SumsRow& row) {
    return row.name.text == "iteration" && row.own.count > 1;
  });
  if (iterations == rows.end()) return;
  SumsRow slowest = *iterations;
  slowest.single = true;
  const auto [length, place] = std::pair(slowest.own.most, slowest.own.longest);
  const std::int32_t number = shown.event(place).number;
  slowest.name.text = "slowest iteration" + (number < 0 ? "" : " " + std::to_string(number));
  slowest.name.detail = "Press Enter or double-click to go to it";
  slowest.own = {slowest.id, 1, length, length, length, place};
  slowest.other = {};
  rows.insert(std::next(iterations), std::move(slowest));
}

StatisticsTable::StatisticsTable(QObject* parent) : ColumnModel({}, parent) {
  setColumns(columns());
}

std::vector<TableColumn> StatisticsTable::columns() {
  const auto at = [this](int r) -> const SumsRow& { return rows_[static_cast<std::size_t>(r)]; };
  const auto time = [at](auto of) {
    return [at, of](int r) {
      return at(r).onlyOther ? QString() : microseconds(static_cast<double>(of(at(r))));
    };
  };
  const auto value = [at](auto of) {
    return [at, of](int r) { return QVariant(static_cast<double>(of(at(r)))); };
  };
  const auto total = [](const SumsRow& row) { return row.own.total; };
  const auto mean = [](const SumsRow& row) { return row.own.mean(); };
  const auto least = [](const SumsRow& row) { return row.own.least; };
  const auto most = [](const SumsRow& row) { return row.own.most; };
  const auto share = [this, at](int r) {
    return range_ > 0 ? static_cast<double>(at(r).own.total) / range_ : 0.0;
  };
  std::vector<TableColumn> all = {
      {tr("Event"),
       false,
       [at](int r) { return QString::fromStdString(at(r).name.text); },
       {},
       [at](int r) { return QString::fromStdString(at(r).name.detail); }},
      {tr("Kind"),
       false,
       [at](int r) { return QString::fromStdString(at(r).name.category); },
       {},
       {}},
      {tr("Count"),
       true,
       [at](int r) { return countText(at(r).own.count); },
       [at](int r) { return QVariant(static_cast<qlonglong>(at(r).own.count)); },
       {}},
      {tr("Total µs"), true, time(total), value(total), {}},
      {tr("% of range"),
       true,
       [share](int r) { return QString::number(share(r) * 100, 'f', 1); },
       [share](int r) { return QVariant(share(r)); },
       {}},
      {tr("Mean µs"), true, time(mean), value(mean), {}},
      {tr("Min µs"), true, time(least), value(least), {}},
      {tr("Max µs"), true, time(most), value(most), {}},
  };
  if (!compares_) return all;
  const auto other = [](const SumsRow& row) { return row.other.mean(); };
  all.insert(
      all.begin() + 6,
      {{tr("Other µs"),
        true,
        [at, other](int r) { return at(r).other.count ? microseconds(other(at(r))) : QString(); },
        value(other),
        {}},
       {tr("Change %"),
        true,
        [at](int r) { return changeText(at(r)); },
        [at](int r) { return QVariant(change(at(r))); },
        {}}});
  return all;
}

void StatisticsTable::set(std::vector<SumsRow> rows, double range, bool compares) {
  if (compares != compares_) {
    setRows(0);
    compares_ = compares;
    setColumns(columns());
  }
  rows_ = std::move(rows);
  range_ = range;
  setRows(static_cast<int>(rows_.size()));
}

const SumsRow* StatisticsTable::row(int row) const {
  const bool there = row >= 0 && row < static_cast<int>(rows_.size());
  return there ? &rows_[static_cast<std::size_t>(row)] : nullptr;
}

int StatisticsTable::rowOf(std::uint32_t name) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (!rows_[i].onlyOther && !rows_[i].single && rows_[i].id == name) return static_cast<int>(i);
  return -1;
}

}  // namespace ng::views
