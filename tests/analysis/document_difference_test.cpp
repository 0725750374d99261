// SPDX-License-Identifier: Apache-2.0
// Tests the comparison of two documents: how ops match, and which differences are listed.
#include "engine/analysis/document_difference.h"

#include <QtTest>

#include "engine/analysis/match_graphs.h"
#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/ngraph.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"
#include "engine/records/tensor_record.h"
#include "tests/support/effort.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// Rows of a graph, one call each; ids count from `first`.
class Rows {
 public:
  explicit Rows(OpId first) : next_(first) {}
  OpId add(const char* kind, const char* name, std::vector<OpId> operands = {},
           std::vector<std::pair<std::string, std::string>> attributes = {},
           std::int64_t length = 4) {
    OpRecord op;
    op.id = next_++;
    op.op = kind;
    op.name = name;
    for (const OpId operand : operands) op.operands.push_back({operand, 0, "x"});
    op.attributes = std::move(attributes);
    AxisRecord axis;
    axis.name = "N";
    axis.length = length;
    op.results = {{{axis}, DType::f32}};
    op.origins = {op.id};
    op.flops = flops;
    op.scope = scope;
    graph_.ops.push_back(op);
    return op.id;
  }
  ComparedDocument document(const char* path) const {
    auto document = std::make_shared<DocumentRecord>();
    document->path = path;
    document->graph = std::make_shared<GraphRecord>(graph_);
    return {document, nullptr};
  }
  GraphRecord& graph() { return graph_; }
  // Of the ops that are added next.
  std::int64_t flops = 0;
  std::string scope;

 private:
  GraphRecord graph_;
  OpId next_;
};

QStringList lines(const DocumentDifference& difference) {
  QStringList all;
  for (const Change& each : difference.changes)
    all << QString("%1 %2 %3 %4: %5 -> %6")
               .arg(QString::fromStdString(std::string(name(each.kind))),
                    QString::fromStdString(std::string(name(each.of))),
                    QString::fromStdString(each.name), QString::fromStdString(each.what),
                    QString::fromStdString(each.before), QString::fromStdString(each.after));
  return all;
}

// x -> sigmoid -> sum, with automatic names.
void chain(Rows& rows) {
  const OpId x = rows.add("placeholder", "X");
  rows.add("sum", "Sum", {rows.add("sigmoid", "Sigmoid", {x})});
}

// A scan with two results.
const QString looped =
    R"({"ngraph": 1, "axes": [{"axis": "T", "length": 4}, {"axis": "A", "length": 5}],
  "ops": [
    {"id": 1, "op": "placeholder", "name": "x", "metadata": {"device": "cpu"},
     "attributes": {"axes": ["T", "A"], "dtype": "float32"}},
    {"id": 2, "op": "constant", "name": "z", "attributes":
     {"axes": ["A"], "value": {"tensor": "float32", "shape": [], "values": [0.0]}}},
    {"id": 3, "op": "scan_parameter", "name": "s",
     "attributes": {"axes": ["A"], "dtype": "float32"}},
    {"id": 4, "op": "scan_parameter", "name": "e",
     "attributes": {"axes": ["A"], "dtype": "float32"}},
    {"id": 5, "op": "add", "name": "h", "operands": [3, 4]},
    {"id": 6, "op": "multiply", "name": "o", "operands": [5, 4]},
    {"id": 7, "op": "scan", "name": "loop", "operands": [2, 1],
     "step": {"parameters": [3, 4], "results": [5, 6]}, "attributes":
     {"axis": ["T"], "states": 1, "sequences": 1, "outputs": 1, "reverse": false}}],
  "computations": [{"id": 8, "name": "f", "results": [[7, 0]], "parameters": [1],
                    "returns": "list"}]})";

QString with_plan(const QString& plan) {
  QString json = looped;
  return json.insert(json.lastIndexOf('}'), ", \"plan\": " + plan);
}

ComparedDocument opened(const QString& json) {
  const QTemporaryDir folder;
  QFile file(folder.filePath("d.ngraph"));
  if (!file.open(QIODevice::WriteOnly)) qFatal("no temporary file");
  file.write(json.toUtf8());
  file.close();
  const Document document = load_document(file.fileName().toStdString());
  return {make_document_record(document), nullptr, attribute_tensors(document), {}, {},
          axis_role_texts(document)};
}

