// SPDX-License-Identifier: Apache-2.0
// Pane that shows a tensor in up to eight modes.
#include "views/tensors/tensor_pane.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/records/tensor_record.h"
#include "engine/records/values/class_scores.h"
#include "engine/records/values/token_text.h"
#include "views/core/theme/theme.h"
#include "views/tensors/class_list.h"
#include "views/tensors/embedding_table.h"
#include "views/tensors/statistics_panel.h"
#include "views/widgets/heat_maps/heat_map.h"
#include "views/widgets/tensors/histogram.h"
#include "views/widgets/tensors/image_grid.h"
#include "views/widgets/tensors/number_grid.h"
#include "views/widgets/tensors/slice_bar.h"
#include "views/widgets/tensors/tensor_axes.h"

namespace ng::views {
namespace {

constexpr std::array modesInOrder{TensorMode::classes,   TensorMode::text,      TensorMode::numbers,
                                  TensorMode::table,     TensorMode::heatMap,   TensorMode::images,
                                  TensorMode::histogram, TensorMode::statistics};
constexpr std::int64_t mostTextRows = 256;
constexpr std::int64_t mostWords = 1 << 20;  // elements that are read as scores or ids
constexpr int besideNumbers = 480, twoAbreast = 520, threeAbreast = 960;

QString titleOf(TensorMode mode) {
  switch (mode) {
    case TensorMode::numbers: return QObject::tr("Numbers");
    case TensorMode::heatMap: return QObject::tr("Heat map");
    case TensorMode::histogram: return QObject::tr("Histogram");
    case TensorMode::statistics: return QObject::tr("Statistics");
    case TensorMode::images: return QObject::tr("Pictures");
    case TensorMode::table: return QObject::tr("Table");
    case TensorMode::classes: return QObject::tr("Classes");
    case TensorMode::text: return QObject::tr("Text");
  }
  return {};
}

const char* iconOf(TensorMode mode) {
  switch (mode) {
    case TensorMode::numbers: return "numbers";
    case TensorMode::heatMap: return "heat_map";
    case TensorMode::histogram: return "histogram";
    case TensorMode::statistics: return "statistics";
    case TensorMode::images: return "pictures";
    case TensorMode::table: return "table";
    case TensorMode::classes: return "classes";
    case TensorMode::text: return "text";
  }
  return "";
}

}  // namespace

TensorModes fittingModes(std::int64_t count, int rank, int width, TensorModes first) {
  if (rank == 0 || count == 1) return TensorMode::numbers;
  if (first & (TensorMode::classes | TensorMode::text)) return first;
  if (first) {
    if (width >= twoAbreast) first |= TensorMode::histogram;
    return width >= threeAbreast ? first | TensorMode::statistics : first;
  }
  const bool small = count <= 256;
  TensorModes modes = small ? TensorMode::numbers : TensorMode::heatMap;
  if (width >= twoAbreast) modes |= small ? TensorMode::heatMap : TensorMode::histogram;
  if (width >= (small ? besideNumbers : threeAbreast)) modes |= TensorMode::statistics;
  return modes;
}

TensorPane::TensorPane(QWidget* parent)
    : QWidget(parent),
      parts_(new QSplitter(Qt::Horizontal)),
      sliceBar_(new SliceBar),
      numbers_(new NumberGrid),
      classes_(new ClassList),
      text_(new QPlainTextEdit),
      table_(new EmbeddingTable),
      heatMap_(new HeatMap),
      facets_(new ImageGrid),
      images_(new ImageGrid),
      histogram_(new Histogram),
      panel_(new StatisticsPanel) {
  parts_->setHandleWidth(1);
  parts_->setChildrenCollapsible(false);
  text_->setReadOnly(true);
  text_->setFrameShape(QFrame::NoFrame);
  text_->setAccessibleName(tr("Text of the tokens"));
  for (QWidget* part : std::initializer_list<QWidget*>{classes_, text_, numbers_, table_, heatMap_,
                                                       facets_, images_, histogram_, panel_}) {
    parts_->addWidget(part);
    parts_->setStretchFactor(parts_->count() - 1, part == panel_ ? 0 : 1);
  }
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeModeBar());
  column->addWidget(sliceBar_);
  column->addWidget(parts_, 1);
  connect(sliceBar_, &SliceBar::changed, this, [this] {
    memory_.keep(sliceBar_->slice());
    refresh();
  });
  applyModes(TensorMode::numbers);
}

