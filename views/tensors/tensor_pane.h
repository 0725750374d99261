// SPDX-License-Identifier: Apache-2.0
// One tensor: numbers, heat map, histogram and statistics. A click on a mode shows it alone, with
// Ctrl beside the others; by itself the pane shows what fits the tensor and its own width.
#pragma once

#include <QFlags>
#include <QWidget>
#include <array>

#include "views/widgets/tensor_slice.h"
#include "views/widgets/tensor_statistics.h"

class QSplitter;
class QToolButton;

namespace ng::views {

class HeatMap;
class Histogram;
class NumberGrid;
class SliceBar;
class StatisticsPanel;

enum class TensorMode { numbers = 1, heatMap = 2, histogram = 4, statistics = 8 };
Q_DECLARE_FLAGS(TensorModes, TensorMode)
Q_DECLARE_OPERATORS_FOR_FLAGS(TensorModes)

// What to show of a tensor of `count` elements in a pane `width` pixels wide.
TensorModes fittingModes(std::int64_t count, int rank, int width);

class TensorPane : public QWidget {
  Q_OBJECT

 public:
  explicit TensorPane(QWidget* parent = nullptr);

  // Keeps modes, slice, zoom and range while it is the same op and shape.
  void setTensor(TensorPtr tensor);
  void setTensor(TensorPtr tensor, const TensorStatistics& statistics);
  const TensorPtr& tensor() const { return tensor_; }
  const TensorStatistics& statistics() const { return statistics_; }

  TensorModes modes() const { return modes_; }
  void setModes(TensorModes modes);  // by hand: stays until another op

  NumberGrid& numbers() { return *numbers_; }
  HeatMap& heatMap() { return *heatMap_; }
  Histogram& histogram() { return *histogram_; }
  SliceBar& sliceBar() { return *sliceBar_; }

  QString asText() const;  // the shown slice
  QString asCsv() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeModeBar();
  void refresh();  // numbers and pictures of the slice
  void applyModes(TensorModes modes);
  void clicked(TensorMode mode);

  TensorPtr tensor_;
  TensorStatistics statistics_;
  TensorModes modes_;
  bool modesByHand_ = false;
  std::array<QToolButton*, 4> buttons_{};
  QToolButton* transpose_ = nullptr;
  SliceBar* sliceBar_;
  NumberGrid* numbers_;
  HeatMap* heatMap_;
  Histogram* histogram_;
  StatisticsPanel* panel_;
};

}  // namespace ng::views