// The differences that replacing the first `from` in the text by `to` makes.
QStringList differences(const QString& json, const QString& from, const QString& to) {
  QString other = json;
  const auto at = other.indexOf(from);
  if (at < 0) return {"no " + from};
  other.replace(at, from.size(), to);
  return lines(document_difference(opened(json), opened(other)));
}

CompilationRecord compiled(const Rows& rows, std::vector<OpId> ops, double microseconds,
                           std::int64_t bytes) {
  CompilationRecord record;
  record.computation = "f";
  record.transformer = "cpu";
  PassRecord pass;
  pass.before = pass.after = rows.document("").document->graph;
  record.passes = {pass};
  KernelRecord kernel;
  kernel.name = "k0";
  kernel.ops = ops;
  kernel.microseconds = microseconds;
  record.kernels = {kernel};
  BufferRecord buffer;
  buffer.name = "t0";
  buffer.values = {ops.back()};
  buffer.bytes = bytes;
  record.buffers = {buffer};
  return record;
}

}  // namespace

class DocumentDifferenceTest : public QObject {
  Q_OBJECT

 private slots:
  // Ids and automatic names differ; the structure is the same.
  void sameGraphsHaveNoDifferences() {
    Rows a(1), b(500);
    chain(a);
    b.add("placeholder", "X");
    const OpId unused = b.add("sigmoid", "Sigmoid_7", {500});
    b.add("sum", "Sum_3", {unused});
    const DocumentDifference difference = document_difference(a.document("a"), b.document("b"));
    QCOMPARE(difference.matched, 3u);
    QVERIFY(difference.same());
  }

  void attributesAxesAndDtypesAreListed() {
    Rows a(1), b(1);
    a.add("variable", "W", {}, {{"initial_value", "0"}, {"gone", "1"}});
    b.add("variable", "W", {}, {{"initial_value", "1"}}, 8);
    OpRecord changed = *b.graph().ops.begin();
    changed.results[0].dtype = DType::f64;
    b.graph().ops = SharedRows<OpRecord>{changed};
    const DocumentDifference difference = document_difference(a.document("a"), b.document("b"));
    QCOMPARE(
        lines(difference),
        (QStringList{"changed op W axes: (N 4) -> (N 8)", "changed op W dtype: float32 -> float64",
                     "changed op W gone: 1 -> –", "changed op W initial_value: 0 -> 1"}));
    QCOMPARE(difference.changed, (std::vector<OpId>{1}));
  }

  // A variable has its axes as an attribute too.
  void axesAreListedOnce() {
    Rows a(1), b(1);
    a.add("variable", "W", {}, {{"axes", "(N: 4)"}});
    b.add("variable", "W", {}, {{"axes", "(N: 8)"}}, 8);
    QCOMPARE(lines(document_difference(a.document("a"), b.document("b"))),
             QStringList("changed op W axes: (N 4) -> (N 8)"));
  }

  // Records have only the types of tensors.
  void elementsOfTensorsAreCompared() {
    const Axis n = make_axis(3, "N");
    const auto compared = [&n](std::initializer_list<double> values, double scalar) {
      Document made;
      made.ops = {variable({n}, Tensor(values)).named("W"), variable(Axes(), scalar).named("b")};
      return ComparedDocument{make_document_record(made), nullptr, attribute_tensors(made)};
    };
    const ComparedDocument a = compared({1, 2, 3}, 4), b = compared({1, 5, 6}, 4),
                           c = compared({1, 2, 3}, 7);
    QCOMPARE(a.tensors.size(), 1u);
    QCOMPARE(lines(document_difference(a, b)),
             QStringList("changed op W initial_value: float32(3,) -> float32(3,), 2 of 3 elements "
                         "differ"));
    QCOMPARE(lines(document_difference(a, c)), QStringList("changed op b initial_value: 4 -> 7"));
    QVERIFY(document_difference(a, {b.document, nullptr}).same());
  }