QWidget* TensorPane::makeModeBar() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(4, 2, 4, 2);
  row->setSpacing(2);
  for (std::size_t i = 0; i < modesInOrder.size(); ++i) {
    auto* button = new QToolButton;
    button->setText(titleOf(modesInOrder[i]));
    button->setIcon(Theme::current().icon(iconOf(modesInOrder[i])));
    button->setAccessibleName(titleOf(modesInOrder[i]));
    button->setToolTip(tr("%1 (Ctrl+click: add to the others)").arg(titleOf(modesInOrder[i])));
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setFixedHeight(metrics::row);
    button->setFont(Theme::current().tableFont());
    connect(button, &QToolButton::clicked, this, [this, i] { clicked(modesInOrder[i]); });
    buttons_[i] = button;
    row->addWidget(button);
  }
  row->addStretch(1);
  transpose_ = new QToolButton;
  transpose_->setText(tr("Transpose"));
  transpose_->setIcon(Theme::current().icon("transpose"));
  transpose_->setToolTip(tr("Swap rows and columns"));
  transpose_->setAutoRaise(true);
  transpose_->setFixedHeight(metrics::row);
  transpose_->setFont(Theme::current().tableFont());
  range_ = new QToolButton;
  range_->setText(tr("Range"));
  range_->setIcon(Theme::current().icon("filter"));
  range_->setToolTip(tr("Value range of the colours, and logarithmic scales"));
  range_->setAutoRaise(true);
  range_->setFixedHeight(metrics::row);
  range_->setFont(Theme::current().tableFont());
  range_->setPopupMode(QToolButton::InstantPopup);
  auto* choices = new QMenu(range_);
  choices->addActions(heatMap_->rangeActions());
  choices->addSeparator();
  choices->addActions(histogram_->actions());
  range_->setMenu(choices);
  row->addWidget(range_);
  connect(panel_, &StatisticsPanel::elementChosen, this, &TensorPane::showElement);
  connect(transpose_, &QToolButton::clicked, sliceBar_, &SliceBar::transpose);
  row->addWidget(transpose_);
  return bar;
}

void TensorPane::setTensor(TensorRecordPtr tensor) {
  const TensorStatistics s = tensor ? views::statistics(tensor->value) : TensorStatistics{};
  setTensor(std::move(tensor), s);
}

void TensorPane::setTensor(TensorRecordPtr tensor, const TensorStatistics& statistics,
                           std::optional<int> vectors, std::optional<HistogramBins> bins) {
  const bool sameOp =
      tensor_ && tensor && tensor_->op == tensor->op && tensor_->value.shape == tensor->value.shape;
  tensor_ = std::move(tensor);
  statistics_ = statistics;
  bins_ = std::move(bins);
  sliceBar_->setSlice(sameOp ? sliceBar_->slice().of(tensor_) : memory_.cut(TensorSlice(tensor_)));
  if (!sameOp) modesByHand_ = false;
  vectors_ = vectors;
  readAxes();
  readWords();
  if (!modesByHand_ && tensor_) {
    applyModes(fittingModes(statistics_.count, sliceBar_->slice().rank(), width(), first_));
  }
  refresh();
}

// Determines the modes that the axes allow and prefer.
void TensorPane::readAxes() {
  const TensorSlice& slice = sliceBar_->slice();
  const auto tiles = imageTiles(slice, statistics_);
  pictures_ = tiles.has_value();
  first_ = {};
  if (slice.rank() >= 2 && statistics_.count > 1) {
    if (tensorAxes(*tensor_).time >= 0) first_ = TensorMode::heatMap;
    if (tiles && looksLikePictures(*tiles)) first_ = TensorMode::images;
    if (offers(TensorMode::table)) first_ = TensorMode::table;
  }
}

