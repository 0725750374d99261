// SPDX-License-Identifier: Apache-2.0
// Tests the pool: each part runs once at any thread count; nesting, concurrent callers, exceptions,
// idling.
#include "engine/runtime/thread_pool.h"
#include "tests/support/effort.h"
#include "tests/support/test_program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <numeric>
#include <set>
#include <stdexcept>

using namespace ng;

class ThreadPoolTest : public QObject {
  Q_OBJECT

 private slots:
  void runs_every_part_once_data() {
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2, 3, 8}) QTest::addRow("%d threads", threads) << threads;
  }
  void runs_every_part_once() {
    QFETCH(int, threads);
    ThreadPool pool(threads);
    QCOMPARE(pool.threads(), threads);
    for (const int parts : {0, 1, 2, 3, 7, 64, 1000}) {
      for (int round = 0; round < 50; ++round) {
        std::vector<std::atomic<int>> done(static_cast<std::size_t>(parts));
        pool.parallel_for(parts, [&](int part) { ++done[static_cast<std::size_t>(part)]; });
        for (const auto& count : done) QCOMPARE(count.load(), 1);
      }
    }
  }

  // Partial sums per part, added in order of the parts: bit-identical at any thread count.
  void results_do_not_depend_on_threads() {
    std::set<double> sums;
    for (const int threads : {1, 2, 5}) {
      ThreadPool pool(threads);
      std::vector<double> partial(16);
      pool.parallel_for(16, [&](int part) {
        double sum = 0;
        for (int i = 0; i < 1000; ++i) sum += 1.0 / (1 + part * 1000 + i);
        partial[static_cast<std::size_t>(part)] = sum;
      });
      sums.insert(std::accumulate(partial.begin(), partial.end(), 0.0));
    }
    QCOMPARE(sums.size(), 1u);
  }

  void uses_helpers() {
    ThreadPool pool(2);
    std::set<std::thread::id> ids;
    std::mutex mutex;
    pool.parallel_for(2, [&](int) {
      {
        const std::scoped_lock lock(mutex);
        ids.insert(std::this_thread::get_id());
      }
      for (int i = 0; i < 120'000; ++i) {  // wait for the other caller, not forever
        {
          const std::scoped_lock lock(mutex);
          if (ids.size() == 2) return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
    QCOMPARE(ids.size(), 2u);
  }

  // A caller that finds the pool busy runs its parts alone, in order.
  void is_serial_when_busy() {
    ThreadPool pool(2);
    pool.parallel_for(2, [&](int) {
      const auto self = std::this_thread::get_id();
      std::vector<int> order;
      pool.parallel_for(5, [&](int part) {
        if (std::this_thread::get_id() == self) order.push_back(part);
      });
      if (order != std::vector<int>{0, 1, 2, 3, 4}) throw std::logic_error("not serial");
    });
  }

  void serves_concurrent_callers() {
    ThreadPool pool(3);
    std::atomic<long> total = 0;
    std::vector<std::thread> rivals;
    for (int i = 0; i < 4; ++i)
      rivals.emplace_back([&] {
        for (int round = 0; round < 500; ++round)
          pool.parallel_for(7, [&](int part) { total += part; });
      });
    for (std::thread& rival : rivals) rival.join();
    QCOMPARE(total.load(), 4l * 500 * 21);
  }

  void rethrows_exceptions_data() { runs_every_part_once_data(); }
  void rethrows_exceptions() {
    QFETCH(int, threads);
    ThreadPool pool(threads);
    for (int round = 0; round < 50; ++round) {
      try {
        pool.parallel_for(10, [&](int part) {
          if (part == round % 10) throw std::runtime_error("part " + std::to_string(part));
        });
        QFAIL("no error was thrown");
      } catch (const std::runtime_error& error) {
        QCOMPARE(std::string(error.what()), "part " + std::to_string(round % 10));
      }
    }
    std::atomic<int> done = 0;  // the pool works afterwards
    pool.parallel_for(10, [&](int) { ++done; });
    QCOMPARE(done.load(), 10);
  }

  void sleeps_when_idle() {
    ThreadPool pool(4);
    pool.parallel_for(8, [](int) {});
    QTest::qSleep(50);
    const double before = testing::processor_seconds();
    QTest::qSleep(300);
    QVERIFY(testing::processor_seconds() - before < 0.1);  // one spinning worker would use 0.3
    std::atomic<int> done = 0;
    pool.parallel_for(8, [&](int) { ++done; });
    QCOMPARE(done.load(), 8);
  }

  void works_in_a_forked_child() {
    std::atomic<int> done = 0;
    ThreadPool& pool = ThreadPool::shared();
    pool.parallel_for(8, [&](int) { ++done; });
    const pid_t child = fork();
    if (child == 0) {
      alarm(300);
      pool.parallel_for(8, [&](int) { ++done; });
      _exit(done == 16 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    QCOMPARE(status, 0);
  }

  void counts_threads() {
    qputenv("NGRAPH_THREADS", "3");
    QCOMPARE(ThreadPool::default_thread_count(), 3);
    qputenv("NGRAPH_THREADS", "nonsense");
    QVERIFY(ThreadPool::default_thread_count() >= 1);
    qunsetenv("NGRAPH_THREADS");
    QVERIFY(ThreadPool::default_thread_count() >= 1);
  }
};

NGRAPH_TEST(ThreadPoolTest)
#include "thread_pool_test.moc"
