// SPDX-License-Identifier: Apache-2.0
// Tests predicted times of exchanges and calls on a cluster, with times worked out by hand.
#include "engine/analysis/cluster/cluster_time.h"

#include <QtTest>
#include <cmath>

#include "engine/analysis/cluster/fitted_link.h"
#include "engine/analysis/cluster/pipeline_time.h"
#include "engine/base/error.h"
#include "engine/distributed/solo_ranks.h"
#include "engine/runtime/program.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using Kind = CollectiveKind;
using Part = CollectiveStep::Part;

// 1 GB/s is 1000 bytes/µs.
Cluster cluster_of(int per_node) {
  return {per_node, {10, 1}, {100, 0.5}};
}

double cost(int per_node, int ranks, Kind kind, std::int64_t bytes, int stride = 1) {
  const Cluster cluster = cluster_of(per_node);
  return exchange_cost(cluster, group_layout(cluster, ranks, stride), kind, bytes).total_us();
}

CollectiveStep all_reduce(std::int64_t floats, Part part = Part::both, int number = 0) {
  CollectiveStep step;
  step.group = "N";
  step.inner = floats;
  step.carried = part;
  step.number = number;
  return step;
}

Step step_of(Work work, std::vector<int> reads = {}, std::vector<int> writes = {}) {
  Step step;
  step.work = std::move(work);
  step.reads = std::move(reads);
  step.writes = std::move(writes);
  return step;
}

ClusterTime time_of(const std::vector<ClusterStep>& steps, int ranks = 2) {
  return cluster_time(cluster_of(8), {{"N", ranks}}, steps);
}

}  // namespace

class ClusterTimeTest : public QObject {
  Q_OBJECT
 private slots:
  void the_cheapest_algorithm_depends_on_the_bytes();
  void other_numbers_than_powers_of_two();
  void every_kind_has_a_cost();
  void nodes_are_combined_in_two_levels();
  void groups_of_an_outer_axis_share_the_link();
  void exchanges_are_hidden_behind_compute();
  void exchanges_may_take_the_core();
  void exchanges_follow_each_other();
  void blocking_exchanges_are_waited_for();
  void what_bounds_a_call();
  void unknown_axes_and_numbers_are_refused();
  void steps_of_programs_keep_their_exchanges();
  void computing_with_wholes_is_found();
  void links_are_found_from_times();
  void solo_ranks_leave_values_finite();
  void stages_wait_for_messages();
};

void ClusterTimeTest::the_cheapest_algorithm_depends_on_the_bytes() {
  // Of 8 ranks: three rounds of 8 bytes; or 2 lg 8 = 6 rounds and 2 * 7 / 8 of the bytes.
  QCOMPARE(cost(8, 8, Kind::all_reduce, 8), 3 * (10 + 0.008));
  QCOMPARE(cost(8, 8, Kind::all_reduce, 8'000'000), 6 * 10 + 2 * 7.0 / 8 * 8000);
  QCOMPARE(cost(8, 1, Kind::all_reduce, 8'000'000), 0.0);
  const Cluster cluster = cluster_of(8);
  const GroupLayout group = group_layout(cluster, 8, 1);
  QCOMPARE(exchange_cost(cluster, group, Kind::all_reduce, 8).algorithm, "recursive doubling");
  QCOMPARE(exchange_cost(cluster, group, Kind::all_reduce, 8'000'000).algorithm,
           "recursive halving");
}

void ClusterTimeTest::other_numbers_than_powers_of_two() {
  // Of 3 ranks: a round before and after the one of two ranks; a ring for many bytes.
  QCOMPARE(cost(8, 3, Kind::all_reduce, 1000), 3 * (10 + 1.0));
  QCOMPARE(cost(8, 3, Kind::all_reduce, 3'000'000), 4 * 10 + 4000.0);
}

