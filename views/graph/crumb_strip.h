// SPDX-License-Identifier: Apache-2.0
// The strip above the canvas: breadcrumbs, the shown pass, notices, and what the cards' colour
// means.
#pragma once

#include <QComboBox>
#include <QTimer>
#include <QWidget>
#include <map>

#include "views/layout/groups/grouping.h"
#include "views/widgets/elided_label.h"

class QHBoxLayout;

namespace ng::views {

// One step of the path "05 ▸ update ▸ gradient".
struct Crumb {
  QString text;
  ItemId group = 0;  // 0: the whole graph
};

// The quantity that colours the cards. `range` (time in the selected range) is active while a range
// is selected, `change` while sources are edited.
enum class ColourBy {
  family,
  flops,
  bytes,
  intensity,
  time,
  value,
  error,
  overlay,
  placement,
  range,
  change
};
constexpr int colourCount = 9;  // number of values that the user can choose

// The subject of a notice, most important first. A `confirmation` notice (the result of a user
// action) expires.
enum class About { confirmation, search, layout, shown, colour };

class CrumbStrip : public QWidget {
  Q_OBJECT

 public:
  explicit CrumbStrip(QWidget* parent = nullptr);

  void setCrumbs(const QString& document, const std::vector<Crumb>& crumbs);
  const QStringList& path() const { return shown_; }  // the document and the crumbs
  void setPass(const QString& sentence, const QString& tip);
  QString passText() const { return pass_->text(); }
  // The iteration of the values on cards if it is not the newest; empty: the newest.
  void setMoment(const QString& moment);
  QString momentText() const { return moment_->text(); }
  // Empty: removes the notice.
  void setNotice(About about, const QString& notice, bool warning = false);
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
  QTimer expiry_;  // expires the `confirmation` notice
  QComboBox* colour_;
  QStringList shown_;
};

}  // namespace ng::views
