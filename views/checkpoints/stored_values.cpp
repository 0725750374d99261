// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/stored_values.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "views/widgets/heat_map.h"
#include "views/widgets/histogram.h"
#include "views/widgets/image_grid.h"
#include "views/widgets/image_tiles.h"
#include "views/widgets/number_grid.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int binCount = 48;
constexpr std::int64_t sampled = 1 << 20;  // elements of a large tensor that are counted

// Without bytes: shape, axes and type.
std::shared_ptr<TensorRecord> recordOf(const CheckpointEntry& entry) {
  auto record = std::make_shared<TensorRecord>();
  record->name = entry.name;
  record->value.dtype = entry.dtype;
  record->value.shape = entry.shape;
  for (std::size_t i = 0; i < entry.shape.size(); ++i)
    record->axes.push_back(
        {i < entry.axes.size() ? entry.axes[i] : std::string(), entry.shape[i], 0, {}});
  return record;
}

}  // namespace

StoredValues::StoredValues(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      words_(new QLabel),
      grid_(new NumberGrid),
      heatMap_(new HeatMap),
      histogram_(new Histogram),
      pictures_(new ImageGrid),
      pages_(new QStackedWidget) {
  for (QWidget* page : std::initializer_list<QWidget*>{grid_, heatMap_, histogram_, pictures_})
    pages_->addWidget(page);
  grid_->setAccessibleName(tr("Values in the file"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeHead());
  column->addWidget(pages_, 1);
  hide();
}

QWidget* StoredValues::makeHead() {
  words_->setFont(Theme::current().captionFont());
  words_->setForegroundRole(QPalette::PlaceholderText);
  words_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* head = new QWidget;
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(metrics::grid, 2, 4, 2);
  row->setSpacing(2);
  row->addWidget(words_, 1);
  const QString titles[] = {tr("Numbers"), tr("Heat map"), tr("Histogram"), tr("Pictures")};
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
  return mode != StoredMode::pictures || tiles().has_value();
}

// By the names of the axes; without them the last two are a picture, the one before them counts.
std::optional<ImageTiles> StoredValues::tiles() const {
  TensorSlice slice = loaded_.slice;
  if (!slice.isHeld()) return std::nullopt;
  if (auto named = imageTiles(slice, loaded_.statistics)) return named;
  const int rank = slice.rank();
  if (rank < 3) return std::nullopt;
  AxisPlaces places;
  places.rows = rank - 2, places.columns = rank - 1, places.facets = {rank - 3};
  slice.setPlaces(places);
  return placedTiles(slice, loaded_.statistics, false);
}

void StoredValues::setMode(StoredMode mode) {
  mode_ = mode;
  refresh();
}

QString StoredValues::words() const {
  return words_->text();
}

void StoredValues::leave() {
  ++generation_;
  workspace_.jobs.cancel(std::exchange(job_, 0));
  window_.reset();
  loaded_ = {};
  hide();
}

void StoredValues::show(const std::string& path, const CheckpointEntry& entry,
                        const std::optional<TensorStatistics>& known) {
  const int generation = ++generation_;
  workspace_.jobs.cancel(job_);
  failed_ = false;
  known_ = known;
  const bool large = entry.bytes > largestHeld;
  job_ = workspace_.jobs.start(
      tr("Reading %1").arg(QString::fromStdString(entry.name)),
      [this, generation, path, entry, large](JobContext& job) -> Jobs::Done {
        const GoOn goOn = [&job] { return !job.cancelled(); };
        const auto record = recordOf(entry);
        std::shared_ptr<TensorWindow> window;
        if (large) window = TensorWindow::open(path, entry.name);
        if (!window) record->value = CheckpointSource(path).read(entry.name);
        // How numbers are written needs the first of them; the rest follows with the file's own.
        const Tensor begin =
            window ? window->read(0, std::min(sampled, window->size())) : record->value;
        const TensorStatistics first = statistics(begin, goOn);
        const HistogramBins bins = histogramBins(begin, first, binCount, goOn);
        if (job.cancelled()) return Jobs::Done();
        return [this, generation, record, window, first, bins, bytes = entry.bytes] {
          if (generation != generation_) return;
          window_ = window;
          QStringList words{QString::fromStdString(record->name), shapeText(*record),
                            byteText(bytes)};
          if (window) words << tr("too large for memory: read from the file as you scroll");
          words_->setText(words.join(QString::fromUtf8(" · ")));
          words_->setToolTip(words_->text());
          TensorSlice slice(record);
          if (window)
            slice =
                TensorSlice(record, [this, window](std::int64_t i) { return read(*window, i); });
          put({slice, known_.value_or(first), bins, first});
        };
      });
}

void StoredValues::put(Loaded loaded) {
  loaded_ = std::move(loaded);
  refresh();
  QWidget::show();
}

void StoredValues::refresh() {
  const StoredMode shown = offers(mode_) ? mode_ : StoredMode::numbers;
  for (std::size_t i = 0; i < buttons_.size(); ++i) {
    buttons_[i]->setVisible(offers(static_cast<StoredMode>(i)));
    buttons_[i]->setChecked(static_cast<StoredMode>(i) == shown);
  }
  pages_->setCurrentIndex(static_cast<int>(shown));
  const TensorSlice& slice = loaded_.slice;
  if (slice.isEmpty()) return;
  switch (shown) {
    case StoredMode::numbers:
      return grid_->setSlice(slice, loaded_.statistics);
    case StoredMode::heatMap:
      heatMap_->setWindowed(!slice.isHeld());
      return heatMap_->setSlice(slice, loaded_.statistics);
    case StoredMode::histogram:
      return histogram_->setData(loaded_.bins, loaded_.counted);
    case StoredMode::pictures:
      return pictures_->setTiles(*tiles(), loaded_.statistics);
  }
}

// A file that has changed meanwhile shows no numbers, and says so once.
double StoredValues::read(TensorWindow& window, std::int64_t element) {
  try {
    return window.at(element);
  } catch (const Error& error) {
    if (!std::exchange(failed_, true)) emit workspace_.session.message(error.diagnostic());
    return std::nan("");
  }
}

}  // namespace ng::views