void ClusterTimeTest::every_kind_has_a_cost() {
  QCOMPARE(cost(8, 4, Kind::all_gather, 1000), 2 * 10 + 3.0);
  QCOMPARE(cost(8, 5, Kind::all_gather, 1000), 3 * 10 + 4.0);
  QCOMPARE(cost(8, 4, Kind::reduce_scatter, 1000), 2 * 10 + 3.0);
  QCOMPARE(cost(8, 4, Kind::broadcast, 1000), 2 * (10 + 1.0));
  QCOMPARE(cost(8, 4, Kind::broadcast, 4'000'000), 4 * 10 + 6000.0);
  QCOMPARE(cost(8, 4, Kind::shard, 1000), 0.0);
}

void ClusterTimeTest::nodes_are_combined_in_two_levels() {
  // Two nodes of two: scatter half within, all_reduce it between nodes where both ranks share the
  // link, gather within.
  const double within = 10 + 4000, between = 100 + 4'000'000 / 250.0;
  const double two_levels = 2 * within + between;
  const double one_ring = 6 * 100 + 2 * 3.0 / 4 * 8'000'000 / 500;
  QVERIFY(two_levels < one_ring);
  QCOMPARE(cost(2, 4, Kind::all_reduce, 8'000'000), two_levels);
  QCOMPARE(cost(2, 4, Kind::broadcast, 1000), 100 + 2.0 + 10 + 1);
  QCOMPARE(cost(2, 4, Kind::all_gather, 1000), 100 + 1000 / 250.0 + 10 + 2);
}

void ClusterTimeTest::groups_of_an_outer_axis_share_the_link() {
  const GroupLayout outer = group_layout(cluster_of(8), 4, 8);
  QCOMPARE(outer.per_node, 1);
  QCOMPARE(outer.nodes, 4);
  QCOMPARE(outer.sharing, 8);
  const GroupLayout half = group_layout(cluster_of(8), 4, 4);
  QCOMPARE(half.per_node, 2);
  QCOMPARE(half.nodes, 2);
  // Two ranks on two nodes, of eight groups: an eighth of 500 bytes/µs.
  QCOMPARE(cost(8, 2, Kind::all_reduce, 1'000'000, 8), 100 + 1'000'000 / 62.5);
}

void ClusterTimeTest::exchanges_are_hidden_behind_compute() {
  const double exchange = 10 + 4;  // two ranks, 1000 floats
  const std::vector<ClusterStep> steps = {
      {5, all_reduce(1000, Part::start)}, {20}, {1, all_reduce(1000, Part::finish)}};
  const ClusterTime hidden = time_of(steps);
  QCOMPARE(hidden.total_us, 26.0);
  QCOMPARE(hidden.waiting_us, 0.0);
  QCOMPARE(hidden.hidden_us(), exchange);
  QCOMPARE(hidden.sent_bytes, 4000);
  std::vector<ClusterStep> shorter = steps;
  shorter[1].microseconds = 4;
  const ClusterTime partly = time_of(shorter);
  QCOMPARE(partly.waiting_us, exchange - 4);
  QCOMPARE(partly.total_us, 5 + exchange + 1);
  QCOMPARE(time_of(steps, 1).total_us, 26.0);
  QCOMPARE(time_of(steps, 1).sent_bytes, 0);
}

void ClusterTimeTest::exchanges_may_take_the_core() {
  Cluster cluster = cluster_of(8);
  cluster.overlap = 0.25;  // of 14 µs, 3.5 µs are computed
  const auto total = [&](double computed) {
    const std::vector<ClusterStep> steps = {
        {0, all_reduce(1000, Part::start)}, {computed}, {0, all_reduce(1000, Part::finish)}};
    const ClusterTime time = cluster_time(cluster, {{"N", 2}}, steps);
    const double parts = time.compute_us + time.waiting_us;
    return std::abs(time.total_us - parts) < 1e-9 ? time.total_us : -1;
  };
  QCOMPARE(total(2), 14.0);
  QCOMPARE(total(20), 20 + 0.75 * 14);
  cluster.overlap = 0;
  QCOMPARE(total(20), 20 + 14.0);
  QCOMPARE(total(0), 14.0);
}

