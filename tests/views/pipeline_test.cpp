// SPDX-License-Identifier: Apache-2.0
// Tests editing the pipeline in the window, over the engine: passes and rules are disabled, moved,
// measured against the full pipeline, and restored.
#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <QTreeView>
#include <algorithm>

#include "app/link/session/engine_session.h"
#include "app/window/commands/shell_echo.h"
#include "app/window/selection/selected_pass.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compilation.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/passes/op_history.h"
#include "views/passes/pass_delegate.h"
#include "views/passes/pass_list.h"
#include "views/passes/passes_view.h"
#include "views/passes/pipeline_bar.h"
#include "views/passes/trial_text.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::views;

class PipelineTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();
  void aCheckBoxRecompilesAndShowsTheEffect();
  void aSingleRuleIsDisabled();
  void requiredPassesStay();
  void passesAreDraggedIntoAnotherOrder();
  void ordersAreShownAsMoves();
  void closeTimesAreNoise();
  void badOrdersAreRefusedWithTheReason();
  void stepsAreUndone();
  void trialsStayAndCanBeReapplied();
  void everyChangedPassHasRewrites_data();
  void everyChangedPassHasRewrites();
  void anOpHasAHistory();
  void stepsAreShellLines();
  void aFinishedRunSurvives();

 private:
  void open(const char* sample);
  int indexOf(const char* pass) const;
  QModelIndex row(const char* pass) const { return view_->list().indexOfPass(indexOf(pass)); }
  const PassRecord& record(const char* pass) const { return *view_->list().pass(indexOf(pass)); }
  void waitForTrial(std::size_t count);

  std::unique_ptr<EngineSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<SelectedPass> selectedPass_;
  std::unique_ptr<PassesView> view_;
};

void PipelineTest::init() {
  session_ = std::make_unique<EngineSession>();
  session_->compilations.setTransformer("cpu");
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  selectedPass_ = std::make_unique<SelectedPass>(session_->compilations, *selection_);
  view_ = std::make_unique<PassesView>(*workspace_);
  view_->resize(320, 600);
  view_->show();
  open("06_mlp.ngraph");
}

void PipelineTest::cleanup() {
  view_.reset();
  selectedPass_.reset();
  session_.reset();
}

void PipelineTest::open(const char* sample) {
  session_->documents.open(testing::sourceFile("sample_graphs/") + sample);
  QTRY_VERIFY(session_->documents.document() &&
              QString::fromStdString(session_->documents.document()->path).endsWith(sample));
  QTRY_VERIFY(session_->compilations.compilation() != nullptr);
  QTRY_VERIFY(!session_->compilations.compileProgress().busy && !session_->values.series().empty());
}

int PipelineTest::indexOf(const char* pass) const {
  for (int i = 0; i < view_->list().passCount(); ++i)
    if (view_->list().pass(i)->name == pass) return i;
  return -2;
}

void PipelineTest::waitForTrial(std::size_t count) {
  QTRY_COMPARE(session_->pipelines.pipelineTrials().size(), count);
  QTRY_VERIFY(!session_->pipelines.tryingPipeline());
}

void PipelineTest::aCheckBoxRecompilesAndShowsTheEffect() {
  const std::size_t kernels = session_->compilations.compilation()->kernels.size();
  auto* tree = view_->findChild<QTreeView*>();
  const QRect line = tree->visualRect(row("fuse"));
  QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, PassDelegate::checkRect(line).center());
  waitForTrial(1);
  const PipelineTrialRecord trial = session_->pipelines.pipelineTrials().front();
  QCOMPARE(trial.full.kernels, static_cast<std::int64_t>(kernels));
  QCOMPARE(trial.tried.kernels,
           static_cast<std::int64_t>(session_->compilations.compilation()->kernels.size()));
  QVERIFY(trial.tried.kernels > trial.full.kernels);
  QVERIFY(trial.full.microseconds > 0 && trial.tried.microseconds > 0);
  QVERIFY(trial.error < 1e-4);  // rounding only
  QVERIFY(!view_->bar().isHidden());
  QVERIFY2(view_->bar().words().startsWith("without fuse: +"), qPrintable(view_->bar().words()));
  const QString note = view_->list().note(row("fuse"));
  // Both were measured on a busy machine: the difference may be within the noise.
  const bool noise = within_noise(trial.full, trial.tried);
  QVERIFY2(note.contains("+") && note.contains(noise ? "≈" : "×"), qPrintable(note));
  QCOMPARE(view_->bar().table().shownRows(), 1);
}

