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

std::vector<std::size_t> places_of(const std::vector<Step>& steps, Carried part) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto* exchange = steps[i].as<CollectiveStep>();
    const bool reduces = exchange && exchange->kind == CollectiveKind::all_reduce;
    if (reduces && exchange->carried == part) places.push_back(i);
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

  void disabled_they_wait_where_they_stand() {
    const std::vector<Step> steps = training_steps(8, false);
    QCOMPARE(places_of(steps, Carried::both).size(), 4u);
    QVERIFY(places_of(steps, Carried::start).empty());
  }
};

NGRAPH_TEST(OverlapExchangesTest)
#include "overlap_exchanges_test.moc"
