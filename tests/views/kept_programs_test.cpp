// SPDX-License-Identifier: Apache-2.0
// Tests that programs are kept for the lengths that were used last: going back to them compiles
// nothing and computes the same values, and anything else that changes a program compiles it.
#include <QSignalSpy>

#include "app/drafts/draft_editor.h"
#include "app/link/session/engine_session.h"
#include "app/link/worker/kept_programs.h"
#include "engine/ngraph.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;
using testing::patience;

class KeptProgramsTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { session_.reset(); }
  void goingBackCompilesNothing();
  void theSameValuesAreComputed();
  void evaluationsAreKept();
  void otherPassesAreOtherPrograms();
  void theProgramUsedLongestAgoIsDropped();
  void anEditDropsThem();
  void anotherDocumentDropsThem();
  void memoryIsLimited();

 private:
  void open(const char* sample);
  // Makes a change and returns how many stages of compiling were reported; -1: it did not end.
  template <class Change>
  int stagesOf(const Change& change) {
    const CompilationRecordPtr before = session_->compilations.compilation();
    const int count = stages_;
    change();
    const bool ended = QTest::qWaitFor(
        [&] {
          return session_->compilations.compilation() != before &&
                 !session_->compilations.compileProgress().busy;
        },
        patience);
    return ended ? stages_ - count : -1;
  }
  int batch(std::int64_t samples) {
    return stagesOf([=, this] { session_->plans.setBatchSize(samples); });
  }
  QStringList lengths() const {
    QStringList texts;
    for (const KeptProgramFacts& each : session_->compilations.keptPrograms().programs)
      texts << each.lengths;
    return texts;
  }
  bool reused() const { return session_->compilations.keptPrograms().reused; }
  std::vector<double> epoch() {
    session_->run.stepEpoch();
    const bool ended = QTest::qWaitFor(
        [this] {
          return session_->run.status().state != RunState::running &&
                 session_->run.status().lastIteration == session_->run.status().batches;
        },
        patience);
    return ended ? session_->values.series()[0].y : std::vector<double>();
  }

  std::unique_ptr<EngineSession> session_;
  std::atomic<int> stages_ = 0;
};

void KeptProgramsTest::init() {
  session_ = std::make_unique<EngineSession>();
  connect(
      &session_->worker().compiler, &CompileWorker::progressed, this, [this] { ++stages_; },
      Qt::DirectConnection);
}

void KeptProgramsTest::open(const char* sample) {
  QVERIFY(stagesOf([&] {
            session_->documents.open(testing::sourceFile("sample_graphs/") + sample);
          }) > 0);
  QTRY_VERIFY(!session_->values.series().empty());
}

void KeptProgramsTest::goingBackCompilesNothing() {
  open("05_logistic_part2.ngraph");
  QCOMPARE(lengths(), QStringList{"N 128"});
  QVERIFY(!reused());
  QVERIFY(batch(32) > 0);
  QCOMPARE(lengths(), (QStringList{"N 32", "N 128"}));
  QVERIFY(!reused());
  QCOMPARE(batch(128), 0);
  QCOMPARE(lengths(), (QStringList{"N 128", "N 32"}));
  QVERIFY(reused());
  QCOMPARE(session_->plans.plan().batch_size.value_or(0), 128);
  QCOMPARE(batch(32), 0);
  QVERIFY(reused());
  for (const OpRecord& op : session_->documents.document()->graph->ops)
    if (op.name == "X") QCOMPARE(op.results[0].axes.back().length.value_or(0), 32);
  QVERIFY(session_->compilations.compilations().back().title.endsWith("reused"));
}

// A kept program has the initial values of its variables, not those that an earlier run left.
void KeptProgramsTest::theSameValuesAreComputed() {
  open("05_logistic_part2.ngraph");
  const std::vector<double> curve = epoch();
  QVERIFY(curve.size() > 1);
  QVERIFY(batch(32) > 0);
  const std::vector<double> smaller = epoch();
  QVERIFY(smaller.size() > curve.size());
  QCOMPARE(batch(128), 0);
  QTRY_COMPARE(session_->run.status().lastIteration, 0);
  QCOMPARE(epoch(), curve);
  QCOMPARE(batch(32), 0);
  QTRY_COMPARE(session_->run.status().lastIteration, 0);
  QCOMPARE(epoch(), smaller);
}

