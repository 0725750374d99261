// SPDX-License-Identifier: Apache-2.0
// Tests overlap_exchanges: gradients start on their way as soon as they exist, small ones together,
// and are awaited when nothing else is left to compute.
#include <QtTest>

#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using Carried = CollectiveStep::Part;

// A net of layers of this width on a batch of 4, trained by momentum, on one of two ranks with this
// state in parts.
Program deep_program(std::int64_t width, int layers, ShardState state) {
  const Axis n = make_axis(4, "N");
  Axis from = make_axis(width, "L0");
  const Op x = placeholder({from, n});
  Op y = x;
  std::vector<Op> weights;
  for (int layer = 1; layer <= layers; ++layer) {
    const Axis to = make_axis(width, "L" + std::to_string(layer));
    weights.push_back(variable({to, from}, 0.1));
    y = tanh(dot(weights.back(), y));
    from = to;
  }
  const Op loss = mean(square(y), out_axes({}));
  std::vector<Op> results = {loss};
  for (const Op& each : weights) {
    const Op velocity = persistent_tensor(each.axes());
    const Op next = velocity * 0.9 + deriv(loss, each);
    results.push_back(doall({assign(velocity, next), assign(each, each - next)}));
  }
  CompileOptions options;
  options.passes.ranks = {{"N", 2}};
  options.passes.shard_state = state;
  return allocate_transformer("cpu")
      ->add_computation(computation(results, {x}, Returns::list), options)
      .compilation()
      .program;
}

// A net of three layers of this width, its updates, and the steps of one of two ranks.
std::vector<Step> training_steps(std::int64_t width, bool overlaps = true) {
  const Axis n = make_axis(64, "N"), c = make_axis(width, "C"), h = make_axis(width, "H"),
             k = make_axis(width, "K");
  const Op x = placeholder({c, n});
  const Op v = variable({h, c}, 0.1), w = variable({k, h}, 0.1), u = variable({c, k}, 0.1);
  const Op y = dot(u, tanh(dot(w, tanh(dot(v, x)))));
  const Op loss = mean(square(y - x), out_axes({}));
  std::vector<Op> results = {loss};
  for (const Op& each : {v, w, u}) results.push_back(assign(each, each - deriv(loss, each)));
  CompileOptions options;
  options.passes.ranks = {{"N", 2}};
  if (!overlaps) options.passes.disabled = {"overlap_exchanges"};
  const TransformerPtr transformer = allocate_transformer("cpu");
  return transformer->add_computation(computation(results, {x}, Returns::list), options)
      .compilation()
      .program.steps;
}

std::vector<std::size_t> places_of(const std::vector<Step>& steps, Carried part,
                                   CollectiveKind kind = CollectiveKind::all_reduce) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto* exchange = steps[i].as<CollectiveStep>();
    if (exchange && exchange->kind == kind && exchange->carried == part) places.push_back(i);
  }
  return places;
}

bool is_work(const Step& step) {
  return step.is<KernelStep>() || step.is<Matmul>();
}

}  // namespace

class OverlapExchangesTest : public QObject {
  Q_OBJECT
 private slots:
  void small_ones_go_together() {
    const std::vector<Step> steps = training_steps(8);
    const auto starts = places_of(steps, Carried::start), ends = places_of(steps, Carried::finish);
    QCOMPARE(starts.size(), 1u);
    QCOMPARE(ends.size(), 1u);
    QCOMPARE(steps[starts[0]].as<CollectiveStep>()->counts.size(), 4u);
    QCOMPARE(steps[starts[0]].reads.size(), 4u);
    QCOMPARE(steps[ends[0]].writes.size(), 4u);
  }

  // Each large gradient is on its way while the next one is computed.
  void large_ones_start_at_once() {
    const std::vector<Step> steps = training_steps(256);
    const auto starts = places_of(steps, Carried::start), ends = places_of(steps, Carried::finish);
    QVERIFY(starts.size() >= 3);
    QCOMPARE(ends.size(), starts.size());
    QVERIFY(starts.back() < ends.front());
    const bool works = std::any_of(steps.begin() + static_cast<long>(starts.front()),
                                   steps.begin() + static_cast<long>(starts.back()), is_work);
    QVERIFY(works);
  }

  // Exchanges of a number are started before they are finished, with the same arrays.
  void every_start_has_its_finish() {
    const std::vector<Step> steps = training_steps(256);
    const auto starts = places_of(steps, Carried::start), ends = places_of(steps, Carried::finish);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const auto &start = *steps[starts[i]].as<CollectiveStep>(),
                 &finish = *steps[ends[i]].as<CollectiveStep>();
      QCOMPARE(start.number, finish.number);
      QCOMPARE(start.counts, finish.counts);
    }
  }

  // Gradients are scattered, and new weights gathered, as all_reduces are.
  void parts_of_small_weights_go_together() {
    const Program program = deep_program(16, 4, ShardState::optimizer);
    for (const auto kind : {CollectiveKind::reduce_scatter, CollectiveKind::all_gather}) {
      const auto starts = places_of(program.steps, Carried::start, kind);
      QCOMPARE(starts.size(), 1u);
      QCOMPARE(program.steps[starts[0]].as<CollectiveStep>()->counts.size(), 4u);
      QCOMPARE(places_of(program.steps, Carried::finish, kind).size(), 1u);
    }
  }

  // The next weight is on its way while the one before it is read, and few wholes exist at a time.
  void weights_in_parts_are_gathered_one_after_the_other() {
    constexpr int width = 256, layers = 8;
    const Program program = deep_program(width, layers, ShardState::all);
    const auto gather = CollectiveKind::all_gather;
    const auto starts = places_of(program.steps, Carried::start, gather),
               ends = places_of(program.steps, Carried::finish, gather);
    QCOMPARE(starts.size(), std::size_t{2 * layers - 1});  // forward, and all but the first again
    for (std::size_t i = 1; i < starts.size(); ++i) {
      QVERIFY(starts[i] > ends[i - 1]);
      const bool works = std::any_of(program.steps.begin() + static_cast<long>(starts[i]),
                                     program.steps.begin() + static_cast<long>(ends[i]), is_work);
      QVERIFY(works);
    }
    const std::int64_t weight = width * width * 4;
    QVERIFY2(program.pool_bytes < 4 * weight, qPrintable(QString::number(program.pool_bytes)));
  }

  void disabled_they_wait_where_they_stand() {
    const std::vector<Step> steps = training_steps(8, false);
    QCOMPARE(places_of(steps, Carried::both).size(), 4u);
    QVERIFY(places_of(steps, Carried::start).empty());
  }
};

NGRAPH_TEST(OverlapExchangesTest)
#include "overlap_exchanges_test.moc"
