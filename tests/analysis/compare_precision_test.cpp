// SPDX-License-Identifier: Apache-2.0
// Tests the comparison of a computation with itself in another float type, op by op, on compiled
// kernels.
#include <QtTest>
#include <cmath>

#include "engine/analysis/compare/precision/compare_precisions.h"
#include "engine/analysis/compare/precision/in_precision.h"
#include "engine/base/epsilon.h"
#include "engine/graph/graph.h"
#include "engine/ngraph.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/scan/scan.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Tensor floats(const Shape& shape, std::vector<double> values) {
  return Tensor::from(DType::f32, shape, values);
}

Tensor patterned(const Shape& shape, double step) {
  Tensor made(DType::f32, shape);
  for (std::int64_t i = 0; i < made.size(); ++i) made.set(i, std::sin(step * double(i + 1)));
  return made;
}

CompareRequest requested(const Op& computation, std::vector<Tensor> arguments, DType coarsest) {
  CompareRequest request;
  request.computation = computation;
  request.arguments = std::move(arguments);
  request.rtol = precision_tolerance * epsilon(coarsest);
  return request;
}

const OpDifference& found(const ComparisonRecord& record, const std::string& name) {
  for (const OpDifference& each : record.ops)
    if (each.name == name) return each;
  refuse(ErrorKind::key, "no op " + name);
}

// A classifier with one hidden layer, its cost and the gradient of its first weights.
struct Mlp {
  Axis n = make_axis(8, "M"), c = make_axis(16, "C"), h = make_axis(12, "H"), k = make_axis(4, "K");
  Op x = placeholder({c, n}).named("x");
  Op w1 = variable({h, c}, patterned({12, 16}, 0.7)).named("w1");
  Op w2 = variable({k, h}, patterned({4, 12}, 0.9)).named("w2");
  Op hidden = tanh(dot(w1, x) * 0.25).named("hidden");
  Op scores = dot(w2, hidden).named("scores");
  Op cost = mean(scores * scores).named("cost");
  Op gradient = deriv(cost, w1).named("gradient");
  Op node = computation({scores, gradient}, {x});
  std::vector<Tensor> arguments() const { return {patterned({16, 8}, 0.3)}; }
};

}  // namespace

class ComparePrecisionTest : public QObject {
  Q_OBJECT
 private slots:
  void every_float_is_converted();
  void loops_are_converted();
  void bfloat16_agrees_with_float32();
  void values_are_those_of_the_type();
  void representable_values_are_equal();
  void overflow_is_named();
  void inherited_infinity_is_not_overflow();
  void cancellation_is_named();
  void own_errors_exclude_those_of_operands();
  void both_sides_start_with_the_same_numbers();
  void assigned_state_has_no_own_error();
  void errors_name_their_precision();
  void integers_are_refused();
  void cancelling_keeps_what_was_found();
};

void ComparePrecisionTest::every_float_is_converted() {
  const Mlp mlp;
  const ConvertedComputation converted =
      in_precision(mlp.node, {mlp.cost.value(), mlp.gradient.value(), mlp.x.value()}, DType::bf16);
  std::size_t gradients = 0;
  for (const NodePtr& node : ordered_nodes({converted.computation.value()})) {
    for (const TensorType& type : node->results)
      QVERIFY2(type.dtype == DType::bf16, describe(*node).c_str());
    gradients += node->gradient;
  }
  QVERIFY(gradients > 3);
  QCOMPARE(converted.values[0].node->id, mlp.cost.id());
  QVERIFY(converted.values[1].node->id != mlp.gradient.id());  // expanded
  QVERIFY(mlp.x.dtype() == DType::f32);
}

void ComparePrecisionTest::loops_are_converted() {
  const Axis t = make_axis(5, "T"), f = make_axis(3, "F");
  const Op x = placeholder({t, f}).named("x"), start = variable({f}, 0.5).named("start");
  const ScanResult scanned = scan(t, {start}, {x}, [](const auto& states, const auto& elements) {
    const Op next = tanh(states[0] + elements[0]);
    return ScanStep{{next}, {next * 2.0}};
  });
  const Op last = scanned.states[0], stacked = scanned.outputs[0];
  const ComparisonRecord record = compare_precisions(
      requested(computation({last, stacked}, {x}), {patterned({5, 3}, 0.4)}, DType::bf16),
      DType::bf16);
  QVERIFY(record.first_divergence() == nullptr);
  QVERIFY(record.results[1].relative > 0);
  QVERIFY(record.results[1].agrees);
  QVERIFY(record.ops.at(0).own.has_value());
  const OpDifference& output = record.ops.at(1);  // of the same op
  QCOMPARE(output.op, record.ops[0].op);
  QVERIFY(output.name.ends_with("#1"));
  QVERIFY(output.own && *output.own > 0);
}

