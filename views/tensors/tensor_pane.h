// SPDX-License-Identifier: Apache-2.0
// One tensor: numbers, table, heat map, pictures, histogram and statistics. A click on a mode shows
// it alone, with Ctrl beside the others; by itself the pane shows what fits the tensor's axes, its
// size and the pane's own width.
#pragma once

#include <QFlags>
#include <QImage>
#include <QWidget>
#include <array>
#include <optional>

#include "views/widgets/axis_memory.h"
#include "views/widgets/tensor_slice.h"
#include "views/widgets/tensor_statistics.h"

class QSplitter;
class QToolButton;

namespace ng::views {

class EmbeddingTable;
class HeatMap;
class Histogram;
class ImageGrid;
class NumberGrid;
class SliceBar;
class StatisticsPanel;

enum class TensorMode {
  numbers = 1,
  heatMap = 2,
  histogram = 4,
  statistics = 8,
  images = 16,  // for tensors with the two axes of a picture
  table = 32,   // for tables of vectors
};
Q_DECLARE_FLAGS(TensorModes, TensorMode)
Q_DECLARE_OPERATORS_FOR_FLAGS(TensorModes)

// What to show of a tensor of `count` elements in a pane `width` pixels wide; its axes may ask for
// one `first`.
TensorModes fittingModes(std::int64_t count, int rank, int width, TensorModes first = {});

struct ImageTiles;

class TensorPane : public QWidget {
  Q_OBJECT

 public:
  static constexpr int binCount = 48;  // of its histogram

  explicit TensorPane(QWidget* parent = nullptr);

  // Keeps modes, slice, zoom and range while it is the same op and shape. Where it is a table of
  // vectors, `vectors` is the axis that counts them. Without `bins` they are counted here.
  void setTensor(TensorPtr tensor);
  void setTensor(TensorPtr tensor, const TensorStatistics& statistics, int vectors = -1,
                 std::optional<HistogramBins> bins = {});
  const TensorPtr& tensor() const { return tensor_; }
  const TensorStatistics& statistics() const { return statistics_; }

  // Numbers that go to the element at `flat`, in the cut that has it.
  void showElement(std::int64_t flat);

  TensorModes modes() const { return modes_; }
  void setModes(TensorModes modes);  // by hand: stays until another op

  NumberGrid& numbers() { return *numbers_; }
  HeatMap& heatMap() { return *heatMap_; }
  ImageGrid& facets() { return *facets_; }  // in place of the heat map where there are facets
  ImageGrid& images() { return *images_; }
  EmbeddingTable& table() { return *table_; }
  Histogram& histogram() { return *histogram_; }
  SliceBar& sliceBar() { return *sliceBar_; }

  // Where the axes of each op were put; a memory given back counts from now on.
  const AxisMemory& axisMemory() const { return memory_; }
  void remember(const AxisMemory& memory);

  QString asText() const;  // the shown slice
  QString asCsv() const;
  QImage picture() const;  // of all that is shown
  bool offers(TensorMode mode) const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeModeBar();
  void refresh();  // numbers and pictures of the slice
  void readAxes();
  std::optional<ImageTiles> tilesOf(TensorMode mode) const;
  void refreshImages();
  void fitTitles();
  void applyModes(TensorModes modes);
  void clicked(TensorMode mode);

  TensorPtr tensor_;
  TensorStatistics statistics_;
  std::optional<HistogramBins> bins_;
  AxisMemory memory_;
  TensorModes modes_;
  bool modesByHand_ = false;
  int vectors_ = -1;
  bool pictures_ = false;
  TensorModes first_;
  std::array<QToolButton*, 6> buttons_{};
  QSplitter* parts_;
  QToolButton *transpose_ = nullptr, *range_ = nullptr;
  SliceBar* sliceBar_;
  NumberGrid* numbers_;
  EmbeddingTable* table_;
  HeatMap* heatMap_;
  ImageGrid *facets_, *images_;
  Histogram* histogram_;
  StatisticsPanel* panel_;
};

}  // namespace ng::views
