// SPDX-License-Identifier: Apache-2.0
// Measures the longest time for which the event loop was blocked during this object's lifetime.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>

namespace ng::testing {

class Stalls {
 public:
  static constexpr qint64 most = 500;  // ms, ten times the longest allowed stall

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
