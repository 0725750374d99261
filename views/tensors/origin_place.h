// SPDX-License-Identifier: Apache-2.0
// Arranges a value and the origin of one of its numbers: below, beside if wide or not high enough,
// otherwise instead of the value. The splitter share set by the user is stored per arrangement.
#pragma once

#include <QJsonObject>
#include <QPointer>
#include <QSplitter>

namespace ng::views {

enum class OriginWay { below, beside, instead };

// Arrangement for the available size; minimum sizes are in the source file.
OriginWay originWay(const QSize& room);

class OriginPlace : public QSplitter {
  Q_OBJECT

 public:
  OriginPlace(QWidget* value, QWidget* origin, QWidget* parent = nullptr);

  OriginWay way() const { return way_; }
  QJsonObject shares() const;  // share of the origin, 0 to 1, e.g. {"below": 0.4}
  void setShares(const QJsonObject& shares);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  double share() const;

  QWidget *value_, *origin_;
  QPointer<QWidget> focused_;  // focus widget to restore when the value reappears
  OriginWay way_ = OriginWay::below;
  QJsonObject shares_;
};

}  // namespace ng::views
