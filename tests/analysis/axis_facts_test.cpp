// SPDX-License-Identifier: Apache-2.0
// Tests what each op does with its axes, on hand-made graphs and on samples.
#include "engine/analysis/axis_facts.h"

#include <QtTest>
#include <algorithm>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using Axes = std::vector<AxisRecord>;

AxisRecord axis(const std::string& name, std::int64_t length) {
  return {name, length, 0, {}};
}

OpRecord op(OpId id, Family family, std::vector<OpId> operands, Axes axes) {
  OpRecord made;
  made.id = id, made.name = "op" + std::to_string(id), made.op = "any", made.family = family;
  for (const OpId operand : operands) made.operands.push_back({operand, 0, "x"});
  made.results = {{std::move(axes), DType::f32}};
  return made;
}

// What the op does with the axis; nullopt if it is not listed.
std::optional<AxisEffect> effect(const GraphRecord& graph, const std::string& meant, OpId id) {
  for (const AxisFacts& facts : axis_facts(graph, nullptr)) {
    if (!is_axis(facts.axis, meant)) continue;
    for (const AxisDoing& use : facts.uses) {
      if (use.op == id) return use.effect;
    }
  }
  return {};
}

// One after the other; the value is that of the last.
GraphRecord inSequence() {
  OpRecord sequence = op(3, Family::effect, {1, 2}, {axis("W", 6)});
  sequence.traits.kind = OpKind::sequential;
  GraphRecord graph;
  graph.ops = {op(1, Family::state, {}, {axis("H", 4)}), op(2, Family::state, {}, {axis("W", 6)}),
               sequence};
  return graph;
}

GraphRecord byHand() {
  const AxisRecord h = axis("H", 4), w = axis("W", 6), f = axis("F", 24), n = axis("N", 5),
                   half = axis("H", 2), a = axis("A", 2), b = axis("B", 3), r = axis("R", 6);
  GraphRecord graph;
  graph.ops = {op(1, Family::state, {}, {h, w}),         // introduces H and W
               op(2, Family::elementwise, {1}, {h, w}),  // has them
               op(3, Family::reduction, {2}, {h}),       // reduces W
               op(4, Family::view, {2}, {f}),            // joins them into F
               op(5, Family::view, {3}, {h, n}),         // broadcasts along N
               op(6, Family::view, {2}, {half, w}),      // slices H
               op(7, Family::view, {2}, {h, a, b}),      // splits W
               op(8, Family::view, {2}, {h, r}),         // renames W
               op(9, Family::view, {2}, {w})};           // selects one index of H
  OpRecord effect = op(10, Family::effect, {1, 2}, {});
  effect.results.clear();
  graph.ops.push_back(effect);
  return graph;
}

}  // namespace

class AxisFactsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyAction();
  void sequencesReduceNothing();
  void equalNamesWithOtherLengthsAreDistinct();
  void splittingNamesTheParts();
  void samplesAgreeWithTheirOps_data();
  void samplesAgreeWithTheirOps();
  void stridesComeFromTheBuffers();
};

void AxisFactsTest::everyAction() {
  const GraphRecord graph = byHand();
  using enum AxisEffect;
  QCOMPARE(effect(graph, "H 4", 1), std::optional(makes));
  QCOMPARE(effect(graph, "H 4", 2), std::optional(has));
  QCOMPARE(effect(graph, "W", 3), std::optional(reduces));
  QCOMPARE(effect(graph, "H 4", 4), std::optional(joins));
  QCOMPARE(effect(graph, "F", 4), std::optional(makes));
  QCOMPARE(effect(graph, "N", 5), std::optional(spreads));
  QCOMPARE(effect(graph, "H 4", 6), std::optional(resizes));
  QCOMPARE(effect(graph, "H 2", 6), std::optional(makes));
  QCOMPARE(effect(graph, "W", 7), std::optional(splits));
  QCOMPARE(effect(graph, "W", 8), std::optional(renames));
  QCOMPARE(effect(graph, "H 4", 9), std::optional(picks));
  QCOMPARE(effect(graph, "H", 10), std::nullopt);  // an effect reduces nothing
}

