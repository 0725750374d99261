// SPDX-License-Identifier: Apache-2.0
// Two tensors of one shape and their difference as three heat maps, which zoom, scroll and point at
// one element together. Those of A and B have one scale.
#pragma once

#include <QWidget>
#include <array>

#include "views/widgets/tensors/tensor_slice.h"
#include "views/widgets/tensors/tensor_statistics.h"

class QLabel;

namespace ng::views {

class HeatMap;

struct PairedTensors {
  std::array<TensorRecordPtr, 3> tensors;  // A, B, B − A
  std::array<TensorStatistics, 3> statistics;
};

// `like`: the name and the axes. Meaningless if `shouldContinue` returned false.
std::shared_ptr<const PairedTensors> pairedTensors(const TensorRecord& like, Tensor before,
                                                   Tensor after,
                                                   const ContinueCheck& shouldContinue = {});

class PairedMaps : public QWidget {
  Q_OBJECT

 public:
  explicit PairedMaps(QWidget* parent = nullptr);

  void setTitles(const QString& a, const QString& b);
  // `cut`: the axes that run down and across, and the indices of the others.
  void show(const PairedTensors& tensors, const TensorSlice& cut);
  HeatMap& map(std::size_t which) const { return *maps_[which]; }  // A, B, B − A

 private:
  void follow(const HeatMap& moved);

  std::array<QLabel*, 3> titles_;
  std::array<HeatMap*, 3> maps_;
};

}  // namespace ng::views