void ComparePrecisionTest::bfloat16_agrees_with_float32() {
  const Mlp mlp;
  const CompareRequest request = requested(mlp.node, mlp.arguments(), DType::bf16);
  const ComparisonRecord record = compare_precisions(request, DType::bf16);
  QCOMPARE(record.left, std::string("cpu"));
  QCOMPARE(record.right, std::string("cpu in bfloat16"));
  QCOMPARE(record.results.size(), std::size_t(2));
  for (const OpDifference& each : record.results) QVERIFY2(each.agrees, each.name.c_str());
  QVERIFY(record.first_divergence() == nullptr);
  const OpDifference& scores = found(record, "scores");
  QVERIFY(scores.relative > 1e-4 && scores.ulps >= 1 && scores.cosine > 0.999);
  QVERIFY(*scores.own <= epsilon(DType::bf16) / 2);
  QVERIFY(!found(record, "gradient").own);
  QVERIFY(found(record, "gradient").relative > 0);
  CompareRequest strict = request;
  strict.rtol = 1e-5;
  QVERIFY(compare_precisions(strict, DType::bf16).first_divergence() != nullptr);
}

// The values of the right side, computed independently: rounded after each op.
void ComparePrecisionTest::values_are_those_of_the_type() {
  for (const DType type : {DType::bf16, DType::f16}) {
    const Op x = placeholder({}).named("x"), w = variable({}, 0.1).named("w");
    const Op product = (x * w).named("product"), sum = (product + 0.3).named("sum");
    const ComparisonRecord record =
        compare_precisions(requested(computation({sum}, {x}), {floats({}, {1.7})}, type), type);
    const auto rounded = [type](double value) { return round_to(type, value); };
    const float f = 1.7f * 0.1f;
    const double expected = rounded(rounded(1.7f) * rounded(0.1f));
    QCOMPARE(found(record, "product").left.real(), static_cast<double>(f));
    QCOMPARE(found(record, "product").right.real(), expected);
    QCOMPARE(found(record, "sum").right.real(), rounded(expected + rounded(0.3f)));
    QCOMPARE(found(record, "product").apart.real(), std::abs(static_cast<double>(f) - expected));
  }
}

void ComparePrecisionTest::representable_values_are_equal() {
  const Axis n = make_axis(4, "N");
  const Op x = placeholder({n}).named("x"), y = (x * 0.5 + 1.0).named("y");
  for (const DType type : {DType::bf16, DType::f16, DType::f32, DType::f64}) {
    CompareRequest request =
        requested(computation({y}, {x}), {floats({4}, {1, 2, -3, 0.25})}, type);
    request.rtol = 0;
    const ComparisonRecord record = compare_precisions(request, type);
    for (const OpDifference& each : record.ops) {
      QVERIFY(each.agrees);
      QCOMPARE(each.apart.real(), 0.0);
      QCOMPARE(each.ulps, 0.0);
      QCOMPARE(each.own.value(), 0.0);
    }
    QVERIFY(record.results.at(0).agrees);
  }
}

void ComparePrecisionTest::overflow_is_named() {
  const Axis n = make_axis(3, "N");
  const Op x = placeholder({n}).named("x");
  const Op doubled = (x * 2.0).named("doubled"), power = exp(doubled).named("power");
  const Op sum = ng::sum(power).named("sum");
  const CompareRequest request =
      requested(computation({sum}, {x}), {floats({3}, {1, 10, 2})}, DType::f16);
  const ComparisonRecord record = compare_precisions(request, DType::f16);
  QCOMPARE(record.first_divergence()->name, std::string("power"));
  QVERIFY(record.first_divergence()->overflow == DType::f16);
  QCOMPARE(record.first_divergence()->element, 1);
  QVERIFY(std::isinf(record.first_divergence()->right.real()));
  QVERIFY(!found(record, "doubled").overflow);
  QVERIFY(!found(record, "sum").agrees);
  QVERIFY(!found(record, "sum").overflow);
  QVERIFY(!compare_precisions(request, DType::bf16).first_divergence());  // its range is float32's
}

// 1/inf is 0: no overflow, though the first op has one.
void ComparePrecisionTest::inherited_infinity_is_not_overflow() {
  const Op x = placeholder({}).named("x");
  const Op power = exp(x).named("power"), scaled = (power * 0.5).named("scaled");
  const ComparisonRecord record = compare_precisions(
      requested(computation({scaled}, {x}), {floats({}, {20})}, DType::f16), DType::f16);
  QVERIFY(found(record, "power").overflow == DType::f16);
  QVERIFY(!found(record, "scaled").overflow);
  QVERIFY(std::isinf(found(record, "scaled").right.real()));
  QCOMPARE(found(record, "scaled").own.value(), 0.0);
}

