// SPDX-License-Identifier: Apache-2.0
// Tests a card's context menu: it offers what its op has, and each entry leads there.
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QSignalSpy>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/panel_sample.h"
#include "tests/support/sample_record.h"
#include "tests/support/view_main.h"
#include "views/graph/op_menu.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class OpMenuTest : public QObject {
  Q_OBJECT

 private slots:
  void entriesLeadToTheirTargets();
  void sourcesHaveNoKernel();
};

namespace {

struct Stage {
  PanelSession session;
  Selection selection;
  Jobs jobs;
  Workspace workspace{session, selection, jobs};
  QMenu menu;

  explicit Stage(OpId op) {
    session.documents.open("sample.ngraph");
    selection.selectOp(op);
    addOpEntries(menu, workspace, *session.compilations.compilation()->final_graph()->find(op));
  }
  QAction* entry(const QString& begin) const {
    for (QAction* action : menu.actions())
      if (action->text().startsWith(begin)) return action;
    return nullptr;
  }
};

}  // namespace

void OpMenuTest::entriesLeadToTheirTargets() {
  Stage stage(id_dot);
  const CompilationRecordPtr compilation = stage.session.compilations.compilation();
  const KernelRecord* kernel = compilation->kernel_of(id_dot);
  QVERIFY(kernel);
  const QString name = QString::fromStdString(kernel->name);
  QSignalSpy revealed(&stage.selection, &Selection::revealed);
  QVERIFY(stage.entry("Kernel " + name));
  stage.entry("Kernel " + name)->trigger();
  QCOMPARE(stage.selection.state().kernel, name);
  QCOMPARE(revealed.last()[0].value<Facet>(), Facet::kernel);
  stage.entry("Value")->trigger();
  QCOMPARE(revealed.last()[0].value<Facet>(), Facet::tensor);
  if (const BufferRecord* buffer = compilation->buffer_of(id_dot)) {
    stage.entry("Buffer")->trigger();
    QCOMPARE(stage.selection.state().buffer, QString::fromStdString(buffer->name));
  }
  stage.entry("Copy the name")->trigger();
  QCOMPARE(QApplication::clipboard()->text(),
           QString::fromStdString(compilation->final_graph()->find(id_dot)->name));
  QVERIFY(stage.entry("Set a breakpoint") && stage.entry("Run to here"));
}

void OpMenuTest::sourcesHaveNoKernel() {
  const Stage stage(id_w);
  QVERIFY(!stage.entry("Kernel"));
  QVERIFY(stage.entry("Value"));
}

NGRAPH_VIEW_TEST(OpMenuTest)
#include "op_menu_test.moc"
