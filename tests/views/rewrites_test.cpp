// SPDX-License-Identifier: Apache-2.0
// Tests stepping to a rewrite: its ops are highlighted on the canvas, the strip and the inspector
// describe it, and the counts on the pass's page are the sums over its rewrites.
#include <QLabel>
#include <algorithm>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/pass_record.h"
#include "tests/support/panel_sample.h"
#include "tests/support/sample_record.h"
#include "tests/support/view_main.h"
#include "views/core/selected_rewrite.h"
#include "views/graph/graph_view.h"
#include "views/inspector/inspector_view.h"
#include "views/inspector/subject_pages.h"
#include "views/passes/pass_list.h"
#include "views/passes/passes_view.h"
#include "views/widgets/link_row.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class RewritesTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void theCanvasHighlightsTheOps();
  void theStripNamesIt();
  void theInspectorDescribesIt();
  void countsAgree();
  void disabledRulesAreMarked();

 private:
  struct Stage {
    PanelSession session;
    Selection selection;
    Jobs jobs;
    Workspace workspace{session, selection, jobs};
    PassesView passes{workspace};
    GraphView graph{workspace};
    InspectorView inspector{workspace};
  };
  void goToRewrite(int pass, int number);
  const PassRecord& pass(int index) const {
    return stage_->session.compilations.compilation()->passes[static_cast<std::size_t>(index)];
  }
  bool inspectorSays(const QString& words) const;

  static constexpr int simplify = 2, merge = 3;
  std::unique_ptr<Stage> stage_;
};

void RewritesTest::init() {
  stage_ = std::make_unique<Stage>();
  stage_->graph.arrangement().placer().client().setCacheFolder({});
  stage_->session.documents.open("sample.ngraph");
  stage_->graph.resize(900, 600);
  stage_->inspector.resize(320, 900);
  stage_->passes.show();
  stage_->graph.show();
  stage_->inspector.show();
  QTRY_VERIFY(!stage_->graph.busy());
}

void RewritesTest::goToRewrite(int pass, int number) {
  stage_->passes.goTo(pass);
  QCoreApplication::processEvents();
  for (int i = 0; i <= number; ++i) stage_->passes.stepRewrite(1);
  QTRY_COMPARE(stage_->selection.pass(), pass);
  QTRY_VERIFY(!stage_->graph.busy());
  testing::settle(10);
}

bool RewritesTest::inspectorSays(const QString& words) const {
  const auto labels = stage_->inspector.findChildren<QLabel*>();
  const auto rows = stage_->inspector.findChildren<LinkRow*>();
  return std::any_of(labels.begin(), labels.end(),
                     [&](const QLabel* each) { return each->text().contains(words); }) ||
         std::any_of(rows.begin(), rows.end(),
                     [&](const LinkRow* each) { return each->text().contains(words); });
}

void RewritesTest::theCanvasHighlightsTheOps() {
  goToRewrite(simplify, 0);
  const RewriteRecord& rewrite = pass(simplify).rewrites.front();
  const GraphScene& scene = stage_->graph.canvas().scene();
  const std::vector<char>& lit = stage_->graph.canvas().lit().traced;
  QCOMPARE(lit.size(), scene.cards.size());
  int on = 0;
  for (std::size_t i = 0; i < lit.size(); ++i) {
    if (!lit[i]) continue;
    ++on;
    const OpId op = scene.cards[i].id;
    const auto has = [op](const std::vector<OpId>& ops) {
      return std::find(ops.begin(), ops.end(), op) != ops.end();
    };
    QVERIFY(has(rewrite.removed) || has(rewrite.added));
  }
  QVERIFY(on > 0 && on < static_cast<int>(lit.size()));
  stage_->passes.goTo(simplify - 1);
  QTRY_VERIFY(stage_->graph.canvas().lit().traced.empty());
}

void RewritesTest::theStripNamesIt() {
  goToRewrite(simplify, 0);
  const QString words = stage_->graph.crumbs().passText();
  QVERIFY2(words.startsWith("in 3/7 simplify: ") &&
               words.contains(QString::fromStdString(pass(simplify).rewrites.front().rule)),
           qPrintable(words));
}

void RewritesTest::theInspectorDescribesIt() {
  goToRewrite(simplify, 0);
  QTRY_COMPARE(stage_->inspector.subject(), InspectorView::Subject::group);
  QTRY_VERIFY(inspectorSays("Applied to"));
  const auto at =
      selectedRewrite(stage_->session.compilations.compilation(), stage_->selection.state());
  QCOMPARE(at.rewrite, &pass(simplify).rewrites.front());
  // A click on the pass's own row ends the selection of the rewrite.
  stage_->passes.goTo(-1);
  QCoreApplication::processEvents();
  QVERIFY(!selectedRewrite(stage_->session.compilations.compilation(), stage_->selection.state()));
}

// The ops a pass removed and added, each counted once, match the counts on its page.
void RewritesTest::countsAgree() {
  for (const PassRecord& pass : stage_->session.compilations.compilation()->passes) {
    RewriteCount sum;
    for (const RewriteRecord& each : pass.rewrites) {
      const RewriteCount count = countOf(pass, each);
      sum.gone += count.gone;
      sum.made += count.made;
    }
    QVERIFY(sum.gone <= static_cast<int>(pass.removed.size()));
    QVERIFY(sum.made <= static_cast<int>(pass.added.size()));
  }
  // Ops fused into a kernel stay in the graph.
  auto graph = std::make_shared<GraphRecord>();
  std::vector<OpRecord> ops(2);
  ops[0].id = 2, ops[1].id = 1, ops[1].kernel = 2;
  graph->ops = ops;
  PassRecord fuse;
  fuse.before = fuse.after = graph;
  fuse.added = {2};
  QCOMPARE(countsText(countOf(fuse, {"fuse", {1}, {2}, 0})), QString("+1 1 inside"));
}

void RewritesTest::disabledRulesAreMarked() {
  stage_->session.pipelines.setPassEnabled(QString::fromStdString(pass(merge).name), false);
  stage_->selection.selectPass(merge);
  QTRY_COMPARE(stage_->inspector.subject(), InspectorView::Subject::pass);
  QTRY_VERIFY(inspectorSays("this pass is disabled"));
}

NGRAPH_VIEW_TEST(RewritesTest)
#include "rewrites_test.moc"