void PipelineTest::aSingleRuleIsDisabled() {
  open("05_logistic_part2.ngraph");
  const QModelIndex simplify = row("simplify");
  QModelIndex fired;
  for (int i = 0; i < view_->list().rowCount(simplify); ++i) {
    const QModelIndex each = view_->list().index(i, 0, simplify);
    if (view_->list().rule(each) && view_->list().fired(each) > 0) fired = each;
  }
  QVERIFY(fired.isValid());
  const std::string name = view_->list().rule(fired)->name;
  const int row_of = fired.row();
  QVERIFY(const_cast<PassList&>(view_->list()).setData(fired, Qt::Unchecked, Qt::CheckStateRole));
  waitForTrial(1);
  QCOMPARE(session_->pipelines.pipeline().disabled, std::set<std::string>{name});
  QVERIFY(record("simplify").enabled);
  const QModelIndex after = view_->list().index(row_of, 0, row("simplify"));
  QVERIFY(!view_->list().rule(after)->enabled);
  QCOMPARE(view_->list().fired(after), 0);
  QVERIFY(!view_->list().note(after).isEmpty());
}

void PipelineTest::requiredPassesStay() {
  auto& list = const_cast<PassList&>(view_->list());
  QVERIFY(!list.setData(row("expand_deriv"), Qt::Unchecked, Qt::CheckStateRole));
  QVERIFY(view_->bar().refusing());
  QVERIFY(view_->bar().words().contains("expand_deriv cannot be switched off"));
  QVERIFY(session_->pipelines.pipeline().full());
}

// As with the mouse: the row of one pass is dropped between two others.
void PipelineTest::passesAreDraggedIntoAnotherOrder() {
  auto& list = const_cast<PassList&>(view_->list());
  const int merge = indexOf("eliminate_common_subexpressions"), fold = indexOf("fold_constants");
  QVERIFY(fold < merge);
  const std::unique_ptr<QMimeData> data(list.mimeData({row("eliminate_common_subexpressions")}));
  QVERIFY(list.flags(row("eliminate_common_subexpressions")) & Qt::ItemIsDragEnabled);
  QVERIFY(!(list.flags(row("liveness")) & Qt::ItemIsDragEnabled));
  list.dropMimeData(data.get(), Qt::MoveAction, fold + 1, 0, {});  // row 0 is the written graph
  waitForTrial(1);
  QCOMPARE(indexOf("eliminate_common_subexpressions"), fold);
  QCOMPARE(indexOf("fold_constants"), fold + 1);
  QCOMPARE(session_->pipelines.pipeline().order[static_cast<std::size_t>(fold)],
           std::string("eliminate_common_subexpressions"));
  QVERIFY(
      view_->bar().words().startsWith("eliminate_common_subexpressions before fold_constants: "));
  const PipelineTrialRecord trial = session_->pipelines.pipelineTrials().front();
  QVERIFY(trial.error < 1e-4);
  for (const PipelineFigures& each : {trial.full, trial.tried})
    QVERIFY(each.low <= each.microseconds && each.microseconds <= each.high && each.low > 0);
  QCOMPARE(list.note(row("eliminate_common_subexpressions")), shortText(trial));
  QVERIFY(list.note(row("fold_constants")).isEmpty());
  QCOMPARE(briefText(trial.choice), QString("↑ eliminate_common_subexpressions"));
  // The moved pass stays selected: the keys move it back one row at a time, to the full pipeline.
  QTRY_COMPARE(selection_->pass(), fold);
  for (int place = fold; place < merge; ++place) {
    view_->moveCurrent(1);
    QTRY_COMPARE(indexOf("eliminate_common_subexpressions"), place + 1);
    QTRY_COMPARE(selection_->pass(), place + 1);
    QTRY_VERIFY(!session_->compilations.compileProgress().busy &&
                !session_->pipelines.tryingPipeline());
  }
  QVERIFY(session_->pipelines.pipeline().full());
}

void PipelineTest::ordersAreShownAsMoves() {
  PipelineChoice choice;
  for (const char* pass :
       {"simplify", "fold_constants", "eliminate_common_subexpressions", "eliminate_dead_ops"})
    choice.order.push_back(pass);
  QCOMPARE(choiceText(choice), QString("simplify before fold_constants"));
  choice.order = {"simplify", "eliminate_common_subexpressions", "eliminate_dead_ops",
                  "fold_constants"};
  QCOMPARE(choiceText(choice), QString("fold_constants after eliminate_dead_ops"));
  QCOMPARE(briefText(choice), QString("↓ fold_constants"));
}

