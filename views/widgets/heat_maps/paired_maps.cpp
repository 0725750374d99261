// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/heat_maps/paired_maps.h"

#include <QGridLayout>
#include <QLabel>
#include <algorithm>

#include "engine/analysis/compare/tensor_difference.h"
#include "views/core/theme/theme.h"
#include "views/widgets/heat_maps/heat_map.h"

namespace ng::views {
namespace {

// The range of both.
HeatScale commonScale(const TensorStatistics& a, const TensorStatistics& b) {
  if (a.finite == 0 || b.finite == 0) return HeatScale::fit(a.finite == 0 ? b : a);
  TensorStatistics both = a;
  both.min = std::min(a.min.real(), b.min.real());
  both.max = std::max(a.max.real(), b.max.real());
  return HeatScale::fit(both);
}

}  // namespace

std::shared_ptr<const PairedTensors> pairedTensors(const TensorRecord& like, Tensor before,
                                                   Tensor after,
                                                   const ContinueCheck& shouldContinue) {
  const auto record = [&like](Tensor value) {
    auto made = std::make_shared<TensorRecord>();
    made->op = like.op;
    made->name = like.name;
    made->axes = like.axes;
    made->axes.resize(value.shape.size());
    for (std::size_t i = 0; i < value.shape.size(); ++i) made->axes[i].length = value.shape[i];
    made->value = std::move(value);
    return made;
  };
  Tensor difference = subtracted(after, before);
  auto paired = std::make_shared<PairedTensors>();
  paired->tensors = {record(std::move(before)), record(std::move(after)),
                     record(std::move(difference))};
  for (std::size_t i = 0; i < paired->tensors.size(); ++i)
    paired->statistics[i] = statistics(paired->tensors[i]->value, shouldContinue);
  return paired;
}

PairedMaps::PairedMaps(QWidget* parent) : QWidget(parent) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(metrics::grid, 0, 0, 0);
  grid->setSpacing(0);
  for (std::size_t i = 0; i < maps_.size(); ++i) {
    titles_[i] = new QLabel;
    titles_[i]->setFont(Theme::current().captionFont());
    titles_[i]->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    maps_[i] = new HeatMap;
    grid->addWidget(titles_[i], 0, static_cast<int>(i));
    grid->addWidget(maps_[i], 1, static_cast<int>(i));
    grid->setColumnStretch(static_cast<int>(i), 1);
    connect(maps_[i], &HeatMap::viewChanged, this, [this, i] { follow(*maps_[i]); });
  }
  grid->setRowStretch(1, 1);
  setTitles(tr("A"), tr("B"));
}

void PairedMaps::setTitles(const QString& a, const QString& b) {
  const QString texts[] = {a, b, tr("B − A")};
  for (std::size_t i = 0; i < maps_.size(); ++i) {
    titles_[i]->setText(texts[i]);
    titles_[i]->setToolTip(texts[i]);
    maps_[i]->setAccessibleName(tr("Elements: %1").arg(texts[i]));
  }
}

void PairedMaps::show(const PairedTensors& tensors, const TensorSlice& cut) {
  const HeatScale scale = commonScale(tensors.statistics[0], tensors.statistics[1]);
  for (std::size_t i = 0; i < maps_.size(); ++i) {
    maps_[i]->setSlice(cut.of(tensors.tensors[i]), tensors.statistics[i]);
    if (i < 2)
      maps_[i]->setScale(scale);
    else
      maps_[i]->fitScale();
  }
}

void PairedMaps::follow(const HeatMap& moved) {
  for (HeatMap* map : maps_)
    if (map != &moved) map->showAs(moved);
}

}  // namespace ng::views
