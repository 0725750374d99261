// SPDX-License-Identifier: Apache-2.0
// Tests the order in which stages work on micro-batches, and the cuts between stages.
#include <QtTest>
#include <algorithm>

#include "engine/passes/staging/balanced_stages.h"
#include "engine/passes/staging/stage_schedule.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// A chain of stages: each micro-batch passes them forward, then backward at twice the cost.
std::vector<StageTask> chain(int stages, int micro_batches) {
  std::vector<StageTask> tasks;
  const auto forward = [&](int stage, int batch) {
    return static_cast<std::size_t>(stage * micro_batches + batch);
  };
  const auto backward = [&](int stage, int batch) {
    return forward(stages, 0) + forward(stages - 1 - stage, batch);
  };
  for (int stage = 0; stage < stages; ++stage) {
    for (int batch = 0; batch < micro_batches; ++batch) {
      tasks.push_back({stage, false, stage, batch, 1, {}});
      if (stage > 0) tasks.back().after.push_back(forward(stage - 1, batch));
    }
  }
  for (int stage = stages; stage-- > 0;) {
    for (int batch = 0; batch < micro_batches; ++batch) {
      tasks.push_back({stage, true, 2 * stages - 1 - stage, batch, 2, {forward(stage, batch)}});
      if (stage + 1 < stages) tasks.back().after.push_back(backward(stage + 1, batch));
    }
  }
  return tasks;
}

// "F0 F1 B0 F2 B1 B2" of one stage.
QString order_of(const std::vector<StageTask>& tasks, const std::vector<std::size_t>& order,
                 int stage) {
  QStringList text;
  for (const std::size_t i : order) {
    if (tasks[i].stage == stage)
      text << (tasks[i].gradient ? "B" : "F") + QString::number(*tasks[i].micro_batch);
  }
  return text.join(' ');
}

QString one_forward_one_backward(int stages, int stage, int micro_batches) {
  const int warm_up = std::min(stages - stage - 1, micro_batches);
  QStringList text;
  for (int i = 0; i < warm_up; ++i) text << "F" + QString::number(i);
  for (int i = warm_up; i < micro_batches; ++i)
    text << "F" + QString::number(i) << "B" + QString::number(i - warm_up);
  for (int i = micro_batches - warm_up; i < micro_batches; ++i) text << "B" + QString::number(i);
  return text.join(' ');
}

QString forwards_first(int micro_batches) {
  QStringList text;
  for (int i = 0; i < micro_batches; ++i) text << "F" + QString::number(i);
  for (int i = 0; i < micro_batches; ++i) text << "B" + QString::number(i);
  return text.join(' ');
}

std::vector<StageItem> items(const std::vector<double>& costs, int stages) {
  std::vector<StageItem> items;
  for (const double cost : costs) items.push_back({cost, 0, 0, stages - 1});
  return items;
}

}  // namespace

class StageScheduleTest : public QObject {
  Q_OBJECT
 private slots:
  void stages_alternate() {
    for (int stages = 1; stages <= 6; ++stages) {
      for (int batches = 1; batches <= 12; ++batches) {
        const std::vector<StageTask> tasks = chain(stages, batches);
        const auto order = scheduled_tasks(tasks, stages, true);
        for (int stage = 0; stage < stages; ++stage)
          QCOMPARE(order_of(tasks, order, stage), one_forward_one_backward(stages, stage, batches));
      }
    }
  }

  void all_forwards_first() {
    const std::vector<StageTask> tasks = chain(3, 5);
    const auto order = scheduled_tasks(tasks, 3, false);
    for (int stage = 0; stage < 3; ++stage)
      QCOMPARE(order_of(tasks, order, stage), forwards_first(5));
  }