void PipelineTest::closeTimesAreNoise() {
  PipelineTrialRecord trial;
  trial.full = {3, 0, 0, 10.0, 9.0, 11.0};
  trial.tried = {3, 0, 0, 10.8, 9.5, 12.0};
  QCOMPARE(shortText(trial), QString("±0 k ≈ time"));
  QVERIFY(
      fullText(trial).contains("10.8 µs (9.5 µs to 12.0 µs) per step called alone, within noise"));
  trial.full = {3, 0, 0, 0.284, 0.271, 0.302}, trial.tried = {3, 0, 0, 0.331, 0.32, 0.34};
  QVERIFY2(fullText(trial).contains("0.284 µs (0.271 µs to 0.302 µs) → 0.331 µs"),
           qPrintable(fullText(trial)));
  trial.full = {3, 0, 0, 10.0, 9.0, 11.0};
  trial.tried = {4, 0, 0, 15.0, 14.0, 16.0};
  QCOMPARE(shortText(trial), QString("+1 k ×1.50"));
  QVERIFY(!fullText(trial).contains("noise"));
  trial.tried = {4, 0, 0, 10.1, 10.05, 10.15};  // low variance, but a negligible difference
  trial.full.low = 9.95, trial.full.high = 10.05;
  QVERIFY(within_noise(trial.full, trial.tried));
}

void PipelineTest::badOrdersAreRefusedWithTheReason() {
  const CompilationRecordPtr before = session_->compilations.compilation();
  view_->movePass(indexOf("fuse"), indexOf("simplify"));
  QVERIFY(view_->bar().refusing());
  QVERIFY2(view_->bar().words().contains("comes after fuse, which decides the kernels"),
           qPrintable(view_->bar().words()));
  view_->movePass(indexOf("simplify"), 0);
  QVERIFY2(view_->bar().words().contains("'simplify' comes before version_state"),
           qPrintable(view_->bar().words()));
  QVERIFY(session_->pipelines.pipeline().full());
  QVERIFY(!session_->compilations.compileProgress().busy);
  QCOMPARE(session_->compilations.compilation().get(), before.get());
}

void PipelineTest::stepsAreUndone() {
  session_->pipelines.setPassEnabled("fuse", false);
  session_->pipelines.setPassEnabled("simplify", false);
  QCOMPARE(session_->pipelines.pipelineUndoName(), QString("Disable simplify"));
  session_->pipelines.undoPipeline();
  QCOMPARE(session_->pipelines.pipeline().disabled, std::set<std::string>{"fuse"});
  QCOMPARE(session_->pipelines.pipelineRedoName(), QString("Disable simplify"));
  session_->pipelines.redoPipeline();
  QCOMPARE(session_->pipelines.pipeline().disabled.size(), std::size_t(2));
  view_->bar().reset();
  QVERIFY(session_->pipelines.pipeline().full());
  QCOMPARE(session_->pipelines.pipelineUndoName(), QString("Reset the pipeline"));
  session_->pipelines.undoPipeline();
  QCOMPARE(session_->pipelines.pipeline().disabled.size(), std::size_t(2));
  QTRY_VERIFY(!session_->compilations.compileProgress().busy);
  QVERIFY(!record("fuse").enabled && !record("simplify").enabled);
}

void PipelineTest::trialsStayAndCanBeReapplied() {
  session_->pipelines.setPassEnabled("liveness", false);
  waitForTrial(1);
  QVERIFY(session_->pipelines.pipelineTrials().front().tried.peak_bytes >
          session_->pipelines.pipelineTrials().front().full.peak_bytes);
  view_->bar().reset();
  QTRY_VERIFY(!session_->compilations.compileProgress().busy);
  QVERIFY(session_->pipelines.pipeline().full());
  QCOMPARE(session_->pipelines.pipelineTrials().size(), std::size_t(1));
  TableView& table = view_->bar().table();
  QVERIFY(table.asText('\t').startsWith("trial\tΔ k\tΔ peak\tΔ µs\terror\n"));
  QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                    table.visualRect(table.model()->index(0, 0)).center());
  QCOMPARE(session_->pipelines.pipeline().disabled, std::set<std::string>{"liveness"});
  QTRY_VERIFY(!session_->compilations.compileProgress().busy);
  QCOMPARE(session_->pipelines.pipelineTrials().size(), std::size_t(1));  // already measured
  table.selectRow(0);
  table.setFocus();
  for (QAction* action : table.actions())
    if (action->shortcut() == QKeySequence(Qt::Key_Delete)) action->trigger();
  QCOMPARE(session_->pipelines.pipelineTrials().size(), std::size_t(0));
}

void PipelineTest::everyChangedPassHasRewrites_data() {
  QTest::addColumn<QString>("file");
  for (const char* file :
       {"02_four_b_plus_c", "05_logistic_part2", "06_mlp", "08_convnet", "09_lstm"})
    QTest::newRow(file) << QString(file) + ".ngraph";
}

