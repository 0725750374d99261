// SPDX-License-Identifier: Apache-2.0
// A layer above the canvas, so that the graph is not repainted when values change.
#include "views/graph/canvas/card_values.h"

#include <QPaintEvent>
#include <QPainter>
#include <QPointer>
#include <utility>

#include "engine/records/document_record.h"
#include "engine/records/tensor_record.h"
#include "views/core/editor.h"
#include "views/graph/canvas/card_painter.h"
#include "views/widgets/heat_maps/heat_scale.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr double nearest = 0.995;  // relative to a zoom of 100 %
constexpr int rest = 120;          // ms without movement before the visible cards are determined
constexpr std::size_t mostCards = 64;
constexpr std::int64_t mostAtOnce = 1 << 16;  // elements examined on the GUI thread
constexpr QSizeF stripSize{44, 12};           // scene units, as the following
constexpr double pillHeight = 16, hangs = 12, inset = 8, padding = 5;
constexpr std::int64_t mostCells = 4096;  // cells shown in a strip; larger values show a histogram
constexpr int bins = 22;

// Rows of the last axis; a tall matrix is transposed.
HeatCells cellsOf(const Tensor& value) {
  HeatCells cells;
  const std::int64_t count = value.size();
  cells.columns = static_cast<int>(value.shape.empty() ? 1 : value.shape.back());
  cells.rows = cells.columns > 0 ? static_cast<int>(count / cells.columns) : 0;
  const bool tall = cells.rows > cells.columns;
  const std::int64_t columns = cells.columns;
  cells.values.resize(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t to = tall ? (i % columns) * cells.rows + i / columns : i;
    cells.values[static_cast<std::size_t>(to)] = static_cast<float>(value.at(i));
  }
  if (tall) std::swap(cells.rows, cells.columns);
  return cells;
}

// Any thread.
CardValues::Shown picture(const Tensor& value, double ratio) {
  const TensorStatistics s = statistics(value);
  CardValues::Shown shown;
  shown.finite = s.finite == s.count;
  if (s.count == 1)
    shown.text = valueText(number_at(value, 0), 4);
  else if (s.finite == 0)
    shown.text = s.nans > 0 ? QStringLiteral("NaN") : QStringLiteral("Inf");
  if (!shown.text.isEmpty()) return shown;
  if (s.count > mostCells) {
    shown.spread = histogramBins(value, s, bins);
    return shown;
  }
  const HeatCells cells = cellsOf(value);
  shown.strip = heatImage(cells, QRectF(0, 0, cells.columns, cells.rows),
                          (stripSize * ratio).toSize(), HeatScale::fit(s));
  return shown;
}

}  // namespace

CardValues::CardValues(Workspace& workspace, GraphCanvas& canvas)
    : QWidget(&canvas), workspace_(workspace), canvas_(canvas) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  setObjectName("card_values");
  canvas.installEventFilter(this);
  later_.setSingleShot(true);
  later_.setInterval(rest);
  connect(&later_, &QTimer::timeout, this, &CardValues::look);
  connect(&workspace.values, &views::Values::tensorsChanged, this, &CardValues::take);
  connect(&workspace.documents, &Documents::documentChanged, this, [this] {
    cards_.clear(), watches_.clear(), shown_.clear(), values_.clear();
    workspace_.jobs.cancel(std::exchange(job_, 0));
    later_.start();
  });
  connect(&workspace.jobs, &Jobs::changed, this, [this] {
    if (job_ != 0 &&
        // Finished, with its result pending, or stopped by the user.
        !workspace_.jobs.isRunning(job_))
      QTimer::singleShot(0, this, [this, job = job_] {
        if (job_ == job) job_ = 0;
      });
  });
  connect(&Theme::current(), &Theme::changed, this, [this] {
    values_.clear();  // the pictures contain colours
    take();
  });
  resize(canvas.size());
  lower();  // below the minimap
}

bool CardValues::eventFilter(QObject*, QEvent* event) {
  if (event->type() == QEvent::Resize) resize(canvas_.size());
  if (event->type() == QEvent::Paint && !later_.isActive()) later_.start();
  return false;
}

bool CardValues::near() const {
  const bool edited = workspace_.editor != nullptr && workspace_.editor->editing();
  return canvas_.camera().scale() >= nearest && !edited && canvas_.isVisible();
}

bool CardValues::small(OpId op, Family& family) const {
  const DocumentRecordPtr document = workspace_.documents.document();
  const OpRecord* record = document ? document->graph->find(op) : nullptr;
  if (!record || record->results.empty()) return false;
  family = record->family;
  std::int64_t count = 1;
  for (const AxisRecord& axis : record->results[0].axes) {
    if (!axis.length || count > mostElements) return false;
    count *= *axis.length;
  }
  return count > 0 && count <= mostElements;
}

