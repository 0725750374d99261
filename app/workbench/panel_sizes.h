// SPDX-License-Identifier: Apache-2.0
// The sizes of docks, and of the parts of views, as they stood at one size of the window. A smaller
// window squeezes them; when it grows back they are as they were. What is dragged, shown or hidden
// in the smaller window holds from then on.
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QSize>
#include <QTimer>
#include <map>

class QDockWidget;
class QMainWindow;
class QSplitter;

namespace ng::views {

class PanelSizes : public QObject {
  Q_OBJECT

 public:
  explicit PanelSizes(QMainWindow* window);

  void note();  // from now on these, when all is in its place
  // The window has another size: panels get theirs where it is as large as it was, in either way.
  void windowResized();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QList<QDockWidget*> seen() const;  // docks in their places, tabs in front
  void take();
  void restore();

  QMainWindow* window_;
  QSize at_;  // the window's, when they were noted
  std::map<QPointer<QDockWidget>, QSize> docks_;
  std::map<QPointer<QSplitter>, QList<int>> parts_;
  QTimer noting_, restoring_;
};

}  // namespace ng::views
