// SPDX-License-Identifier: Apache-2.0
// The two strips of the graph view: above, where one is and which pass and colour are shown; below,
// the legend and the zoom.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include "views/graph/scene.h"

class QHBoxLayout;
class QToolButton;

namespace ng::views {

// One step of the path "05 ▸ update ▸ gradient".
struct Crumb {
  QString text;
  ItemId group = 0;  // 0: the whole graph
};

enum class ColourBy { family, flops, bytes, time };

class CrumbStrip : public QWidget {
  Q_OBJECT

 public:
  explicit CrumbStrip(QWidget* parent = nullptr);

  void setCrumbs(const QString& document, const std::vector<Crumb>& crumbs);
  void setPass(const QString& sentence, const QString& tip);
  QString passText() const { return pass_->text(); }
  QString crumbText() const;
  void setNotice(const QString& notice, bool warning);  // empty: none
  QString noticeText() const { return notice_->text(); }
  ColourBy colourBy() const;
  void setColourBy(ColourBy by);

 signals:
  void crumbClicked(ng::views::ItemId group);
  void colourChosen(ng::views::ColourBy by);

 private:
  QHBoxLayout* row_;
  QWidget* path_;
  QLabel* pass_;
  QLabel* notice_;
  QComboBox* colour_;
  QStringList shown_;
};

class LegendStrip : public QWidget {
  Q_OBJECT

 public:
  explicit LegendStrip(QWidget* parent = nullptr);

  void show(const GraphScene& scene, ColourBy by);
  void setZoom(double scale);
  void addButton(QAction* action);
  QStringList entries() const { return entries_; }  // texts of the legend, left to right

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintHeat(QPainter& painter, double x) const;

  std::vector<Family> families_;
  std::vector<Mark> marks_;
  QStringList entries_;
  ColourBy by_ = ColourBy::family;
  QHBoxLayout* buttons_;
  QLabel* zoom_;
};

}  // namespace ng::views