// Determines whether the tensor holds scores of classes or ids of tokens.
void TensorPane::readWords() {
  const bool some = tensor_ && statistics_.count > 1 && statistics_.count <= mostWords;
  const double least = statistics_.min.real(), most = statistics_.max.real();
  scores_ = some && may_be_scores(*tensor_);
  ids_ = some && may_be_tokens(tensor_->value.dtype, least, most, words_->vocabulary.size());
  if (scores_ && are_scores(*tensor_, words_->labels)) first_ = TensorMode::classes;
  if (ids_ && most > most_of_mask) first_ = TensorMode::text;
  for (std::size_t i = 0; i < modesInOrder.size(); ++i)
    buttons_[i]->setVisible(offers(modesInOrder[i]));
}

QString TensorPane::text() const {
  QStringList lines;
  for (const std::string& row : texts_of_rows(words_->vocabulary, tensor_->value, mostTextRows))
    lines << QString::fromStdString(row);
  if (std::ssize(lines) < mostTextRows) return lines.join(u'\n');
  const std::int64_t rows = tensor_->value.size() / tensor_->value.shape.back();
  if (rows > mostTextRows) lines << tr("%1 of %2 rows").arg(mostTextRows).arg(rows);
  return lines.join(u'\n');
}

bool TensorPane::offers(TensorMode mode) const {
  if (mode == TensorMode::images) return pictures_;
  if (mode == TensorMode::classes) return scores_;
  if (mode == TensorMode::text) return ids_;
  if (mode == TensorMode::table) return vectors_.has_value();
  return mode == TensorMode::numbers || statistics_.count > 1;  // a single number has no map
}

// Tiles of a mode: from the roles of the axes until the user places them.
std::optional<ImageTiles> TensorPane::tilesOf(TensorMode mode) const {
  const TensorSlice& slice = sliceBar_->slice();
  if (!modes_.testFlag(mode)) return std::nullopt;
  const bool coloured = mode == TensorMode::images;
  if (coloured && !slice.placed()) return imageTiles(slice, statistics_);
  if (!coloured && slice.places().facets.empty()) return std::nullopt;
  return placedTiles(slice, statistics_, coloured);
}

void TensorPane::refreshImages() {
  const TensorSlice& slice = sliceBar_->slice();
  const auto tiles = tilesOf(TensorMode::images), facets = tilesOf(TensorMode::heatMap);
  const bool heat = modes_.testFlag(TensorMode::heatMap);
  const bool numbers = modes_.testFlag(TensorMode::numbers);
  const bool alone = tiles && !heat && !numbers;
  const std::optional<AxisPlaces> usual =
      alone && !slice.placed() ? std::optional(tiles->places()) : std::nullopt;
  sliceBar_->setShown(usual, alone || (facets && !numbers));
  const bool table = modes_.testFlag(TensorMode::table) && slice.rank() > 2;
  sliceBar_->setVisible(slice.rank() >= 2 && (numbers || heat || tiles || table));
  transpose_->setVisible(slice.rank() >= 2 && !alone && !modes_.testFlag(TensorMode::table));
  heatMap_->setVisible(heat && !facets);
  facets_->setVisible(heat && facets);
  range_->setVisible((heat && !facets) || modes_.testFlag(TensorMode::histogram));
  if (facets) facets_->setTiles(*facets, statistics_);
  if (tiles) images_->setTiles(*tiles, statistics_);
}

// With a vector in each row; of the axes before them the index is the slice bar's.
TensorSlice TensorPane::vectorSlice() const {
  TensorSlice slice = sliceBar_->slice();
  const int elements = *vectors_ + 1 < slice.rank() ? *vectors_ + 1 : *vectors_ - 1;
  slice.setAxes(*vectors_, elements);
  return slice;
}

