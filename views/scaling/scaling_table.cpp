// SPDX-License-Identifier: Apache-2.0
#include "views/scaling/scaling_table.h"

#include "views/widgets/number_text.h"

namespace ng::views {

ScalingTable::ScalingTable(QObject* parent) : ColumnModel({}, parent) {}

std::vector<TableColumn> ScalingTable::columns() {
  const auto at = [this](int r) -> const ScalingRow& {
    return scaling_->rows[static_cast<std::size_t>(r)];
  };
  const auto number = [at](const QString& title, auto value, auto text) {
    return TableColumn{
        title,
        true,
        [=](int r) { return at(r).reason.empty() ? QString(text(value(at(r)))) : QString(); },
        [=](int r) { return QVariant(static_cast<double>(value(at(r)))); },
        {}};
  };
  const auto figures = [](double value) { return QString::number(value, 'g', 4); };
  const auto percent = [](double part) { return QString::number(100 * part, 'f', 1); };
  const auto bound = [at](int r) {
    return QString::fromStdString(at(r).reason.empty() ? at(r).bound : at(r).reason);
  };
  return {
      {tr("Ranks"), true, [at](int r) { return QString::number(at(r).ranks); },
       [at](int r) { return QVariant(at(r).ranks); },
       [this, at](int r) {
         return QStringLiteral("%1 %2")
             .arg(QString::fromStdString(scaling_->axis))
             .arg(at(r).length);
       }},
      number(
          tr("ms per call"), [](const ScalingRow& row) { return row.total_us / 1e3; }, figures),
      number(
          scaling_ && scaling_->is_batch ? tr("Samples/s") : tr("Elements/s"),
          [](const ScalingRow& row) { return row.per_second; }, figures),
      number(
          tr("Efficiency %"), [](const ScalingRow& row) { return row.efficiency; }, percent),
      number(
          tr("Waiting ms"), [](const ScalingRow& row) { return row.waiting_us / 1e3; }, figures),
      number(
          tr("Exchange ms"), [](const ScalingRow& row) { return row.exchange_us() / 1e3; },
          figures),
      number(
          tr("Hidden %"), [](const ScalingRow& row) { return row.hidden; }, percent),
      number(
          tr("Sent per rank"), [](const ScalingRow& row) { return row.sent_bytes; },
          [](std::int64_t bytes) { return byteText(bytes); }),
      {tr("Bound by"), false, bound, {}, bound},
  };
}

void ScalingTable::set(ScalingRecordPtr scaling) {
  setRows(0);
  scaling_ = std::move(scaling);
  if (!scaling_) return;
  setColumns(columns());
  setRows(static_cast<int>(scaling_->rows.size()),
          [this](int r) { return !scaling_->rows[static_cast<std::size_t>(r)].reason.empty(); });
}

}  // namespace ng::views
