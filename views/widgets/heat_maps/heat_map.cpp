// SPDX-License-Identifier: Apache-2.0
// HeatMap: geometry, range and mouse.
#include "views/widgets/heat_maps/heat_map.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMetaMethod>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int leastGutter = 56, topGutter = 36, besideIndexes = 24;
constexpr int barWidth = 12, barGap = 16, barLabels = 56;
constexpr double widestCell = 96, highestCell = 40, largestZoom = 160;

}  // namespace

HeatMap::HeatMap(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::ClickFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  makeActions();
  connect(&Theme::current(), &Theme::changed, this, [this] {
    image_ = {};
    update();
  });
}

void HeatMap::makeActions() {
  const auto add = [this](const QString& text, const QKeySequence& key, auto slot) {
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, slot);
    addAction(action);
    return action;
  };
  ask_ = add(tr("Trace the origin of this number"), QKeySequence(Qt::Key_O), [this] {
    if (const auto cell = pointed_ ? pointed_ : hover_) emit cellAsked(cell->first, cell->second);
  });
  ask_->setVisible(false);
  add(tr("Fit the map"), QKeySequence(Qt::Key_Home), [this] {
    fitView();
    emit viewChanged();
  });
  add(tr("Range: all values"), {}, [this] { fitScale(); });
  add(tr("Range: mean ± 3 std"), {}, [this] { setScale(HeatScale::around(statistics_, 3)); });
  add(tr("Range: mean ± 1 std"), {}, [this] { setScale(HeatScale::around(statistics_, 1)); });
  logarithmic_ = add(tr("Logarithmic colours"), {}, [this] {
    scale_.logarithmic = logarithmic_->isChecked();
    image_ = {};
    update();
  });
  logarithmic_->setCheckable(true);
}

void HeatMap::connectNotify(const QMetaMethod& signal) {
  if (signal == QMetaMethod::fromSignal(&HeatMap::cellAsked)) ask_->setVisible(true);
}

void HeatMap::setSlice(const TensorSlice& slice, const TensorStatistics& statistics) {
  const bool sameShape = !slice_.isEmpty() && !slice.isEmpty() && slice.rows() == slice_.rows() &&
                         slice.columns() == slice_.columns();
  slice_ = slice;
  statistics_ = statistics;
  cells_ = HeatCells::from(slice);
  marks_ = heatMarks(slice, statistics);
  const QFontMetrics captions(Theme::current().captionFont());
  leftGutter_ =
      std::max(leastGutter, captions.horizontalAdvance(countText(cells_.rows)) + besideIndexes);
  if (!scaleByHand_ || !sameShape) fitScale();
  if (!sameShape || fitted_) fitView();
  image_ = {};
  update();
}

void HeatMap::setScale(const HeatScale& scale) {
  scale_ = scale;
  scale_.logarithmic = logarithmic_->isChecked();
  scaleByHand_ = true;
  image_ = {};
  update();
}

void HeatMap::fitScale() {
  scale_ = HeatScale::fit(statistics_);
  scale_.logarithmic = logarithmic_->isChecked();
  scaleByHand_ = false;
  image_ = {};
  update();
}

// ---- geometry -------------------------------------------------------------------------------

QRectF HeatMap::mapRect() const {
  return QRectF(leftGutter_, topGutter,
                std::max(8, width() - leftGutter_ - barGap - barWidth - barLabels),
                std::max(8, height() - topGutter - statusLine() - metrics::grid));
}

QRectF HeatMap::barRect() const {
  const QRectF map = mapRect();
  const double high = std::max(24.0, map.height() - 16);
  return QRectF(map.right() + barGap, map.top() + 8, barWidth, high);
}

QRectF HeatMap::cellRect(std::int64_t row, std::int64_t column) const {
  const QPointF corner = mapRect().topLeft() + origin_;
  return QRectF(corner.x() + static_cast<double>(column) * cell_.width(),
                corner.y() + static_cast<double>(row) * cell_.height(), cell_.width(),
                cell_.height());
}

