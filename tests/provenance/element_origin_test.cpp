// SPDX-License-Identifier: Apache-2.0
// Tests element provenance: the listed terms reproduce the element, for every op of the samples and
// every op of their derivatives.
#include <QtTest>
#include <cmath>
#include <deque>
#include <set>
#include <tuple>

#include "engine/documents/document.h"
#include "engine/neon/plan/run_plan.h"
#include "engine/ngraph.h"
#include "engine/provenance/element_origin.h"
#include "engine/session/graph_record.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

bool close(double x, double y, double scale) {
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  return x == y || std::abs(x - y) <= 2e-4 * (std::abs(x) + std::abs(y)) + 2e-5 * scale;
}

// Combines the listed terms and the rest.
double total(const ElementSum& sum) {
  double value = sum.combine == TermCombination::sum       ? 0
                 : sum.combine == TermCombination::product ? 1
                                                           : sum.terms.at(0).value.real();
  for (const ElementTerm& term : sum.terms) {
    if (sum.combine == TermCombination::sum) value += term.value;
    if (sum.combine == TermCombination::product) value *= term.value;
    if (sum.combine == TermCombination::maximum) value = std::fmax(value, term.value);
    if (sum.combine == TermCombination::minimum) value = std::fmin(value, term.value);
  }
  if (sum.count == static_cast<std::int64_t>(sum.terms.size())) return value;
  if (sum.combine == TermCombination::sum) return value + sum.rest;
  return sum.combine == TermCombination::product ? value * sum.rest : value;
}

// Magnitude of the largest term: a small sum of large terms has a larger rounding error.
double scale(const ElementOrigin& origin) {
  double most = 0;
  for (const ElementSum& sum : origin.sums)
    for (const ElementTerm& term : sum.terms)
      if (std::isfinite(term.value)) most = std::fmax(most, std::abs(term.value));
  return most;
}

struct Line {
  Axis c = make_axis(3, "C"), n = make_axis(4, "N");
  Op w = variable({c}, 2.0).named("w");
  Op x = placeholder({c, n}).named("x");
  Op y = dot(w, x).named("y");
  Op p = softmax(x, {c}).named("p");
  Op loss = sum(y * y, out_axes({})).named("loss");
  Op slope = deriv(loss, w).named("slope");
  Op node = computation({y, p, loss, assign(w, w - 0.1 * slope)}, {x});

  ElementOrigin of(const Op& op, std::int64_t element, std::size_t terms = 16) const {
    return of(op.id(), element, terms);
  }
  ElementOrigin of(OpId op, std::int64_t element, std::size_t terms = 16) const {
    ElementRequest request;
    request.computation = node;
    request.call.arguments = {Tensor::from(
        DType::f32, {3, 4}, std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})};
    request.op = op;
    request.element = element;
    request.terms = terms;
    return element_origin(request);
  }
};

// Checks every op and, transitively, its sources at some of their elements.
void check_all(const Op& node, const std::vector<Op>& ops, std::vector<Tensor> arguments,
               const std::vector<std::int64_t>& elements) {
  ElementRequest request;
  request.computation = node;
  request.transformer = "reference";
  request.call.arguments = std::move(arguments);
  request.terms = 8;
  using Asked = std::pair<OpId, std::optional<std::int64_t>>;  // with the step
  std::deque<Asked> queue;
  std::set<Asked> seen;
  for (const Op& op : ops)
    if (op.value().has_type()) queue.emplace_back(op.id(), std::nullopt);
  ElementOrigins origins;
  std::set<std::string> blind;
  int asked = 0;
  for (; !queue.empty(); queue.pop_front()) {
    std::tie(request.op, request.step) = queue.front();
    if (request.step > 3 || !seen.insert(queue.front()).second) continue;
    for (const std::int64_t element : elements) {
      request.element = element;
      ElementOrigin origin;
      try {
        origin = origins.origin(request);
      } catch (const Error& error) {  // inside a loop, of another computation, or out of range
        QVERIFY2(error.kind() == ErrorKind::key || error.kind() == ErrorKind::index, error.what());
        continue;
      }
      ++asked;
      if (!origin.traced) blind.insert(origin.kind);
      if (origin.traced)
        QVERIFY2(close(origin.value, origin.recomputed, scale(origin)),
                 (origin.name + " (" + origin.kind + "): " + origin.formula + " is " +
                  std::to_string(origin.value) + ", not " + std::to_string(origin.recomputed))
                     .c_str());
      for (const ElementSum& sum : origin.sums) {
        if (!sum.terms.empty())
          QVERIFY2(close(total(sum), sum.value, scale(origin)), sum.formula.c_str());
        for (const ElementTerm& term : sum.terms)
          for (const ElementRead& each : term.sources) queue.emplace_back(each.op, each.step);
      }
      for (const ElementRead& each : origin.sources) queue.emplace_back(each.op, each.step);
    }
  }
  QVERIFY(asked > 0);
  QVERIFY2(blind.empty(), blind.empty() ? "" : blind.begin()->c_str());
}

