// SPDX-License-Identifier: Apache-2.0
// Tests calls that are repeated with other values in their sources: inputs, constants, variables.
#include <QtTest>

#include "engine/analysis/compare/tensor_difference.h"
#include "engine/analysis/what_if.h"
#include "engine/ngraph.h"
#include "engine/records/values/edit_text.h"
#include "engine/records/values/read_edit.h"
#include "engine/session/graph_record.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// y = w x + c, with a gradient step on w: every kind of source, and a derivative.
struct Line {
  Axis n = make_axis(4, "N");
  Op x = placeholder({n}).named("x");
  Op w = variable({n}, 2.0).named("w");
  Op c = constant(Tensor{1, 1, 1, 1}, {n}).named("c");
  Op y = (w * x + c).named("y");
  Op apart = (x * 3).named("apart");
  Op loss = sum(y * y, out_axes({})).named("loss");
  Op node = computation({y, apart, loss, assign(w, w - 0.1 * deriv(loss, w))}, {x});

  WhatIfRequest request(std::vector<ElementEdit> edits) const {
    WhatIfRequest made;
    made.computation = node;
    made.arguments = {Tensor{1, 2, 3, 4}};
    made.edits = std::move(edits);
    made.shown = {{y.id()}, {w.id()}};
    return made;
  }
};

std::vector<double> values(const WhatIfRecord::Pair& pair, bool after) {
  return (after ? pair.after : pair.before).value.values();
}

std::string refusal(const WhatIfRequest& request) {
  try {
    what_if(request);
  } catch (const Error& error) {
    return to_string(error.diagnostic());
  }
  return {};
}

}  // namespace

class WhatIfTest : public QObject {
  Q_OBJECT
 private slots:
  void inputs_are_edited();
  void constants_are_edited();
  void whole_tensors_are_summarised();
  void variables_are_edited_before_the_call();
  void nothing_is_edited();
  void all_results_of_a_loop_are_compared();
  void computed_ops_are_refused();
  void integers_are_not_truncated();
  void long_integers_are_exact();
  void it_can_be_cancelled();
  void edits_are_read();
};

void WhatIfTest::inputs_are_edited() {
  const Line line;
  const WhatIfRecord record = what_if(line.request({{line.x.id(), 1, 10}}));
  QCOMPARE(record.edits.size(), std::size_t(1));
  QCOMPARE(record.edits[0].before, Number(2));
  QCOMPARE(record.edits[0].place, std::string("N 1"));
  const OpDifference& y = *record.find(line.y.id());
  QCOMPARE(y.apart, 16.0);  // 2 * 10 + 1 instead of 2 * 2 + 1
  QCOMPARE(y.element, 1);
  QCOMPARE(y.right, 5.0);
  QCOMPARE(y.left, 21.0);
  QCOMPARE(record.find(line.apart.id())->apart, 24.0);
  QCOMPARE(record.find(line.c.id())->apart, 0.0);
  QCOMPARE(record.find(line.w.id())->apart > 0, true);  // after the call
  QCOMPARE(values(record.values[0], false), (std::vector<double>{3, 5, 7, 9}));
  QCOMPARE(values(record.values[0], true), (std::vector<double>{3, 21, 7, 9}));
}

void WhatIfTest::constants_are_edited() {
  const Line line;
  const WhatIfRecord record = what_if(line.request({{line.c.id(), {}, 0}}));
  QCOMPARE(record.edits[0].place, std::string());
  QCOMPARE(record.find(line.c.id())->apart, 1.0);
  QCOMPARE(record.find(line.y.id())->apart, 1.0);
  QCOMPARE(record.find(line.apart.id())->apart, 0.0);
  QCOMPARE(values(record.values[0], true), (std::vector<double>{2, 4, 6, 8}));
  // w - 0.1 * 2 y x, with y = w x.
  const std::vector<double> w = values(record.values[1], true);
  QVERIFY(std::abs(w[0] - (2 - 0.1 * 2 * 2 * 1)) < 1e-6);
  QVERIFY(std::abs(w[3] - (2 - 0.1 * 2 * 8 * 4)) < 1e-5);
}

void WhatIfTest::whole_tensors_are_summarised() {
  const Line line;
  const WhatIfRecord record = what_if(line.request({{line.x.id(), {}, 0}, {line.c.id(), {}, 5}}));
  QVERIFY(!record.edits[0].before);
  QCOMPARE(record.edits[0].summary.max, Number(4.0));
  QCOMPARE(edit_text(record, record.edits[0]),
           std::string("x = 0 before iteration 1, was 1 to 4, mean 2.5"));
  QCOMPARE(edit_text(record, record.edits[1]), std::string("c = 5 before iteration 1, was 1"));
}

void WhatIfTest::variables_are_edited_before_the_call() {
  const Line line;
  WhatIfRequest request = line.request({{line.w.id(), 2, 0}});
  request.state = {{line.w.id(), Tensor{1, 1, 1, 1}}};
  const WhatIfRecord record = what_if(request);
  QCOMPARE(record.edits[0].before, Number(1));
  QCOMPARE(values(record.values[0], false), (std::vector<double>{2, 3, 4, 5}));
  QCOMPARE(values(record.values[0], true), (std::vector<double>{2, 3, 1, 5}));
  QCOMPARE(record.state.size(), std::size_t(1));
  QVERIFY(std::abs(record.state[0].second.at(2) - (0 - 0.1 * 2 * 1 * 3)) < 1e-6);
  QVERIFY(record.text.ends_with("values change in iteration 1"));
}