std::optional<std::pair<int, int>> HeatMap::cellAt(const QPointF& position) const {
  if (!mapRect().contains(position)) return std::nullopt;
  const QPointF inside = position - mapRect().topLeft() - origin_;
  const int row = static_cast<int>(std::floor(inside.y() / cell_.height()));
  const int column = static_cast<int>(std::floor(inside.x() / cell_.width()));
  const bool there = row >= 0 && column >= 0 && row < cells_.rows && column < cells_.columns;
  return there ? std::optional(std::pair(row, column)) : std::nullopt;
}

QRectF HeatMap::visiblePart() const {
  const QRectF all(mapRect().topLeft() + origin_,
                   QSizeF(cells_.columns * cell_.width(), cells_.rows * cell_.height()));
  const QRectF seen = all & mapRect();
  if (seen.isEmpty()) return {};
  return QRectF((seen.left() - all.left()) / cell_.width(),
                (seen.top() - all.top()) / cell_.height(), seen.width() / cell_.width(),
                seen.height() / cell_.height());
}

// The smallest cell size, at which the whole matrix fits. In windowed mode a cell is at least one
// pixel, so only a part of the matrix is visible.
QSizeF HeatMap::leastCell() const {
  const QSizeF map = mapRect().size();
  const QSizeF all(std::min(widestCell, map.width() / std::max(1, cells_.columns)),
                   std::min(highestCell, map.height() / std::max(1, cells_.rows)));
  return windowed_ ? all.expandedTo({1, 1}) : all;
}

void HeatMap::fitView() {
  fitted_ = true;
  cell_ = leastCell();
  // Snaps large cells to integer pixels; small cells must fill the map exactly.
  if (cell_.width() > 8) cell_.setWidth(std::floor(cell_.width()));
  if (cell_.height() > 8) cell_.setHeight(std::floor(cell_.height()));
  origin_ = {};
  image_ = {};
  update();
}

void HeatMap::showAs(const HeatMap& other) {
  if (other.cells_.rows != cells_.rows || other.cells_.columns != cells_.columns) return;
  hover_ = other.hover_;
  fitted_ = other.fitted_;
  cell_ = other.cell_;
  origin_ = other.origin_;
  if (fitted_) fitView();
  keepInside();
  image_ = {};
  update();
}

void HeatMap::keepInside() {
  const QRectF map = mapRect();
  const double wide = cells_.columns * cell_.width(), high = cells_.rows * cell_.height();
  origin_.setX(std::clamp(origin_.x(), std::min(0.0, map.width() - wide), 0.0));
  origin_.setY(std::clamp(origin_.y(), std::min(0.0, map.height() - high), 0.0));
}

void HeatMap::zoom(double factor, const QPointF& at) {
  const QPointF inside = at - mapRect().topLeft();
  const QSizeF before = cell_;
  const double leastWide = leastCell().width(), leastHigh = leastCell().height();
  cell_.setWidth(std::clamp(cell_.width() * factor, leastWide, std::max(leastWide, largestZoom)));
  cell_.setHeight(std::clamp(cell_.height() * factor, leastHigh, std::max(leastHigh, largestZoom)));
  origin_.setX(inside.x() - (inside.x() - origin_.x()) * cell_.width() / before.width());
  origin_.setY(inside.y() - (inside.y() - origin_.y()) * cell_.height() / before.height());
  fitted_ = false;
  keepInside();
  image_ = {};
  update();
  emit viewChanged();
}

// ---- mouse ----------------------------------------------------------------------------------

void HeatMap::resizeEvent(QResizeEvent*) {
  if (fitted_) {
    fitView();
  } else {
    keepInside();
  }
  image_ = {};
}

void HeatMap::wheelEvent(QWheelEvent* event) {
  if (!mapRect().contains(event->position())) return event->ignore();
  zoom(std::pow(1.0015, event->angleDelta().y()), event->position());
  event->accept();
}

void HeatMap::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  last_ = event->position();
  const QRectF bar = barRect().adjusted(-4, -10, barLabels, 10);
  if (bar.contains(last_)) {
    drag_ = last_.y() < bar.center().y() ? Drag::high : Drag::low;
  } else if (mapRect().contains(last_)) {
    drag_ = Drag::pan;
  }
}

