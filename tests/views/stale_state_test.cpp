// SPDX-License-Identifier: Apache-2.0
// Nothing in the window speaks of what is no longer there.
#include "app/workbench/draft_editor.h"
#include "app/workbench/main_window.h"
#include "tests/support/build_window.h"
#include "tests/support/view_main.h"
#include "views/tensors/tensors_view.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class StaleStateTest : public QObject {
  Q_OBJECT

 private slots:
  void whatIsUndoneIsSelectedNoMore();
};

void StaleStateTest::whatIsUndoneIsSelectedNoMore() {
  BuildWindow w;
  w.window->newDocument();
  QTRY_VERIFY_WITH_TIMEOUT(w.session.document(), patience);
  w.editor.apply("y = x + 1", {});
  const OpKey sum = w.editor.last();
  QTRY_VERIFY_WITH_TIMEOUT(w.session.document()->graph->find(sum), patience);
  Selection& selection = w.window->workspace().selection;
  selection.selectOp(sum);
  auto* tensors = qobject_cast<TensorsView*>(w.window->docks().view("tensors"));
  QVERIFY(tensors);
  tensors->pin(sum);
  QTRY_COMPARE(tensors->current(), sum);
  w.editor.undo();
  QTRY_COMPARE_WITH_TIMEOUT(selection.op(), OpKey{0}, patience);
  QTRY_VERIFY_WITH_TIMEOUT(tensors->pinned().empty() && tensors->current() == 0, patience);
}

NGRAPH_VIEW_TEST(StaleStateTest)
#include "stale_state_test.moc"