void ClusterTimeTest::exchanges_follow_each_other() {
  const ClusterTime time = time_of({{0, all_reduce(1000, Part::start, 0)},
                                    {0, all_reduce(1000, Part::start, 1)},
                                    {0, all_reduce(1000, Part::finish, 1)},
                                    {0, all_reduce(1000, Part::finish, 0)}});
  QCOMPARE(time.total_us, 2 * 14.0);
}

void ClusterTimeTest::blocking_exchanges_are_waited_for() {
  const ClusterTime time = time_of({{5, all_reduce(1000)}, {7}, {0, all_reduce(1000), 10}});
  QCOMPARE(time.compute_us, 12.0);
  QCOMPARE(time.waiting_us, 11 * 14.0);
  QCOMPARE(time.total_us, time.compute_us + time.waiting_us);
  QCOMPARE(time.sent_bytes, 11 * 4000);
}

void ClusterTimeTest::what_bounds_a_call() {
  QCOMPARE(bound_of(time_of({{1000}, {0, all_reduce(1000)}})), ClusterBound::compute);
  QCOMPARE(bound_of(time_of({{1}, {0, all_reduce(1000)}})), ClusterBound::latency);
  QCOMPARE(bound_of(time_of({{1}, {0, all_reduce(1'000'000)}})), ClusterBound::bandwidth);
}

void ClusterTimeTest::unknown_axes_and_numbers_are_refused() {
  const std::vector<ClusterStep> other = {{0, all_reduce(1)}};
  QVERIFY_THROWS_EXCEPTION(Error, cluster_time(cluster_of(8), {{"H", 2}}, other));
  QVERIFY_THROWS_EXCEPTION(Error, time_of({{0, all_reduce(1, Part::finish)}}));
}

// A step that runs once, a loop of five exchanges, and a blocking one.
void ClusterTimeTest::steps_of_programs_keep_their_exchanges() {
  LoopStep loop{std::make_shared<Loop>()};
  loop.loop->count = 5;
  loop.loop->body.steps = {step_of(all_reduce(1, Part::start)),
                           step_of(all_reduce(1, Part::finish))};
  Program program;
  program.once = 1;
  program.steps = {step_of(all_reduce(9)), step_of(loop), step_of(all_reduce(2))};
  const std::vector<double> times = {0, 7, 3};
  const std::vector<ClusterStep> steps = cluster_steps(program, times);
  QCOMPARE(steps.size(), std::size_t{4});
  QVERIFY(!steps[0].exchange && !steps[1].exchange);
  QCOMPARE(steps[1].microseconds, 7.0);
  QCOMPARE(steps[2].times, 5);
  QVERIFY(steps[2].exchange->carried == Part::both);
  QCOMPARE(steps[3].exchange->inner, 2);
  QCOMPARE(time_of(steps).sent_bytes, 5 * 4 + 2 * 4);
}

void ClusterTimeTest::computing_with_wholes_is_found() {
  CollectiveStep gather = all_reduce(4);
  gather.kind = Kind::all_gather;
  Program program;
  program.buffers.resize(3);
  program.steps = {step_of(gather, {0}, {1}), step_of(CopyStep(), {1}, {2})};
  QVERIFY(!computes_with_wholes(program, "N"));
  program.steps.push_back(step_of(KernelStep(), {1}, {2}));
  QVERIFY(computes_with_wholes(program, "N"));
  QVERIFY(!computes_with_wholes(program, "H"));
}

void ClusterTimeTest::links_are_found_from_times() {
  for (const int ranks : {2, 3, 8}) {
    std::vector<MeasuredExchange> measured;
    for (std::int64_t bytes = 4; bytes < 10'000'000; bytes *= 16)
      measured.push_back({bytes, cost(8, ranks, Kind::all_reduce, bytes)});
    const Link link = fitted_link(measured, ranks);
    QVERIFY2(std::abs(link.latency_us - 10) < 1e-6, qPrintable(QString::number(link.latency_us)));
    QVERIFY(std::abs(link.gigabytes_per_second - 1) < 1e-6);
  }
  QVERIFY_THROWS_EXCEPTION(Error, fitted_link({}, 2));
}