  // A value of the whole batch in the middle, as of batch normalisation: all micro-batches come
  // first, though they are more than a stage may hold.
  void a_value_of_the_whole_batch() {
    std::vector<StageTask> tasks;
    for (int i = 0; i < 4; ++i) tasks.push_back({0, false, 0, i, 1, {}});
    tasks.push_back({0, false, 1, {}, 1, {0, 1, 2, 3}});
    for (int i = 0; i < 4; ++i) tasks.push_back({0, false, 1, i, 1, {4}});
    for (int i = 0; i < 4; ++i) tasks.push_back({0, true, 1, i, 1, {std::size_t(5 + i)}});
    const auto order = scheduled_tasks(tasks, 1, true);
    QCOMPARE(order.size(), tasks.size());
    for (std::size_t i = 0; i < 5; ++i) QCOMPARE(order[i], i);
  }

  // The most expensive stage is as cheap as it can be.
  void cuts_balance_costs() {
    QCOMPARE(balanced_stages(items({1, 1, 1, 1, 4}, 2), 2), (std::vector<int>{0, 0, 0, 0, 1}));
    QCOMPARE(balanced_stages(items({5, 2, 3, 2, 3}, 3), 3), (std::vector<int>{0, 1, 1, 2, 2}));
    QVERIFY(balanced_stages(items({1, 1}, 3), 3).empty());
  }

  void cuts_are_where_little_is_sent() {
    std::vector<StageItem> all = items({2, 2, 2, 3}, 2);
    all[2].cut_cost = 10;
    QCOMPARE(balanced_stages(all, 2), (std::vector<int>{0, 0, 0, 1}));
  }

  void fixed_stages_are_kept() {
    std::vector<StageItem> all = items({1, 1, 1, 9}, 2);
    all[1].first = 1;
    QCOMPARE(balanced_stages(all, 2), (std::vector<int>{0, 1, 1, 1}));
    all[2].last = 0;
    QVERIFY(balanced_stages(all, 2).empty());
  }

  // Wherever they ask for a cut, though not all cuts of a long net are tried.
  void fixed_stages_of_long_nets_are_kept() {
    constexpr std::size_t length = 2600;
    for (const std::size_t cut : {1, 2, 1000, 1001, 2598, 2599}) {
      std::vector<StageItem> all = items(std::vector<double>(length, 1), 2);
      std::vector<int> expected(length, 1);
      for (std::size_t i = 0; i < length; ++i) all[i].first = all[i].last = i < cut ? 0 : 1;
      std::fill_n(expected.begin(), cut, 0);
      QCOMPARE(balanced_stages(all, 2), expected);
    }
    std::vector<StageItem> all = items(std::vector<double>(length, 1), 4);
    for (std::size_t i = 3; i < length; ++i) all[i].first = 3;
    all[0].last = 0;
    std::vector<int> expected(length, 3);
    for (const int stage : {0, 1, 2}) expected[static_cast<std::size_t>(stage)] = stage;
    QCOMPARE(balanced_stages(all, 4), expected);
  }

  void stages_may_be_empty() {
    std::vector<StageItem> all = items({1, 1}, 4);
    all[0].first = all[0].last = 1;
    all[1].first = all[1].last = 1;
    QVERIFY(balanced_stages(all, 4).empty());
    QCOMPARE(balanced_stages(all, 4, true), (std::vector<int>{1, 1}));
    all[1].first = all[1].last = 3;
    QCOMPARE(balanced_stages(all, 4, true), (std::vector<int>{1, 3}));
    all[1].first = all[1].last = 0;
    QVERIFY(balanced_stages(all, 4, true).empty());
  }

  // Long nets are cut as well, in time that their length does not square.
  void long_nets() {
    const std::vector<int> stages = balanced_stages(items(std::vector<double>(50'000, 1), 4), 4);
    for (int stage = 0; stage < 4; ++stage) {
      const auto count = std::count(stages.begin(), stages.end(), stage);
      QVERIFY2(std::abs(count - 12'500) < 100, qPrintable(QString::number(count)));
    }
  }
};

NGRAPH_TEST(StageScheduleTest)
#include "stage_schedule_test.moc"
