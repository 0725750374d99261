// SPDX-License-Identifier: Apache-2.0
// Tests comparing two transformers, and bisecting for the pass that causes a divergence.
#include <QtTest>
#include <bit>
#include <cmath>
#include <set>

#include "engine/analysis/compare/bisect_passes.h"
#include "engine/ngraph.h"
#include "engine/ops/scan/scan.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// a * a - c with c the rounded a * a: a kernel that does not round the product returns its rounding
// error.
struct Cancelling {
  Axis n = make_axis(8, "N");
  Op a = placeholder({n}), c = placeholder({n});
  Op square = (a * a).named("square");
  Op rest = (square - c).named("rest");
  Op node = computation({rest}, {a, c});
  std::vector<Tensor> arguments() const {
    Tensor as(DType::f32, {8}), cs(DType::f32, {8});
    for (int i = 0; i < 8; ++i) {
      const float a = 1 + std::ldexp(1.0f, -12) * static_cast<float>(i + 1);
      as.set(i, a);
      cs.set(i, a * a);
    }
    return {as, cs};
  }
};

}  // namespace

class BisectTest : public QObject {
  Q_OBJECT
 private slots:
  void the_first_bad_pass_is_named();
  void no_pass_is_bad();
  void time_is_measured_pass_by_pass();
  void it_can_be_cancelled();
  void units_in_the_last_place();
  void units_are_steps_of_the_type();
  void fusion_alone_diverges();
  void all_results_of_a_loop_are_compared();
  void state_is_included();
};

void BisectTest::the_first_bad_pass_is_named() {
  const Cancelling graph;
  BisectRequest request;
  request.computation = graph.node;
  request.arguments = graph.arguments();
  const BisectRecord record = bisect_passes(request);
  QCOMPARE(record.culprit, std::string("fuse"));
  QVERIFY2(record.text.find("first pass") != std::string::npos, record.text.c_str());
  bool goodBefore = true;
  for (const BisectTrial& trial : record.trials) {
    if (trial.pass == "fuse") goodBefore = false;
    QCOMPARE(trial.good, goodBefore);
    QCOMPARE(trial.error <= 1e-6, goodBefore);
  }
  QVERIFY(record.trials.size() < 8);  // bisected, without trying all passes
}

void BisectTest::no_pass_is_bad() {
  const Op x = placeholder({});
  BisectRequest request;
  request.computation = computation({x + 1}, {x});
  request.arguments = {Tensor(3.0)};
  const BisectRecord record = bisect_passes(request);
  QVERIFY(record.culprit.empty());
  QCOMPARE(record.trials.size(), std::size_t(1));
  QCOMPARE(record.trials[0].error, 0.0);
}

void BisectTest::time_is_measured_pass_by_pass() {
  const Op x = placeholder({});
  BisectRequest request;
  request.computation = computation({x + 1}, {x});
  request.arguments = {Tensor(3.0)};
  request.slower = 1e6;
  const BisectRecord record = bisect_passes(request);
  QCOMPARE(record.measure, BisectMeasure::time);
  QVERIFY(record.trials.size() > 8);
  for (const BisectTrial& trial : record.trials) QVERIFY(trial.microseconds > 0);
  QVERIFY(record.culprit.empty());
}

void BisectTest::it_can_be_cancelled() {
  const Cancelling graph;
  BisectRequest request;
  request.computation = graph.node;
  request.arguments = graph.arguments();
  std::set<std::string> stages;
  request.options.progress = [&](const std::string& stage, double) {
    stages.insert(stage);
    return stages.size() < 2;
  };
  const BisectRecord found = bisect_passes(request);  // cancelled: the trials so far
  QVERIFY(!found.complete);
  QCOMPARE(found.trials.size(), std::size_t(1));
  QVERIFY2(found.text.find("stopped after") != std::string::npos, found.text.c_str());
  request.options.progress = [](const std::string&, double) { return false; };
  try {
    bisect_passes(request);
    QFAIL("it was not cancelled");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::cancelled);
  }
}

