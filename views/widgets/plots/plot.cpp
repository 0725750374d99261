// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/plots/plot.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QMenu>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/plots/legend_place.h"
#include "views/widgets/plots/plot_export.h"
#include "views/widgets/plots/plot_painter.h"

namespace ng::views {
namespace {

// Adds a margin above and below; the range starts at 0 if the values come near it.
void addAir(PlotRange& range, bool logarithmic) {
  if (range.low > range.high) range.low = 0, range.high = 1;
  if (!logarithmic && range.low > 0 && range.low < 0.5 * range.high) range.low = 0;
  const double span = range.high - range.low;
  const double air = span > 0 ? 0.06 * span : std::max(1e-9, 0.1 * std::abs(range.high));
  if (range.low != 0 || logarithmic) range.low -= air;
  range.high += air;
}

}  // namespace

Plot::Plot(QWidget* parent) : AxesPlot(parent) {
  addCommands();
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
      [this] { QApplication::clipboard()->setText(plotText(*this, '\t')); });
  add("Copy the curves as CSV", "copy", {},
      [this] { QApplication::clipboard()->setText(plotText(*this, ',')); });
  add("Export the curves…", "export", {}, [this] { chooseExport(); });
}

void Plot::setTitles(const QString& x, const QString& y) {
  titles_.x = x;
  titles_.y = y;
  update();
}

void Plot::setRightTitle(const QString& title) {
  titles_.right = title;
  update();
}

void Plot::setTopScale(const QString& title, double length) {
  titles_.top = title;
  titles_.topLength = length;
  update();
}

void Plot::setXText(std::function<QString(double)> text) {
  xText_ = std::move(text);
  update();
}

QString Plot::xText(double x) const {
  return xText_ ? xText_(x) : QString::number(x, 'g', 12);
}

void Plot::setLeastRange(double left, double right) {
  if (left == leastLeft_ && right == leastRight_) return;
  leastLeft_ = left;
  leastRight_ = right;
  measure();
}

void Plot::setSeries(std::vector<PlotSeries> series) {
  series_ = std::move(series);
  hover_.reset();
  measure();
  update();
}

void Plot::setCursor(std::optional<double> x) {
  if (x == cursor_) return;
  cursor_ = x;
  update();
}

void Plot::setLogarithmic(bool on) {
  logarithmic_ = on;
  measure();
  fit();
}

double Plot::height(double y) const {
  return logarithmic_ ? std::log10(y) : y;
}

bool Plot::hasRight() const {
  return std::any_of(series_.begin(), series_.end(), [](const PlotSeries& s) { return s.right; });
}

void Plot::measure() {
  PlotRange left{leastLeft_, leastRight_, HUGE_VAL, -HUGE_VAL}, right = left;
  for (const PlotSeries& s : series_) {
    PlotRange& own = s.right ? right : left;
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      const double y = height(s.y[i]);
      if (!std::isfinite(y)) continue;
      left.left = std::min(left.left, s.x[i]), left.right = std::max(left.right, s.x[i]);
      own.low = std::min(own.low, y), own.high = std::max(own.high, y);
    }
  }
  addAir(left, logarithmic_);
  addAir(right, logarithmic_);
  fitted_ = left;
  fittedRight_ = right;
  refit();
}

PlotRange Plot::allowed(const PlotRange& next) const {
  return next.right - next.left > 1e-9 && next.high - next.low > 1e-12 ? next : range();
}

// In a small plot the legend and the tool tips describe the axes instead of titles.
bool Plot::titled() const {
  constexpr int least = 140;
  return std::min(size().width(), size().height()) >= least;
}

bool Plot::hasTop() const {
  return titles_.topLength > 0 && titled();
}

QRectF Plot::area() const {
  const double above = (hasTop() ? 34 : 12) + legendAbove_;
  const double left = titled() ? 64 : 44, right = titled() ? 60 : 40;
  return QRectF(rect()).adjusted(left, above, hasRight() ? -right : -16, titled() ? -42 : -24);
}

// The legend is stacked if its entries do not fit in one line.
PlotLegend Plot::legendIn(double width) const {
  constexpr double line = 18, mark = 40;
  const QFontMetricsF metrics(Theme::current().tableFont());
  double all = 0, longest = 0;
  for (const PlotSeries& s : series_) {
    const double entry = metrics.horizontalAdvance(s.name) + mark;
    all += entry;
    longest = std::max(longest, entry);
  }
  if (all <= width) return {{0, 0, all, line + 2}, false};
  return {{0, 0, longest, line * static_cast<double>(series_.size()) + 2}, true};
}

