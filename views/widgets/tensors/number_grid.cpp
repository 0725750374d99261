// SPDX-License-Identifier: Apache-2.0
// NumberGrid: layout, selection, copying, mouse and keys.
#include "views/widgets/tensors/number_grid.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMetaMethod>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "engine/records/tensor_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

int digitsBeforePoint(double size) {
  return size < 10 ? 1 : static_cast<int>(std::floor(std::log10(size))) + 1;
}

}  // namespace

NumberFormat NumberFormat::fit(const TensorStatistics& s, bool integers) {
  const double size = std::max(std::abs(s.min.real()), std::abs(s.max.real()));
  NumberFormat format;
  const int sign = s.min.real() < 0 ? 1 : 0;
  if (integers) {
    format.decimals = 0;
    format.width = static_cast<int>(std::max(valueText(s.min).size(), valueText(s.max).size()));
  } else if (size != 0 && (size >= 1e7 || size < 1e-3)) {
    format.form = 'e';
    format.decimals = 3;
    format.width = 9 + sign;
  } else {
    const int before = digitsBeforePoint(size);
    format.decimals = size == 0 ? 1 : std::clamp(7 - before, 2, size < 0.1 ? 6 : 4);
    format.width = before + 1 + format.decimals + sign;
  }
  if (s.finite < s.count) format.width = std::max(format.width, 4);
  return format;
}

QString NumberFormat::text(const Number& number) const {
  if (number.is_integer()) return valueText(number);
  const double value = number.real();
  if (std::isnan(value)) return QStringLiteral("nan");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
  return QString::number(value, form, decimals);
}

NumberGrid::NumberGrid(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  makeActions();
  connect(&Theme::current(), &Theme::changed, this, [this] { layOut(); });
}

void NumberGrid::makeActions() {
  auto* text = new QAction(tr("Copy as text"), this);
  text->setShortcut(QKeySequence::Copy);
  text->setShortcutContext(Qt::WidgetShortcut);
  connect(text, &QAction::triggered, this,
          [this] { QApplication::clipboard()->setText(asText()); });
  auto* csv = new QAction(tr("Copy as CSV"), this);
  connect(csv, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(asCsv()); });
  ask_ = new QAction(tr("Trace the origin of this number"), this);
  ask_->setShortcut(QKeySequence(Qt::Key_O));
  ask_->setShortcutContext(Qt::WidgetShortcut);
  ask_->setVisible(false);
  connect(ask_, &QAction::triggered, this, [this] {
    const Cell at = current_.value_or(Cell{0, 0});
    if (!slice_.isEmpty()) emit cellAsked(at.first, at.second);
  });
  addActions({ask_, text, csv});
}

void NumberGrid::connectNotify(const QMetaMethod& signal) {
  if (signal == QMetaMethod::fromSignal(&NumberGrid::cellAsked)) ask_->setVisible(true);
}

void NumberGrid::setSlice(const TensorSlice& slice, const TensorStatistics& statistics) {
  const bool same = !slice_.isEmpty() && !slice.isEmpty() && slice.rows() == slice_.rows() &&
                    slice.columns() == slice_.columns();
  slice_ = slice;
  const bool integers = !slice.isEmpty() && !is_float(slice.tensor().value.dtype);
  format_ = NumberFormat::fit(statistics, integers);
  if (!same) current_.reset(), hover_.reset();
  layOut();
}

void NumberGrid::layOut() {
  const QFontMetrics fonts(Theme::current().monoFont());
  const int digit = fonts.horizontalAdvance(u'0');
  const std::int64_t longest = std::max<std::int64_t>({9, slice_.rows(), slice_.columns()});
  const int indexDigits = static_cast<int>(QString::number(longest).size());
  columnWidth_ = digit * std::max(format_.width, indexDigits) + 2 * metrics::grid;
  const QFontMetrics captions(Theme::current().captionFont());
  const QString name = slice_.axisName(slice_.rowAxis()) + QStringLiteral(" ↓");
  const int nameWidth = slice_.rowAxis() < 0 ? 0 : captions.horizontalAdvance(name);
  rowHeader_ = std::max(digit * indexDigits, nameWidth) + 2 * metrics::grid;
  const QRect cells = cellsRect();
  const int across = std::max(1, cells.width() / columnWidth_);
  wrap(across);
  const Cell all = places();
  const int page = std::max(1, cells.height() / cellHeight);
  verticalScrollBar()->setPageStep(page);
  verticalScrollBar()->setRange(0, static_cast<int>(std::max<std::int64_t>(0, all.first - page)));
  horizontalScrollBar()->setPageStep(across);
  horizontalScrollBar()->setRange(0,
                                  static_cast<int>(std::max<std::int64_t>(0, all.second - across)));
  viewport()->update();
}

