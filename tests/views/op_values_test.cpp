// SPDX-License-Identifier: Apache-2.0
// Tests that the value of every op can be shown, including fused ops and ops made by a pass:
// watches every op of every sample graph once and prints the time until its value arrives.
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <set>

#include "app/link/session/engine_session.h"
#include "engine/documents/document.h"
#include "engine/editing/draft.h"
#include "engine/neon/training/training.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"
#include "engine/records/tensor_record.h"
#include "engine/session/compilation.h"
#include "tests/support/effort.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;

namespace {

using testing::patience;
// Units of work for a value. Its kernel may have to be compiled first, and on a busy machine the
// same work takes more of the processor than the unit that is measured after it.
constexpr int most = 3000;

// Ops outside loop bodies that have a value.
std::map<OpId, std::string> opsOf(const EngineSession& session) {
  std::map<OpId, std::string> ops;
  const CompilationRecordPtr compilation = session.compilations.compilation();
  const auto add = [&ops](const GraphRecordPtr& graph) {
    std::set<std::string> loops;
    for (const OpRecord& op : graph->ops)
      if (op.op == "scan") loops.insert(op.name);
    for (const OpRecord& op : graph->ops) {
      const bool inLoop = std::any_of(loops.begin(), loops.end(), [&](const std::string& loop) {
        return op.scope == loop || op.scope.starts_with(loop + "/") ||
               op.scope.find("/" + loop) != std::string::npos;
      });
      const bool ordersOnly = op.op == "assign" || op.op == "doall" || op.op == "computation";
      if (!op.results.empty() && !ordersOnly && !inLoop && op.op != "fused")
        ops.emplace(op.id, op.name);
    }
  };
  add(compilation->as_written());
  for (const PassRecord& pass : compilation->passes) add(pass.after);
  return ops;
}

}  // namespace

class OpValuesTest : public QObject {
  Q_OBJECT

 private slots:
  void everyOpHasAValueSoon_data();
  void everyOpHasAValueSoon();
  void watchedValuesAreThereBeforeTheRun();
  void inputsAreThoseOfTheFirstCall();
  void inputsAreThoseOfTheShownIteration();
  void unfedInputsAreNotRequested();
  void watchesOfAnotherDocumentAreDropped();
};

void OpValuesTest::everyOpHasAValueSoon_data() {
  QTest::addColumn<QString>("sample");
  for (const char* sample :
       {"01_x_plus_one", "02_four_b_plus_c", "03_logistic_part1", "04_logistic_part2_older",
        "05_logistic_part2", "06_mlp", "07_planted_nan", "08_convnet", "09_lstm"})
    QTest::newRow(sample) << sample;
}

void OpValuesTest::everyOpHasAValueSoon() {
  QFETCH(QString, sample);
  EngineSession session;
  session.documents.open(testing::sourceFile("sample_graphs/") + sample + ".ngraph");
  QTRY_VERIFY(session.compilations.compilation() && !session.compilations.compileProgress().busy);
  QTRY_VERIFY(!session.values.series().empty() || !session.values.results().empty());
  session.run.stepIteration();
  QTRY_VERIFY(session.run.status().lastIteration == 1 &&
              session.run.status().state != RunState::running);
  std::vector<double> times;
  QStringList without, slow;
  for (const auto& [op, name] : opsOf(session)) {
    const std::size_t said = session.messages.messages().size();
    QElapsedTimer clock;
    clock.start();
    const testing::Effort effort;
    session.values.watch(op);
    while (!session.values.value(op) && clock.elapsed() < patience &&
           session.messages.messages().size() == said)
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
    QVERIFY2(effort.within(most), name.c_str());
    times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    if (!session.values.value(op)) without << QString::fromStdString(name);
    if (times.back() > 100) slow << QString::fromStdString(name);
    session.values.unwatch(op);
    for (int i = 0; i < 3; ++i) QCoreApplication::processEvents();
  }
  QVERIFY(!times.empty());
  std::sort(times.begin(), times.end());
  qInfo("%s: %zu ops, p50 %.1f ms, max %.1f ms; over 100 ms: %s; none: %s", qPrintable(sample),
        times.size(), times[times.size() / 2], times.back(), qPrintable(slow.join(" ")),
        qPrintable(without.join(" ")));
  QVERIFY2(without.isEmpty(), qPrintable(without.join(" ")));
}

