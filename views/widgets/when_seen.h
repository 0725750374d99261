// SPDX-License-Identifier: Apache-2.0
// Defers a view's work until the view is visible: a compilation may have tens of thousands of
// kernels, and most views are behind a tab.
#pragma once

#include <QObject>
#include <functional>

class QWidget;

namespace ng::views {

class WhenSeen : public QObject {
  Q_OBJECT

 public:
  // All panels get a show event when a document opens; expensive work uses `later` to run in a
  // later turn.
  enum class Shown { atOnce, later };

  // `view` owns this.
  WhenSeen(QWidget* view, std::function<void()> work, Shown shown = Shown::atOnce);

  // Runs the work now if any part of the view is visible, else once when it becomes visible.
  void ask();
  bool waits() const { return waits_; }
  bool seen() const;  // a dock behind a tab counts as visible, but its visible region is empty

 protected:
  bool eventFilter(QObject* view, QEvent* event) override;

 private:
  QWidget* view_;
  std::function<void()> work_;
  Shown shown_;
  bool waits_ = false;
};

}  // namespace ng::views