void BisectTest::units_in_the_last_place() {
  const double right[] = {1, 1000, 4};
  const double left[] = {1, 1000 + 0x1p-13, 4 - 0x1p-21};  // two ULP, one ULP
  const OpDifference found = difference(Tensor::from(DType::f32, {3}, left),
                                        Tensor::from(DType::f32, {3}, right), 1e-5, 0);
  QVERIFY(found.agrees);
  QCOMPARE(found.element, 1);
  QCOMPARE(found.ulps, 2.0);
  QCOMPARE(found.apart, 0x1p-13);
}

// ULP distance is the number of representable steps between two values of any magnitude.
void BisectTest::units_are_steps_of_the_type() {
  const auto steps = [](DType dtype, double l, double r) {
    const double left[] = {l}, right[] = {r};
    return difference(Tensor::from(dtype, {1}, left), Tensor::from(dtype, {1}, right), 0, 0).ulps;
  };
  const float next = std::nextafter(1.0f, 2.0f);
  QCOMPARE(steps(DType::f32, 0, 0x1p-149), 1.0);
  QCOMPARE(steps(DType::f32, -0x1p-149, 0x1p-149), 2.0);
  QCOMPARE(steps(DType::f32, 0x1p-126, 0x1p-126 - 0x1p-149), 1.0);
  QCOMPARE(steps(DType::f32, 1, static_cast<double>(next)), 1.0);
  QCOMPARE(steps(DType::f32, -0.0, 0.0), 0.0);
  QCOMPARE(steps(DType::f32, 0.25, 0.5), 0x1p23);
  QCOMPARE(steps(DType::f32, -1, 1), 2.0 * 0x3f800000);  // twice the bit pattern of 1
  QCOMPARE(steps(DType::f32, 0, 0.4715),
           static_cast<double>(std::bit_cast<std::uint32_t>(0.4715f)));
  QCOMPARE(steps(DType::f64, 1, std::nextafter(1.0, 2.0)), 1.0);
  QCOMPARE(steps(DType::f64, -1, 1), 2.0 * 0x3ff0000000000000);
}

void BisectTest::fusion_alone_diverges() {
  const Cancelling graph;
  CompareRequest request;
  request.computation = graph.node;
  request.arguments = graph.arguments();
  request.rtol = 0;
  const ComparisonRecord record = compare_transformers(request);
  QCOMPARE(record.ops.size(), std::size_t(2));
  QVERIFY(record.first_divergence() == nullptr);  // each op evaluated alone is equal
  QVERIFY(!record.results.at(0).agrees);
  QCOMPARE(record.results[0].name, std::string("rest"));
  QCOMPARE(record.results[0].right, 0.0);
}

void BisectTest::all_results_of_a_loop_are_compared() {
  const Axis t = make_axis(4, "T");
  const Op x = placeholder({t}), zero = constant(Tensor(0.0));
  const ScanResult sums = scan(t, {zero}, {x}, [](const auto& states, const auto& elements) {
    const Op sum = states[0] + elements[0];
    return ScanStep{{sum}, {sum * 2.0}};
  });
  CompareRequest request;
  request.computation = computation({sums.outputs[0]}, {x});
  request.arguments = {Tensor::from(DType::f32, {4}, std::vector<double>{1, 2, 3, 4})};
  const ComparisonRecord record = compare_transformers(request);
  std::set<std::string> names;
  for (const OpDifference& each : record.ops)
    if (each.op == sums.states[0].id()) names.insert(each.name);
  QCOMPARE(names.size(),
           std::size_t(3));  // the last state, the output, the states before each step
  QVERIFY(names.rbegin()->ends_with("#2"));
  QVERIFY(record.first_divergence() == nullptr);
}

void BisectTest::state_is_included() {
  const Op w = variable({}, 1.0).named("w");
  CompareRequest request;
  request.computation = computation({(w * 3.0).named("y")}, {});
  request.state = {{w.id(), Tensor(5.0)}};
  request.rtol = 0;
  const ComparisonRecord record = compare_transformers(request);
  QVERIFY(record.results.at(0).agrees);
  request.left = "reference";
  request.state.clear();
  QVERIFY(compare_transformers(request).results.at(0).agrees);
}

NGRAPH_TEST(BisectTest)
#include "bisect_test.moc"
