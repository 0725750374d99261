// SPDX-License-Identifier: Apache-2.0
// Tests documents built line by line: ops created, lines rejected, undone and run.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <random>

#include "engine/documents/document.h"
#include "engine/documents/import_document.h"
#include "engine/editing/draft.h"
#include "engine/editing/functions.h"
#include "engine/formats/documents/document_tensors.h"
#include "engine/neon/training/training.h"
#include "engine/session/transformer.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::editing;

namespace {

const std::vector<std::string> logistic = {
    "C = make_axis(4)",
    "N = make_axis(128)",
    "alpha = placeholder([])",
    "X = placeholder([C, N])",
    "Y = placeholder([N])",
    "W = variable([C], initial_value=0)",
    "Y_hat = sigmoid(dot(W, X))",
    "L = cross_entropy_binary(Y_hat, Y, out_axes=[]) / batch_size(Y_hat)",
    "grad = deriv(L, W)",
    "update = assign(W, W - alpha * grad / tensor_size(Y_hat, reduction_axes=[], out_axes=[N]))",
    "train = computation([L, W, update], alpha, X, Y)",
    "mixture = data(\"mixture_of_gaussians\", seed=0, probabilities=[0.5, 0.5], shape=[4], "
    "batch=128, parts={\"train\": 10})",
    "feed(alpha, schedule=\"5/(1+epoch)\")",
    "feed(X, data=\"mixture.train.xs\")",
    "feed(Y, data=\"mixture.train.ys\")",
    "plan(computation=train, epochs=10, batches=10)",
    "plot(L, title=\"loss\", y_title=\"batch loss\")",
};

std::string text_of(const Draft& draft) {
  return document_text(draft.model());
}

// The error for `line`, as "column: what".
std::string refusal(Draft& draft, const std::string& line) {
  const std::string before = text_of(draft);
  try {
    draft.apply(line);
  } catch (const EditError& error) {
    if (text_of(draft) != before) return "the draft changed";
    return std::to_string(error.column()) + ": " + error.diagnostic().what;
  }
  return "accepted";
}

// The loss of every iteration, then W at the end.
std::vector<double> trained(const DocumentModel& model) {
  const Document document = import_document(model, "test.ngraph");
  const auto transformer = make_transformer();
  TrainingRun run(document, transformer, {});
  run.run();
  std::vector<double> values = run.series().front().y;
  for (const Op& op : document.ops) {
    if (op.name() != "W") continue;
    for (const double each : transformer->value(op)->values()) values.push_back(each);
  }
  return values;
}

DocumentModel sample(const std::string& name) {
  const std::string path = testing::source_file("sample_graphs/") + name;
  Reader reader(path);
  Notes notes;
  DocumentModel model = read_document(reader, notes);
  load_tensors(model, path);
  return model;
}

}  // namespace

class DraftTest : public QObject {
  Q_OBJECT

 private slots:
  void xPlusOne();
  void logisticRegression();
  void undoRestoresTheTextExactly();
  void anIdIsNotUsedAgainAfterAnUndo();
  void randomEdits();
  void refusals_data();
  void refusals();
  void integersAreNotTruncated();
  void dataHaveTheNumbersOfDocuments();
  void arithmeticIsPythons();
  void infAndNanAreNumbers();
  void shortNamesAreUnique();
  void unfinishedOps();
  void anUnfinishedPlanRunsWithoutItsPlots();
  void sourcesHaveTheNamesOfTheirCards();
  void shapesAreWrittenAsTheyArePrinted();
  void listsOfOpsTakeConstants();
  void pythonsClassesAreFunctions();
  void rewiring();
  void removing();
  void aPlanFitsWhatIsLeft_data();
  void aPlanFitsWhatIsLeft();
  void previews();
};

