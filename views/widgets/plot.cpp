// SPDX-License-Identifier: Apache-2.0
// Plot: data, range, mouse and commands. Painting is in plot_paint.cpp.
#include "views/widgets/plot.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "views/core/theme/theme.h"

namespace ng::views {

Plot::Plot(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  addCommands();
  connect(&Theme::current(), &Theme::changed, this, QOverload<>::of(&QWidget::update));
}

void Plot::addCommands() {
  const auto add = [this](const QString& text, const char* icon, const QKeySequence& keys,
                          auto call) {
    auto* action = new QAction(Theme::current().icon(icon), text, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, call);
    addAction(action);
    return action;
  };
  add("Fit the curves", "fit", Qt::Key_Home, [this] { fit(); });
  QAction* logarithm = add("Logarithmic scale", "axes", Qt::Key_L, [] {});
  logarithm->setCheckable(true);
  connect(logarithm, &QAction::toggled, this, &Plot::setLogarithmic);
  add("Copy the curves as text", "copy", QKeySequence::Copy,
      [this] { QApplication::clipboard()->setText(asText('\t')); });
  add("Copy the curves as CSV", "copy", {},
      [this] { QApplication::clipboard()->setText(asText(',')); });
  add("Export the curves…", "export", {}, [this] { chooseExport(); });
}

void Plot::setTitles(const QString& x, const QString& y) {
  xTitle_ = x;
  yTitle_ = y;
  update();
}

void Plot::setRightTitle(const QString& title) {
  rightTitle_ = title;
  update();
}

void Plot::setTopScale(const QString& title, double length) {
  topTitle_ = title;
  topLength_ = length;
  update();
}

void Plot::setLeastRange(double left, double right) {
  leastLeft_ = left;
  leastRight_ = right;
  fitRange();
}

void Plot::setSeries(std::vector<PlotSeries> series) {
  series_ = std::move(series);
  hover_.reset();
  fitRange();
  update();
}

void Plot::setCursor(std::optional<double> x) {
  if (x == cursor_) return;
  cursor_ = x;
  update();
}

void Plot::setBand(std::optional<std::pair<double, double>> band) {
  if (band == band_) return;
  band_ = band;
  update();
}

void Plot::setRange(const PlotRange& range) {
  automatic_ = false;
  if (range == range_) return;
  range_ = range;
  update();
  emit rangeChanged();
}

void Plot::fit() {
  automatic_ = true;
  fitRange();
}

void Plot::setLogarithmic(bool on) {
  logarithmic_ = on;
  fit();
}

double Plot::height(double y) const {
  return logarithmic_ ? std::log10(y) : y;
}

bool Plot::hasRight() const {
  return std::any_of(series_.begin(), series_.end(), [](const PlotSeries& s) { return s.right; });
}

// Maps the right scale to the left one so that both are aligned when everything fits.
double Plot::fromRight(double height) const {
  const double part = (height - fittedRight_.bottom) / (fittedRight_.top - fittedRight_.bottom);
  return fitted_.bottom + part * (fitted_.top - fitted_.bottom);
}

double Plot::toRight(double height) const {
  const double part = (height - fitted_.bottom) / (fitted_.top - fitted_.bottom);
  return fittedRight_.bottom + part * (fittedRight_.top - fittedRight_.bottom);
}

namespace {

// Adds a margin above and below; the range starts at 0 if the values come near it.
void addAir(PlotRange& range, bool logarithmic) {
  if (range.bottom > range.top) range.bottom = 0, range.top = 1;
  if (!logarithmic && range.bottom > 0 && range.bottom < 0.5 * range.top) range.bottom = 0;
  const double span = range.top - range.bottom;
  const double air = span > 0 ? 0.06 * span : std::max(1e-9, 0.1 * std::abs(range.top));
  if (range.bottom != 0 || logarithmic) range.bottom -= air;
  range.top += air;
}

}  // namespace

void Plot::fitRange() {
  PlotRange left{leastLeft_, leastRight_, HUGE_VAL, -HUGE_VAL}, right = left;
  for (const PlotSeries& s : series_) {
    PlotRange& own = s.right ? right : left;
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      const double y = height(s.y[i]);
      if (!std::isfinite(y)) continue;
      left.left = std::min(left.left, s.x[i]), left.right = std::max(left.right, s.x[i]);
      own.bottom = std::min(own.bottom, y), own.top = std::max(own.top, y);
    }
  }
  addAir(left, logarithmic_);
  addAir(right, logarithmic_);
  fitted_ = left;
  fittedRight_ = right;
  if (!automatic_ || left == range_) return;
  range_ = left;
  update();
  emit rangeChanged();
}

