// SPDX-License-Identifier: Apache-2.0
// Base of the plots with two axes: a visible range that the wheel zooms at the pointer (Shift: x
// only, Ctrl: y only), dragging pans and a double click fits; Shift and dragging selects a range of
// x. Subclasses paint and say what can be shown.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "views/core/describable.h"
#include "views/widgets/plots/plot_axis.h"

namespace ng::views {

class AxesPlot : public QWidget, public Describable {
  Q_OBJECT

 public:
  using Band = std::pair<double, double>;  // from, to

  explicit AxesPlot(QWidget* parent = nullptr);

  virtual QRectF area() const = 0;  // rectangle inside the axes
  const PlotRange& range() const { return range_; }
  void setRange(const PlotRange& range);  // turns automatic fitting off
  void fit();                             // shows everything, also when it grows
  void zoom(double factor, const QPointF& at, bool across = true, bool up = true);
  PlotAxis xAxis() const;
  PlotAxis yAxis() const;

  const std::vector<Band>& bands() const { return bands_; }  // selected ranges of x
  void setBands(std::vector<Band> bands);

 signals:
  void rangeChanged();
  void bandPicked(double from, double to);

 protected:
  virtual PlotRange whole() const = 0;                      // the range that fit() shows
  virtual PlotRange allowed(const PlotRange& range) const;  // nearest range that may be shown
  virtual bool picksBands() const { return true; }
  virtual void clicked(const QPointF&) {}
  virtual void pointed(std::optional<QPointF>) {}             // null: the pointer left
  virtual QString tipAt(const QPointF&) const { return {}; }  // tool tip; empty: none
  void refit();  // after a change of whole(): fits unless the user zoomed

  bool event(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  struct Grab {  // a press of the left button, and what was shown
    QPointF at;
    PlotAxis x, y;
    std::optional<double> bandFrom;  // start of a range that is being selected
    bool dragged = false;
  };
  void drag(const QPointF& to);
  void showRange(const PlotRange& range);

  PlotRange range_;
  bool fitted_ = true;
  std::vector<Band> bands_;
  std::optional<Grab> grab_;
};

}  // namespace ng::views