  void anInsertedOpIsAdded() {
    Rows a(1), b(100);
    chain(a);
    const OpId x = b.add("placeholder", "X");
    const OpId between = b.add("exp", "Exp", {x});
    const OpId s = b.add("sigmoid", "Sigmoid", {between});
    b.add("sum", "Sum", {s});
    const DocumentDifference difference = document_difference(a.document("a"), b.document("b"));
    QCOMPARE(difference.matched, 3u);
    QCOMPARE(lines(difference),
             (QStringList{"added op Exp :  -> ", "changed op Sigmoid operand x: X -> Exp"}));
    QCOMPARE(difference.added, (std::vector<OpId>{between}));
    QCOMPARE(difference.changed, (std::vector<OpId>{s}));
  }

  // Two ops in a chain are the same kind: users tell which of them is new.
  void aNamedOpKeepsItsMatch() {
    Rows a(1), b(1);
    const OpId ax = a.add("placeholder", "X");
    a.add("add", "Y", {ax, ax});
    const OpId bx = b.add("placeholder", "X");
    const OpId twice = b.add("add", "Add", {bx, bx});
    b.add("multiply", "Y", {twice, bx});
    const DocumentDifference difference = document_difference(a.document("a"), b.document("b"));
    QCOMPARE(lines(difference),
             (QStringList{"added op Add :  -> ", "changed op Y op: add -> multiply",
                          "changed op Y operand x: X -> Add"}));
  }

  // What reads and what is read stays: the op has another kind.
  void aReplacedOpIsChanged() {
    Rows a(1), b(100);
    for (Rows* rows : {&a, &b}) {
      const OpId x = rows->add("placeholder", "X");
      const OpId middle =
          rows->add(rows == &a ? "tanh" : "sigmoid", rows == &a ? "tanh" : "sigmoid", {x});
      rows->add("sum", "Sum", {middle});
    }
    const QStringList found = lines(document_difference(a.document("a"), b.document("b")));
    QVERIFY2(found == QStringList("changed op sigmoid op: tanh -> sigmoid"),
             qPrintable(found.join('\n')));
  }

  // An op that is inserted before others shifts the numbers in their names.
  void numberedNamesDoNotDecide() {
    Rows a(1), b(100);
    const OpId x = a.add("placeholder", "X");
    a.add("exp", "t1", {a.add("tanh", "t0", {x})});
    const OpId y = b.add("placeholder", "X");
    const OpId added = b.add("tanh", "t0", {y}, {{"new", "1"}});
    b.add("exp", "t2", {b.add("tanh", "t1", {added})});
    const DocumentDifference difference = document_difference(a.document("a"), b.document("b"));
    QVERIFY2(difference.matched == 3u, qPrintable(lines(difference).join('\n')));
    QCOMPARE(difference.added, (std::vector<OpId>{added}));
    QCOMPARE(lines(difference),
             (QStringList{"added op t0 :  -> ", "changed op t1 operand x: X -> t0"}));
  }

  // Importers number the axes that they make.
  void namesOfAxesAreComparedUpToARenaming() {
    Rows a(1), b(1);
    for (Rows* rows : {&a, &b}) {
      rows->add("exp", "E", {rows->add("placeholder", "X")},
                {{"axes", rows == &a ? "(N: 4)" : "(M: 4)"}});
      if (rows == &a) continue;
      SharedRows<OpRecord> renamed;
      for (OpRecord op : rows->graph().ops) {
        op.results[0].axes[0].name = "M";
        renamed.push_back(op);
      }
      rows->graph().ops = renamed;
    }
    const DocumentDifference difference = document_difference(a.document("a"), b.document("b"));
    QVERIFY2(difference.same(), qPrintable(lines(difference).join('\n')));
    QCOMPARE(difference.renamed.size(), 1u);
    QCOMPARE(difference.renamed[0].after, std::string("M"));
  }