void TensorPane::refresh() {
  if (!tensor_) return;
  refreshImages();
  fitTitles();
  const TensorSlice& slice = sliceBar_->slice();
  if (modes_.testFlag(TensorMode::classes)) classes_->setTensor(tensor_, words_->labels);
  if (modes_.testFlag(TensorMode::text)) text_->setPlainText(text());
  if (modes_.testFlag(TensorMode::table)) table_->setSlice(vectorSlice(), statistics_);
  if (modes_.testFlag(TensorMode::numbers)) numbers_->setSlice(slice, statistics_);
  if (!heatMap_->isHidden()) heatMap_->setSlice(slice, statistics_);
  if (modes_.testFlag(TensorMode::histogram)) {
    if (!bins_) bins_ = histogramBins(tensor_->value, statistics_, binCount);
    histogram_->setData(*bins_, statistics_);
  }
  if (modes_.testFlag(TensorMode::statistics)) panel_->setData(tensor_, statistics_);
}

void TensorPane::setModes(TensorModes modes) {
  modesByHand_ = true;
  applyModes(modes);
  refresh();
}

void TensorPane::applyModes(TensorModes modes) {
  modes_ = modes;
  numbers_->setVisible(modes.testFlag(TensorMode::numbers));
  classes_->setVisible(modes.testFlag(TensorMode::classes));
  text_->setVisible(modes.testFlag(TensorMode::text));
  table_->setVisible(modes.testFlag(TensorMode::table));
  images_->setVisible(modes.testFlag(TensorMode::images));
  heatMap_->setVisible(modes.testFlag(TensorMode::heatMap));
  facets_->hide();
  histogram_->setVisible(modes.testFlag(TensorMode::histogram));
  panel_->setVisible(modes.testFlag(TensorMode::statistics));
  for (std::size_t i = 0; i < buttons_.size(); ++i) {
    buttons_[i]->setChecked(modes.testFlag(modesInOrder[i]));
  }
}

void TensorPane::clicked(TensorMode mode) {
  const bool beside = QApplication::keyboardModifiers() & Qt::ControlModifier;
  TensorModes modes = beside ? modes_ ^ mode : TensorModes(mode);
  setModes(modes ? modes : TensorModes(mode));
}

// Shows texts if all fit, else icons only.
void TensorPane::fitTitles() {
  for (const Qt::ToolButtonStyle style : {Qt::ToolButtonTextOnly, Qt::ToolButtonIconOnly}) {
    int wanted = 8;
    for (QToolButton* button : buttons_) button->setToolButtonStyle(style);
    for (QToolButton* button : {transpose_, range_}) button->setToolButtonStyle(style);
    for (const QToolButton* button : buttons_)
      if (!button->isHidden()) wanted += button->sizeHint().width() + 2;
    for (const QToolButton* button : {transpose_, range_})
      if (!button->isHidden()) wanted += button->sizeHint().width() + 2;
    if (wanted <= width()) return;
  }
}

void TensorPane::resizeEvent(QResizeEvent*) {
  fitTitles();
  if (modesByHand_ || !tensor_) return;
  const TensorModes fitting =
      fittingModes(statistics_.count, sliceBar_->slice().rank(), width(), first_);
  if (fitting == modes_) return;
  applyModes(fitting);
  refresh();
}

void TensorPane::remember(const AxisMemory& memory) {
  memory_ = memory;
  if (!tensor_) return;
  sliceBar_->setSlice(memory_.cut(TensorSlice(tensor_)));
  refresh();
}

void TensorPane::showElement(std::int64_t flat) {
  if (!tensor_) return;
  TensorSlice slice = sliceBar_->slice();
  std::int64_t row = 0, column = 0;
  for (int axis = slice.rank(); axis-- > 0;) {
    const std::int64_t length = slice.length(axis), index = flat % length;
    flat /= length;
    if (axis == slice.rowAxis())
      row = index;
    else if (axis == slice.columnAxis())
      column = index;
    else
      slice.setIndex(axis, index);
  }
  sliceBar_->setSlice(slice);
  setModes(modes_ | TensorMode::numbers);
  numbers_->showCell(row, column);
}

QImage TensorPane::picture() const {
  return parts_->grab().toImage();
}

QString TensorPane::asText() const {
  NumberGrid lines;
  lines.setSlice(sliceBar_->slice(), statistics_);
  return lines.asText();
}

QString TensorPane::asCsv() const {
  NumberGrid lines;
  lines.setSlice(sliceBar_->slice(), statistics_);
  return lines.asCsv();
}

}  // namespace ng::views