Tensor uniform_tensor(const Shape& shape) {
  Tensor tensor(DType::f32, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, 0.1 * ((i * 37 + 11) % 23) - 1);
  return tensor;
}

}  // namespace

class ElementOriginTest : public QObject {
  Q_OBJECT
 private slots:
  void products_are_listed();
  void few_terms_leave_a_rest();
  void composites_name_their_sums();
  void a_variable_is_what_was_assigned();
  void derivatives_are_followed_to_sources();
  void history_is_the_element_in_other_calls();
  void loops_are_followed_step_by_step();
  void loops_in_loops_are_entered();
  void each_query_polls_its_own_progress();
  void samples_add_up_data();
  void samples_add_up();
  void other_kinds_add_up();
};

void ElementOriginTest::products_are_listed() {
  const Line line;
  const ElementOrigin y = line.of(line.y, 1);
  QCOMPARE(y.kind, std::string("dot"));
  QCOMPARE(y.place, std::string("N 1"));
  QCOMPARE(y.value, 2 * (2 + 6 + 10.0));
  QCOMPARE(y.recomputed, y.value);
  QCOMPARE(y.sums.size(), std::size_t(1));
  QCOMPARE(y.sums[0].formula, std::string("sum(x * y) over C"));
  QCOMPARE(y.sums[0].count, 3);
  const ElementTerm& most = y.sums[0].terms[0];
  QCOMPARE(most.value, 20.0);
  QCOMPARE(most.sources[0].name, std::string("w"));
  QCOMPARE(most.sources[1].name, std::string("x"));
  QCOMPARE(most.sources[1].place, std::string("C 2, N 1"));
  QCOMPARE(most.sources[1].value, 10.0);
  QCOMPARE(most.sources[0].iteration, 0);  // the state at the beginning of the call
  QCOMPARE(most.sources[1].iteration, 1);
}

void ElementOriginTest::few_terms_leave_a_rest() {
  const Line line;
  const ElementOrigin y = line.of(line.y, 1, 1);
  QCOMPARE(y.sums[0].terms.size(), std::size_t(1));
  QCOMPARE(y.sums[0].terms[0].value, 20.0);
  QCOMPARE(y.sums[0].rest, 16.0);
  QCOMPARE(y.sums[0].count, 3);
}

void ElementOriginTest::composites_name_their_sums() {
  const Line line;
  const ElementOrigin p = line.of(line.p, 0);
  QVERIFY(p.traced);
  QVERIFY2(close(p.value, p.recomputed, 0), p.formula.c_str());
  QVERIFY(p.formula.find("exp(") != std::string::npos);
  std::set<TermCombination> combines;
  for (const ElementSum& sum : p.sums) combines.insert(sum.combine);
  QCOMPARE(combines, (std::set{TermCombination::maximum, TermCombination::sum}));
}

void ElementOriginTest::a_variable_is_what_was_assigned() {
  const Line line;
  const ElementOrigin w = line.of(line.w, 2);
  QCOMPARE(w.sources.size(), std::size_t(1));
  QCOMPARE(w.value, w.sources[0].value);
  QVERIFY(w.value != 2.0);
  const ElementOrigin step = line.of(w.sources[0].op, 2);
  QCOMPARE(step.kind, std::string("subtract"));
  QCOMPARE(step.sources[0].name, std::string("w"));
  QCOMPARE(step.sources[0].value, 2.0);
}

// From the derivative, follows the first source until there is none.
void ElementOriginTest::derivatives_are_followed_to_sources() {
  const Line line;
  ElementOrigin at = line.of(line.slope, 1);
  int steps = 0;
  for (; steps < 50; ++steps) {
    QVERIFY2(close(at.value, at.recomputed, scale(at)), at.formula.c_str());
    const std::vector<ElementRead>& from =
        at.sources.empty() && !at.sums.empty() ? at.sums[0].terms[0].sources : at.sources;
    if (from.empty() || from[0].iteration == 0) break;
    at = line.of(from[0].op, from[0].element.value_or(0));
  }
  QVERIFY(steps > 1 && steps < 50);
}