void WhatIfTest::nothing_is_edited() {
  const Line line;
  const WhatIfRecord record = what_if(line.request({}));
  for (const OpDifference& each : record.ops) QCOMPARE(each.apart, 0.0);
  QVERIFY(record.text.starts_with("0 of "));
}

void WhatIfTest::all_results_of_a_loop_are_compared() {
  const Axis t = make_axis(3, "T");
  const Op x = placeholder({t}).named("x");
  const ScanResult loop =
      scan(t, {constant(0.0)}, {x}, [](const auto& states, const auto& elements) {
        return ScanStep{{states[0] + elements[0]}, {elements[0] * 2}};
      });
  const Op outputs = loop.outputs[0];
  WhatIfRequest request;
  request.computation = computation({loop.states[0], outputs}, {x});
  request.arguments = {Tensor{1, 2, 3}};
  request.edits = {{x.id(), 1, 10}};
  request.shown = {{outputs.id(), 1}};
  const WhatIfRecord record = what_if(request);
  QCOMPARE(record.values.size(), std::size_t(1));
  QVERIFY(record.values[0].before.name.ends_with("#1"));
  QCOMPARE(values(record.values[0], false), (std::vector<double>{2, 4, 6}));
  QCOMPARE(values(record.values[0], true), (std::vector<double>{2, 20, 6}));
  std::vector<double> apart;
  for (const OpDifference& each : record.ops)
    if (each.op == outputs.id()) apart.push_back(each.apart);
  QCOMPARE(apart, (std::vector<double>{8, 16, 8}));  // the last: the states before each step
}

void WhatIfTest::computed_ops_are_refused() {
  const Line line;
  QVERIFY(refusal(line.request({{line.y.id(), 0, 1}})).find("only sources") == 0);
  QVERIFY(refusal(line.request({{line.x.id(), 4, 1}})).find("no element 4") != std::string::npos);
  QVERIFY(refusal(line.request({{1u << 30, 0, 1}})).find("is not part of") != std::string::npos);
}

void WhatIfTest::integers_are_not_truncated() {
  const Op n = placeholder(make_axis(2), DType::i32).named("n"), y = n + 1;
  WhatIfRequest request;
  request.computation = computation({y}, {n});
  request.transformer = "reference";
  request.arguments = {Tensor({1, 2})};
  request.edits = {{n.id(), 1, 3.7}};
  QVERIFY(refusal(request).find("does not fit its element type") != std::string::npos);
  request.edits[0].value = 3;
  QCOMPARE(what_if(request).find(y.id())->apart, 1.0);
}

void WhatIfTest::long_integers_are_exact() {
  constexpr std::int64_t beyond = (std::int64_t{1} << 53) + 1;
  const Op n = placeholder({}, DType::i64).named("n");
  const Op same = value_of(n);
  WhatIfRequest request;
  request.computation = computation({same}, {n});
  request.arguments = {Tensor::from(DType::i64, {}, std::vector<Integer>{beyond - 1})};
  request.edits = {{n.id(), {}, beyond}};
  const WhatIfRecord record = what_if(request);
  QVERIFY(record.edits[0].before == beyond - 1);
  const OpDifference& found = *record.find(same.id());
  QVERIFY(found.left == beyond);
  QVERIFY(found.right == beyond - 1);
  QVERIFY(found.apart == 1);
  const Tensor high = Tensor::from(DType::u64, {}, std::vector<Integer>{UINT64_MAX});
  const Tensor low = Tensor::from(DType::u64, {}, std::vector<Integer>{UINT64_MAX - 1});
  QCOMPARE(subtracted(high, low).item(), 1.0);
  QVERIFY(difference(high, low, 0, 0).apart == 1);
}

void WhatIfTest::it_can_be_cancelled() {
  const Line line;
  WhatIfRequest request = line.request({{line.x.id(), 0, 1}});
  request.options.progress = [](const std::string&, double) { return false; };
  try {
    what_if(request);
    QFAIL("it was not cancelled");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::cancelled);
  }
}

void WhatIfTest::edits_are_read() {
  const Axis a = make_axis(2, "A"), b = make_axis(3, "B");
  const Op x = placeholder({a, b}), s = placeholder({});
  const auto named = [&](const std::string& name) -> NamedValue {
    const Op& op = name == "x" ? x : s;
    return {op.id(), axis_records(op.axes())};
  };
  const auto read = [&](const char* text) { return read_edit(text, named); };
  QCOMPARE(read("x[1, 2] = 0.5"), (ElementEdit{x.id(), 5, 0.5}));
  QCOMPARE(read("x[B 2,A 0]=-3e2"), (ElementEdit{x.id(), 2, -300}));
  QCOMPARE(read("s=4"), (ElementEdit{s.id(), {}, 4}));
  QVERIFY(std::isnan(read("s = nan").value));
  for (const char* wrong : {"x[1]=1", "x[1, 3]=1", "x[0, 0, 0]=1", "x[C 1, B 2]=1", "x[1, 2=1", "x",
                            "x=", "s[0]=1", "x[1, 2]=a"})
    QVERIFY_EXCEPTION_THROWN(read(wrong), Error);
}

NGRAPH_TEST(WhatIfTest)
#include "what_if_test.moc"