  void swappedOperandsOfASumAreNoDifference() {
    Rows a(1), b(1);
    for (Rows* rows : {&a, &b}) {
      const OpId x = rows->add("placeholder", "X"), y = rows->add("placeholder", "Y");
      rows->add("add", "Z", rows == &a ? std::vector{x, y} : std::vector{y, x});
      OpRecord sum = rows->graph().ops[2];
      sum.traits.commutative = true;
      SharedRows<OpRecord> ops;
      ops.push_back(rows->graph().ops[0]);
      ops.push_back(rows->graph().ops[1]);
      ops.push_back(sum);
      rows->graph().ops = ops;
    }
    QVERIFY(document_difference(a.document("a"), b.document("b")).same());
  }

  void aTransposedWeightIsRecognised() {
    const Axis n = make_axis(2, "N"), m = make_axis(3, "M");
    const auto compared = [](const Axes& axes, const Shape& shape, std::vector<double> values) {
      Document made;
      made.ops = {variable(axes, Tensor::from(DType::f32, shape, values)).named("W")};
      return ComparedDocument{make_document_record(made), nullptr, attribute_tensors(made)};
    };
    const ComparedDocument a = compared({n, m}, {2, 3}, {1, 2, 3, 4, 5, 6});
    const DocumentDifference equal =
        document_difference(a, compared({m, n}, {3, 2}, {1, 4, 2, 5, 3, 6}));
    QVERIFY2(lines(equal).last().endsWith("float32(3, 2), transposed (1, 0), equal elements"),
             qPrintable(lines(equal).join('\n')));
    const DocumentDifference other =
        document_difference(a, compared({m, n}, {3, 2}, {1, 4, 2, 5, 3, 8}));
    QVERIFY2(lines(other).last().endsWith("transposed (1, 0), 1 of 6 elements differ"),
             qPrintable(lines(other).join('\n')));
    const auto both = compared_tensors(other, other.changes.back());
    QVERIFY(both && both->before.shape == both->after.shape);
    QCOMPARE(both->before.values(), (std::vector<double>{1, 4, 2, 5, 3, 6}));
    QCOMPARE(other.changes.back().elements->most, 2.);
  }

  // The ids of the union never collide: an op that is only in one graph has an id of its own.
  void removedOpsHaveIdsOfTheirOwn() {
    Rows a(1), b(1);
    const OpId gone = a.add("placeholder", "gone");
    a.add("exp", "E", {gone});
    b.add("variable", "new");
    b.add("exp", "E", {1});
    const DocumentDifference difference = document_difference(a.document("a"), b.document("b"));
    QCOMPARE(difference.removed.size(), 1u);
    QCOMPARE(difference.added, (std::vector<OpId>{1}));
    QVERIFY(difference.removed[0] != 1 && !difference.after->find(difference.removed[0]));
    const OpRecord* e = difference.before->find(2);
    QVERIFY(e && e->operands[0].op == difference.removed[0]);
    QCOMPARE(lines(difference).back(), QString("changed op E operand x: gone -> new"));
    const PassRecord pass = pass_of(difference);
    QVERIFY(pass.changed);
    QCOMPARE(pass.removed, difference.removed);
    QVERIFY(pass.text_before.str().find("E = exp(gone)") != std::string::npos);
    QCOMPARE(pass.rewrites.size(), difference.changes.size());
    QCOMPARE(pass.rewrites[0].rule, std::string("op gone is removed"));
    QCOMPARE(pass.rewrites.back().rule, std::string("op E, operand x: gone -> new"));
  }

  void aRenamedOpMatchesByItsUser() {
    Rows a(1), b(50);
    a.add("exp", "E", {a.add("placeholder", "x_before")});
    b.add("placeholder", "other");
    b.add("exp", "E", {b.add("placeholder", "x_after")});
    const DocumentDifference difference = document_difference(a.document("a"), b.document("b"));
    QCOMPARE(lines(difference), QStringList("added op other :  -> "));
    QCOMPARE(difference.renamed.size(), 1u);
    QCOMPARE(difference.renamed[0].before, std::string("x_before"));
    QCOMPARE(difference.renamed[0].after, std::string("x_after"));
  }

