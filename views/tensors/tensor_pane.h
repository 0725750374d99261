// SPDX-License-Identifier: Apache-2.0
// Shows one tensor as numbers, classes, text, table, heat map, pictures, histogram and statistics.
// Clicking a mode shows only it, Ctrl+click adds it; the default modes depend on the tensor's axes
// and size, and on the width of the pane.
#pragma once

#include <QFlags>
#include <QImage>
#include <QWidget>
#include <array>
#include <optional>

#include "engine/records/model_words.h"
#include "views/widgets/tensors/axis_memory.h"
#include "views/widgets/tensors/tensor_slice.h"
#include "views/widgets/tensors/tensor_statistics.h"

class QPlainTextEdit;
class QSplitter;
class QToolButton;

namespace ng::views {

class ClassList;
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
  images = 16,   // for tensors with picture axes
  table = 32,    // for tables of vectors
  classes = 64,  // for scores of classes
  text = 128,    // for ids of tokens
};
Q_DECLARE_FLAGS(TensorModes, TensorMode)
Q_DECLARE_OPERATORS_FOR_FLAGS(TensorModes)

// Default modes for a tensor of `count` elements in a pane `width` pixels wide; `first`: modes
// preferred by its axes.
TensorModes fittingModes(std::int64_t count, int rank, int width, TensorModes first = {});

struct ImageTiles;

class TensorPane : public QWidget {
  Q_OBJECT

 public:
  static constexpr int binCount = 48;  // of the histogram

  explicit TensorPane(QWidget* parent = nullptr);

  // Keeps modes, slice, zoom and range if op and shape are unchanged. `vectors`: axis that
  // enumerates the vectors of a table, along the next axis or, if it is the last, the one before.
  // Computes `bins` if missing.
  void setTensor(TensorRecordPtr tensor);
  void setTensor(TensorRecordPtr tensor, const TensorStatistics& statistics,
                 std::optional<int> vectors = {}, std::optional<HistogramBins> bins = {});
  // Names of classes and of tokens, by number; for tensors that are set later.
  void setWords(const ModelWordsPtr& words) { words_ = words; }
  const TensorRecordPtr& tensor() const { return tensor_; }
  const TensorStatistics& statistics() const { return statistics_; }

  // Shows the numbers, with the slice and cell of the element at row-major index `flat`.
  void showElement(std::int64_t flat);

  TensorModes modes() const { return modes_; }
  void setModes(TensorModes modes);  // overrides the default modes until another op is shown

  NumberGrid& numbers() { return *numbers_; }
  HeatMap& heatMap() { return *heatMap_; }
  ImageGrid& facets() { return *facets_; }  // replaces the heat map if there are facet axes
  ImageGrid& images() { return *images_; }
  EmbeddingTable& table() { return *table_; }
  ClassList& classes() { return *classes_; }
  QString text() const;  // of the ids, a line for each row
  Histogram& histogram() { return *histogram_; }
  SliceBar& sliceBar() { return *sliceBar_; }

  // Axis placements per op. remember() applies them to the current tensor as well.
  const AxisMemory& axisMemory() const { return memory_; }
  void remember(const AxisMemory& memory);

  QString asText() const;  // the displayed slice
  QString asCsv() const;
  QImage picture() const;  // of all visible modes
  bool offers(TensorMode mode) const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeModeBar();
  void refresh();  // updates the visible modes
  void readAxes();
  void readWords();
  std::optional<ImageTiles> tilesOf(TensorMode mode) const;
  TensorSlice vectorSlice() const;
  void refreshImages();
  void fitTitles();
  void applyModes(TensorModes modes);
  void clicked(TensorMode mode);

  TensorRecordPtr tensor_;
  TensorStatistics statistics_;
  std::optional<HistogramBins> bins_;
  AxisMemory memory_;
  TensorModes modes_;
  bool modesByHand_ = false;
  std::optional<int> vectors_;
  bool pictures_ = false, scores_ = false, ids_ = false;
  ModelWordsPtr words_ = no_words();
  TensorModes first_;
  std::array<QToolButton*, 8> buttons_{};
  QSplitter* parts_;
  QToolButton *transpose_ = nullptr, *range_ = nullptr;
  SliceBar* sliceBar_;
  NumberGrid* numbers_;
  ClassList* classes_;
  QPlainTextEdit* text_;
  EmbeddingTable* table_;
  HeatMap* heatMap_;
  ImageGrid *facets_, *images_;
  Histogram* histogram_;
  StatisticsPanel* panel_;
};

}  // namespace ng::views