void ClusterTimeTest::solo_ranks_leave_values_finite() {
  const auto ranks = make_solo_ranks({{"N", 6}, {"H", 2}});
  QCOMPARE(ranks->world().size(), 12);
  QCOMPARE(ranks->group("N").size(), 6);
  QCOMPARE(ranks->group("H").size(), 2);
  const auto line = make_solo_ranks({{"N", 1}, {"H", 4}});
  QCOMPARE(line->group("N").size(), 1);
  QCOMPARE(line->group("H").size(), 4);
  float part = 2, all[6] = {};
  auto* bytes = reinterpret_cast<std::byte*>(&part);
  ranks->group("N").all_reduce(bytes, 1, DType::f32, kernel::Combine::add, "sum");
  ranks->group("N").start_all_reduce(bytes, 1, DType::f32, kernel::Combine::add, "sum")->wait();
  ranks->group("N").all_gather(bytes, sizeof part, reinterpret_cast<std::byte*>(all), "all");
  QCOMPARE(part, 2.0F);
  for (const float each : all) QCOMPARE(each, 2.0F);
  ranks->world().receive(bytes, sizeof part, 1, 0, "part");
  QCOMPARE(part, 0.0F);
  const auto stage = make_solo_ranks({{"N", 2}, {std::string(stage_axis), 3}}, 2);
  QCOMPARE(stage->world().rank(), 2);
  QCOMPARE(stage->group(std::string(stage_axis)).rank(), 2);
  QCOMPARE(stage->group("N").rank(), 0);
}

void ClusterTimeTest::stages_wait_for_messages() {
  const auto transfer = [](Kind kind, int other, int tag) {
    CollectiveStep step;
    step.kind = kind;
    step.root = other;
    step.tag = tag;
    step.inner = 250;  // 1000 bytes: 11 µs
    return ClusterStep{0, step};
  };
  const std::vector<std::vector<ClusterStep>> stages = {{{100},
                                                         transfer(Kind::send, 1, 0),
                                                         {100},
                                                         transfer(Kind::send, 1, 1),
                                                         transfer(Kind::receive, 1, 0),
                                                         {50}},
                                                        {transfer(Kind::receive, 0, 0),
                                                         {200},
                                                         transfer(Kind::send, 0, 0),
                                                         transfer(Kind::receive, 0, 1),
                                                         {200}}};
  const std::vector<MeshAxis> axes = {{std::string(stage_axis), 2}};
  const PipelineTime time = pipeline_time(cluster_of(8), axes, stages);
  QCOMPARE(time.stages[0].total_us, 100 + 11 + 200 + 11 + 50.0);
  QCOMPARE(time.stages[0].waiting_us, 122.0);
  QCOMPARE(time.stages[0].sent_bytes, 2000);
  QCOMPARE(time.stages[1].total_us, 100 + 11 + 400.0);
  QCOMPARE(time.stages[1].waiting_us, 111.0);
  QCOMPARE(time.total_us, 511.0);
  // Each stage on a node of its own.
  QCOMPARE(pipeline_time(cluster_of(1), axes, stages).total_us, 100 + 102 + 400.0);
  // Of the pipelines of ranks 0 and 1, and 2 and 3, nodes of three ranks separate the second.
  const std::vector<MeshAxis> two = {{"N", 2}, {std::string(stage_axis), 2}};
  const std::vector<MeshAxis> one_a_node = {{"N", 1}, {std::string(stage_axis), 2}};
  QCOMPARE(pipeline_time(cluster_of(3), one_a_node, stages).total_us, 511.0);
  QCOMPARE(pipeline_time(cluster_of(3), two, stages).total_us, 100 + 102 + 400.0);
  QCOMPARE(pipeline_time(cluster_of(4), two, stages).total_us, 511.0);
  QVERIFY_THROWS_EXCEPTION(Error,
                           pipeline_time(cluster_of(8), axes, std::vector{stages[0], stages[0]}));
  QCOMPARE(bubble(2, 4), 0.2);
  QCOMPARE(bubble(1, 4), 0.0);
}

NGRAPH_TEST(ClusterTimeTest)
#include "cluster_time_test.moc"
