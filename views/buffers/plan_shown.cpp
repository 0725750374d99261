// SPDX-License-Identifier: Apache-2.0
#include "views/buffers/plan_shown.h"

#include <algorithm>
#include <cmath>

#include "engine/records/buffer_record.h"
#include "views/buffers/plan_plot.h"
#include "views/widgets/number_text.h"

namespace ng::views {

void PlanShown::setModel(PlanModelPtr plan) {
  model = std::move(plan);
  noteFamilies();
  selected = hovered = -1;
  read.clear(), written.clear(), tenants.clear();
}

void PlanShown::setAll(bool on) {
  all = on;
  noteFamilies();
}

void PlanShown::noteFamilies() {
  families.clear();
  for (int i = 0; model && i < model->buffers(); ++i)
    if (const PlotRect* rect = placeOf(i)) families.insert(rect->colour);
}

void PlanShown::select(int buffer) {
  selected = buffer;
  tenants.clear();
  if (!model || buffer < 0) return;
  const Tenancy& tenancy = model->plan().tenancy();
  tenants = tenancy.before(buffer);
  const std::vector<int> after = tenancy.after(buffer);
  tenants.insert(tenants.end(), after.begin(), after.end());
}

bool PlanShown::isLit(int buffer) const {
  return buffer == selected || read.count(buffer) || written.count(buffer) ||
         std::find(tenants.begin(), tenants.end(), buffer) != tenants.end();
}

const RectTree* PlanShown::behind() const {
  if (other) return &other->tree(all);
  return model && ghost ? &model->ghost() : nullptr;
}

const PlotRect* PlanShown::placeOf(int buffer) const {
  return model ? model->rect(buffer, all) : nullptr;
}

PlotRange PlanShown::whole() const {
  if (!model) return {};
  PlotRange bounds{0, std::max(1.0, static_cast<double>(model->steps())), 0, 1};
  const auto reach = [&](const RectTree& tree) {
    if (tree.empty()) return;
    bounds.high = std::max(bounds.high, tree.bounds().high);
    bounds.right = std::max(bounds.right, tree.bounds().right);
  };
  reach(model->tree(all));
  if (ghost) reach(model->ghost());
  if (other) reach(other->tree(all));
  bounds.high *= 1.1;
  return bounds;
}

int PlanShown::neighbour(int buffer, Direction way) const {
  const PlotRect* from = placeOf(buffer);
  if (!from) return -1;
  const auto overlap = [](double a0, double a1, double b0, double b1) {
    return std::min(a1, b1) > std::max(a0, b0);
  };
  const bool inTime = way == Direction::earlier || way == Direction::later;
  int best = -1;
  double nearest = HUGE_VAL;
  for (const PlotRect& rect : model->tree(all).rects()) {
    const bool beside = inTime ? overlap(rect.low, rect.high, from->low, from->high)
                               : overlap(rect.left, rect.right, from->left, from->right);
    const double gap = way == Direction::earlier ? from->left - rect.right
                       : way == Direction::later ? rect.left - from->right
                       : way == Direction::lower ? from->low - rect.high
                                                 : rect.low - from->high;
    if (rect.row == buffer || !beside || gap < 0 || gap >= nearest) continue;
    nearest = gap;
    best = rect.row;
  }
  return best;
}

QString PlanShown::peakText() const {
  return model ? PlanPlot::tr("peak %1").arg(byteText(model->record().peak_bytes)) : QString();
}

QString PlanShown::tipOf(int buffer) const {
  const BufferRecord& b = model->buffer(buffer);
  QStringList lines;
  lines << QString::fromStdString(b.name) + QStringLiteral("  ") + byteText(b.bytes) + u' ' +
               model->placeText(buffer);
  lines << PlanPlot::tr("%1, steps %2–%3")
               .arg(QString::fromUtf8(name(b.kind)), countText(b.first_step),
                    countText(b.last_step));
  if (!b.reason.empty()) lines << QString::fromStdString(b.reason);
  const QString flags = model->flagsText(buffer);
  if (!flags.isEmpty()) lines << flags;
  return lines.join(u'\n');
}

}  // namespace ng::views
