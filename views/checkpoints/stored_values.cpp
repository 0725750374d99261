// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/stored_values.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/base/transposed.h"
#include "engine/documents/open_tensors.h"
#include "engine/documents/tensor_window.h"
#include "engine/records/tensor_record.h"
#include "engine/tables/checkpoint_table.h"
#include "views/checkpoints/file_elements.h"
#include "views/widgets/heat_maps/heat_map.h"
#include "views/widgets/number_text.h"
#include "views/widgets/tensors/histogram.h"
#include "views/widgets/tensors/image_grid.h"
#include "views/widgets/tensors/image_tiles.h"
#include "views/widgets/tensors/number_grid.h"
#include "views/widgets/tensors/slice_bar.h"

namespace ng::views {
namespace {

constexpr int binCount = 48;
constexpr std::int64_t sampled = 1 << 20;  // maximum elements sampled from a large tensor

// Record with shape, axes and type of the values, without the bytes.
std::shared_ptr<TensorRecord> recordOf(const CheckpointEntry& entry) {
  auto record = std::make_shared<TensorRecord>();
  record->name = entry.name;
  record->value.dtype = *entry.dtype.values();
  record->value.shape = entry.shape;
  record->axes = axes_of(entry);
  if (const int parts = entry.dtype.parts(); parts > 1) {
    record->value.shape.push_back(parts);
    record->axes.push_back({"re, im", parts, 0, {}});
  }
  return record;
}

// The other tensor and the difference have the axes of the second file, which may be in another
// order.
void setLengths(TensorRecord& record, const Shape& shape) {
  if (record.value.shape == shape && record.axes.size() == shape.size()) return;
  record.value.shape = shape;
  record.axes.assign(shape.size(), {});
  for (std::size_t i = 0; i < shape.size(); ++i) record.axes[i].length = shape[i];
}

QString fileName(const std::string& path) {
  return QFileInfo(QString::fromStdString(path)).fileName();
}

}  // namespace

StoredValues::StoredValues(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      words_(new QLabel),
      side_(new QComboBox),
      grid_(new NumberGrid),
      heatMap_(new HeatMap),
      histogram_(new Histogram),
      pictures_(new ImageGrid),
      maps_(new PairedMaps),
      pages_(new QStackedWidget),
      former_(new QLabel(pages_)),
      axes_(new SliceBar) {
  for (QWidget* page :
       std::initializer_list<QWidget*>{grid_, heatMap_, histogram_, pictures_, maps_})
    pages_->addWidget(page);
  grid_->setAccessibleName(tr("Values in the file"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeHead());
  column->addWidget(axes_);
  column->addWidget(pages_, 1);
  former_->hide();
  connect(axes_, &SliceBar::changed, this, [this] {
    keepPicture();
    loaded_.slice = axes_->slice();
    memory_.keep(loaded_.slice);
    refresh();
  });
  hide();
}

StoredValues::~StoredValues() = default;

QWidget* StoredValues::makeHead() {
  words_->setFont(Theme::current().captionFont());
  words_->setForegroundRole(QPalette::PlaceholderText);
  words_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* head = new QWidget;
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(metrics::grid, 2, 4, 2);
  row->setSpacing(2);
  row->addWidget(side_);
  side_->setToolTip(tr("Values to show: first file, second file, or their difference"));
  side_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(side_, &QComboBox::activated, this, &StoredValues::load);
  row->addWidget(words_, 1);
  const QString titles[] = {tr("Numbers"), tr("Heat map"), tr("Histogram"), tr("Pictures"),
                            tr("Side by side")};
  for (std::size_t i = 0; i < buttons_.size(); ++i) {
    auto* button = new QToolButton;
    button->setText(titles[i]);
    button->setToolTip(tr("The tensor in the file as: %1").arg(titles[i].toLower()));
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setFixedHeight(metrics::row);
    button->setFont(Theme::current().tableFont());
    connect(button, &QToolButton::clicked, this,
            [this, i] { setMode(static_cast<StoredMode>(i)); });
    buttons_[i] = button;
    row->addWidget(button);
  }
  return head;
}

bool StoredValues::offers(StoredMode mode) const {
  const TensorSlice& slice = loaded_.slice;
  if (mode == StoredMode::numbers) return true;
  if (slice.isEmpty() || loaded_.statistics.count <= 1) return false;
  if (mode == StoredMode::sideBySide) return loaded_.paired != nullptr;
  return mode != StoredMode::pictures || tiles().has_value();
}

// Tiles by the user's axis placement, else by axis names; unnamed axes use the last two as picture
// and the one before as index.
std::optional<ImageTiles> StoredValues::tiles() const {
  TensorSlice slice = loaded_.slice;
  if (slice.placed()) return placedTiles(slice, loaded_.statistics, true);
  const auto named = imageTiles(slice, loaded_.statistics);
  if (named && (slice.isHeld() || isPaintable(*named))) return named;
  const int rank = slice.rank();
  if (rank < 3) return std::nullopt;
  AxisPlaces places;
  places.rows = rank - 2, places.columns = rank - 1, places.facets = {rank - 3};
  slice.setPlaces(places);
  return placedTiles(slice, loaded_.statistics, false);
}

// Small multiples that replace the heat map when axes are placed as facets.
std::optional<ImageTiles> StoredValues::facets() const {
  if (loaded_.slice.places().facets.empty()) return std::nullopt;
  return placedTiles(loaded_.slice, loaded_.statistics, false);
}

void StoredValues::setMode(StoredMode mode) {
  mode_ = mode;
  refresh();
}

QString StoredValues::words() const {
  return words_->text();
}

void StoredValues::leave() {
  newest_.renew();
  workspace_.jobs.cancel(std::exchange(job_, 0));
  file_.reset();
  former_->hide();
  loaded_ = {};
  hide();
}

void StoredValues::show(const std::string& path, const CheckpointEntry& entry,
                        const std::optional<TensorStatistics>& known, const OtherTensor& other) {
  known_ = known;
  entry_ = entry;
  const bool another = path != path_ || other.path != other_.path;
  path_ = path;
  other_ = other;
  side_->setVisible(!other.empty());
  if (another) {  // otherwise keeps the side chosen for the previous tensor
    const QSignalBlocker quiet(side_);
    side_->clear();
    side_->addItems({fileName(path), fileName(other.path), tr("difference")});
    side_->setCurrentIndex(other.empty() ? before : difference);
  }
  if (entry.has_values())
    load();
  else
    showFault();
}

// The name, type and place of elements that cannot be shown, and why.
void StoredValues::showFault() {
  leave();
  const QString type = QString::fromStdString(std::string(entry_.dtype.name()));
  const QString why = entry_.fault.empty() ? tr("elements of this type are not shown")
                                           : QString::fromStdString(entry_.fault);
  putWords({QString::fromStdString(entry_.name), type, byteText(entry_.bytes), why});
  side_->hide();
  axes_->hide();
  pages_->hide();
  for (QToolButton* button : buttons_) button->hide();
  QWidget::show();
}

// Large tensors stay in their files, so no difference is available for them.
StoredValues::Side StoredValues::side() const {
  if (other_.empty()) return before;
  const auto chosen = static_cast<Side>(std::max(0, side_->currentIndex()));
  return chosen == difference && entry_.bytes > largestHeld ? before : chosen;
}

void StoredValues::load() {
  const Request request = newest_.renew();
  workspace_.jobs.cancel(job_);
  const Side shown = side();
  if (shown != before) known_.reset();
  const OtherTensor other = shown == before ? OtherTensor() : other_;
  const std::string path = path_;
  const CheckpointEntry entry = entry_;
  const bool large = entry.bytes > largestHeld;
  job_ = workspace_.jobs.start(
      tr("Reading %1").arg(QString::fromStdString(entry.name)),
      [this, request, path, other, shown, entry, large](JobContext& job) -> Jobs::Done {
        const ContinueCheck shouldContinue = [&job] { return !job.cancelled(); };
        const auto record = recordOf(entry);
        std::shared_ptr<const TensorWindow> window;
        const bool of_other = shown == after;
        const std::string& file = of_other ? other.path : path;
        const std::string& tensor = of_other ? other.name : entry.name;
        // Only variables of documents, and of models that are compared, have a kind.
        const bool variables = of_other || !entry.kind.empty();
        const auto source = variables ? open_tensors(file) : open_stored_tensors(file);
        if (large) window = source->window(tensor);
        if (!window) record->value = source->read(tensor);
        std::shared_ptr<const PairedTensors> paired;
        if (shown == difference) {
          Tensor second = open_tensors(other.path)->read(other.name);
          if (!other.order.empty()) record->value = transposed(record->value, other.order);
          setLengths(*record, second.shape);
          paired = pairedTensors(*record, record->value, std::move(second), shouldContinue);
          record->value = paired->tensors[2]->value;
        }
        setLengths(*record, window ? window->shape() : record->value.shape);
        // The number format needs statistics; for a large tensor they come from a sample.
        const Tensor some =
            window ? window->sample(sampled, [&shouldContinue](double) { return shouldContinue(); })
                   : record->value;
        const TensorStatistics first = statistics(some, shouldContinue);
        const HistogramBins bins = histogramBins(some, first, binCount, shouldContinue);
        if (job.cancelled()) return Jobs::Done();
        return [this, request, record, window, first, bins, paired] {
          if (!newest_.is(request)) return;
          file_.reset();
          former_->hide();
          if (window) {
            const QString name = QString::fromStdString(record->name);
            file_ = std::make_unique<FileElements>(workspace_, window, name);
            connect(file_.get(), &FileElements::changed, this, &StoredValues::refresh);
            connect(file_.get(), &FileElements::settled, former_, &QWidget::hide);
          }
          const TensorSlice slice =
              file_ ? TensorSlice(record, file_->source()) : TensorSlice(record);
          put({memory_.cut(slice), known_.value_or(first), bins, first,
               window && first.count < window->size() ? window->size() : 0, paired});
        };
      });
}

void StoredValues::put(Loaded loaded) {
  loaded_ = std::move(loaded);
  pages_->show();
  refresh();
  QWidget::show();
}

void StoredValues::putWords() {
  const TensorRecord& record = loaded_.slice.tensor();
  const auto bytes =
      element_count(record.value.shape) * static_cast<std::int64_t>(size_of(record.value.dtype));
  QStringList words{QString::fromStdString(record.name), shapeText(record), byteText(bytes)};
  if (side() != difference && !entry_.dtype.dtype())
    words << tr("stored as %1").arg(QString::fromStdString(std::string(entry_.dtype.name())));
  if (side() == difference)
    words << tr("%1 − %2").arg(fileName(other_.path), fileName(path_));
  else
    words << tr("in %1").arg(fileName(side() == after ? other_.path : path_));
  if (file_)
    words << (file_->givenUp() ? tr("reading was stopped: scroll to continue")
                               : tr("too large for memory: read from the file as you scroll"));
  putWords(words);
}

void StoredValues::putWords(const QStringList& words) {
  words_->setText(words.join(QString::fromUtf8(" · ")));
  words_->setToolTip(words_->text());
}

void StoredValues::refreshAxes(const std::optional<ImageTiles>& tiles) {
  const TensorSlice& slice = loaded_.slice;
  const bool pictures = tiles && mode_ == StoredMode::pictures;
  axes_->setSlice(slice);
  axes_->setShown(pictures && !slice.placed() ? std::optional(tiles->places()) : std::nullopt,
                  tiles.has_value());
  axes_->setVisible(slice.rank() >= 2 && mode_ != StoredMode::histogram);
}

// Keeps showing the previous picture until the requested elements are read from the file.
void StoredValues::keepPicture() {
  if (!file_ || !isVisible() || !former_->isHidden()) return;
  former_->setPixmap(pages_->currentWidget()->grab());
  former_->setGeometry(pages_->rect());
  former_->raise();
  former_->show();
}

bool StoredValues::showsFormer() const {
  return !former_->isHidden();
}

void StoredValues::refresh() {
  const StoredMode shown = offers(mode_) ? mode_ : StoredMode::numbers;
  for (std::size_t i = 0; i < buttons_.size(); ++i) {
    buttons_[i]->setVisible(offers(static_cast<StoredMode>(i)));
    buttons_[i]->setChecked(static_cast<StoredMode>(i) == shown);
  }
  const TensorSlice& slice = loaded_.slice;
  if (slice.isEmpty()) return;
  putWords();
  const auto pictures = shown == StoredMode::pictures  ? tiles()
                        : shown == StoredMode::heatMap ? facets()
                                                       : std::nullopt;
  refreshAxes(pictures);
  pages_->setCurrentIndex(static_cast<int>(pictures ? StoredMode::pictures : shown));
  if (pictures) return pictures_->setTiles(*pictures, loaded_.statistics);
  switch (shown) {
    case StoredMode::numbers: return grid_->setSlice(slice, loaded_.statistics);
    case StoredMode::heatMap:
      heatMap_->setWindowed(!slice.isHeld());
      return heatMap_->setSlice(slice, loaded_.statistics);
    case StoredMode::histogram:
      return histogram_->setData(loaded_.bins, loaded_.counted, loaded_.sampleOf);
    case StoredMode::sideBySide:
      maps_->setTitles(fileName(path_), fileName(other_.path));
      return maps_->show(*loaded_.paired, slice);
    case StoredMode::pictures: break;
  }
}

}  // namespace ng::views