std::vector<std::vector<QPointF>> Plot::curvePoints() const {
  constexpr std::size_t enough = 512;
  std::vector<std::vector<QPointF>> curves;
  for (const PlotSeries& s : series_) {
    std::vector<QPointF>& points = curves.emplace_back();
    for (std::size_t i = 0; i < s.x.size(); i += s.x.size() / enough + 1)
      points.push_back(toPixel(s.x[i], s.y[i], s.right));
  }
  return curves;
}

std::optional<PlotLegend> Plot::legend() const {
  if (series_.empty()) return std::nullopt;
  const QRectF inside = area();
  PlotLegend legend = legendIn(legendAbove_ > 0 ? width() : inside.width());
  if (legendAbove_ > 0) {
    legend.place.moveTopRight({std::max(inside.right(), legend.place.width()), 4});
    return legend;
  }
  if (legend.place.height() > inside.height() / 2) return std::nullopt;  // it would hide the curves
  legend.place = legendPlace(inside, legend.place.size(), curvePoints());
  return legend;
}

void Plot::makeRoom() {
  legendAbove_ = 0;
  const std::optional<PlotLegend> inside = legend();
  if (!inside) return;
  const std::vector<std::vector<QPointF>> curves = curvePoints();
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const bool hides = series_[i].dots &&
                       std::any_of(curves[i].begin(), curves[i].end(), [&](const QPointF& point) {
                         return inside->place.contains(point);
                       });
    if (hides) legendAbove_ = legendIn(width()).place.height();
  }
}

// The right scale is aligned with the left one when everything fits.
PlotAxis Plot::rightAxis() const {
  const PlotAxis right{fittedRight_.low, fittedRight_.high, fitted_.low, fitted_.high};
  const PlotRange& shown = range();
  return {right.value(shown.low), right.value(shown.high), area().bottom(), area().top()};
}

QPointF Plot::toPixel(double x, double y, bool right) const {
  return {xAxis().pixel(x), (right ? rightAxis() : yAxis()).pixel(height(y))};
}

QPointF Plot::toPlane(const QPointF& pixel) const {
  const double y = yAxis().value(pixel.y());
  return {xAxis().value(pixel.x()), logarithmic_ ? std::pow(10, y) : y};
}

std::optional<PlotPoint> Plot::nearest(const QPointF& pixel) const {
  std::optional<PlotPoint> best;
  double bestDistance = 24;
  const double reach = 24 * (range().right - range().left) / std::max(1.0, area().width());
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

// Near a point, the point that the ring marks.
void Plot::clicked(const QPointF& at) {
  if (!area().contains(at)) return;
  const auto point = nearest(at);
  emit cursorPicked(point ? series_[point->series].x[point->index] : toPlane(at).x());
}

void Plot::pointed(std::optional<QPointF> at) {
  const auto under = at && area().contains(*at) ? nearest(*at) : std::nullopt;
  if (under == hover_) return;
  hover_ = under;
  update();
}

void Plot::paintEvent(QPaintEvent*) {
  makeRoom();
  QPainter painter(this);
  PlotPainter(*this, painter).paint();
}

void Plot::contextMenuEvent(QContextMenuEvent* event) {
  QMenu::exec(actions(), event->globalPos(), nullptr, this);
}

void Plot::chooseExport() {
  const QString path = QFileDialog::getSaveFileName(this, "Export the curves", "curves.svg",
                                                    "SVG (*.svg);;PDF (*.pdf);;PNG (*.png)");
  if (!path.isEmpty() && !exportPlot(*this, path)) emit notExported(path);
}

QJsonObject Plot::description() const {
  QJsonArray curves;
  for (const PlotSeries& series : series_) {
    QJsonArray x, y;
    for (const double each : series.x) x.append(each);
    for (const double each : series.y) y.append(std::isfinite(each) ? each : QJsonValue());
    curves.append(QJsonObject{{"name", series.name}, {"x", x}, {"y", y}, {"right", series.right}});
  }
  const PlotRange& shown = range();
  QJsonObject out{{"kind", "plot"},
                  {"x title", titles_.x},
                  {"y title", titles_.y},
                  {"range", QJsonArray{shown.left, shown.right, shown.low, shown.high}},
                  {"logarithmic", logarithmic_},
                  {"series", curves}};
  if (!titles_.right.isEmpty()) out["right title"] = titles_.right;
  if (!titles_.top.isEmpty()) out["top title"] = titles_.top;
  if (cursor_) out["cursor"] = *cursor_;
  return out;
}

}  // namespace ng::views
