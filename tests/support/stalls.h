// SPDX-License-Identifier: Apache-2.0
// Tells whether the GUI thread does work of other threads itself, or waits for it, during this
// object's lifetime: by processor time, in parts of what the whole process used, which a busy
// machine does not change.
#pragma once

#include <QTimer>
#include <algorithm>

#include "tests/support/effort.h"

namespace ng::testing {

class Stalls {
 public:
  Stalls() {
    QObject::connect(&timer_, &QTimer::timeout, [this] { longest_ = longest(); });
    timer_.start(1);
  }
  // What this thread used.
  double own() const { return thread_.seconds() / process_.seconds(); }
  // What the process used while the event loop was blocked for once: nearly all if this thread did
  // the work, or waited for it.
  double largest() { return (longest_ = longest()) / process_.seconds(); }
  // Where the work is done in many parts, a wait for each of them is a small part of all.
  bool few(double most = 0.5) { return own() < most && largest() < most; }
  QByteArray text() {
    return QByteArray("the GUI thread used ") + QByteArray::number(100 * own(), 'f', 1) +
           " %, at most " + QByteArray::number(100 * largest(), 'f', 1) +
           " % were used while it was blocked";
  }

 private:
  double longest() {
    const double now = process_.seconds();
    return std::max(longest_, now - std::exchange(turn_, now));
  }

  const Effort process_, thread_{CLOCK_THREAD_CPUTIME_ID};
  QTimer timer_;
  double turn_ = 0, longest_ = 0;
};

}  // namespace ng::testing
