// SPDX-License-Identifier: Apache-2.0
// The strip above the canvas: where one is, which pass is shown, what the cards' colour says.
#pragma once

#include <QComboBox>
#include <QTimer>
#include <QWidget>
#include <map>

#include "views/layout/grouping.h"
#include "views/widgets/elided_label.h"

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

// What a notice is about, the most pressing first. A deed is told for a while only.
enum class About { deed, search, layout, shown, colour };

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
  void setNotice(About about, const QString& notice, bool warning = false);  // empty: none
  QString noticeText() const { return notice_->text(); }
  ColourBy colourBy() const;
  void setColourBy(ColourBy by);

 signals:
  void crumbClicked(ng::views::ItemId group);
  void colourChosen(ng::views::ColourBy by);

 private:
  struct Notice {
    QString text;
    bool warning = false;
  };
  void showNotice();

  QHBoxLayout* row_;
  QWidget* path_;
  ElidedLabel *pass_, *notice_, *moment_;
  std::map<About, Notice> notices_;
  QTimer told_;  // ends what is told of a deed
  QComboBox* colour_;
  QStringList shown_;
};

}  // namespace ng::views
