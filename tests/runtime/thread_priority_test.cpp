// SPDX-License-Identifier: Apache-2.0
// Tests that threads started by a lowered thread inherit its priority and no others are affected.
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QtTest>
#include <thread>

#include "engine/runtime/thread_priority.h"
#include "tests/support/test_program.h"

namespace {

int niceness() {
  return getpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)));
}

}  // namespace

class ThreadPriorityTest : public QObject {
  Q_OBJECT
 private slots:
  void onlyTheThreadAndItsOwnAreLowered() {
    const int before = niceness();
    int lowered = 0, helper = 0;
    std::thread([&] {
      ng::lower_this_thread();
      lowered = niceness();
      std::thread([&] { helper = niceness(); }).join();
    }).join();
    QVERIFY(lowered > before || before == 19);
    QCOMPARE(helper, lowered);
    QCOMPARE(niceness(), before);
    int later = -1;
    std::thread([&] { later = niceness(); }).join();
    QCOMPARE(later, before);
  }
};

NGRAPH_TEST(ThreadPriorityTest)
#include "thread_priority_test.moc"
