// SPDX-License-Identifier: Apache-2.0
// How long the event loop did not come round, at most, while this lived.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>

namespace ng::testing {

class Stalls {
 public:
  static constexpr qint64 most = 500;  // ms: ten times what the window may wait

  Stalls() {
    clock_.start();
    QObject::connect(&timer_, &QTimer::timeout,
                     [this] { longest_ = std::max(longest_, clock_.restart()); });
    timer_.start(1);
  }
  qint64 longest() const { return std::max(longest_, clock_.elapsed()); }  // ms

 private:
  QTimer timer_;
  QElapsedTimer clock_;
  qint64 longest_ = 0;
};

}  // namespace ng::testing