void DraftTest::xPlusOne() {
  Draft draft;
  QVERIFY(!draft.modified());
  draft.apply("y = x + 1");
  QVERIFY(draft.modified());
  QCOMPARE(draft.undo_name(), std::string("y = x + 1"));
  QCOMPARE(draft.model().ops.size(), 3u);
  QCOMPARE(draft.model().ops[0].name, std::string("x"));
  QCOMPARE(draft.type_of(draft.last()), std::string("float32 ()"));
  draft.apply("x = 4");
  const DocumentModel model = draft.runnable();
  QCOMPARE(model.computations.size(), 1u);
  const Document document = import_document(model, "x.ngraph");
  const auto transformer = make_transformer();
  const Computation run = transformer->add_computation(document.computation());
  QCOMPARE(run(4.0).item(), 5.0);
}

// Equals the values of the sample, which was exported by a program.
void DraftTest::logisticRegression() {
  Draft draft;
  for (const std::string& line : logistic) draft.apply(line);
  const std::vector<double> ours = trained(draft.finished());
  const std::vector<double> theirs = trained(sample("03_logistic_part1.ngraph"));
  QCOMPARE(ours.size(), 104u);
  QCOMPARE(ours, theirs);
}

void DraftTest::undoRestoresTheTextExactly() {
  Draft draft;
  std::vector<std::string> texts{text_of(draft)};
  for (const std::string& line : logistic) {
    draft.apply(line);
    texts.push_back(text_of(draft));
  }
  for (std::size_t i = logistic.size(); i-- > 0;) {
    draft.undo();
    QCOMPARE(text_of(draft), texts[i]);
  }
  QVERIFY(!draft.can_undo());
  for (std::size_t i = 0; i < logistic.size(); ++i) {
    draft.redo();
    QCOMPARE(text_of(draft), texts[i + 1]);
  }
  QVERIFY(!draft.can_redo());
}

// Breakpoints, values of a run and copied pieces know ops by their ids.
void DraftTest::anIdIsNotUsedAgainAfterAnUndo() {
  Draft draft;
  draft.apply("y = x + 1");
  const auto first = draft.last();
  draft.undo();
  draft.apply("z = w * 2");
  for (const OpModel& op : draft.model().ops) QVERIFY(op.id > first);
  const auto next = draft.next_id();
  draft.trial("u = w - 1");  // leaves nothing behind
  QCOMPARE(draft.next_id(), next);
}

// After any random edits, undoing all gives the initial document, and redoing all the final one.
void DraftTest::randomEdits() {
  std::mt19937 random(7);
  const char* const lines[] = {"x%1 = placeholder([C])",
                               "exp(#%1)",
                               "#%1 + #%2",
                               "#%1 * 2",
                               "make(\"add\")",
                               "connect(#%1, #%2, 0)",
                               "disconnect(#%1, 0)",
                               "remove(#%1)",
                               "rename(#%1, \"n%2\")",
                               "sum(#%1, out_axes=[])",
                               "dot(#%1, #%2)",
                               "move(#%1, %2, 7)",
                               "make(\"sum\", #%1)",
                               "connect(#%1, #%2, \"y\")"};
  for (int round = 0; round < 4; ++round) {
    Draft draft(sample("03_logistic_part1.ngraph"));
    const std::string first = text_of(draft);
    std::size_t accepted = 0;
    while (draft.done() < 100 && accepted < 4000) {
      ++accepted;
      QString line(lines[random() % std::size(lines)]);
      for (const char* place : {"%1", "%2"})
        line.replace(place, QString::number(1 + random() % (draft.model().ops.size() + 8)));
      try {
        draft.apply(line.toStdString());
      } catch (const EditError&) {
      }
    }
    QCOMPARE(draft.done(), 100u);
    import_document(draft.finished(), "random.ngraph");
    const std::string last = text_of(draft);
    for (int i = 0; i < 100; ++i) draft.undo();
    QCOMPARE(text_of(draft), first);
    for (int i = 0; i < 100; ++i) draft.redo();
    QCOMPARE(text_of(draft), last);
  }
}

