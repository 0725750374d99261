// SPDX-License-Identifier: Apache-2.0
// Tests that a random program is never taken for a good one because its process ended early.
#include "tests/fuzz/programs/child.h"

#include <unistd.h>

#include <QtTest>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "tests/support/test_program.h"

using ng::fuzz::in_child;

class ChildTest : public QObject {
  Q_OBJECT
 private slots:
  void theResultOfTheWorkIsReturned() {
    QCOMPARE(in_child([] { return std::string(); }), std::string());
    QCOMPARE(in_child([] { return std::string("two\nlines\n"); }), std::string("two\nlines\n"));
    const std::string longer(300'000, 'x');  // more than a pipe holds
    QCOMPARE(in_child([&] { return longer; }), longer);
  }

  void theWorkChangesNothingHere() {
    int value = 1;
    in_child([&] { return std::to_string(++value); });
    QCOMPARE(value, 1);
  }

  void anEarlyEndIsAFault() {
    const auto ends = [](const std::function<void()>& early) {
      return in_child([&] { return early(), std::string(); });
    };
    QCOMPARE(ends([] { _exit(3); }), std::string("ended with exit status 3"));
    QCOMPARE(ends([] { _exit(0); }), std::string("ended with exit status 0"));
    QCOMPARE(ends([] { std::raise(SIGKILL); }), std::string("crashed with signal 9"));
  }
};

NGRAPH_TEST(ChildTest)
#include "child_test.moc"
