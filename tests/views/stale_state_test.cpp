// SPDX-License-Identifier: Apache-2.0
// Tests that the window shows nothing that refers to a replaced document or compilation.
#include "app/drafts/draft_editor.h"
#include "app/window/main_window.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/graph/highlights/heat.h"
#include "views/tensors/tensors_view.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class StaleStateTest : public QObject {
  Q_OBJECT

 private slots:
  void undoneOpsAreDeselected();
  void passesOfAnotherTransformerAreSelectedByName();
  void timesOfTheRunColourTheGraph();
};

namespace {

void open(BuildWindow& w, const char* sample) {
  w.window->open(testing::sourceFile("sample_graphs/") + sample);
  QTRY_VERIFY(w.session.compilations.compilation() &&
              !w.session.compilations.compileProgress().busy);
}

QString selectedPass(BuildWindow& w) {
  const int pass = w.window->workspace().selection.pass();
  const CompilationRecordPtr compilation = w.session.compilations.compilation();
  if (!compilation || pass < 0 || pass >= std::ssize(compilation->passes)) return {};
  return QString::fromStdString(compilation->passes[static_cast<std::size_t>(pass)].name);
}

}  // namespace

// The reference transformer has fewer passes: cpu's last index is out of range there.
void StaleStateTest::passesOfAnotherTransformerAreSelectedByName() {
  BuildWindow w;
  open(w, "05_logistic_part2.ngraph");
  Selection& selection = w.window->workspace().selection;
  const auto compile = [&](const char* transformer) {
    const CompilationRecordPtr before = w.session.compilations.compilation();
    w.session.compilations.setTransformer(transformer);
    QTRY_VERIFY(w.session.compilations.compilation() &&
                w.session.compilations.compilation() != before);
  };
  const auto& passes = w.session.compilations.compilation()->passes;
  const int last = static_cast<int>(passes.size()) - 1;
  const auto simplify = std::find_if(
      passes.begin(), passes.end(), [](const PassRecord& each) { return each.name == "simplify"; });
  QVERIFY(simplify != passes.end());
  selection.selectPass(static_cast<int>(simplify - passes.begin()));
  testing::settle();
  selection.selectPass(last);
  testing::settle();
  compile("reference");
  QVERIFY(std::ssize(w.session.compilations.compilation()->passes) <= last);
  QVERIFY(!selectedPass(w).isEmpty());
  selection.back();
  selection.back();
  QVERIFY(selection.pass() < std::ssize(w.session.compilations.compilation()->passes));
  compile("cpu");
  selection.selectPass(0);
  const QString first = selectedPass(w);
  testing::settle();
  compile("reference");
  compile("cpu");
  QCOMPARE(selectedPass(w), first);
}

void StaleStateTest::timesOfTheRunColourTheGraph() {
  BuildWindow w;
  open(w, "05_logistic_part2.ngraph");
  w.graph().colours().choose(ColourBy::time);
  w.session.run.run();
  QTRY_COMPARE(w.session.run.status().state, RunState::finished);
  const auto warm = [&w] {
    const auto& heat = w.canvas().lit().heat;
    return std::any_of(heat.begin(), heat.end(), [](const auto& each) { return each > 0; });
  };
  QTRY_VERIFY(warm());
}

void StaleStateTest::undoneOpsAreDeselected() {
  BuildWindow w;
  w.window->newDocument();
  QTRY_VERIFY(w.session.documents.document());
  w.editor.apply("y = x + 1", {});
  const OpId sum = w.editor.last();
  QTRY_VERIFY(w.session.documents.document()->graph->find(sum));
  Selection& selection = w.window->workspace().selection;
  selection.selectOp(sum);
  auto* tensors = qobject_cast<TensorsView*>(w.window->docks().view("tensors"));
  QVERIFY(tensors);
  tensors->pin(sum);
  QTRY_COMPARE(tensors->current(), sum);
  w.editor.undo();
  QTRY_COMPARE(selection.op(), OpId{0});
  QTRY_VERIFY(tensors->pinned().empty() && tensors->current() == 0);
}

NGRAPH_VIEW_TEST(StaleStateTest)
#include "stale_state_test.moc"