void DraftTest::refusals_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("refusal");
  const auto row = [](const char* line, const char* refusal) {
    QTest::newRow(line) << QString(line) << QString(refusal);
  };
  row("y = ", "5: an expression is missing");
  row("y = x +", "8: the line ends too early");
  row("y = dot(W, X", "13: the line ends too early");
  row("y = dot(W, X))", "14: unexpected token");
  row("y = W $ X", "7: unexpected character");
  row("y = 1..2", "5: invalid number");
  row("größe = 1..2", "9: invalid number");  // columns count characters
  row("feed(X, data=\"ä\"); y = Ω + sigmod(W)", "28: there is no function 'sigmod'");
  row("y = sigmod(W)", "5: there is no function 'sigmod'");
  row("y = Y_haat + 1", "5: there is no op 'Y_haat'");
  row("y = exp(W, X)", "12: 'exp' takes 1 arguments");
  row("y = dot(W)", "5: 'dot' lacks its argument 'y'");
  row("y = sum(W, axis=C)", "17: 'sum' has no argument 'axis'");
  row("y = sum(W, out_axes=[Q])", "22: there is no axis 'Q'");
  row("y = sum(W, out_axes=3)", "21: the argument 'out_axes' has the wrong type");
  row("W = exp(X)", "1: there is an op 'W' already");
  row("y = W", "5: this is the op 'W', so no op is created");
  row("connect(update, dot_5, \"x\")", "9: the link would create a cycle");
  row("y = sigmoid", "5: 'sigmoid' is a function");
  row("y = update + 1", "12: an operand has no value");
  row("y = 1 < alpha < 3", "15: comparisons cannot be chained");
  row("remove(nothing)", "8: there is no op 'nothing'");
  row("feed(alpha, schedule=\"5/(1+epok)\")",
      "1: this is not an arithmetic expression: '5/(1+epok)'");
}

void DraftTest::refusals() {
  QFETCH(QString, line);
  QFETCH(QString, refusal);
  Draft draft(sample("03_logistic_part1.ngraph"));
  QCOMPARE(QString::fromStdString(::refusal(draft, line.toStdString())), refusal);
}

void DraftTest::integersAreNotTruncated() {
  Draft draft;
  draft.apply("n = placeholder([], dtype=\"int32\")");
  const std::string found = refusal(draft, "feed(n, 3.7)");
  QVERIFY2(found.starts_with("1: the value for 'n' does not fit"), found.c_str());
  const std::string pad = refusal(draft, "pad(n, [1.5])");
  QVERIFY2(pad.find("the array does not fit") != std::string::npos, pad.c_str());
  const std::string shape = refusal(draft, "d = data(\"mnist\", shape=[2.5])");
  QVERIFY2(shape.find("the array does not fit") != std::string::npos, shape.c_str());
  draft.apply("feed(n, 16777217)");
  QCOMPARE(draft.model().plan->bindings[0].value.value.item(), 16777217.0);
}

// A document with other numbers could not be opened again.
void DraftTest::dataHaveTheNumbersOfDocuments() {
  Draft draft;
  const auto refused = [&](const std::string& arguments, const std::string& why) {
    const std::string found = refusal(draft, "d = data(" + arguments + ")");
    QVERIFY2(found.find(why) != std::string::npos, found.c_str());
  };
  refused("\"mnits\"", "no data set 'mnits'");
  refused("\"mnist\", seed=4294967301", "'seed' of data");
  refused("\"mnist\", shuffle=-1", "'shuffle' of data");
  refused("\"mnist\", batch=-128", "'batch' of data");
  refused("\"ptb_words\", time_steps=0", "'time_steps' of data");
  refused("\"mnist\", folder=\"../x\"", "a folder of the plan is refused");
  draft.apply("x = placeholder([])");
  const std::string file = refusal(draft, "feed(x, file=\"../x.npy\")");
  QVERIFY2(file.find("a file of the plan is refused") != std::string::npos, file.c_str());
  const std::string mixture = "\"mixture_of_gaussians\", probabilities=[0.5, 0.5], shape=[4]";
  refused(mixture, "'batch' of data");
  refused(mixture + ", batch=2, parts={\"train\": -10}", "'train' of data");
  refused("\"mixture_of_gaussians\", batch=2", "probabilities of a mixture");
  draft.apply("d = data(" + mixture + ", batch=2, parts={\"train\": 10}, seed=4294967295)");
  QCOMPARE(draft.model().plan->data[0].seed, 4294967295u);
}

