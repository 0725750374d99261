// SPDX-License-Identifier: Apache-2.0
// Remembers the sizes of docks and view parts for one window size. A smaller window squeezes them;
// growing back restores them. Changes made by the user in the smaller window take precedence.
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

  void note();  // records the current sizes once the layout has settled
  // Call after the window was resized: in each direction in which it is as large as before, sizes
  // are restored.
  void windowResized();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QList<QDockWidget*> seen() const;  // visible docks in their places, current tabs only
  void take();
  void restore();

  QMainWindow* window_;
  QSize at_;  // window size when they were recorded
  std::map<QPointer<QDockWidget>, QSize> docks_;
  std::map<QPointer<QSplitter>, QList<int>> parts_;
  QTimer noting_, restoring_;
};

}  // namespace ng::views