// Lines begin at round indexes: uses the largest of 1, 2, 5, 10, 20 … that fits.
void NumberGrid::wrap(int columnsThatFit) {
  wrap_ = 0;
  if (slice_.rank() != 1 || slice_.columns() <= columnsThatFit) return;
  for (int round = 1; round <= columnsThatFit; round *= 10) {
    for (const int step : {1, 2, 5}) {
      if (step * round <= columnsThatFit) wrap_ = step * round;
    }
  }
}

NumberGrid::Cell NumberGrid::placeOf(Cell cell) const {
  return wrap_ ? Cell{cell.second / wrap_, cell.second % wrap_} : cell;
}

NumberGrid::Cell NumberGrid::elementAt(Cell place) const {
  return wrap_ ? Cell{0, place.first * wrap_ + place.second} : place;
}

NumberGrid::Cell NumberGrid::places() const {
  if (!wrap_) return {slice_.rows(), slice_.columns()};
  return {(slice_.columns() + wrap_ - 1) / wrap_, wrap_};
}

QRect NumberGrid::cellsRect() const {
  return viewport()->rect().adjusted(rowHeader_, columnHeader, 0, -statusHeight);
}

QRect NumberGrid::cellRect(std::int64_t row, std::int64_t column) const {
  if (slice_.rank() == 0) return {metrics::grid, 2 * metrics::grid - 2, 180, 34};
  const QRect cells = cellsRect();
  const Cell at = placeOf({row, column});
  return {
      cells.left() + static_cast<int>(at.second - horizontalScrollBar()->value()) * columnWidth_,
      cells.top() + static_cast<int>(at.first - verticalScrollBar()->value()) * cellHeight,
      columnWidth_, cellHeight};
}

QString NumberGrid::cellText(std::int64_t row, std::int64_t column) const {
  const std::optional<Number> value = slice_.find(slice_.flatIndex(row, column));
  return value ? format_.text(*value) : QStringLiteral("…");
}

std::optional<NumberGrid::Cell> NumberGrid::cellAt(const QPoint& position) const {
  const QRect cells = cellsRect();
  if (!slice_.isEmpty() && slice_.rank() == 0) return Cell{0, 0};
  if (slice_.isEmpty() || !cells.contains(position)) return std::nullopt;
  const Cell place{verticalScrollBar()->value() + (position.y() - cells.top()) / cellHeight,
                   horizontalScrollBar()->value() + (position.x() - cells.left()) / columnWidth_};
  const Cell cell = elementAt(place);
  const bool there = place.second < places().second && cell.first < slice_.rows() &&
                     cell.second < slice_.columns();
  return there ? std::optional(cell) : std::nullopt;
}

QString NumberGrid::statusText() const {
  if (slice_.isEmpty()) return {};
  const std::optional<Cell> cell = hover_ ? hover_ : current_;
  if (!cell) return shapeText(slice_.tensor());
  const std::int64_t flat = slice_.flatIndex(cell->first, cell->second);
  const QString place = placeText(slice_.tensor(), flat);
  const QString value = slice_.exactText(flat);
  return place.isEmpty() ? value : place + QStringLiteral(" = ") + value;
}

// The range of cells to copy: everything, or the visible cells if the tensor is not held in memory.
std::pair<NumberGrid::Cell, NumberGrid::Cell> NumberGrid::copied() const {
  if (slice_.isHeld() || wrap_) return {{0, 0}, {slice_.rows(), slice_.columns()}};
  const Cell first{verticalScrollBar()->value(), horizontalScrollBar()->value()};
  const QRect cells = cellsRect();
  return {first,
          {std::min<std::int64_t>(slice_.rows(), first.first + cells.height() / cellHeight),
           std::min<std::int64_t>(slice_.columns(), first.second + cells.width() / columnWidth_)}};
}