// The values are those of the first call; computing them does not change the state.
void OpValuesTest::watchedValuesAreThereBeforeTheRun() {
  EngineSession session;
  session.documents.open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QTRY_VERIFY(session.compilations.compilation() && !session.values.series().empty());
  const auto op = [&](const std::string& name) {
    for (const OpRecord& each : session.documents.document()->graph->ops)
      if (each.name == name) return each.id;
    return OpId(0);
  };
  const OpId dot = op("dot_6"), sigmoid = op("Y_hat"), W = op("W");
  session.values.watch(sigmoid);
  session.values.watch(W);
  const auto there = [&] { return session.values.value(sigmoid) && session.values.value(W); };
  QTRY_VERIFY(there());
  const TensorRecord ahead = *session.values.value(sigmoid);
  QCOMPARE(ahead.iteration, std::int64_t(1));
  QCOMPARE(ahead.value.at(0), 0.5);  // W and b are 0
  QCOMPARE(session.values.value(W)->iteration, std::int64_t(0));
  QCOMPARE(session.run.status().state, RunState::idle);
  QVERIFY(!session.values.value(dot));
  session.run.stepIteration();
  QTRY_COMPARE(session.run.status().iteration, std::int64_t(1));
  QTRY_VERIFY(there() && session.values.value(W)->iteration == 1);
  QCOMPARE(session.values.value(sigmoid)->value.bytes, ahead.value.bytes);
  session.run.run();
  QTRY_COMPARE(session.run.status().state, RunState::finished);
  QVERIFY(std::abs(session.values.series()[1].y.back() - 0.43115887) < 1e-6);
  session.run.reset();
  QTRY_COMPARE(session.run.status().iteration, std::int64_t(0));
  QTRY_VERIFY(there() && session.values.value(sigmoid)->iteration == 1);
  QCOMPARE(session.values.value(sigmoid)->value.bytes, ahead.value.bytes);
}

// The other operand of an op outside the computation has a value, and no fault is reported. Checked
// before a run and after a reset: not zeros, and not stale memory.
void OpValuesTest::inputsAreThoseOfTheFirstCall() {
  EngineSession session;
  session.documents.open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QTRY_VERIFY(session.compilations.compilation() != nullptr && !session.values.series().empty());
  std::map<std::string, OpId> ops;
  for (const OpRecord& op : session.documents.document()->graph->ops) ops[op.name] = op.id;
  for (const char* name : {"alpha", "X"}) session.values.watch(ops[name]);
  QTRY_VERIFY(session.values.value(ops["alpha"]) && session.values.value(ops["X"]));
  QVERIFY(session.values.value(ops["X"]) == session.values.value(ops["X"]));  // shared, not copied
  const Tensor first = session.values.value(ops["X"])->value;
  QCOMPARE(session.values.value(ops["alpha"])->value.item(), 5.0);
  QCOMPARE(session.values.value(ops["alpha"])->iteration, 1);
  QVERIFY(first.at(0) != 0);
  session.run.stepIteration();
  QTRY_COMPARE(session.run.status().lastIteration, 1);
  QTRY_VERIFY(session.values.value(ops["X"])->value == first);
  session.run.run();
  QTRY_COMPARE(session.run.status().state, RunState::finished);
  QTRY_COMPARE(session.values.value(ops["alpha"])->value.item(), 0.5);
  session.run.reset();
  QTRY_COMPARE(session.values.value(ops["alpha"])->value.item(), 5.0);
  QVERIFY(session.values.value(ops["X"])->value == first);
  QCOMPARE(session.plans.plan().given.size(), std::size_t(3));
  QCOMPARE(session.plans.plan().given[1].source, std::string("mixture.train.xs"));
}