void HeatMap::dragBar(const QPointF& position) {
  const double span = std::max(statistics_.max - statistics_.min, 1e-30);
  const double change = (last_.y() - position.y()) / barRect().height() * span;
  HeatScale scale = scale_;
  if (drag_ == Drag::high) scale.high = std::max(scale.high + change, scale.low + span * 1e-3);
  if (drag_ == Drag::low) scale.low = std::min(scale.low + change, scale.high - span * 1e-3);
  if (scale.aboutZero) {  // moves both ends, so that 0 stays white
    const double size = std::max(drag_ == Drag::high ? scale.high : -scale.low, span * 1e-3);
    scale.low = -size;
    scale.high = size;
  }
  setScale(scale);
}

void HeatMap::mouseMoveEvent(QMouseEvent* event) {
  const QPointF position = event->position();
  if (drag_ == Drag::pan) {
    origin_ += position - last_;
    keepInside();
    image_ = {};
  } else if (drag_ != Drag::none) {
    dragBar(position);
  }
  last_ = position;
  hover_ = cellAt(position);
  update();
  emit viewChanged();
}

void HeatMap::mouseReleaseEvent(QMouseEvent*) {
  drag_ = Drag::none;
}

void HeatMap::mouseDoubleClickEvent(QMouseEvent* event) {
  if (mapRect().contains(event->position())) {
    fitView();
    emit viewChanged();
  } else {
    fitScale();
  }
}

void HeatMap::leaveEvent(QEvent*) {
  hover_.reset();
  emit viewChanged();
  update();
}

bool HeatMap::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (barRect().adjusted(-4, -12, barLabels, 12).contains(help->pos()))
    QToolTip::showText(help->globalPos(),
                       tr("Drag an end to set the range of the colours; a double click fits it to "
                          "all values, a right click offers more ranges and a logarithmic scale."),
                       this);
  else
    QToolTip::hideText();
  return true;
}

void HeatMap::setLogarithmic(bool on) {
  if (logarithmic_->isChecked() != on) logarithmic_->trigger();
}

void HeatMap::contextMenuEvent(QContextMenuEvent* event) {
  pointed_ = cellAt(event->pos());
  QMenu::exec(actions(), event->globalPos(), nullptr, this);
  pointed_.reset();
}

QString HeatMap::statusText() const {
  if (slice_.isEmpty()) return {};
  if (hover_) {
    const std::int64_t flat = slice_.flatIndex(hover_->first, hover_->second);
    const QString place = placeText(slice_.tensor(), flat);
    const QString value = slice_.exactText(flat);
    return place.isEmpty() ? value : place + QStringLiteral(" = ") + value;
  }
  const auto perPixel = [](double size) {
    return std::max(1, static_cast<int>(std::ceil(1 / size)));
  };
  const int down = perPixel(cell_.height()), across = perPixel(cell_.width());
  const QString size = tr("%1 × %2 cells").arg(countText(cells_.rows), countText(cells_.columns));
  const QRectF part = visiblePart();
  const bool whole = part.width() >= cells_.columns && part.height() >= cells_.rows;
  if (windowed_ && !whole) return size + tr(" · partial view: drag to pan");
  if (down * across == 1) return size;
  const bool sampled = cells_.sampled() && std::max(down, across) > HeatCells::sample;
  return size + (sampled ? tr(" · a pixel is the mean of a sample of %1 × %2")
                         : tr(" · a pixel is the mean of %1 × %2"))
                    .arg(countText(down), countText(across));
}

QJsonObject HeatMap::description() const {
  const QRectF part = visiblePart();
  return {{"kind", "heat map"},
          {"rows", slice_.isEmpty() ? 0 : static_cast<double>(slice_.rows())},
          {"columns", slice_.isEmpty() ? 0 : static_cast<double>(slice_.columns())},
          {"shown", QJsonArray{part.x(), part.y(), part.width(), part.height()}},
          {"marks", static_cast<double>(marks_.size())},
          {"low", scale_.low},
          {"high", scale_.high},
          {"logarithmic", scale_.logarithmic}};
}

}  // namespace ng::views