void PipelineTest::everyChangedPassHasRewrites() {
  QFETCH(QString, file);
  open(qPrintable(file));
  for (const PassRecord& pass : session_->compilations.compilation()->passes) {
    const std::size_t changes = pass.added.size() + pass.removed.size() + pass.modified.size();
    QVERIFY2(changes == 0 || !pass.rewrites.empty(), pass.name.c_str());
  }
}

void PipelineTest::anOpHasAHistory() {
  open("05_logistic_part2.ngraph");
  OpId loss = 0;
  for (const OpRecord& each : session_->documents.document()->graph->ops)
    if (each.op == "cross_entropy_binary_inner" || each.name == "L") loss = each.id;
  QVERIFY(loss != 0);
  selection_->selectOp(loss);
  view_->showHistory(true);
  const auto& states = view_->history().states();
  QCOMPARE(static_cast<int>(states.size()), view_->list().passCount() + 1);
  QVERIFY(!states[0].changed);
  const auto changed =
      std::find_if(states.begin(), states.end(), [](const OpState& each) { return each.changed; });
  QVERIFY(changed != states.end());
  for (std::size_t i = 1; i < states.size(); ++i)
    QCOMPARE(states[i].changed, states[i].text != states[i - 1].text);
  auto* table = view_->history().findChild<TableView*>();
  const int at = static_cast<int>(changed - states.begin());
  QVERIFY(table->model()->index(at, 1).data(Qt::FontRole).value<QFont>().weight() > QFont::Normal);
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                    table->visualRect(table->model()->index(at, 1)).center());
  QCOMPARE(selection_->pass(), changed->pass);
}

void PipelineTest::stepsAreShellLines() {
  ShellEcho shell(*workspace_);
  open("05_logistic_part2.ngraph");
  session_->pipelines.setPassEnabled("fuse", false);
  QTRY_VERIFY(!session_->compilations.compileProgress().busy);
  QVERIFY2(shell.last().endsWith("05_logistic_part2.ngraph --disable fuse"),
           qPrintable(shell.last()));
  view_->bar().reset();
  QTRY_VERIFY(!session_->compilations.compileProgress().busy);
  view_->movePass(indexOf("eliminate_common_subexpressions"), indexOf("fold_constants"));
  QTRY_VERIFY(!session_->compilations.compileProgress().busy);
  QVERIFY2(shell.last().contains("--pipeline stable_patterns,expand_deriv,version_state,shard_axes,"
                                 "cut_stages,expand_composites,eliminate_common_subexpressions,"
                                 "fold_constants,"),
           qPrintable(shell.last()));
}

// Inspecting a pass does not lose a finished run: its curves and kept iterations stay.
void PipelineTest::aFinishedRunSurvives() {
  open("05_logistic_part2.ngraph");
  OpId w = 0;
  for (const OpRecord& each : session_->documents.document()->graph->ops)
    if (each.name == "W") w = each.id;
  session_->values.watch(w);
  const auto at = [&](std::int64_t iteration) {
    session_->run.showIteration(iteration);
    const auto there = [&] {
      return session_->values.value(w) && session_->values.value(w)->iteration == iteration;
    };
    return QTest::qWaitFor(there, testing::patience) ? session_->values.value(w)->value : Tensor();
  };
  session_->run.run();
  QTRY_COMPARE(session_->run.status().state, RunState::finished);
  const std::vector<double> curve = session_->values.series()[0].y;
  const Tensor then = at(37), last = at(100);
  QVERIFY(!(then == last));
  PipelineChoice without, reordered;
  without.disabled = {"fuse"};
  for (const PassRecord& pass : session_->compilations.compilation()->passes)
    if (pass.phase == PassPhase::graph) reordered.order.push_back(pass.name);
  std::iter_swap(
      std::find(reordered.order.begin(), reordered.order.end(), "fold_constants"),
      std::find(reordered.order.begin(), reordered.order.end(), "eliminate_common_subexpressions"));
  for (const PipelineChoice& choice : {without, reordered, PipelineChoice()}) {
    QCOMPARE(session_->pipelines.setPipeline(choice), QString());
    QTRY_VERIFY(!session_->compilations.compileProgress().busy);
    QTRY_COMPARE(session_->run.status().lastIteration, 100);
    QTRY_COMPARE(session_->values.series()[0].y.size(), curve.size());
    QCOMPARE(session_->run.status().state, RunState::finished);
    QCOMPARE(session_->values.series()[0].y, curve);
    QVERIFY(at(37) == then);
    QVERIFY(at(100) == last);
  }
}

NGRAPH_VIEW_TEST(PipelineTest)
#include "pipeline_test.moc"
