// SPDX-License-Identifier: Apache-2.0
#include "views/roofline/roofline_tables.h"

#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QString fixed(double value, bool measured) {
  return measured ? QString::number(value, 'f', value < 10 ? 2 : 1) : QString();
}

}  // namespace

PointTable::PointTable(QObject* parent) : ColumnModel({}, parent) {
  setColumns(columns());
}

std::vector<TableColumn> PointTable::columns() {
  const auto at = [this](int r) -> const KernelPoint& {
    return points_[static_cast<std::size_t>(r)];
  };
  const auto number = [at](const QString& title, double KernelPoint::* value, double scale = 1) {
    return TableColumn{title,
                       true,
                       [=](int r) {
                         const bool timed = value == &KernelPoint::microseconds;
                         const bool known = at(r).limit != Limit::unmeasured;
                         return fixed(at(r).*value * scale,
                                      known && (timed || at(r).limit != Limit::uncounted));
                       },
                       [=](int r) { return QVariant(at(r).*value); },
                       {}};
  };
  const auto nodes = [this](int r) { return nodes_.value(r); };
  const auto words = [at](int r) { return QString::fromStdString(limit_words(at(r))); };
  return {
      {tr("Kernel"), false, [at](int r) { return QString::fromStdString(at(r).kernel); }, {}, {}},
      number(tr("µs"), &KernelPoint::microseconds),
      number(tr("GFLOP/s"), &KernelPoint::gflops),
      {tr("FLOP/B"),
       true,
       [at](int r) { return fixed(at(r).intensity, at(r).limit != Limit::uncounted); },
       [at](int r) { return QVariant(at(r).intensity); },
       {}},
      number(tr("GB/s"), &KernelPoint::gigabytes),
      number(tr("% of ceiling"), &KernelPoint::part, 100),
      number(tr("Saving µs"), &KernelPoint::recoverable),
      {tr("Limit"), false, words, {}, words},
      {tr("Nodes"), false, nodes, {}, nodes},
  };
}

void PointTable::set(std::vector<KernelPoint> points, QStringList nodes) {
  points_ = std::move(points);
  nodes_ = std::move(nodes);
  setRows(static_cast<int>(points_.size()),
          [this](int r) { return points_[static_cast<std::size_t>(r)].once; });
}

const KernelPoint* PointTable::point(int row) const {
  const bool there = row >= 0 && row < static_cast<int>(points_.size());
  return there ? &points_[static_cast<std::size_t>(row)] : nullptr;
}

int PointTable::rowOf(const QString& kernel) const {
  for (int row = 0; point(row); ++row)
    if (point(row)->kernel == kernel.toStdString()) return row;
  return -1;
}

AdviceTable::AdviceTable(QObject* parent) : ColumnModel({}, parent) {
  setColumns(columns());
}

std::vector<TableColumn> AdviceTable::columns() {
  const auto at = [this](int r) -> const Advice& { return advice_[static_cast<std::size_t>(r)]; };
  const auto text = [at](int r) { return QString::fromStdString(at(r).text); };
  return {
      {tr("Saving µs"), true, [at](int r) { return fixed(at(r).microseconds, true); },
       [at](int r) { return QVariant(at(r).microseconds); },
       [this, at](int r) {
         return tr("%1 % of kernel time").arg(fixed(at(r).microseconds / call_ * 100, true));
       }},
      {tr("Advice"), false, text, {}, text},
  };
}

void AdviceTable::set(std::vector<Advice> advice, double call) {
  advice_ = std::move(advice);
  call_ = call;
  setRows(static_cast<int>(advice_.size()));
}

const Advice* AdviceTable::advice(int row) const {
  const bool there = row >= 0 && row < static_cast<int>(advice_.size());
  return there ? &advice_[static_cast<std::size_t>(row)] : nullptr;
}

}  // namespace ng::views