// (1 + x) - 1 loses x in float32. The sum is within its rounding; the difference is not.
void ComparePrecisionTest::cancellation_is_named() {
  const Axis n = make_axis(2, "N");
  const Op x = placeholder({n}).named("x");
  const Op sum = (x + 1.0).named("sum"), rest = (sum - 1.0).named("rest");
  const ComparisonRecord record = compare_precisions(
      requested(computation({rest}, {x}), {floats({2}, {1e-8, 3e-8})}, DType::f32), DType::f64);
  QCOMPARE(record.right, std::string("cpu in float64"));
  QCOMPARE(record.first_divergence()->name, std::string("rest"));
  QVERIFY(found(record, "sum").agrees);
  QCOMPARE(found(record, "rest").left.real(), 0.0);
  QCOMPARE(found(record, "rest").element, 1);
  QVERIFY(std::abs(found(record, "rest").right.real() - static_cast<double>(3e-8f)) < 1e-15);
  QCOMPARE(found(record, "rest").own.value(), 0.0);  // its operands lost the digits
}

void ComparePrecisionTest::own_errors_exclude_those_of_operands() {
  const Op x = placeholder({}).named("x");
  const Op small = (x + 0.001).named("small"), same = (small * 4.0).named("same");
  const ComparisonRecord record = compare_precisions(
      requested(computation({same}, {x}), {floats({}, {1})}, DType::bf16), DType::bf16);
  QCOMPARE(found(record, "small").right.real(), 1.0);
  QVERIFY(found(record, "small").own.value() > 0);
  QVERIFY(found(record, "same").relative > 0);
  QCOMPARE(found(record, "same").own.value(), 0.0);
}

// Samples of an initial value and arguments are rounded to float32 before they become float64.
void ComparePrecisionTest::both_sides_start_with_the_same_numbers() {
  const Axis n = make_axis(4, "N");
  const Op x = placeholder({n}).named("x");
  const Op w = variable({n}, InitialSamples{.seed = 3}).named("w");
  const Op read = (w * 1.0).named("read"), fed = (x * 1.0).named("fed");
  CompareRequest request = requested(computation({read, fed}, {x}),
                                     {Tensor::from(DType::f64, {}, std::vector{0.1})}, DType::f32);
  request.rtol = 0;
  ComparisonRecord record = compare_precisions(request, DType::f64);
  QVERIFY(record.first_divergence() == nullptr);
  QCOMPARE(found(record, "fed").right.real(), static_cast<double>(0.1f));
  request.state = {{w.id(), Tensor(5.0)}};
  record = compare_precisions(request, DType::f64);
  QCOMPARE(found(record, "read").right.real(), 5.0);
}

void ComparePrecisionTest::assigned_state_has_no_own_error() {
  const Op w = variable({}, 1.1).named("w");
  const Op next = (w + 1.0).named("next"), after = (w * 3.0).named("after");
  const Op both = sequential({assign(w, next), after});
  const ComparisonRecord record =
      compare_precisions(requested(computation({both}, {}), {}, DType::bf16), DType::bf16);
  QVERIFY(!found(record, "after").own);
  QCOMPARE(found(record, "after").left.real(), static_cast<double>((1.1f + 1) * 3));
  QVERIFY(record.first_divergence() == nullptr);
}

// 255.75 is a position in a table of 256 rows; bfloat16 rounds it to 256.
void ComparePrecisionTest::errors_name_their_precision() {
  const Axis rows = make_axis(256, "R");
  const Op table = variable({rows}, 1.0).named("table"), x = placeholder({}).named("x");
  const Op row = take(table, x + 255.5, rows).named("row");
  const CompareRequest request =
      requested(computation({row}, {x}), {floats({}, {0.25})}, DType::bf16);
  QVERIFY(!compare_precisions(request, DType::f16).first_divergence());
  try {
    compare_precisions(request, DType::bf16);
    QFAIL("the position is in range");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::index);
    const std::string& where = error.diagnostic().where;
    QVERIFY2(where.ends_with("cpu in bfloat16"), where.c_str());
  }
}

void ComparePrecisionTest::integers_are_refused() {
  const Op x = placeholder({}, DType::i32), y = left_shift(x, 1.0);
  const CompareRequest request = requested(computation({y}, {x}), {Tensor(3.0)}, DType::f32);
  try {
    compare_precisions(request, DType::f16);
    QFAIL("integers have no other precision");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::value);
    QVERIFY(error.diagnostic().what.find("no float values") != std::string::npos);
  }
}

void ComparePrecisionTest::cancelling_keeps_what_was_found() {
  const Mlp mlp;
  CompareRequest request = requested(mlp.node, mlp.arguments(), DType::bf16);
  request.options.progress = [](const std::string&, double fraction) { return fraction < 0.45; };
  const ComparisonRecord record = compare_precisions(request, DType::bf16);
  QVERIFY(!record.complete);
  QVERIFY(!record.ops.empty() && record.results.empty());
  request.options.progress = [](const std::string&, double) { return false; };
  try {
    compare_precisions(request, DType::bf16);
    QFAIL("it was not cancelled");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::cancelled);
  }
}

NGRAPH_TEST(ComparePrecisionTest)
#include "compare_precision_test.moc"
