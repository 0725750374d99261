// SPDX-License-Identifier: Apache-2.0
// The values of one tensor of a file: numbers, a heat map, a histogram, pictures. A large one stays
// there: what is visible of it is read, and the histogram is of its beginning.
#pragma once

#include <QWidget>
#include <array>
#include <memory>

#include "engine/session/checkpoint_contents.h"
#include "engine/session/tensor_window.h"
#include "views/core/workspace.h"
#include "views/widgets/image_tiles.h"
#include "views/widgets/tensor_slice.h"
#include "views/widgets/tensor_statistics.h"

class QLabel;
class QStackedWidget;
class QToolButton;

namespace ng::views {

class HeatMap;
class Histogram;
class ImageGrid;
class NumberGrid;

enum class StoredMode { numbers, heatMap, histogram, pictures };

class StoredValues : public QWidget {
  Q_OBJECT

 public:
  static constexpr std::int64_t largestHeld = std::int64_t{64} << 20;  // bytes

  explicit StoredValues(Workspace& workspace, QWidget* parent = nullptr);

  // Shows itself when the values are there. `known`: statistics, where they were counted.
  void show(const std::string& path, const CheckpointEntry& entry,
            const std::optional<TensorStatistics>& known);
  void leave();  // hides itself

  QString words() const;          // "W · float32 · A 6 · B 4 · 96 B"
  void setMode(StoredMode mode);  // stays for the next tensor, where that has it
  StoredMode mode() const { return mode_; }
  bool offers(StoredMode mode) const;
  NumberGrid& grid() { return *grid_; }
  HeatMap& heatMap() { return *heatMap_; }
  Histogram& histogram() { return *histogram_; }
  ImageGrid& pictures() { return *pictures_; }
  const TensorWindow* window() const { return window_.get(); }  // null: the values are held

 private:
  struct Loaded {
    TensorSlice slice;
    TensorStatistics statistics;  // of all that is known
    HistogramBins bins;
    TensorStatistics counted;  // of what the bins count
  };
  QWidget* makeHead();
  void put(Loaded loaded);
  void refresh();
  std::optional<ImageTiles> tiles() const;
  double read(TensorWindow& window, std::int64_t element);

  Workspace& workspace_;
  QLabel* words_;
  NumberGrid* grid_;
  HeatMap* heatMap_;
  Histogram* histogram_;
  ImageGrid* pictures_;
  QStackedWidget* pages_;
  std::array<QToolButton*, 4> buttons_{};
  StoredMode mode_ = StoredMode::numbers;
  Loaded loaded_;
  std::shared_ptr<TensorWindow> window_;
  std::optional<TensorStatistics> known_;
  JobId job_ = 0;
  int generation_ = 0;
  bool failed_ = false;  // told once
};

}  // namespace ng::views