void KeptProgramsTest::evaluationsAreKept() {
  open("05_logistic_part2.ngraph");
  const std::string name = session_->plans.plan().evaluations.at(0).name;
  const auto enable = [&](bool on) {
    return stagesOf([&] { session_->plans.setEvaluation(QString::fromStdString(name), on); });
  };
  QCOMPARE(enable(false), 0);
  QCOMPARE(session_->values.series().size(), std::size_t(1));
  QCOMPARE(enable(true), 0);
  QTRY_COMPARE(session_->values.series().size(), std::size_t(2));
  QVERIFY(!epoch().empty());
  QCOMPARE(session_->values.series()[1].y.size(), std::size_t(2));
}

void KeptProgramsTest::otherPassesAreOtherPrograms() {
  open("05_logistic_part2.ngraph");
  const auto fuse = [this](bool on) {
    return stagesOf([=, this] { session_->pipelines.setPassEnabled("fuse", on); });
  };
  const auto use = [this](const char* transformer) {
    return stagesOf([=, this] { session_->compilations.setTransformer(transformer); });
  };
  const auto kernels = [this] { return session_->compilations.compilation()->kernels.size(); };
  const std::size_t fused = kernels();
  QVERIFY(fuse(false) > 0);
  QVERIFY(kernels() > fused);
  QCOMPARE(fuse(true), 0);
  QCOMPARE(kernels(), fused);
  QVERIFY(use("reference") > 0);
  QCOMPARE(session_->compilations.compilation()->transformer, std::string("reference"));
  QCOMPARE(use("cpu"), 0);
  QCOMPARE(session_->compilations.compilation()->transformer, std::string("cpu"));
  QVERIFY(!epoch().empty());
  QVERIFY(use("cpu") > 0);  // the same one: "Compile again" does
  QVERIFY(!reused());
}

void KeptProgramsTest::theProgramUsedLongestAgoIsDropped() {
  open("05_logistic_part2.ngraph");
  for (const int samples : {64, 32, 16}) QVERIFY(batch(samples) > 0);
  QCOMPARE(batch(128), 0);
  QVERIFY(batch(8) > 0);
  QCOMPARE(lengths(), (QStringList{"N 8", "N 128", "N 16", "N 32"}));
  QCOMPARE(batch(128), 0);
  QVERIFY(batch(64) > 0);
}

void KeptProgramsTest::anEditDropsThem() {
  open("05_logistic_part2.ngraph");
  QVERIFY(batch(32) > 0);
  DraftEditor editor(*session_, {});
  QVERIFY(stagesOf([&] { editor.apply("twice = W * 2", {}); }) > 0);
  QCOMPARE(lengths(), QStringList{"N 32"});
  QVERIFY(batch(128) > 0);
}

void KeptProgramsTest::anotherDocumentDropsThem() {
  open("05_logistic_part2.ngraph");
  QVERIFY(batch(32) > 0);
  open("06_mlp.ngraph");
  QCOMPARE(lengths().size(), 1);
  session_->documents.close();
  QTRY_VERIFY(session_->compilations.keptPrograms().programs.empty());
}

// The program in use stays, however large it is.
void KeptProgramsTest::memoryIsLimited() {
  const auto program = [](std::int64_t samples) {
    auto made = std::make_shared<KeptProgram>();
    made->key.lengths.batch_size = samples;
    const Op weights = variable({make_axis(256, "W")}, Tensor(DType::f32, {256}));
    const Op node = computation({weights + 1}, {}, Returns::list);
    made->key.computation = node.name();
    made->document.computations = {node};
    made->computations = {allocate_transformer("reference")->add_computation(node)};
    return made;
  };
  KeptPrograms programs(3000);
  const KeptProgramPtr first = program(1), second = program(2), third = program(3);
  QVERIFY(first->bytes() >= 1024 && first->bytes() < 1500);
  programs.use(first);
  programs.use(second);
  QCOMPARE(programs.find(first->key), first);
  programs.use(third);
  QCOMPARE(programs.find(first->key), nullptr);
  QCOMPARE(programs.find(second->key), second);
  QCOMPARE(programs.facts().size(), std::size_t(2));
  KeptPrograms small(100);
  small.use(first);
  QCOMPARE(small.find(first->key), first);
}

NGRAPH_VIEW_TEST(KeptProgramsTest)
#include "kept_programs_test.moc"