void AxisFactsTest::sequencesReduceNothing() {
  QCOMPARE(effect(inSequence(), "H 4", 3), std::nullopt);
  QCOMPARE(effect(inSequence(), "W 6", 3), AxisEffect::has);
}

void AxisFactsTest::equalNamesWithOtherLengthsAreDistinct() {
  const std::vector<AxisFacts> all = axis_facts(byHand(), nullptr);
  const auto named = std::count_if(all.begin(), all.end(),
                                   [](const AxisFacts& facts) { return facts.axis.name == "H"; });
  QCOMPARE(named, 2);
  QCOMPARE(axis_text(all.front().axis), std::string("H 4"));
  QVERIFY(is_axis(all.front().axis, "H") && !is_axis(all.front().axis, "H 2"));
  const AxisRecord shadow{"H__NG_SHADOW", 3, 0, {}};
  for (const char* meant : {"H__NG_SHADOW", "H′", "H′ 3"}) QVERIFY(is_axis(shadow, meant));
  QVERIFY(!is_axis(shadow, "H"));
  QCOMPARE(all.front().shared(), 6);
}

void AxisFactsTest::splittingNamesTheParts() {
  for (const AxisFacts& facts : axis_facts(byHand(), nullptr)) {
    for (const AxisDoing& use : facts.uses) {
      if (use.effect != AxisEffect::splits) continue;
      QCOMPARE(use.others, (std::vector<std::string>{"A 2", "B 3"}));
      QVERIFY(!use.position);
    }
  }
}

void AxisFactsTest::samplesAgreeWithTheirOps_data() {
  QTest::addColumn<QString>("sample");
  for (const char* sample : {"05_logistic_part2", "06_mlp", "08_convnet", "09_lstm"}) {
    QTest::newRow(sample) << sample;
  }
}

// Every listed op has the axis at the stated position, and no op is missing.
void AxisFactsTest::samplesAgreeWithTheirOps() {
  QFETCH(QString, sample);
  const std::string file =
      testing::source_file("sample_graphs/") + sample.toStdString() + ".ngraph";
  const GraphRecordPtr graph = make_document_record(load_document(file))->graph;
  std::size_t said = 0, there = 0;
  for (const AxisFacts& facts : axis_facts(*graph, nullptr)) {
    for (const AxisDoing& use : facts.uses) {
      if (!use.position) continue;
      ++said;
      const auto& results = graph->find(use.op)->results;
      const auto place = static_cast<std::size_t>(*use.position);
      QVERIFY(std::any_of(results.begin(), results.end(), [&](const ResultRecord& result) {
        return static_cast<int>(result.axes.size()) == use.rank && place < result.axes.size() &&
               is_axis(result.axes[place], axis_text(facts.axis));
      }));
    }
  }
  for (const OpRecord& each : graph->ops) {
    if (each.results.size() == 1) there += each.results.front().axes.size();
  }
  QVERIFY(said >= there);
  QVERIFY(there > 0);
}

void AxisFactsTest::stridesComeFromTheBuffers() {
  const Document document = load_document(testing::source_file("sample_graphs/06_mlp.ngraph"));
  const TransformerPtr transformer = allocate_transformer("cpu");
  CompileOptions options;
  options.keep_record = true;
  const CompilationRecordPtr record =
      make_record(transformer->add_computation(document.computation(""), options).compilation());
  for (const AxisFacts& facts : axis_facts(*record->final_graph(), record.get())) {
    if (facts.axis.name != "H") continue;
    QCOMPARE(facts.strides(), (std::vector<std::int64_t>{28}));
    return;
  }
  QFAIL("06 has an axis H");
}

NGRAPH_TEST(AxisFactsTest, QCoreApplication)
#include "axis_facts_test.moc"