  void computationsAndPlansAreCompared() {
    Rows a(1), b(1);
    chain(a);
    chain(b);
    ComparedDocument first = a.document("a"), second = b.document("b");
    auto before = std::make_shared<DocumentRecord>(*first.document);
    auto after = std::make_shared<DocumentRecord>(*second.document);
    before->computations = {{"f", {1}, {2}}, {"old", {}, {}}};
    after->computations = {{"f", {1}, {3}}, {"new", {}, {}}};
    PlanRecord plan{"f", "", 10, 5, 32, {}, "", {}, {}, {}, {}, {}, {}, {}};
    before->plan = std::make_shared<const PlanRecord>(plan);
    plan.epochs = 12;
    plan.evaluations = {{"valid", "g", 2, true}};
    plan.callbacks = {{CallbackKind::log, 3, "l.jsonl"}};
    plan.plots = {"L", "M"};
    after->plan = std::make_shared<const PlanRecord>(plan);
    first.document = before;
    second.document = after;
    QCOMPARE(lines(document_difference(first, second)),
             (QStringList{"changed computation f results: Sigmoid -> Sum",
                          "added computation new :  -> ", "removed computation old :  -> ",
                          "changed plan run plan callback log l.jsonl: – -> every 3 epochs",
                          "changed plan run plan epochs: 10 -> 12",
                          "changed plan run plan evaluation valid: – -> g, 2 batches",
                          "changed plan run plan plots: – -> L, M"}));
  }

  void resultsOfOneOpAreDistinct() {
    QCOMPARE(differences(looped, "[[7, 0]]", "[[7, 1]]"),
             QStringList("changed computation f results: loop -> loop#1"));
    // A file of an earlier release does not say which result it is.
    ComparedDocument earlier = opened(looped);
    auto record = std::make_shared<DocumentRecord>(*earlier.document);
    record->computations[0].result_numbers.clear();
    record->computations[0].returns.clear();
    record->loops.clear();
    earlier.document = record;
    QString other = looped;
    other.replace("[[7, 0]]", "[[7, 1]]");
    QVERIFY(document_difference(earlier, opened(other)).same());
  }

  void stepsOfLoopsAreCompared() {
    QCOMPARE(differences(looped, "\"results\": [5, 6]", "\"results\": [6, 5]"),
             QStringList("changed op loop results of the step: h, o -> o, h"));
    QCOMPARE(differences(looped, "\"parameters\": [3, 4]", "\"parameters\": [4, 3]"),
             QStringList("changed op loop parameters of the step: s, e -> e, s"));
  }

  // Once for each axis, not for each op.
  void rolesOfAxesAreCompared() {
    QCOMPARE(differences(looped, "\"axis\": \"T\"", "\"axis\": \"T\", \"batch\": true"),
             QStringList("changed axis T role: – -> batch"));
    QCOMPARE(differences(looped, "\"axis\": \"A\"", "\"axis\": \"A\", \"recurrent\": true"),
             QStringList("changed axis A role: – -> recurrent"));
    QCOMPARE(differences(looped, "\"axis\": \"A\"", "\"axis\": \"A\", \"roles\": [\"channel\"]"),
             QStringList("changed axis A role: – -> channel"));
  }

