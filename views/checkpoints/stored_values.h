// SPDX-License-Identifier: Apache-2.0
// The values of one tensor of a file: numbers, a heat map, a histogram, pictures, its axes placed
// as those of live values are. A large one stays there: what is visible of it is read beside the
// window, and the histogram is of a sample.
#pragma once

#include <QWidget>
#include <array>
#include <memory>

#include "engine/session/checkpoint_contents.h"
#include "views/core/workspace.h"
#include "views/widgets/axis_memory.h"
#include "views/widgets/image_tiles.h"
#include "views/widgets/tensor_statistics.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace ng::views {

class FileElements;
class HeatMap;
class Histogram;
class ImageGrid;
class NumberGrid;
class SliceBar;

enum class StoredMode { numbers, heatMap, histogram, pictures };

class StoredValues : public QWidget {
  Q_OBJECT

 public:
  static constexpr std::int64_t largestHeld = std::int64_t{64} << 20;  // bytes

  explicit StoredValues(Workspace& workspace, QWidget* parent = nullptr);
  ~StoredValues() override;

  // Shows itself when the values are there. `known`: statistics, where they were counted. With
  // `other`, a file that has a tensor of this name and shape, that one and the difference can be
  // chosen.
  void show(const std::string& path, const CheckpointEntry& entry,
            const std::optional<TensorStatistics>& known, const std::string& other = {});
  void leave();  // hides itself

  QString words() const;          // "W · float32 · A 6 · B 4 · 96 B"
  void setMode(StoredMode mode);  // stays for the next tensor, where that has it
  StoredMode mode() const { return mode_; }
  bool offers(StoredMode mode) const;
  NumberGrid& grid() { return *grid_; }
  HeatMap& heatMap() { return *heatMap_; }
  Histogram& histogram() { return *histogram_; }
  ImageGrid& pictures() { return *pictures_; }  // facets of the heat map, too
  SliceBar& axes() { return *axes_; }
  bool showsFormer() const;  // the picture before this one, until this one's elements are read
  const FileElements* file() const { return file_.get(); }  // null: the values are held

 private:
  struct Loaded {
    TensorSlice slice;
    TensorStatistics statistics;  // of all that is known
    HistogramBins bins;
    TensorStatistics counted;   // of what the bins count
    std::int64_t sampleOf = 0;  // elements; 0: all were counted
  };
  enum Side { before, after, difference };
  Side side() const;
  void load();
  QWidget* makeHead();
  void put(Loaded loaded);
  void putWords();
  void refresh();
  void keepPicture();
  void refreshAxes(const std::optional<ImageTiles>& tiles);
  std::optional<ImageTiles> tiles() const;
  std::optional<ImageTiles> facets() const;

  Workspace& workspace_;
  QLabel* words_;
  QComboBox* side_;
  std::string path_, other_;
  CheckpointEntry entry_;
  NumberGrid* grid_;
  HeatMap* heatMap_;
  Histogram* histogram_;
  ImageGrid* pictures_;
  QStackedWidget* pages_;
  QLabel* former_;
  std::array<QToolButton*, 4> buttons_{};
  StoredMode mode_ = StoredMode::numbers;
  Loaded loaded_;
  SliceBar* axes_;
  AxisMemory memory_;
  std::unique_ptr<FileElements> file_;
  std::optional<TensorStatistics> known_;
  JobId job_ = 0;
  int generation_ = 0;
};

}  // namespace ng::views