QString NumberGrid::asText() const {
  QString out;
  if (slice_.isEmpty()) return out;
  const bool matrix = slice_.rowAxis() >= 0;
  if (slice_.rank() == 0) return cellText(0, 0) + u'\n';
  const auto [first, last] = copied();
  for (std::int64_t row = first.first; row < last.first; ++row) {
    const bool begins = row == first.first, ends = row + 1 == last.first;
    out += matrix ? (begins ? QStringLiteral("[[") : QStringLiteral(" [")) : QStringLiteral("[");
    for (std::int64_t column = first.second; column < last.second; ++column) {
      out += (column > first.second ? QStringLiteral(" ") : QString()) +
             cellText(row, column).rightJustified(format_.width);
    }
    out += ends && matrix ? QStringLiteral("]]\n") : QStringLiteral("]\n");
  }
  return out;
}

QString NumberGrid::asCsv() const {
  QString out;
  if (slice_.isEmpty()) return out;
  const auto [first, last] = copied();
  for (std::int64_t row = first.first; row < last.first; ++row) {
    for (std::int64_t column = first.second; column < last.second; ++column) {
      out += (column > first.second ? QStringLiteral(",") : QString()) +
             slice_.exactText(slice_.flatIndex(row, column));
    }
    out += u'\n';
  }
  return out;
}

// ---- mouse and keys -------------------------------------------------------------------------

void NumberGrid::resizeEvent(QResizeEvent*) {
  layOut();
}

void NumberGrid::mousePressEvent(QMouseEvent* event) {
  current_ = cellAt(event->position().toPoint());
  viewport()->update();
}

void NumberGrid::mouseDoubleClickEvent(QMouseEvent* event) {
  if (const auto cell = cellAt(event->position().toPoint()))
    emit cellActivated(cell->first, cell->second);
}

void NumberGrid::mouseMoveEvent(QMouseEvent* event) {
  hover_ = cellAt(event->position().toPoint());
  viewport()->update();
}

void NumberGrid::leaveEvent(QEvent*) {
  hover_.reset();
  viewport()->update();
}

void NumberGrid::showCell(std::int64_t row, std::int64_t column) {
  if (!slice_.isEmpty()) goTo({row, column});
}

void NumberGrid::goTo(Cell cell) {
  cell.first = std::clamp<std::int64_t>(cell.first, 0, slice_.rows() - 1);
  cell.second = std::clamp<std::int64_t>(cell.second, 0, slice_.columns() - 1);
  current_ = cell;
  hover_.reset();
  const auto show = [](QScrollBar* bar, std::int64_t at) {
    if (at < bar->value()) bar->setValue(static_cast<int>(at));
    if (at >= bar->value() + bar->pageStep())
      bar->setValue(static_cast<int>(at) - bar->pageStep() + 1);
  };
  show(verticalScrollBar(), placeOf(cell).first);
  show(horizontalScrollBar(), placeOf(cell).second);
  viewport()->update();
}

void NumberGrid::keyPressEvent(QKeyEvent* event) {
  if (slice_.isEmpty()) return;
  const Cell at = current_.value_or(Cell{0, 0});
  const auto lines = [&](int count) {
    goTo(wrap_ ? Cell{0, at.second + count * wrap_} : Cell{at.first + count, at.second});
  };
  switch (event->key()) {
    case Qt::Key_Up: return lines(-1);
    case Qt::Key_Down: return lines(1);
    case Qt::Key_Left: return goTo({at.first, at.second - 1});
    case Qt::Key_Right: return goTo({at.first, at.second + 1});
    case Qt::Key_PageUp: return lines(-verticalScrollBar()->pageStep());
    case Qt::Key_PageDown: return lines(verticalScrollBar()->pageStep());
    case Qt::Key_Home: return goTo({0, 0});
    case Qt::Key_End: return goTo({slice_.rows() - 1, slice_.columns() - 1});
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F2: return emit cellActivated(at.first, at.second);
    default: QAbstractScrollArea::keyPressEvent(event);
  }
}

void NumberGrid::contextMenuEvent(QContextMenuEvent* event) {
  QMenu::exec(actions(), event->globalPos(), nullptr, this);
}

bool NumberGrid::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) leaveEvent(event);
  return QAbstractScrollArea::viewportEvent(event);
}

}  // namespace ng::views