void DraftTest::arithmeticIsPythons() {
  Draft draft;
  draft.apply("x = placeholder([], dtype=\"float64\")");
  const auto value = [&](const std::string& text) {
    draft.apply("feed(x, " + text + ")");
    return draft.model().plan->bindings[0].value.value.item();
  };
  QCOMPARE(value("1 % 0.1"), 0.09999999999999995);
  QCOMPARE(value("7 // 0.1"), 69.0);
  QCOMPARE(value("5 % inf"), 5.0);
  QCOMPARE(value("-5 % inf"), HUGE_VAL);
  QCOMPARE(value("-7.5 // 2"), -4.0);
  QCOMPARE(value("3**39 - 4052555153018976266"), 1.0);
  QCOMPARE(value("2**-2"), 0.25);
  QCOMPARE(value("2**300"), 0x1p300);
}

void DraftTest::infAndNanAreNumbers() {
  Draft draft;
  draft.apply("x = placeholder([], dtype=\"float32\")");
  draft.apply("y = x * -inf");
  draft.apply("c = constant(nan)");
  const auto& ops = draft.model().ops;
  QVERIFY(std::none_of(ops.begin(), ops.end(),
                       [](const OpModel& op) { return op.op == "placeholder" && op.name != "x"; }));
}

void DraftTest::shortNamesAreUnique() {
  Draft draft;
  draft.apply("a = variable([], initial_value=1); b = variable([], initial_value=2)");
  draft.apply("y = a + b; rename(a, \"l1/W\"); rename(b, \"l2/W\")");
  QCOMPARE(refusal(draft, "remove(W)"), std::string("8: there are 2 ops 'W'"));
  QCOMPARE(refusal(draft, "q = W * 2"), std::string("5: there are 2 ops 'W'"));
  draft.apply("q = \"l2/W\" * 2");
  draft.apply("z = constant(3); rename(z, \"W\")");
  draft.apply("remove(W)");  // the op with exactly this name
  QVERIFY(std::none_of(draft.model().ops.begin(), draft.model().ops.end(),
                       [](const OpModel& op) { return op.name == "W"; }));
}

void DraftTest::unfinishedOps() {
  Draft draft;
  draft.apply("C = make_axis(4)");
  draft.apply("x = placeholder([C])");
  draft.apply("s = make(\"add\")", CardPlace{10, 20});
  const RowId s = draft.last();
  QCOMPARE(draft.places().at(s), (CardPlace{10, 20}));
  draft.apply("t = make(\"exp\", s)");
  QCOMPARE(draft.unfinished().size(), 2u);
  QCOMPARE(draft.unfinished()[0].why, std::string("s lacks x, y"));
  QVERIFY(draft.finished().computations.empty());
  draft.apply("connect(x, s, \"x\")");
  QCOMPARE(draft.unfinished()[0].why, std::string("s lacks y"));
  draft.apply("connect(x, s, \"y\")");
  QVERIFY(draft.unfinished().empty());
  QCOMPARE(draft.type_of(s), std::string("float32 (C: 4)"));
  QCOMPARE(draft.type_of(draft.model().ops[2].id), std::string("float32 (C: 4)"));
  draft.apply("disconnect(s, \"x\")");
  QCOMPARE(draft.unfinished().size(), 2u);
  for (int i = 0; i < 6; ++i) draft.undo();
  QCOMPARE(draft.model().ops.size(), 0u);
}

// What is left of the computation runs; the plot of L, which is no result of it, is not refused.
void DraftTest::anUnfinishedPlanRunsWithoutItsPlots() {
  Draft draft(sample("03_logistic_part1.ngraph"));
  draft.apply("remove(multiply_13)");
  const DocumentModel runs = draft.runnable();
  QVERIFY(runs.plan->computation != "train");
  TrainingRun(import_document(runs, "test.ngraph"), make_transformer(), {});
  QVERIFY(draft.finished().plan->plots.empty());
  QCOMPARE(draft.model().plan->plots.size(), 1u);  // there again after an undo
}

