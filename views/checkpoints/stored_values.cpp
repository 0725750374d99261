// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/stored_values.h"

#include <QLabel>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "views/widgets/number_grid.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

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
    : QWidget(parent), workspace_(workspace), words_(new QLabel), grid_(new NumberGrid) {
  words_->setFont(Theme::current().captionFont());
  words_->setForegroundRole(QPalette::PlaceholderText);
  words_->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
  grid_->setAccessibleName(tr("Values in the file"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(words_);
  column->addWidget(grid_, 1);
  hide();
}

QString StoredValues::words() const {
  return words_->text();
}

void StoredValues::leave() {
  ++generation_;
  workspace_.jobs.cancel(std::exchange(job_, 0));
  window_.reset();
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
      [this, generation, path, entry, large](JobContext&) -> Jobs::Done {
        const auto record = recordOf(entry);
        std::shared_ptr<TensorWindow> window;
        if (large) window = TensorWindow::open(path, entry.name);
        if (!window) record->value = CheckpointSource(path).read(entry.name);
        // How numbers are written needs the first of them; the rest follows with the file's own.
        const TensorStatistics first =
            window ? statistics(window->read(0, std::min<std::int64_t>(1 << 16, window->size())))
                   : statistics(record->value);
        return [this, generation, record, window, first, bytes = entry.bytes] {
          if (generation != generation_) return;
          window_ = window;
          words_->setText(QStringList{QString::fromStdString(record->name), shapeText(*record),
                                      byteText(bytes),
                                      window ? tr("too large for memory: read from the file as you scroll") : QString()}
                              .filter(QRegularExpression(".+"))
                              .join(QString::fromUtf8(" · ")));
          const TensorSlice held(record);
          put(window
                  ? TensorSlice(record, [this, window](std::int64_t i) { return read(*window, i); })
                  : held,
              known_.value_or(first));
        };
      });
}

void StoredValues::put(const TensorSlice& slice, const TensorStatistics& statistics) {
  grid_->setSlice(slice, statistics);
  QWidget::show();
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
