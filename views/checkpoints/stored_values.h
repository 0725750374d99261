// SPDX-License-Identifier: Apache-2.0
// Values of one stored tensor as numbers, heat map, histogram or pictures, with the same axis
// placement as live values. The visible part of a large tensor is read in background jobs, and its
// histogram is computed from a sample.
#pragma once

#include <QWidget>
#include <array>
#include <memory>

#include "engine/documents/checkpoint_contents.h"
#include "views/core/workspace.h"
#include "views/widgets/heat_maps/paired_maps.h"
#include "views/widgets/tensors/axis_memory.h"
#include "views/widgets/tensors/image_tiles.h"
#include "views/widgets/tensors/tensor_statistics.h"

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

// The tensor of another file that is compared with the shown one.
struct OtherTensor {
  std::string path, name;          // empty: no comparison
  std::vector<std::size_t> order;  // of the axes of the shown tensor; empty: the same order
  bool empty() const { return path.empty(); }
};

// sideBySide: heat maps of both files and of the difference.
enum class StoredMode { numbers, heatMap, histogram, pictures, sideBySide };

class StoredValues : public QWidget {
  Q_OBJECT

 public:
  static constexpr std::int64_t largestHeld = std::int64_t{64} << 20;  // bytes

  explicit StoredValues(Workspace& workspace, QWidget* parent = nullptr);
  ~StoredValues() override;

  // Loads the values and shows the widget when they are ready. `known`: statistics, if already
  // computed. With `other`, its values and the difference can be chosen.
  void show(const std::string& path, const CheckpointEntry& entry,
            const std::optional<TensorStatistics>& known, const OtherTensor& other = {});
  void leave();  // cancels loading and hides the widget

  QString words() const;          // e.g. "W · float32 · A 6 · B 4 · 96 B"
  void setMode(StoredMode mode);  // kept for the next tensor if it offers the mode
  StoredMode mode() const { return mode_; }
  bool offers(StoredMode mode) const;
  NumberGrid& grid() { return *grid_; }
  HeatMap& heatMap() { return *heatMap_; }
  Histogram& histogram() { return *histogram_; }
  ImageGrid& pictures() { return *pictures_; }  // also shows the facets of the heat map
  SliceBar& axes() { return *axes_; }
  PairedMaps& maps() { return *maps_; }
  bool showsFormer() const;  // whether the previous picture is shown until new elements are read
  const FileElements* file() const { return file_.get(); }  // null: the values are in memory

 private:
  struct Loaded {
    TensorSlice slice;
    TensorStatistics statistics;  // of the whole tensor if known, else of the sample
    HistogramBins bins;
    TensorStatistics counted;   // statistics of the elements in `bins`
    std::int64_t sampleOf = 0;  // elements of the sampled tensor; 0: no sampling
    std::shared_ptr<const PairedTensors> paired = {};  // of a difference
  };
  enum Side { before, after, difference };
  Side side() const;
  void load();
  QWidget* makeHead();
  void put(Loaded loaded);
  void showFault();
  void putWords();
  void putWords(const QStringList& words);
  void refresh();
  void keepPicture();
  void refreshAxes(const std::optional<ImageTiles>& tiles);
  std::optional<ImageTiles> tiles() const;
  std::optional<ImageTiles> facets() const;

  Workspace& workspace_;
  QLabel* words_;
  QComboBox* side_;
  std::string path_;
  OtherTensor other_;
  CheckpointEntry entry_;
  NumberGrid* grid_;
  HeatMap* heatMap_;
  Histogram* histogram_;
  ImageGrid* pictures_;
  PairedMaps* maps_;
  QStackedWidget* pages_;
  QLabel* former_;
  std::array<QToolButton*, 5> buttons_{};
  StoredMode mode_ = StoredMode::numbers;
  Loaded loaded_;
  SliceBar* axes_;
  AxisMemory memory_;
  std::unique_ptr<FileElements> file_;
  std::optional<TensorStatistics> known_;
  JobId job_ = 0;
  NewestRequest newest_;
};

}  // namespace ng::views
