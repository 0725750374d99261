// SPDX-License-Identifier: Apache-2.0
// Look-ups in a memory plan, and its rectangles.
#include "views/buffers/plan_model.h"

#include <QObject>

#include "engine/records/compilation_record.h"
#include "engine/records/op_record.h"
#include "engine/records/op_trace.h"
#include "views/widgets/number_text.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {
namespace {

constexpr std::int64_t line = 64;  // alignment of the pool, in bytes

double inLines(std::int64_t bytes) {
  return static_cast<double>((bytes + line - 1) / line * line);
}

}  // namespace

PlanModel::PlanModel(CompilationRecordPtr record) : record_(std::move(record)), plan_(*record_) {
  for (int i = 0; i < buffers(); ++i) names_.emplace(buffer(i).name, i);
  buildTrees();
}

int PlanModel::named(const QString& buffer) const {
  const auto found = names_.find(buffer.toStdString());
  return found == names_.end() ? -1 : found->second;
}

int PlanModel::holding(OpId op) const {
  if (op == 0) return -1;
  const auto lies = [this](OpId key) {
    const BufferRecord* buffer = record_->buffer_of(key);
    return buffer ? static_cast<int>(buffer - record_->buffers.data()) : -1;
  };
  int found = lies(op);
  if (found >= 0 || record_->passes.empty()) return found;
  for (const OpRecord* survivor : survivors(*record_, op)) {
    found = lies(survivor->id);
    if (found >= 0) return found;
  }
  return -1;
}

QString PlanModel::opName(OpId key) const {
  return QString::fromStdString(plan_.op_name(key));
}

QString PlanModel::kernelAt(int step) const {
  return QString::fromStdString(plan_.kernel_at(step));
}

QString PlanModel::placeText(int index) const {
  if (!is_temporary(buffer(index))) return QObject::tr("own allocation");
  return u'@' + countText(buffer(index).offset);
}

QString PlanModel::flagsText(int index) const {
  return cellText(column_of(buffer_columns(), "flags"), plan_.flags(index));
}

PlotRect PlanModel::rectOf(int index, double low) const {
  const BufferRecord& b = buffer(index);
  const OpRecord* owner = plan_.op(b.owner);
  PlotRect rect;
  rect.left = b.first_step;
  rect.right = b.last_step + 1;
  rect.low = low;
  rect.high = low + static_cast<double>(std::max<std::int64_t>(b.bytes, 1));
  rect.row = index;
  rect.colour = static_cast<std::uint8_t>(owner ? owner->family : Family::elementwise);
  return rect;
}

void PlanModel::buildTrees() {
  std::vector<PlotRect> pool, ghosts;
  double unshared = 0;
  for (int i = 0; i < buffers(); ++i) {
    if (!is_temporary(buffer(i))) continue;
    pool.push_back(rectOf(i, static_cast<double>(buffer(i).offset)));
    ghosts.push_back(rectOf(i, unshared));
    unshared += inLines(buffer(i).bytes);
  }
  std::vector<PlotRect> all = pool;
  double at = std::max(unshared, static_cast<double>(record_->peak_bytes));
  for (const BufferKind kind : {BufferKind::persistent, BufferKind::input, BufferKind::constant,
                                BufferKind::kept, BufferKind::output}) {
    for (int i = 0; i < buffers(); ++i) {
      if (buffer(i).kind != kind) continue;
      all.push_back(rectOf(i, at));
      at += inLines(buffer(i).bytes);
    }
  }
  poolTree_ = RectTree(std::move(pool));
  allTree_ = RectTree(std::move(all));
  ghost_ = RectTree(std::move(ghosts));
  poolPlaces_ = placesIn(poolTree_);
  allPlaces_ = placesIn(allTree_);
}

std::vector<int> PlanModel::placesIn(const RectTree& tree) const {
  std::vector<int> places(record_->buffers.size(), -1);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    places[static_cast<std::size_t>(tree.rects()[i].row)] = static_cast<int>(i);
  }
  return places;
}

const PlotRect* PlanModel::rect(int buffer, bool all) const {
  if (buffer < 0 || buffer >= buffers()) return nullptr;
  const int place = (all ? allPlaces_ : poolPlaces_)[static_cast<std::size_t>(buffer)];
  return place < 0 ? nullptr : &tree(all).rects()[static_cast<std::size_t>(place)];
}

}  // namespace ng::views