void ElementOriginTest::history_is_the_element_in_other_calls() {
  const Line line;
  ElementRequest request;
  request.computation = line.node;
  const auto call = [](std::int64_t iteration, double x) {
    return CallBasis{iteration, {Tensor(x)}, {}};
  };
  request.call = call(2, 3);
  request.history = {call(1, 1), call(2, 3)};
  request.op = line.y.id();
  const ElementOrigin y = element_origin(request);
  const std::vector<std::pair<std::int64_t, Number>> expected{{1, 6.0}, {2, 18.0}};
  QCOMPARE(y.history, expected);
  request.history_seconds = 0;  // the requested call is computed anyway
  const std::vector<std::pair<std::int64_t, Number>> asked{{2, 18.0}};
  QCOMPARE(element_origin(request).history, asked);
}

// s = s / 2 + x: each element's contribution is halved at each later step.
void ElementOriginTest::loops_are_followed_step_by_step() {
  const Axis t = make_axis(4, "T"), n = make_axis(2, "N");
  const Op x = placeholder({t, n}).named("x");
  const ScanResult loop =
      scan(t, {broadcast(constant(1.0), {n})}, {x}, [](const auto& states, const auto& elements) {
        const Op half = (states[0] / 2).named("half");
        const Op next = (half + elements[0]).named("next");
        return ScanStep{{next}, {next}};
      });
  const Op all = loop.outputs[0] * 10;
  ElementRequest request;
  request.computation = computation({all, loop.states[0]}, {x});
  request.call.arguments = {
      Tensor::from(DType::f32, {4, 2}, std::vector<double>{1, 5, 2, 6, 3, 7, 4, 8})};
  request.op = all.id();
  request.element = 2 * 2 + 1;  // T 2, N 1
  ElementOrigins origins;
  const auto follow = [&](const ElementRead& to) {
    request.op = to.op, request.element = to.element.value_or(0), request.step = to.step;
    return origins.origin(request);
  };
  ElementOrigin origin = origins.origin(request);
  QCOMPARE(origin.value, 113.75);
  QCOMPARE(origin.sources[0].name, std::string("next"));
  QCOMPARE(origin.sources[0].loop, std::string("T"));
  for (int step = 2; step >= 0; --step) {
    const ElementRead next = origin.sources[0];
    QCOMPARE(next.step.value_or(-1), step);
    QCOMPARE(next.place, std::string("N 1"));
    QCOMPARE(next.value, (std::array{5.5, 8.75, 11.375}[static_cast<std::size_t>(step)]));
    origin = follow(next);
    QCOMPARE(origin.value, next.value);
    QCOMPARE(origin.step.value_or(-1), step);
    QCOMPARE(origin.sources.size(), std::size_t(2));
    const ElementRead element = origin.sources[1];
    QCOMPARE(element.name, std::string("x"));
    QCOMPARE(element.place, "T " + std::to_string(step) + ", N 1");
    QVERIFY(!element.step);
    QCOMPARE(element.value, 5.0 + step);
    origin = follow(origin.sources[0]);  // half
    QCOMPARE(origin.name, std::string("half"));
    QCOMPARE(origin.step.value_or(-1), step);
  }
  QVERIFY(!origin.sources[0].step);  // the initial state comes from outside the loop
  QCOMPARE(origin.sources[0].value, 1.0);
  QVERIFY2(origins.compilations() <= 2, std::to_string(origins.compilations()).c_str());
  request.op = loop.states[0].id(), request.element = 0, request.step.reset();
  QCOMPARE(origins.origin(request).sources[0].step.value_or(-1), 3);
  // Result 1 of the loop: the outputs of all steps.
  request.result = 1, request.element = 2 * 2 + 1;
  const ElementOrigin stacked = origins.origin(request);
  QVERIFY(stacked.name.ends_with("#1"));
  QCOMPARE(stacked.place, std::string("T 2, N 1"));
  QCOMPARE(stacked.value, 11.375);
  QCOMPARE(stacked.sources[0].step.value_or(-1), 2);
  request.result = 0;
  request.step = 4, request.op = origin.op;
  QVERIFY_THROWS_EXCEPTION(Error, origins.origin(request));
}

