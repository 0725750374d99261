// SPDX-License-Identifier: Apache-2.0
// The strip below the canvas: legend, buttons and zoom.
#pragma once

#include <QLabel>
#include <QWidget>

#include "views/graph/crumb_strip.h"
#include "views/graph/scene/scene.h"

class QHBoxLayout;

namespace ng::views {

class LegendStrip : public QWidget {
  Q_OBJECT

 public:
  explicit LegendStrip(QWidget* parent = nullptr);

  // `axis`: the highlighted axis, empty for none. `beside`: the graph that it is compared with.
  void show(const GraphScene& scene, ColourBy by, const QString& axis = {},
            const GraphScene* beside = nullptr);
  void setOverlay(const QString& title);  // of the numbers of ColourBy::overlay; before show()
  void setPlacements(const QStringList& names);  // of ColourBy::placement; before show()
  void setFading(const QString& meaning);        // what faded cards are; empty: none are faded
  void setHeatEnds(const QString& least, const QString& most);  // labels of the ends of the scale
  const QString& hottest() const { return most_; }
  void setZoom(double scale);
  void addButton(QAction* action);
  QStringList entries() const { return entries_; }  // texts of the legend, left to right
  const QString& fading() const { return fading_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  class Row;

  void note(const GraphScene& scene);  // collects its families and marks
  void paintHeat(QPainter& painter, double x) const;
  void paintBack(QPainter& painter, double x) const;
  void paintFaded(QPainter& painter, double x) const;

  std::vector<Family> families_;
  std::vector<Mark> marks_;
  QStringList entries_, placements_;
  QString axis_, least_, most_, fading_, overlay_;
  bool back_ = false;   // whether the scene has back edges
  bool faded_ = false;  // … and edges that are painted at their ends only
  Direction direction_ = Direction::down;
  ColourBy by_ = ColourBy::family;
  QHBoxLayout* buttons_;
  QLabel* zoom_;
};

}  // namespace ng::views
