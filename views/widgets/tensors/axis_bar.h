// SPDX-License-Identifier: Apache-2.0
// The axes of a tensor as chips in four places: rows, columns, facets, index. A chip can be dragged
// to another place, or onto another chip to swap places; Left and Right move the focused chip; the
// context menu offers the four places.
#pragma once

#include <QStringList>
#include <QWidget>
#include <array>
#include <optional>

#include "views/core/describable.h"
#include "views/widgets/tensors/axis_places.h"

namespace ng::views {

class AxisChip;

class AxisBar : public QWidget, public Describable {
  Q_OBJECT

 public:
  explicit AxisBar(QWidget* parent = nullptr);
  void setAxes(const QStringList& titles, const AxisPlaces& places);
  const AxisPlaces& places() const { return places_; }
  AxisChip& chip(int axis) const { return *chips_[static_cast<std::size_t>(axis)]; }
  QRect zone(AxisPlace place) const { return zones_[static_cast<std::size_t>(place)]; }
  QJsonObject description() const override;
  QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }
  QSize sizeHint() const override;

 signals:
  void moved(const AxisPlaces& places);  // by the user

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent*) override { layOut(); }

 private:
  void makeChips();
  void layOut();
  int layOutChips(int widest);  // returns the right end
  int headingWidth() const;     // 0: no room for the heading
  std::vector<int> axesAt(AxisPlace place) const;
  bool hasSlot(AxisPlace place) const;
  void markTarget(int axis);
  void drop(int axis, bool off);
  void step(int axis, int by);
  void offerPlaces(int axis, const QPoint& at);
  void place(const AxisPlaces& places);

  QStringList titles_;
  AxisPlaces places_;
  std::vector<AxisChip*> chips_;  // by axis
  std::array<QRect, axisPlaceCount> zones_;
  bool headed_ = true, compact_ = false;  // compact: hides places without an axis
  std::optional<AxisPlace> target_;       // drop target of the current drag
};

}  // namespace ng::views