// Each outer step runs a = a / 2 + w twice, from a = s: s / 2 + 1, then s / 4 + 3.5; next = a + the
// sum of both + x = s + 8 + x.
void ElementOriginTest::loops_in_loops_are_entered() {
  const Axis t = make_axis(3, "T"), k = make_axis(2, "K"), n = make_axis(2, "N");
  const Op x = placeholder({t, n}).named("x"), w = placeholder({k}).named("w");
  Op inner_next;
  const auto outer = [&](const auto& states, const auto& elements) {
    const ScanResult inner = scan(k, {states[0]}, {w}, [&](const auto& s, const auto& e) {
      inner_next = (s[0] / 2 + e[0]).named("inner");
      return ScanStep{{inner_next}, {inner_next}};
    });
    const Op both = (inner.states[0] + sum(inner.outputs[0], out_axes({n}))).named("both");
    const Op next = (both + elements[0]).named("next");
    return ScanStep{{next}, {next}};
  };
  const ScanResult loop = scan(t, {broadcast(constant(1.0), {n})}, {x}, outer);
  const Op all = loop.outputs[0] * 10;
  ElementRequest request;
  request.computation = computation({all}, {x, w});
  request.call.arguments = {Tensor::from(DType::f32, {3, 2}, std::vector<double>{1, 5, 2, 6, 3, 7}),
                            Tensor::from(DType::f32, {2}, std::vector<double>{1, 3})};
  request.op = all.id();
  request.element = 2 * 2;  // T 2, N 0: 1 + 9, + 10, + 11
  ElementOrigins origins;
  const auto follow = [&](const ElementRead& to) {
    request.op = to.op, request.element = to.element.value_or(0), request.step = to.step;
    return origins.origin(request);
  };
  ElementOrigin origin = origins.origin(request);
  QCOMPARE(origin.value, 310.0);
  origin = follow(origin.sources[0]);
  QCOMPARE(origin.name, std::string("next"));
  QCOMPARE(origin.step.value_or(-1), 2);
  QCOMPARE(origin.sources[1].value, 3.0);  // x
  origin = follow(origin.sources[0]);
  QCOMPARE(origin.name, std::string("both"));
  QCOMPARE(origin.value, 28.0);
  const ElementRead last = origin.sources[0];
  QCOMPARE(last.name, std::string("inner"));
  QCOMPARE(last.loop, std::string("T × K"));
  QCOMPARE(last.step.value_or(-1), 5);  // T 2, K 1
  QCOMPARE(last.value, 8.5);
  origin = follow(last);
  QCOMPARE(origin.value, 8.5);
  QCOMPARE(origin.recomputed, 8.5);
  QCOMPARE(origin.loop, std::string("T × K"));
  const auto at = [&](std::int64_t step) {
    request.op = inner_next.id(), request.element = 0, request.step = step;
    return origins.origin(request).value;
  };
  const double expected[] = {1.5, 3.75, 6, 6, 11, 8.5};
  for (int step = 0; step < 6; ++step) QCOMPARE(at(step), expected[step]);
  // The first step of the inner loop leads to the previous step of the outer loop.
  request.step = 4;
  origin = origins.origin(request);
  QCOMPARE(origin.sources[1].name, std::string("w"));
  QCOMPARE(origin.sources[1].value, 1.0);
  QCOMPARE(origin.sources[0].step.value_or(-1), 4);
  const ElementRead before = follow(origin.sources[0]).sources.at(0);
  QCOMPARE(before.name, std::string("next"));
  QCOMPARE(before.loop, std::string("T"));
  QCOMPARE(before.step.value_or(-1), 1);
  QCOMPARE(before.value, 20.0);
  request.op = inner_next.id();
  request.step = 6;
  QVERIFY_THROWS_EXCEPTION(Error, origins.origin(request));
}

// A loop that one query replayed is kept for the next, which may still have steps to replay.
void ElementOriginTest::each_query_polls_its_own_progress() {
  const Axis t = make_axis(4, "T");
  const Op x = placeholder({t}).named("x");
  const ScanResult loop = scan(t, {constant(0.0)}, {x}, [](const auto& states, const auto& parts) {
    const Op next = states[0] + parts[0];
    return ScanStep{{next}, {next}};
  });
  ElementRequest request;
  request.computation = computation({loop.outputs[0]}, {x});
  request.call.arguments = {Tensor::from(DType::f32, {4}, std::vector<double>{1, 2, 3, 4})};
  request.op = loop.outputs[0].id();
  ElementOrigins origins;
  const ElementRead first = origins.origin(request).sources.at(0);
  request.op = first.op, request.element = 0;
  const auto polled_at = [&](std::int64_t step) {
    int polled = 0;
    request.step = step;
    request.options.progress = [&polled](const std::string&, double) { return ++polled > 0; };
    origins.origin(request);
    return polled;
  };
  QVERIFY(polled_at(0) > 0);
  QVERIFY(polled_at(3) >= 3);  // the steps 1 to 3
  request.step = 1;
  request.options.progress = [](const std::string&, double) { return false; };
  QVERIFY_THROWS_EXCEPTION(Error, origins.origin(request));
}

