// SPDX-License-Identifier: Apache-2.0
// A value and where one of its numbers comes from: the explanation stands below the value, beside
// it where it is wide or too low for both, and in its stead where it is small. The shares that the
// user gave them by the handle are kept, one for each way.
#pragma once

#include <QJsonObject>
#include <QPointer>
#include <QSplitter>

namespace ng::views {

enum class OriginWay { below, beside, instead };

// For so much room; the least heights and widths of both are in the source.
OriginWay originWay(const QSize& room);

class OriginPlace : public QSplitter {
  Q_OBJECT

 public:
  OriginPlace(QWidget* value, QWidget* origin, QWidget* parent = nullptr);

  OriginWay way() const { return way_; }
  QJsonObject shares() const;  // of the origin, 0 to 1: {"below": 0.4}
  void setShares(const QJsonObject& shares);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  double share() const;

  QWidget *value_, *origin_;
  QPointer<QWidget> focused_;  // within the value, when the origin took its place
  OriginWay way_ = OriginWay::below;
  QJsonObject shares_;
};

}  // namespace ng::views
