// SPDX-License-Identifier: Apache-2.0
// Work for a view that nobody sees waits until it is seen: a compilation may have tens of thousands
// of kernels, and most views lie behind a tab.
#pragma once

#include <QObject>
#include <functional>

class QWidget;

namespace ng::views {

class WhenSeen : public QObject {
  Q_OBJECT

 public:
  // All panels are shown at once when a document opens: what is much work takes a later turn.
  enum class Shown { atOnce, later };

  // `view` owns this.
  WhenSeen(QWidget* view, std::function<void()> work, Shown shown = Shown::atOnce);

  void ask();  // works now where some of the view can be seen, else once as soon as it can
  bool waits() const { return waits_; }
  bool seen() const;  // a dock behind a tab counts as visible, but stands outside of the window

 protected:
  bool eventFilter(QObject* view, QEvent* event) override;

 private:
  QWidget* view_;
  std::function<void()> work_;
  Shown shown_;
  bool waits_ = false;
};

}  // namespace ng::views
