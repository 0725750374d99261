// SPDX-License-Identifier: Apache-2.0
// Tests that ops no computation reaches are visible in the written graph.
#include <QTemporaryDir>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/core/whole_graph.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class WholeGraphTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void unreachedOpsAreOnTheCanvas() {
    QTemporaryDir folder;
    const QString path = folder.filePath("mine.ngraph");
    const QString samples = testing::sourceFile("sample_graphs/");
    QVERIFY(QFile::copy(samples + "05_logistic_part2.ngraph", path));
    {
      BuildWindow w;
      w.window->open(path);
      QVERIFY(w.settled());
      const CompilationRecordPtr compiled = w.session.compilations.compilation();
      QCOMPARE(wholeGraph(compiled, w.session.documents.document(), -1), compiled->as_written());
      QVERIFY(w.editor.apply("extra = dot_6 + 1; lonely = variable([], initial_value=0)", {}).good);
      QVERIFY(w.editor.save(path).good);
    }
    BuildWindow w;
    w.window->open(path);
    QVERIFY(
        QTest::qWaitFor([&] { return w.session.compilations.compilation() != nullptr; }, patience));
    QVERIFY(w.settled());
    QTRY_VERIFY(!w.graph().busy());
    QVERIFY(!w.editor.editing());
    for (const char* name : {"extra", "lonely"}) {
      const OpId op = w.op(name);
      QVERIFY(op != 0 && !w.session.compilations.compilation()->as_written()->find(op));
      QVERIFY(w.canvas().scene().find(op) >= 0);
    }
    const GraphRecordPtr shown = w.graph().graph();
    QCOMPARE(wholeGraph(w.session.compilations.compilation(), w.session.documents.document(), -1),
             shown);
    w.window->workspace().selection.selectPass(0);
    QTRY_VERIFY(w.canvas().scene().find(w.op("lonely")) < 0);
  }

  // Includes the bodies of its loops.
  void everyOpOfASampleIsReached() {
    const QDir samples(testing::sourceFile("sample_graphs"));
    for (const QString& name : samples.entryList({"*.ngraph"})) {
      EngineSession session;
      session.documents.open(samples.filePath(name));
      QVERIFY(
          QTest::qWaitFor([&] { return session.compilations.compilation() != nullptr; }, patience));
      const auto compiled = session.compilations.compilation();
      const auto whole = wholeGraph(compiled, session.documents.document(), -1);
      QVERIFY2(whole == compiled->as_written(), qPrintable(name));
    }
  }
};

NGRAPH_VIEW_TEST(WholeGraphTest)
#include "whole_graph_test.moc"