// An unnamed source gets the name on its card in plans and messages, and is fed 0 by default.
void DraftTest::sourcesHaveTheNamesOfTheirCards() {
  Draft draft({}, {});
  for (const char* line : {"placeholder([])", "variable([], initial_value=2)",
                           "y = placeholder_1 + variable_2", "exp(y)"})
    draft.apply(line);
  QCOMPARE(draft.model().ops[0].name, std::string("placeholder_1"));
  QCOMPARE(draft.model().ops[1].name, std::string("variable_2"));
  const DocumentModel runs = draft.runnable();
  QCOMPARE(runs.plan->bindings.at(0).placeholder, std::string("placeholder_1"));
  const Document document = import_document(runs, "test.ngraph");
  TrainingRun run(document, make_transformer(), {});
  run.run();
  QCOMPARE(run.results().back().name, std::string("exp_4"));
  QVERIFY(std::abs(run.results().back().value.item() - std::exp(2.0)) < 1e-5);
}

void DraftTest::shapesAreWrittenAsTheyArePrinted() {
  Draft draft({}, {});
  draft.apply("W = ng.variable(axes=(C: 4, N: 32), initial_value=0)");
  QCOMPARE(draft.model().axes.size(), 2u);
  QCOMPARE(draft.model().axes[0].id, std::string("C"));
  QCOMPARE(draft.model().axes[0].length, std::optional<std::int64_t>(4));
  QVERIFY(draft.model().axes[1].batch);
  QCOMPARE(draft.preview("exp(W)").makes, std::string("exp: float32 (C: 4, N: 32)"));
  draft.apply("x = placeholder((C: 4))");  // the same axis again
  QCOMPARE(draft.model().axes.size(), 2u);
  QCOMPARE(draft.preview("v = variable((C: 4, K: 2))").makes,
           std::string("variable v: float32 (C: 4, K: 2)"));
  QCOMPARE(draft.model().axes.size(), 2u);  // a preview creates nothing
  QVERIFY(refusal(draft, "z = placeholder((C: 5))").find("has another length") !=
          std::string::npos);
  QVERIFY(refusal(draft, "z = placeholder((C: x))").find("not an integer") != std::string::npos);
  QVERIFY(refusal(draft, "z = (x: 4)").find("only an axis") != std::string::npos);
  draft.undo();
  draft.undo();
  QVERIFY(draft.model().axes.empty());  // the axes belong to the edit
}

void DraftTest::listsOfOpsTakeConstants() {
  Draft draft({}, {});
  draft.apply("x = placeholder(axes=()); S = make_axis(3)");
  QCOMPARE(draft.preview("y = stack([x, 1, -2.5], S)").makes,
           std::string("stack y: float32 (S: 3)"));
  QCOMPARE(draft.preview("y = sequential([x, [1, 2]])").makes,
           std::string("sequential y: float32 (Axis_0: 2)"));
  draft.apply("y = stack([x, 1, 2], S)");
  QCOMPARE(draft.model().ops.size(), 4u);  // with two constants
  QVERIFY(refusal(draft, "z = stack([x, True, 2], S)").find("the argument 'x_list'") !=
          std::string::npos);
}

void DraftTest::pythonsClassesAreFunctions() {
  Draft draft({}, {});
  draft.apply("x = ng.placeholder(axes=())");
  QCOMPARE(draft.preview("y = ng.Add(x, 1)").makes, std::string("add y: float32 ()"));
  QCOMPARE(draft.preview("y = ExpOp(x=x)").makes, std::string("exp y: float32 ()"));
  QCOMPARE(draft.preview("make(\"DotOp\", x, x)").makes,
           draft.preview("make(\"dot\", x, x)").makes);
  QVERIFY(refusal(draft, "y = AssignableTensorOp(x)").find("there is no function") !=
          std::string::npos);  // four functions share this class
  int classes = 0;
  for (const Function& each : function_table()) {
    QCOMPARE(find_spelled(each.name), &each);
    if (class_of(each).empty()) continue;
    QCOMPARE(find_spelled(class_of(each)), &each);
    ++classes;
  }
  QVERIFY(classes > 70);
}

