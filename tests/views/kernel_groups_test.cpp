// SPDX-License-Identifier: Apache-2.0
// Tests canvas groups by kernel for samples 05 and 06, in every pass, open and closed; the choice
// survives recompiling and reopening.
#include <QStandardPaths>
#include <QtTest>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/compilation_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"
#include "tests/support/checkout.h"
#include "tests/support/sample_session.h"
#include "tests/support/scene_faults.h"
#include "tests/support/test_program.h"
#include "views/graph/graph_view.h"

using namespace ng;
using namespace ng::views;

namespace {

struct Stage {
  testing::SampleSession session;
  Selection selection;
  Jobs jobs;
  Workspace workspace{session, selection, jobs};
  GraphView view{workspace};

  explicit Stage(const char* sample) {
    view.arrangement().placer().client().setCacheFolder({});
    view.resize(980, 668);
    view.show();
    compile(sample);
  }

  void compile(const char* sample) {
    const Document document =
        load_document(testing::source_file("sample_graphs/") + sample + ".ngraph");
    CompileOptions options;
    options.keep_record = true;
    const auto compiled = allocate_transformer("cpu")->add_computation(
        document.computation(document.computations.front().name()), options);
    session.use(make_document_record(document), make_record(compiled.compilation()));
    settle();
  }

  void settle() {
    QCoreApplication::processEvents();
    QTRY_VERIFY(!view.busy());
    testing::settle();
  }

  void trigger(const QString& title) {
    for (QAction* action : view.actions())
      if (action->text() == title) action->trigger();
    settle();
  }

  const GraphScene& scene() { return view.canvas().scene(); }

  QStringList frames() {
    QStringList titles;
    for (const Frame& frame : scene().frames) titles << frame.title;
    return titles;
  }

  QStringList closed() {
    QStringList titles;
    for (const Card& card : scene().cards)
      if (card.group) titles << card.title;
    titles.sort();
    return titles;
  }
};

}  // namespace

class KernelGroupsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void fourKernelsAreFourGroups() {
    Stage stage("05_logistic_part2");
    stage.trigger("Group by kernel");
    const CompilationRecord& record = *stage.session.compilations.compilation();
    QCOMPARE(stage.view.grouping().groups().size(), 4u);
    QCOMPARE(record.kernels.size(), 4u);
    for (const KernelRecord& kernel : record.kernels) {
      const Group* group = stage.view.grouping().find("kernel:" + kernel.name);
      QVERIFY(group);
      QCOMPARE(group->title, kernel.name);
      for (const OpId op : kernel.ops) QCOMPARE(stage.view.grouping().around(op).front(), group);
    }
    for (const OpRecord& op : record.as_written()->ops)
      QCOMPARE(stage.view.grouping().around(op.id).empty(), record.kernel_of(op.id) == nullptr);
    stage.selection.selectPass(asWritten);
    stage.settle();
    QStringList frames = stage.frames();
    frames.sort();
    QCOMPARE(frames, QStringList({"k0", "k1", "k2", "k3"}));
    stage.trigger("Close all groups");
    QCOMPARE(stage.closed(), QStringList({"k0", "k1", "k2", "k3"}));
    const Group* k0 = stage.view.grouping().find("kernel:k0");
    const Card& card = stage.scene().cards[static_cast<std::size_t>(stage.scene().find(k0->id))];
    QCOMPARE(card.flops, 1024);  // FLOP of its only dot: 2 * 4 * 128
    stage.trigger("No groups");
    QVERIFY(stage.view.grouping().groups().empty());
    QVERIFY(stage.frames().isEmpty() && stage.closed().isEmpty());
  }

  void nothingIsCovered_data() {
    QTest::addColumn<QByteArray>("sample");
    for (const char* sample : {"05_logistic_part2", "06_mlp"})
      QTest::newRow(sample) << QByteArray(sample);
  }

  void nothingIsCovered() {
    QFETCH(QByteArray, sample);
    Stage stage(sample);
    stage.trigger("Group by kernel");
    for (const bool open : {true, false}) {
      stage.trigger(open ? "Open all groups" : "Close all groups");
      const auto& passes = stage.session.compilations.compilation()->passes;
      for (int pass = -1; pass < static_cast<int>(passes.size()); ++pass) {
        stage.selection.selectPass(pass);
        stage.settle();
        QVERIFY(!stage.scene().cards.empty());
        QCOMPARE(testing::overlappingCards(stage.scene()), QString());
        QCOMPARE(testing::cardPassedByAnEdge(stage.scene()), QString());
        for (const Hull& hull : stage.scene().hulls) QVERIFY(!stage.frames().contains(hull.name));
      }
    }
  }

  void theChosenGroupingStays() {
    Stage stage("05_logistic_part2");
    stage.trigger("Group by kernel");
    stage.view.arrangement().setOpen(stage.view.grouping().find(std::string("kernel:k1"))->id,
                                     false);
    stage.settle();
    QCOMPARE(stage.closed(), QStringList("k1"));
    stage.compile("05_logistic_part2");
    QCOMPARE(stage.view.grouping().by(), GroupBy::kernel);
    QCOMPARE(stage.closed(), QStringList("k1"));

    Stage again("05_logistic_part2");
    QCOMPARE(again.view.grouping().by(), GroupBy::role);
    again.view.restoreState(stage.view.savedState());
    again.settle();
    QCOMPARE(again.view.grouping().by(), GroupBy::kernel);
    QCOMPARE(again.closed(), QStringList("k1"));
    for (QAction* action : again.view.actions())
      if (action->isCheckable() && action->text().contains("roup"))
        QCOMPARE(action->isChecked(), action->text() == "Group by kernel");
  }
};

NGRAPH_TEST(KernelGroupsTest, QApplication)
#include "kernel_groups_test.moc"