// Evaluations and repeated calls read other values into the memory of the same placeholders.
void OpValuesTest::inputsAreThoseOfTheShownIteration() {
  const QString path = testing::sourceFile("sample_graphs/05_logistic_part2.ngraph");
  const Document document = load_document(path.toStdString());
  const TrainingRun plan(document, allocate_transformer("reference"));
  EngineSession session;
  session.documents.open(path);
  QTRY_VERIFY(session.compilations.compilation() != nullptr && !session.values.series().empty());
  const OpId alpha = document.find("alpha").id(), X = document.find("X").id();
  for (const OpId op : {alpha, X}) session.values.watch(op);
  const auto shown = [&](std::int64_t iteration) {
    const std::vector<Tensor> given = plan.arguments_at(iteration);
    const auto is = [&](OpId op, const Tensor& value) {
      const TensorRecordPtr found = session.values.value(op);
      return found && found->iteration == iteration &&
             std::ranges::equal(found->value.values(), value.values(), [](double a, double b) {
               return static_cast<float>(a) == static_cast<float>(b);
             });
    };
    return is(alpha, given[0]) && is(X, given[1]);
  };
  session.run.stepEpoch();  // an evaluation follows its last iteration
  QTRY_VERIFY(session.run.status().lastIteration == 10 &&
              session.run.status().state != RunState::running);
  QTRY_VERIFY(shown(10));
  session.run.showIteration(5);
  QTRY_VERIFY(shown(5));
  session.run.showIteration(10);
  QTRY_VERIFY(shown(10));
  session.compilations.setTransformer("reference");
  QTRY_VERIFY(!session.compilations.compileProgress().busy);
  QTRY_VERIFY(shown(10));
  session.run.run();
  QTRY_COMPARE(session.run.status().state, RunState::finished);
  QTRY_VERIFY(shown(100));
}

void OpValuesTest::unfedInputsAreNotRequested() {
  QTemporaryDir folder;
  const std::string path = folder.filePath("beside.ngraph").toStdString();
  editing::Draft draft;
  for (const char* line :
       {"y = x + 1", "beside = exp(w)", "between = exp(x)", "first = computation([y], x)",
        "feed(x, 4)", "plan(computation=first, epochs=1, batches=3)"})
    draft.apply(line);
  write_document(path, draft.finished());
  EngineSession session;
  QSignalSpy messages(&session.messages, &Messages::message);
  session.documents.open(QString::fromStdString(path));
  QTRY_VERIFY(session.compilations.compilation() && session.documents.document());
  std::map<std::string, OpId> ops;
  for (const OpRecord& each : session.documents.document()->graph->ops) ops[each.name] = each.id;
  session.values.watch(ops.at("beside"));
  session.values.watch(ops.at("between"));
  session.run.run();
  QTRY_COMPARE(session.run.status().state, RunState::finished);
  QTRY_VERIFY(session.values.value(ops.at("between")) != nullptr);
  QCOMPARE(static_cast<float>(session.values.value(ops.at("between"))->value.at(0)),
           std::exp(4.0f));
  QVERIFY(!session.values.value(ops.at("beside")));
  QVERIFY2(messages.isEmpty(),
           messages.isEmpty() ? "" : to_string(messages[0][0].value<Diagnostic>()).c_str());
}

// Views may keep watching while another document is read, where the same number is another op.
void OpValuesTest::watchesOfAnotherDocumentAreDropped() {
  EngineSession session;
  QSignalSpy messages(&session.messages, &Messages::message);
  const QString folder = testing::sourceFile("sample_graphs/");
  const QStringList names{"05_logistic_part2", "07_planted_nan", "05_logistic_part2", "06_mlp"};
  CompilationRecordPtr before;
  for (const QString& name : names) {
    session.documents.open(folder + name + ".ngraph");
    for (OpId op = 1; op < 20; ++op) session.values.watch(op);
    QTRY_VERIFY(session.compilations.compilation() && session.compilations.compilation() != before);
    before = session.compilations.compilation();
    for (OpId op = 5; op < 12; ++op) session.values.unwatch(op);
    QTRY_VERIFY(!session.compilations.compileProgress().busy);
  }
  testing::settle(50);
  QVERIFY2(messages.isEmpty(),
           messages.isEmpty() ? "" : to_string(messages[0][0].value<Diagnostic>()).c_str());
}

NGRAPH_VIEW_TEST(OpValuesTest)
#include "op_values_test.moc"