// In a small plot the legend and the tool tips describe the axes instead of titles.
bool Plot::titled() const {
  constexpr int least = 140;
  return std::min(size().width(), size().height()) >= least;
}

bool Plot::hasTop() const {
  return topLength_ > 0 && titled();
}

QRectF Plot::area() const {
  const double above = hasTop() ? 34 : 12;
  const double left = titled() ? 64 : 44, right = titled() ? 60 : 40;
  return QRectF(rect()).adjusted(left, above, hasRight() ? -right : -16, titled() ? -42 : -24);
}

QPointF Plot::toPixel(double x, double y, bool right) const {
  const QRectF a = area();
  const double h = right ? fromRight(height(y)) : height(y);
  return {a.left() + a.width() * (x - range_.left) / (range_.right - range_.left),
          a.bottom() - a.height() * (h - range_.bottom) / (range_.top - range_.bottom)};
}

QPointF Plot::toPlane(const QPointF& pixel) const {
  const QRectF a = area();
  const double x = range_.left + (pixel.x() - a.left()) / a.width() * (range_.right - range_.left);
  const double y =
      range_.bottom + (a.bottom() - pixel.y()) / a.height() * (range_.top - range_.bottom);
  return {x, logarithmic_ ? std::pow(10, y) : y};
}

std::optional<PlotPoint> Plot::nearest(const QPointF& pixel) const {
  std::optional<PlotPoint> best;
  double bestDistance = 24;
  const double reach = 24 * (range_.right - range_.left) / std::max(1.0, area().width());
  const double middle = toPlane(pixel).x();
  for (std::size_t s = 0; s < series_.size(); ++s) {
    const std::vector<double>& x = series_[s].x;
    const auto from = std::lower_bound(x.begin(), x.end(), middle - reach) - x.begin();
    for (auto i = static_cast<std::size_t>(from); i < x.size() && x[i] <= middle + reach; ++i) {
      const QPointF d = toPixel(x[i], series_[s].y[i], series_[s].right) - pixel;
      const double distance = std::hypot(d.x(), d.y());
      if (distance < bestDistance) bestDistance = distance, best = PlotPoint{s, i};
    }
  }
  return best;
}

void Plot::wheelEvent(QWheelEvent* event) {
  const QRectF a = area();
  const double factor = std::pow(0.8, event->angleDelta().y() / 120.0);
  const double fx = std::clamp((event->position().x() - a.left()) / a.width(), 0.0, 1.0);
  const double fy = std::clamp((a.bottom() - event->position().y()) / a.height(), 0.0, 1.0);
  PlotRange next = range_;
  const bool onlyX = event->modifiers() & Qt::ShiftModifier;
  const double width = range_.right - range_.left, span = range_.top - range_.bottom;
  next.left += fx * width * (1 - factor), next.right -= (1 - fx) * width * (1 - factor);
  if (!onlyX) next.bottom += fy * span * (1 - factor), next.top -= (1 - fy) * span * (1 - factor);
  if (next.right - next.left > 1e-9 && next.top - next.bottom > 1e-12) setRange(next);
  event->accept();
}