void ElementOriginTest::samples_add_up_data() {
  QTest::addColumn<QString>("sample");
  for (const char* sample :
       {"01_x_plus_one", "02_four_b_plus_c", "03_logistic_part1", "04_logistic_part2_older",
        "05_logistic_part2", "06_mlp", "07_planted_nan", "08_convnet", "09_lstm"})
    QTest::newRow(sample) << sample;
}

void ElementOriginTest::samples_add_up() {
  QFETCH(QString, sample);
  const Document document =
      load_document(testing::source_file("sample_graphs/") + sample.toStdString() + ".ngraph");
  BoundPlan plan(document);
  plan.load();
  check_all(document.computation(), document.ops, plan.calls.arguments(plan.moment(0)), {0});
}

// Ops that the samples lack: look-ups, windows, strided slices and their derivatives.
void ElementOriginTest::other_kinds_add_up() {
  const Axis c = make_axis(2, "C"), d = make_axis(1, "D"), h = make_axis(5, "H"),
             w = make_axis(4, "W");
  const Axis n = make_axis(3, "N"), f = make_axis(2, "F"), v = make_axis(6, "V");
  const Op image = variable({c, d, h, w, n}, uniform_tensor({2, 1, 5, 4, 3})).named("image");
  const Op table = variable({v, f}, uniform_tensor({6, 2})).named("table");
  const Op index = placeholder({n}).named("index");
  const auto pooled = [&](const std::string& kind) {
    return pooling(kind,
                   {{"J", 1},
                    {"T", 1},
                    {"R", 3},
                    {"S", 2},
                    {"pad_c", 0},
                    {"pad_d", 0},
                    {"pad_h", 1},
                    {"pad_w", 0},
                    {"pad_end_w", 1},
                    {"str_c", 1},
                    {"str_d", 1},
                    {"str_h", 2},
                    {"str_w", 1}},
                   image)
        .named(kind);
  };
  const Axis each = make_axis(1, "G"), one = make_axis(1, "T");
  const Op filters = variable({each, one, make_axis(3, "R"), make_axis(2, "S"), make_axis(4, "K")},
                              uniform_tensor({1, 1, 3, 2, 4}))
                         .named("filters");
  const Op grouped = convolution({{"pad_d", 0},
                                  {"pad_h", 1},
                                  {"pad_w", 0},
                                  {"pad_end_w", 1},
                                  {"str_d", 1},
                                  {"str_h", 2},
                                  {"str_w", 1},
                                  {"dil_d", 1},
                                  {"dil_h", 1},
                                  {"dil_w", 1},
                                  {"groups", 2}},
                                 image, filters)
                         .named("grouped");
  const Op most = pooled("max"), middle = pooled("avg");
  const Op rows = lookuptable(table, index, {n, f}).named("rows");
  const Op stepped = getitem(image, {SliceItem::all(), SliceItem::at(0), SliceItem::range(0, 5, 2)})
                         .named("stepped");
  const Op padded = pad(rows, {{1, 0}, {0, 2}}).named("padded");
  const Op flat = flatten(rows).named("flat");
  const Op spread = variance(image, out_axes({n})).named("spread");
  const Op whole = prod(rows, out_axes({n})).named("whole");
  const Op where = argmax(image, out_axes({n})).named("where");
  const Op norm = L2_norm(rows).named("norm");
  const Op loss =
      (sum(grouped * grouped, out_axes({})) + sum(most * most, out_axes({})) +
       sum(middle * middle, out_axes({})) + sum(rows * rows, out_axes({})) +
       sum(stepped * stepped, out_axes({})) + sum(spread, out_axes({})) + sum(whole, out_axes({})) +
       sum(norm, out_axes({})) + sum(padded, out_axes({})) + sum(flat, out_axes({})))
          .named("loss");
  const Op by_image = deriv(loss, image).named("by_image"),
           by_table = deriv(loss, table).named("by_table"),
           by_filters = deriv(loss, filters).named("by_filters");
  const std::vector<Op> ops{grouped, by_filters, most,  middle, rows, stepped,  padded,  flat,
                            spread,  whole,      where, norm,   loss, by_image, by_table};
  check_all(computation(ops, {index}), ops, {Tensor{1, 4, 1}}, {0, 1, 2});
}

NGRAPH_TEST(ElementOriginTest)
#include "element_origin_test.moc"