  void detailsOfPlansAreCompared() {
    const QString json = with_plan(R"({"computation": "f", "data": [{"name": "mixture", "seed": 0,
        "generator": "mixture_of_gaussians", "probabilities": [0.25, 0.75], "shape": [5],
        "batch": 4, "parts": [{"name": "train", "batches": 20}, {"name": "evaluation",
        "batches": 4}]}], "bindings": [{"placeholder": "x", "data": "mixture.train.xs"}],
        "evaluations": [{"name": "wrong", "computation": "f", "batches": 4, "bindings":
        [{"placeholder": "x", "data": "mixture.evaluation.xs"}], "reduction": "mean",
        "at_start": true}]})");
    const auto plan = [&](const char* from, const char* to) { return differences(json, from, to); };
    QCOMPARE(plan("0.25, 0.75", "0.5, 0.5"),
             QStringList("changed plan run plan data mixture, probabilities: "
                         "0.25, 0.75 -> 0.5, 0.5"));
    QCOMPARE(plan("\"batches\": 20", "\"batches\": 21"),
             QStringList("changed plan run plan data mixture, parts: train 20 batches, "
                         "evaluation 4 batches -> train 21 batches, evaluation 4 batches"));
    QCOMPARE(plan("\"reduction\": \"mean\"", "\"reduction\": \"max\""),
             QStringList("changed plan run plan evaluation wrong, reduction: mean -> max"));
    QCOMPARE(plan("\"at_start\": true", "\"at_start\": false"),
             QStringList("changed plan run plan evaluation wrong, before the first epoch: "
                         "yes -> no"));
    QCOMPARE(plan("mixture.evaluation.xs", "mixture.train.xs"),
             QStringList("changed plan run plan evaluation wrong, sources: "
                         "x = mixture.evaluation.xs -> x = mixture.train.xs"));
  }

  void arraysOfPlansAreCompared() {
    const auto fed = [](const QString& values, int count) {
      return with_plan(R"({"computation": "f", "bindings": [{"placeholder": "x", "value":
          {"tensor": "float32", "shape": [%1], "values": [%2]}}]})")
          .arg(count)
          .arg(values);
    };
    QCOMPARE(differences(fed("1, 2, 3", 3), "2, 3]", "9, 3]"),
             QStringList("changed plan run plan elements of x: 1, 2, 3 -> 1, 9, 3"));
    const QString many = fed("1, 2, 3, 4, 5, 6, 7, 8, 9", 9);
    const QStringList found = differences(many, "8, 9]", "8, 1]");
    QVERIFY2(found.size() == 1 && found[0].contains("elements of x: hash "), qPrintable(many));
  }

  void whatAComputationReturnsIsCompared() {
    QCOMPARE(differences(looped, "\"list\"", "\"single\""),
             QStringList("changed computation f returns: list -> single"));
  }

  // Apart from places of cards, and from what an importer notes.
  void metadataIsCompared() {
    QCOMPARE(differences(looped, "\"cpu\"", "\"gpu\""),
             QStringList("changed op x metadata device: cpu -> gpu"));
    QCOMPARE(differences(looped, "\"cpu\"", "\"cpu\", \"place\": \"1 2\", \"onnx\": \"Conv\""),
             QStringList());
  }

  void aTypeIsListedOnce() {
    const Axis n = make_axis(2, "N");
    const auto compared = [&n](DType dtype) {
      Document made;
      made.ops = {placeholder(n, dtype).named("x")};
      return ComparedDocument{make_document_record(made), nullptr, {}};
    };
    QCOMPARE(lines(document_difference(compared(DType::f32), compared(DType::f64))),
             QStringList("changed op x dtype: float32 -> float64"));
  }

  // Kernels and buffers match by the ops of the document, whose ids differ.
  void compilationsAreCompared() {
    Rows a(1), b(100);
    chain(a);
    chain(b);
    ComparedDocument first = a.document("a"), second = b.document("b");
    CompilationRecord one = compiled(a, {2, 3}, 8, 64), other = compiled(b, {101, 102}, 2, 96);
    other.kernels[0].name = "k9";
    other.transformer = "gpu";
    first.compilation = std::make_shared<CompilationRecord>(one);
    second.compilation = std::make_shared<CompilationRecord>(other);
    const DocumentDifference difference = document_difference(first, second);
    QCOMPARE(lines(difference), (QStringList{"changed compilation f transformer: cpu -> gpu",
                                             "changed buffer t0 bytes: 64 -> 96"}));
    QCOMPARE(difference.changes[1].ratio.value_or(0), 1.5);
    other.kernels.clear();
    other.buffers[0].bytes = 64;
    second.compilation = std::make_shared<CompilationRecord>(other);
    QVERIFY(lines(document_difference(first, second)).contains("removed kernel k0 :  -> "));
  }

  // By the op with the most FLOP, whatever the kernels are; they are no difference.
  void timesAreComparedByOp() {
    Rows a(1), b(100);
    for (Rows* rows : {&a, &b}) {
      const OpId x = rows->add("placeholder", "X");
      rows->flops = 100, rows->scope = "net";
      const OpId y = rows->add("sigmoid", "Sigmoid", {x});
      rows->flops = 10, rows->scope = "";
      rows->add("sum", "Sum", {y});
    }
    CompilationRecord one = compiled(a, {2, 3}, 8, 64), other = compiled(b, {101}, 2, 64);
    other.kernels.push_back(other.kernels[0]);
    other.kernels.back().name = "k1", other.kernels.back().ops = {102};
    ComparedDocument first = a.document("a"), second = b.document("b");
    first.compilation = std::make_shared<CompilationRecord>(one);
    second.compilation = std::make_shared<CompilationRecord>(other);
    const DocumentDifference difference = document_difference(first, second);
    QCOMPARE(difference.times.size(), 2u);
    const OpTimes &both = difference.times[0], &second_only = difference.times[1];
    QCOMPARE(both.name, std::string("Sigmoid"));
    QCOMPARE(both.before.value_or(0), 8.0);
    QCOMPARE(both.after.value_or(0), 2.0);
    QCOMPARE(both.ratio().value_or(0), 0.25);
    QCOMPARE(second_only.name, std::string("Sum"));
    QVERIFY(!second_only.before && second_only.kernels == std::vector<std::string>{"k1"});
    const std::vector<BlockDifference> blocks = blocks_of(difference, 9);
    QCOMPARE(blocks.size(), 2u);
    QCOMPARE(blocks[0].block, std::string("net"));
    QCOMPARE(blocks[0].ratio().value_or(0), 0.25);
  }

  // Of two captures: rounding is no difference, axes may have another order.
  void valuesAreCompared() {
    Rows a(1), b(100);
    chain(a), chain(b);
    ComparedDocument first = a.document("a"), second = b.document("b");
    const auto value = [](OpId op, std::vector<AxisRecord> axes, Shape shape,
                          std::vector<Number> elements) {
      auto made = std::make_shared<TensorRecord>();
      made->op = op, made->axes = std::move(axes), made->value = array_of(shape, elements);
      return std::pair<const OpId, TensorRecordPtr>(op, made);
    };
    AxisRecord n, m;
    n.name = "N", n.length = 2, m.name = "M", m.length = 2;
    first.values.insert(value(1, {n}, {2}, {1.0, 2.0}));
    second.values.insert(value(100, {n}, {2}, {1.0, 2.000001}));
    first.values.insert(value(2, {n, m}, {2, 2}, {1.0, 2.0, 3.0, 4.0}));
    second.values.insert(value(101, {m, n}, {2, 2}, {1.0, 3.0, 2.0, 5.0}));
    first.values.insert(value(3, {n}, {2}, {1.0, 2.0}));
    DocumentDifference difference = document_difference(first, second);
    QCOMPARE(difference.values, 2u);
    QCOMPARE(difference.rounded_values, 1u);
    QCOMPARE(difference.changes.size(), 1u);
    const Change& change = difference.changes[0];
    QVERIFY(change.of == ChangeOf::value && change.op == 101);
    QCOMPARE(pass_of(difference).modified, std::vector<OpId>{101});
    QVERIFY(difference.changed.empty());
    QCOMPARE(change.elements->differing(), 1);
    QCOMPARE(change.elements->most, 1.0);
    const auto tensors = compared_tensors(difference, change);
    QVERIFY(tensors.has_value());
    QCOMPARE(tensors->before.at(1), 3.0);
    QCOMPARE(tensors->after.at(3), 5.0);
    QVERIFY2(summary(difference).ends_with("1 of 2 values differ, 1 by rounding only"),
             summary(difference).c_str());
    QCOMPARE(blocks_of(difference, 9).at(0).values, 1u);
    // The other computation of the values is the same.
    second.values.erase(101);
    QVERIFY(document_difference(first, second).same());
  }

  // 20,000 ops in a chain take no more than a moment.
  void longGraphsMatchQuickly() {
    Rows a(1), b(100'000);
    for (Rows* rows : {&a, &b}) {
      OpId last = rows->add("placeholder", "X");
      for (int i = 0; i < 20'000; ++i) last = rows->add("exp", "Exp", {last});
    }
    const testing::Effort effort;
    QCOMPARE(match_graphs({a.graph(), {}, {}}, {b.graph(), {}, {}}).size(), 20'001u);
    QVERIFY2(effort.within(5'000), qPrintable(QString::number(effort.seconds())));
  }
};

NGRAPH_TEST(DocumentDifferenceTest)
#include "document_difference_test.moc"
