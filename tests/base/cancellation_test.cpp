// SPDX-License-Identifier: Apache-2.0
// Tests that polling loops are ended by whoever began the work, and by nobody else.
#include <QtTest>
#include <thread>

#include "engine/base/cancellation.h"
#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/ngraph.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// Polls until a scope ends it.
void poll_without_end() {
  for (;;) poll_cancellation();
}

[[noreturn]] void end_work(const char* what) {
  refuse(ErrorKind::cancelled, what);
}

std::string ended_by(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) return error.diagnostic().what;
    throw;
  }
  return "its end";
}

}  // namespace

class CancellationTest : public QObject {
  Q_OBJECT
 private slots:
  void a_scope_ends_the_work_of_its_thread();
  void scopes_nest();
  void loops_over_graphs_poll();
};

void CancellationTest::a_scope_ends_the_work_of_its_thread() {
  std::atomic<bool> ends = false;
  std::atomic<int> checks = 0;
  std::string ended;
  std::thread thread([&] {
    const CancellationScope scope([&] {
      ++checks;
      if (ends) end_work("stopped");
    });
    ended = ended_by(poll_without_end);
  });
  while (checks == 0) std::this_thread::yield();
  for (int i = 0; i < 100'000; ++i) poll_cancellation();  // on this thread without effect
  ends = true;
  thread.join();
  QCOMPARE(ended, std::string("stopped"));
  QCOMPARE(ended_by([] {
             for (int i = 0; i < 100'000; ++i) poll_cancellation();
           }),
           std::string("its end"));
}

void CancellationTest::scopes_nest() {
  int inner_checks = 0;
  const auto work = [&] {
    const CancellationScope inner([&] { ++inner_checks; });
    poll_without_end();
  };
  const CancellationScope outer([&] {
    if (inner_checks > 0) end_work("outer");
  });
  QCOMPARE(ended_by(work), std::string("outer"));
  inner_checks = 0;
  const CancellationScope inner([] { end_work("inner"); });
  QCOMPARE(ended_by(poll_without_end), std::string("inner"));
}

// A graph that is visited again and again: visiting is what ends.
void CancellationTest::loops_over_graphs_poll() {
  Op sum = placeholder({});
  for (int i = 0; i < 1000; ++i) sum = sum + 1;
  const std::vector<Value> roots = {sum.value()};
  Graph graph;
  graph.results = roots;
  const CancellationScope scope([] { end_work("visiting"); });
  const std::pair<const char*, std::function<void()>> loops[] = {
      {"ordered_nodes", [&] { ordered_nodes(roots); }},
      {"verify", [&] { verify(graph); }},
      {"making ops", [&] { sum + 1; }},
  };
  for (const auto& [name, loop] : loops) {
    const std::string ended = ended_by([&loop = loop] {
      for (;;) loop();
    });
    QVERIFY2(ended == "visiting", name);
  }
}

NGRAPH_TEST(CancellationTest)
#include "cancellation_test.moc"
