// SPDX-License-Identifier: Apache-2.0
// The strip above the canvas: where one is, which pass is shown, what the cards' colour says.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include "views/layout/grouping.h"

class QHBoxLayout;

namespace ng::views {

// One step of the path "05 ▸ update ▸ gradient".
struct Crumb {
  QString text;
  ItemId group = 0;  // 0: the whole graph
};

// What the cards' colour says. `range`, the time in the selected range, comes and goes with it.
enum class ColourBy { family, flops, bytes, intensity, time, value, error, range, change };
constexpr int colourCount = 7;  // that can be chosen

class CrumbStrip : public QWidget {
  Q_OBJECT

 public:
  explicit CrumbStrip(QWidget* parent = nullptr);

  void setCrumbs(const QString& document, const std::vector<Crumb>& crumbs);
  void setPass(const QString& sentence, const QString& tip);
  QString passText() const { return pass_->text(); }
  QString crumbText() const;
  // Of which iteration the values on cards are, when not of the newest; empty: of that.
  void setMoment(const QString& moment);
  QString momentText() const { return moment_->text(); }
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
  QLabel* moment_;
  QComboBox* colour_;
  QStringList shown_;
};

}  // namespace ng::views