void Plot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  grabbed_ = event->position();
  grabbedRange_ = range_;
  dragged_ = false;
  bandFrom_.reset();
  if (event->modifiers() & Qt::ShiftModifier) bandFrom_ = toPlane(event->position()).x();
}

void Plot::mouseMoveEvent(QMouseEvent* event) {
  if (grabbed_ && (event->buttons() & Qt::LeftButton)) {
    const QPointF moved = event->position() - *grabbed_;
    if (!dragged_ && moved.manhattanLength() < QApplication::startDragDistance()) return;
    dragged_ = true;
    if (bandFrom_) {
      const double to = toPlane(event->position()).x();
      return setBand(std::minmax(*bandFrom_, to));
    }
    const double dx = moved.x() / area().width() * (grabbedRange_.right - grabbedRange_.left);
    const double dy = moved.y() / area().height() * (grabbedRange_.top - grabbedRange_.bottom);
    setRange({grabbedRange_.left - dx, grabbedRange_.right - dx, grabbedRange_.bottom + dy,
              grabbedRange_.top + dy});
    return;
  }
  const auto under = area().contains(event->position()) ? nearest(event->position()) : std::nullopt;
  if (under == hover_) return;
  hover_ = under;
  update();
}

void Plot::mouseReleaseEvent(QMouseEvent* event) {
  const bool click = grabbed_ && !dragged_ && event->button() == Qt::LeftButton;
  const bool drawn = std::exchange(bandFrom_, std::nullopt) && dragged_ && band_;
  grabbed_.reset();
  if (drawn) return emit bandPicked(band_->first, band_->second);
  if (click && area().contains(event->position()))
    emit cursorPicked(toPlane(event->position()).x());
}

void Plot::mouseDoubleClickEvent(QMouseEvent*) {
  fit();
}

void Plot::leaveEvent(QEvent*) {
  hover_.reset();
  update();
}

void Plot::contextMenuEvent(QContextMenuEvent* event) {
  QMenu::exec(actions(), event->globalPos(), nullptr, this);
}

QString Plot::asText(QChar separator) const {
  QString text = QString("series%1x counts%1x%1y\n").arg(separator);
  for (const PlotSeries& s : series_) {
    const QString unit = s.unit.isEmpty() ? xTitle_ : s.unit;
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      const QString x = QString::number(s.x[i] / s.unitLength, 'g', 17);
      text += QStringList{s.name, unit, x, QString::number(s.y[i], 'g', 17)}.join(separator) + '\n';
    }
  }
  return text;
}

void Plot::chooseExport() {
  const QString path = QFileDialog::getSaveFileName(this, "Export the curves", "curves.svg",
                                                    "SVG (*.svg);;PDF (*.pdf);;PNG (*.png)");
  if (!path.isEmpty()) exportTo(path);
}

bool Plot::exportTo(const QString& path) {
  if (path.endsWith(".svg", Qt::CaseInsensitive)) {
    QSvgGenerator svg;
    svg.setFileName(path);
    svg.setSize(size());
    svg.setViewBox(rect());
    svg.setTitle(yTitle_ + " over " + xTitle_);
    QPainter painter;
    if (!painter.begin(&svg)) return false;
    paintOn(painter);
    return painter.end();
  }
  if (path.endsWith(".pdf", Qt::CaseInsensitive)) {
    QPdfWriter pdf(path);
    pdf.setPageSize(QPageSize(QSizeF(size()) * 0.75, QPageSize::Point));
    pdf.setPageMargins(QMarginsF());
    QPainter painter;
    if (!painter.begin(&pdf)) return false;
    painter.scale(static_cast<double>(pdf.width()) / width(),
                  static_cast<double>(pdf.width()) / width());
    paintOn(painter);
    return painter.end();
  }
  QImage image(size() * 2, QImage::Format_RGB32);
  image.setDevicePixelRatio(2);
  QPainter painter(&image);
  paintOn(painter);
  painter.end();
  return image.save(path);
}

}  // namespace ng::views