void DraftTest::rewiring() {
  Draft draft(sample("03_logistic_part1.ngraph"));
  draft.apply("V = variable([C], initial_value=1)");
  draft.apply("connect(V, dot_5, \"x\")");
  QCOMPARE(draft.undo_name(), std::string("Connect V to dot"));
  QCOMPARE(draft.model().ops[4].operands[0].op, draft.model().ops.back().id);
  QVERIFY(draft.unfinished().empty());
  import_document(draft.finished(), "rewired.ngraph");
  // An edit that the engine rejects changes nothing and reports the engine's message.
  draft.apply("D = make_axis(3)");
  draft.apply("U = variable([D])");
  QVERIFY(refusal(draft, "connect(U, update, \"rvalue\")").find("axes") != std::string::npos);
}

void DraftTest::removing() {
  Draft draft(sample("03_logistic_part1.ngraph"));
  draft.apply("remove(L, alpha)");
  QCOMPARE(draft.undo_name(), std::string("Remove 2 ops"));
  const DocumentModel& model = draft.model();
  QCOMPARE(model.computations[0].results.size(), 2u);
  QCOMPARE(model.computations[0].parameters.size(), 2u);
  QVERIFY(model.plan->plots.empty());
  QCOMPARE(model.plan->bindings.size(), 2u);
  QVERIFY(!draft.unfinished().empty());
}

void DraftTest::aPlanFitsWhatIsLeft_data() {
  QTest::addColumn<QString>("document");
  QTest::addColumn<QString>("removed");
  QTest::newRow("all that is trained") << "03_logistic_part1.ngraph" << "X";
  QTest::newRow("an op between") << "03_logistic_part1.ngraph" << "multiply_13";
  QTest::newRow("an evaluation") << "10_mnist_mlp.ngraph" << "wrong";
  QTest::newRow("the data") << "10_mnist_mlp.ngraph" << "image";
  QTest::newRow("the classes") << "10_mnist_mlp.ngraph" << "label";
}

// What is saved after a removal opens again and runs, without what cannot be computed.
void DraftTest::aPlanFitsWhatIsLeft() {
  QFETCH(QString, document);
  QFETCH(QString, removed);
  const QTemporaryDir made;
  const std::string path = made.filePath("left.ngraph").toStdString();
  Notes notes;
  Draft draft(
      *load_document_model(testing::source_file("sample_graphs/" + document.toStdString()), notes));
  draft.apply(("remove(" + removed + ")").toStdString());
  write_document(path, draft.finished());
  const Document left = load_document(path);
  if (left.computations.empty()) {
    QVERIFY(!left.plan);
    return;
  }
  const std::string first = left.computation().name();
  for (const PlanEvaluation& each : left.plan->evaluations) left.computation(each.computation);
  QCOMPARE(left.plan->computation, first);
  // What it lacks are sources of data at most, which a user chooses.
  try {
    TrainingRun run(left, make_transformer(), {});
  } catch (const Error& error) {
    const std::string what = error.diagnostic().what;
    QVERIFY2(
        what.find("plot") == std::string::npos && what.find("computation") == std::string::npos,
        error.what());
  }
}

void DraftTest::previews() {
  Draft draft(sample("03_logistic_part1.ngraph"));
  QCOMPARE(draft.preview("z = dot(W, X) + b").makes, std::string("add z: float32 (N: 128)"));
  QCOMPARE(draft.preview("z = dot(W, X) + b").inputs, std::vector<std::string>{"b"});
  QCOMPARE(draft.preview("alpha = 0.5").makes, std::string("feeds alpha: 0.5"));
  QCOMPARE(draft.done(), 0u);
}

NGRAPH_TEST(DraftTest)
#include "draft_test.moc"
