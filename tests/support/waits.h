// SPDX-License-Identifier: Apache-2.0
// How tests wait: for a state, however slow the machine is. A limit only ends a hang.
#pragma once

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QTimer>
#include <QtTest>

// Qt's own limit of five seconds is too short for a compilation on a busy machine.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expr) QTRY_VERIFY_WITH_TIMEOUT(expr, ng::testing::patience)
#define QTRY_VERIFY2(expr, message) QTRY_VERIFY2_WITH_TIMEOUT(expr, message, ng::testing::patience)
#define QTRY_COMPARE(expr, expected) \
  QTRY_COMPARE_WITH_TIMEOUT(expr, expected, ng::testing::patience)

namespace ng::testing {

constexpr int patience = 120'000;  // ms, hang guard

// Handles events until none is left; a hundred turns at most, since animations do not end.
inline void handleEvents() {
  for (int turn = 0; turn < 100; ++turn) {
    const bool some = QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    if (!some) return;
  }
}

// Returns when all events were handled, the timers of up to `ms` that they started have fired, and
// what follows from those was handled too. Timers fire in the order in which they are due, so that
// this also holds where each of these steps takes long. Work of other threads is not waited for.
inline void settle(int ms = 0) {
  handleEvents();
  bool due = false;
  QTimer::singleShot(ms + ms / 10, Qt::PreciseTimer, qApp, [&due] { due = true; });
  while (!due) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  handleEvents();
}

}  // namespace ng::testing