void CardValues::look() {
  std::vector<ItemId> cards;
  std::map<OpId, ValueWatch> watches;
  if (near()) {
    for (const ItemId item : canvas_.visibleItems()) {
      Family family{};
      if (cards.size() >= mostCards || !small(item, family)) continue;
      cards.push_back(item);
      if (family != Family::state) continue;
      const auto kept = watches_.find(item);
      watches.emplace(item, kept == watches_.end() ? ValueWatch(workspace_.values, item)
                                                   : std::move(kept->second));
    }
  }
  watches_ = std::move(watches);
  if (cards == cards_) return;
  cards_ = std::move(cards);
  take();
}

// Reuses the pictures of unchanged values, and shows the previous pictures until new large values
// are processed.
void CardValues::take() {
  if (job_ != 0) {
    again_ = true;
    return;
  }
  const double ratio = devicePixelRatioF() * canvas_.camera().scale();
  if (std::exchange(ratio_, ratio) != ratio) values_.clear();
  Values values, fresh;
  Pictures pictures;
  std::int64_t elements = 0;
  for (const ItemId card : cards_) {
    const TensorRecordPtr value = workspace_.values.value(card);
    if (!value || value->value.size() == 0 || value->value.size() > mostElements) continue;
    values.emplace(card, value);
    const auto known = values_.find(card);
    if (known != values_.end() && known->second == value && shown_.count(card)) {
      pictures.emplace(card, shown_.at(card));
    } else {
      fresh.emplace(card, value);
      elements += value->value.size();
    }
  }
  const auto work = [fresh, ratio](Pictures made) {
    for (const auto& [card, value] : fresh) made.emplace(card, picture(value->value, ratio));
    return made;
  };
  if (elements <= mostAtOnce) return put(values, work(std::move(pictures)));
  const QPointer<CardValues> self(this);
  job_ = workspace_.jobs.start(tr("Values on the cards"), [=](JobContext&) -> Jobs::Done {
    auto made = std::make_shared<Pictures>(work(pictures));
    return [self, values, made] {
      if (!self) return;
      self->job_ = 0;
      self->put(values, std::move(*made));
      if (std::exchange(self->again_, false)) self->take();
    };
  });
}

void CardValues::put(const Values& values, Pictures pictures) {
  const bool nothing = pictures.empty() && shown_.empty();
  shown_ = std::move(pictures);
  values_ = values;
  if (!nothing) update();
}

// The value's box, in widget coordinates.
QRectF CardValues::place(ItemId card, const Shown& shown) const {
  const QRectF rect = canvas_.cardRect(card);
  const double scale = canvas_.camera().scale();
  const double text = QFontMetricsF(chipFont(false)).horizontalAdvance(shown.text);
  const double width = (shown.text.isEmpty() ? stripSize.width() + 4 : text + 2 * padding) * scale;
  const double height = pillHeight * scale;
  return {rect.right() - inset * scale - width, rect.bottom() - height + hangs * scale, width,
          height};
}

void CardValues::paintEvent(QPaintEvent* event) {
  if (!near() || shown_.empty()) return;
  const Colours& colours = Theme::current().colours();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double scale = canvas_.camera().scale();
  QFont font = chipFont(false);
  font.setPixelSize(static_cast<int>(font.pixelSize() * scale));
  painter.setFont(font);
  for (const auto& [card, value] : shown_) {
    if (canvas_.cardRect(card).isEmpty()) continue;
    const QRectF pill = place(card, value);
    if (!pill.toAlignedRect().intersects(event->rect())) continue;
    painter.setPen(QPen(value.finite ? colours.cardBorder : colours.nan, value.finite ? 1 : 1.6));
    painter.setBrush(colours.canvas);
    painter.drawRoundedRect(pill, metrics::radius, metrics::radius);
    const double edge = 2 * scale;
    const QRectF inside = pill.adjusted(edge, edge, -edge, -edge);
    if (!value.strip.isNull()) {
      painter.drawImage(inside, value.strip);
    } else if (value.text.isEmpty()) {
      paintMiniHistogram(painter, inside, value.spread, Theme::current().series(0));
    } else {
      painter.setPen(colours.text);
      painter.drawText(pill, Qt::AlignCenter, value.text);
    }
  }
}

QJsonObject CardValues::description() const {
  QJsonArray values;
  for (const auto& [card, value] : shown_) {
    if (!near() || canvas_.cardRect(card).isEmpty()) continue;
    const QRectF at = place(card, value);
    QJsonObject one{{"card", static_cast<qint64>(card)},
                    {"at", QJsonArray{at.x(), at.y(), at.width(), at.height()}},
                    {"finite", value.finite}};
    if (!value.text.isEmpty()) one["text"] = value.text;
    values.append(one);
  }
  return {{"kind", "values"}, {"values", values}};
}

}  // namespace ng::views
