// SPDX-License-Identifier: Apache-2.0
// Tests a document that is divided among ranks in the window: the run computes what one process
// computes, also after going back; the timeline has a lane for each rank; cards are coloured by
// placement; and what can be chosen.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

#include "app/link/session/engine_session.h"
#include "app/window/choices/rank_choices.h"
#include "app/window/tool_bar.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/series_record.h"
#include "engine/trace/timeline.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "tests/support/waits.h"
#include "views/buffers/buffers_view.h"
#include "views/scaling/scaling_view.h"
#include "views/widgets/number_text.h"
#include "views/widgets/plots/plot.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::views;
using testing::patience;

class RanksTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { session_ = std::make_unique<EngineSession>(); }
  void cleanup() { session_.reset(); }
  void theRunIsThatOfOneProcess_data();
  void theRunIsThatOfOneProcess();
  void goingBackShowsTheSameValues();
  void everyRankHasALane_data();
  void everyRankHasALane();
  void choicesDivideTheGraph();
  void unreadableTextsAreRefused();
  void stagesAreChosen();
  void theRunWithStagesContinues();
  void inspectionDoesNotChangeARunWithStages();
  void cardsHaveThePlacementOfTheirOps();
  void cardsHaveTheStageOfTheirOps();
  void everyRankHasItsMemory();
  void linesNameTheStages();
  void theTimeOnAClusterIsPredicted();
  void aPredictionCanBeStopped();
  void fieldsOfTheClusterHaveUnits();

 private:
  void open(const char* sample, const QString& ranks);
  void divide(const QString& ranks);
  std::vector<double> epoch(int number);
  std::unique_ptr<EngineSession> session_;
};

void RanksTest::divide(const QString& ranks) {
  const CompilationRecordPtr before = session_->compilations.compilation();
  session_->compilations.setRanks(ranks);
  QVERIFY(QTest::qWaitFor(
      [&] {
        return session_->compilations.compilation() != before &&
               !session_->compilations.compileProgress().busy;
      },
      patience));
}

void RanksTest::open(const char* sample, const QString& ranks) {
  session_->documents.open(testing::sourceFile("sample_graphs/") + sample);
  QTRY_VERIFY(session_->compilations.compilation() != nullptr);
  QTRY_VERIFY(!session_->compilations.compileProgress().busy && !session_->values.series().empty());
  if (!ranks.isEmpty()) divide(ranks);
}

std::vector<double> RanksTest::epoch(int number) {
  session_->run.stepEpoch();
  const bool ended = QTest::qWaitFor(
      [&] {
        return session_->run.status().state != RunState::running &&
               session_->run.status().lastIteration == number * session_->run.status().batches;
      },
      patience);
  return ended ? session_->values.series()[0].y : std::vector<double>();
}

void RanksTest::theRunIsThatOfOneProcess_data() {
  QTest::addColumn<QString>("sample");
  QTest::addColumn<QString>("ranks");
  const auto add = [](const char* sample, const char* ranks) {
    QTest::addRow("%s, %s", sample, ranks) << QString(sample) << QString(ranks);
  };
  add("05_logistic_part2.ngraph", "N=4");
  add("06_mlp.ngraph", "stages=2");
  add("06_mlp.ngraph", "N=2,stages=2,micro-batches=2,stage=1");
  add("06_mlp.ngraph", "micro-batches=4");
  add("06_mlp.ngraph", "N=2,shard-state=all");
}

void RanksTest::theRunIsThatOfOneProcess() {
  QFETCH(QString, sample);
  QFETCH(QString, ranks);
  open(qPrintable(sample), "");
  const std::vector<double> alone = epoch(1);
  QVERIFY(!alone.empty());
  divide(ranks);
  QCOMPARE(session_->compilations.ranks(), ranks);
  session_->run.reset();
  QTRY_COMPARE(session_->run.status().lastIteration, 0);
  const std::vector<double> together = epoch(1);
  QCOMPARE(together.size(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i)
    QVERIFY(std::abs(together[i] - alone[i]) <= 1e-4 * std::abs(alone[i]));
}

// The values of an earlier iteration are computed again.
void RanksTest::goingBackShowsTheSameValues() {
  open("05_logistic_part2.ngraph", "N=2");
  const std::vector<double> first = epoch(1);
  session_->run.stepBack();
  QTRY_VERIFY(session_->run.status().looksBack);
  QTRY_VERIFY(session_->run.status().state != RunState::running);
  const std::vector<double> all = epoch(2);
  QVERIFY(all.size() > first.size());
  for (std::size_t i = 0; i < first.size(); ++i) QCOMPARE(all[i], first[i]);
}

void RanksTest::everyRankHasALane_data() {
  QTest::addColumn<QString>("sample");
  QTest::addColumn<QString>("ranks");
  QTest::addColumn<QString>("lane");
  QTest::addColumn<QString>("step");  // that the lane has; empty: any
  QTest::newRow("ranks") << "05_logistic_part2.ngraph" << "N=2" << "rank 1" << QString();
  QTest::newRow("stages") << "06_mlp.ngraph" << "stages=2" << "rank 1, stage 1"
                          << "receive, stage 1";
}

void RanksTest::everyRankHasALane() {
  QFETCH(QString, sample);
  QFETCH(QString, ranks);
  QFETCH(QString, lane);
  QFETCH(QString, step);
  open(qPrintable(sample), ranks);
  session_->profile.recordTimeline(true);
  epoch(1);
  const auto has_lane = [&] {
    const TimelinePtr timeline = session_->profile.timeline();
    for (const TimelineLane& each : timeline->lanes()) {
      if (each.name != lane.toStdString() || each.rows.empty()) continue;
      if (step.isEmpty()) return true;
      const auto& row = each.rows[0];
      for (std::size_t i = 0; i < row.size(); ++i)
        if (timeline->names()[row[i].name].text.find(step.toStdString()) != std::string::npos)
          return true;
    }
    return false;
  };
  QTRY_VERIFY_WITH_TIMEOUT(has_lane(), patience);
}

void RanksTest::choicesDivideTheGraph() {
  open("06_mlp.ngraph", "");
  const QStringList choices = rankChoices(session_->compilations);
  QCOMPARE(choices.first(), QString());
  QVERIFY2(choices.contains("N=2") && choices.contains("N=8"), qPrintable(choices.join(' ')));
  QVERIFY2(choices.contains("K=2") || choices.contains("H=2"), qPrintable(choices.join(' ')));
  for (const QString& each : choices) {
    if (each.isEmpty()) continue;
    divide(each);
    QCOMPARE(session_->compilations.ranks(), each);
  }
}

void RanksTest::unreadableTextsAreRefused() {
  open("05_logistic_part2.ngraph", "");
  for (const char* wrong : {"N", "N=0", "N=3", "nowhere=2", "N=2,N=2", "=3", "stages=2,stage=2",
                            "stages=99", "micro-batches=3", "shard-state=some"}) {
    QSignalSpy said(&session_->messages, &Messages::message);
    session_->compilations.setRanks(wrong);
    QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), patience);
    QCOMPARE(session_->compilations.ranks(), QString());
  }
}

namespace {

const DivisionMenu* menuOf(const QList<DivisionMenu>& menus, const QString& title) {
  for (const DivisionMenu& menu : menus)
    if (menu.title == title) return &menu;
  return nullptr;
}

QString chosen(const DivisionMenu& menu) {
  for (const DivisionMenu::Choice& choice : menu.choices)
    if (choice.chosen) return choice.title;
  return {};
}

QString textOf(const DivisionMenu& menu, const QString& title) {
  for (const DivisionMenu::Choice& choice : menu.choices)
    if (choice.title == title) return choice.ranks;
  return {};
}

}  // namespace

// Each choice changes one thing and keeps the others.
void RanksTest::stagesAreChosen() {
  open("06_mlp.ngraph", "");
  const auto menus = [&] { return divisionMenus(session_->compilations); };
  QVERIFY(menuOf(menus(), "Shown stage") == nullptr);
  divide(textOf(*menuOf(menus(), "Stages"), "2"));
  QCOMPARE(session_->compilations.ranks(), QString("stages=2"));
  divide(textOf(*menuOf(menus(), "Micro-batches"), "4"));
  divide(textOf(*menuOf(menus(), "Shown stage"), "stage 1"));
  divide(textOf(*menuOf(menus(), "Ranks"), "N=2"));
  QCOMPARE(session_->compilations.ranks(), QString("N=2,stages=2,micro-batches=4,stage=1"));
  divide(textOf(*menuOf(menus(), "State of ranks"), "parts of all"));
  for (const auto& [menu, title] :
       {std::pair("Ranks", "N=2"), std::pair("Stages", "2"), std::pair("Micro-batches", "4"),
        std::pair("Shown stage", "stage 1"), std::pair("State of ranks", "parts of all")})
    QCOMPARE(chosen(*menuOf(menus(), menu)), QString(title));
  divide(textOf(*menuOf(menus(), "Stages"), "not cut"));
  QCOMPARE(session_->compilations.ranks(), QString("N=2,shard-state=all"));
  divide(textOf(*menuOf(menus(), "Ranks"), "one process"));
  QCOMPARE(session_->compilations.ranks(), QString());
}

// A step ends with a call that is not complete; another stage is shown without losing the values.
void RanksTest::theRunWithStagesContinues() {
  open("06_mlp.ngraph", "");
  const std::vector<double> alone = epoch(1);
  divide("stages=2");
  session_->run.reset();
  QTRY_COMPARE(session_->run.status().lastIteration, 0);
  session_->run.stepKernel();
  QTRY_VERIFY(session_->run.status().step == 1);
  divide("stages=2,stage=1");
  const std::vector<double> together = epoch(1);
  QCOMPARE(together.size(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i)
    QVERIFY(std::abs(together[i] - alone[i]) <= 1e-4 * std::abs(alone[i]));
}

// Values are computed while the other stage waits within an iteration.
void RanksTest::inspectionDoesNotChangeARunWithStages() {
  open("06_mlp.ngraph", "stages=2");
  session_->run.run();
  QTRY_COMPARE(session_->run.status().state, RunState::finished);
  const std::vector<double> whole = session_->values.series()[0].y;
  session_->run.reset();
  QTRY_COMPARE(session_->run.status().lastIteration, 0);
  for (const OpRecord& op : session_->documents.document()->graph->ops)
    if (op.name == "W1" || op.name == "W2" || op.name == "hidden" || op.name == "L")
      session_->values.watch(op.id);
  const auto steps = static_cast<int>(session_->compilations.compilation()->steps.size());
  int iterations = 0;
  for (int step = 1; step < steps; step += steps / 5) {
    session_->run.stepIteration();
    ++iterations;
    QTRY_VERIFY(session_->run.status().lastIteration >= iterations &&
                session_->run.status().state != RunState::running);
    for (int done = 0; done < step; ++done) session_->run.stepKernel();
    QTRY_COMPARE(session_->run.status().step, step);
    session_->run.showIteration(step % (iterations + 1));
    QTRY_VERIFY(session_->run.status().looksBack);
  }
  session_->run.run();
  QTRY_COMPARE(session_->run.status().state, RunState::finished);
  QCOMPARE(session_->values.series()[0].y, whole);
}

void RanksTest::cardsHaveThePlacementOfTheirOps() {
  testing::BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  Compilations& compilations = w.session.compilations;
  QTRY_VERIFY(compilations.compilation() && !compilations.compileProgress().busy);
  w.graph().colours().choose(ColourBy::placement);
  QVERIFY(w.canvas().lit().placed.empty());
  QVERIFY2(w.graph().crumbs().noticeText().contains("Compile > Ranks"),
           qPrintable(w.graph().crumbs().noticeText()));
  compilations.setRanks("N=2");
  QTRY_VERIFY_WITH_TIMEOUT(!w.canvas().lit().placed.empty(), patience);
  QCOMPARE(w.window->toolBar().ranksText(), QString("ranks N=2"));
  const QStringList entries = w.graph().legend().entries();
  QVERIFY2(entries.contains("part of N") && entries.contains("term of a sum"),
           qPrintable(entries.join(", ")));
  int placed = 0;
  for (const auto& each : w.canvas().lit().placed) placed += each.has_value() ? 1 : 0;
  QVERIFY(placed >= 3);
  QVERIFY(placed < std::ssize(w.canvas().lit().placed));  // weights are whole
}

void RanksTest::cardsHaveTheStageOfTheirOps() {
  testing::BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/06_mlp.ngraph"));
  Compilations& compilations = w.session.compilations;
  QTRY_VERIFY(compilations.compilation() && !compilations.compileProgress().busy);
  w.graph().colours().choose(ColourBy::placement);
  compilations.setRanks("stages=2,stage=1");
  QTRY_VERIFY_WITH_TIMEOUT(!w.canvas().lit().placed.empty(), patience);
  QCOMPARE(w.window->toolBar().ranksText(), QString("2 stages · stage 1 shown"));
  const QStringList entries = w.graph().legend().entries();
  QVERIFY2(entries.contains("stage 0") && entries.contains("stage 1"),
           qPrintable(entries.join(", ")));
  std::set<int> placed;  // ops as written, of both stages
  for (const auto& each : w.canvas().lit().placed)
    if (each) placed.insert(*each);
  QCOMPARE(placed.size(), std::size_t{2});
  for (const OpRecord& op : compilations.compilation()->as_written()->ops) {
    if (op.op != "dot") continue;
    w.window->workspace().selection.selectOp(op.id);
    w.window->showView("inspector");
    const auto said = [&] {
      const auto rows = w.window->docks().view("inspector")->findChildren<QWidget*>();
      return std::any_of(rows.begin(), rows.end(), [](const QWidget* row) {
        return row->accessibleName().startsWith("placement stage ");
      });
    };
    QTRY_VERIFY_WITH_TIMEOUT(said(), patience);
    break;
  }
}

// The memory plan is that of the chosen rank.
void RanksTest::everyRankHasItsMemory() {
  testing::BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/06_mlp.ngraph"));
  Compilations& compilations = w.session.compilations;
  QTRY_VERIFY(compilations.compilation() && !compilations.compileProgress().busy);
  w.window->showView("buffers");
  auto& view = *qobject_cast<BuffersView*>(w.window->docks().view("buffers"));
  QVERIFY(view.ranks().isHidden());
  compilations.setRanks("N=2");
  QTRY_COMPARE_WITH_TIMEOUT(view.ranks().count(), 2, patience);
  QVERIFY(!view.ranks().isEnabled());  // their programs are the same
  compilations.setRanks("stages=2");
  QTRY_VERIFY_WITH_TIMEOUT(view.ranks().isEnabled(), patience);
  QCOMPARE(view.ranks().count(), 2);
  for (int rank = 0; rank < 2; ++rank) {
    emit view.ranks().activated(rank);
    QTRY_COMPARE_WITH_TIMEOUT(view.ranks().currentIndex(), rank, patience);
    const QString text = view.ranks().itemText(rank);
    QVERIFY2(text.startsWith(QString("rank %1, stage %1: ").arg(rank)), qPrintable(text));
    std::int64_t bytes = view.plan()->record().peak_bytes;
    for (const BufferRecord& buffer : view.plan()->record().buffers)
      if (buffer.kind != BufferKind::temporary) bytes += buffer.bytes;
    QVERIFY2(text.endsWith(byteText(bytes)), qPrintable(text + ", not " + byteText(bytes)));
  }
  QCOMPARE(compilations.ranks(), QString("stages=2,stage=1"));
}

void RanksTest::linesNameTheStages() {
  testing::BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/06_mlp.ngraph"));
  Compilations& compilations = w.session.compilations;
  QTRY_VERIFY(compilations.compilation() && !compilations.compileProgress().busy);
  compilations.setRanks("N=2,stages=2,micro-batches=4,stage=1");
  QTRY_VERIFY2_WITH_TIMEOUT(
      w.window->shell().last().endsWith(
          "06_mlp.ngraph --parallel N=2 --stages 2 --micro-batches 4 --stage 1"),
      qPrintable(w.window->shell().last()), patience);
}

namespace {

ScalingView& scalingOf(testing::BuildWindow& w) {
  w.window->showView("scaling");
  return *qobject_cast<ScalingView*>(w.window->docks().view("scaling"));
}

const PlotSeries* curve(const Plot& plot, const QString& name) {
  for (const PlotSeries& series : plot.series())
    if (series.name.startsWith(name)) return &series;
  return nullptr;
}

}  // namespace

// Of 128 samples: the numbers that divide them have a prediction. A run is a dot.
void RanksTest::theTimeOnAClusterIsPredicted() {
  testing::BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  Compilations& compilations = w.session.compilations;
  QTRY_VERIFY(compilations.compilation() && !compilations.compileProgress().busy);
  ScalingView& view = scalingOf(w);
  QTRY_COMPARE(view.axis().currentText(), QString("N 128"));
  view.grows().setChecked(false);  // as another window may have saved it
  view.predict();
  QTRY_VERIFY_WITH_TIMEOUT(view.rows().shownRows() > 0, patience);
  QCOMPARE(view.rows().shownRows(), 15);  // 1 to 16,384
  QVERIFY2(view.notes().contains("N 128 divided among all ranks"), qPrintable(view.notes()));
  const PlotSeries* time = curve(view.plot(), "predicted");
  QVERIFY(time != nullptr);
  QCOMPARE(time->x.size(), std::size_t{8});  // 1 to 128
  QVERIFY(time->y.front() > 0);
  QCOMPARE(curve(view.plot(), "efficiency")->y.front(), 100.0);
  QVERIFY(view.rows().asText('\t').contains("cannot be divided by 256"));
  QVERIFY(curve(view.plot(), "measured") == nullptr);
  view.grows().setChecked(true);
  view.predict();
  QTRY_COMPARE_WITH_TIMEOUT(curve(view.plot(), "predicted")->x.size(), std::size_t{15}, patience);
  w.session.run.run();
  QTRY_COMPARE(w.session.run.status().state, RunState::finished);
  QTRY_VERIFY(curve(view.plot(), "measured") != nullptr);
  QCOMPARE(curve(view.plot(), "measured")->x, std::vector<double>{0});
}

void RanksTest::aPredictionCanBeStopped() {
  testing::BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/08_convnet.ngraph"));
  Compilations& compilations = w.session.compilations;
  QTRY_VERIFY(compilations.compilation() && !compilations.compileProgress().busy);
  ScalingView& view = scalingOf(w);
  QTRY_VERIFY(view.axis().count() > 0);
  view.predict();
  QTRY_VERIFY(w.session.queries.querying());
  w.session.queries.cancelQuery();
  QTRY_VERIFY_WITH_TIMEOUT(!w.session.queries.querying(), patience);
  QVERIFY(w.session.queries.scaling() == nullptr);
  QCOMPARE(view.rows().shownRows(), 0);
}

// A label, its field and its unit are one widget, which a line break does not divide.
void RanksTest::fieldsOfTheClusterHaveUnits() {
  testing::BuildWindow w;
  int units = 0;
  for (const QLineEdit* field : scalingOf(w).findChildren<QLineEdit*>()) {
    if (!field->accessibleName().contains("/s within") && !field->accessibleName().contains("µs"))
      continue;
    const auto labels = field->parentWidget()->findChildren<QLabel*>();
    QCOMPARE(labels.size(), 2);
    QVERIFY(field->accessibleName().contains(labels[0]->text() + ", " + labels[1]->text()));
    ++units;
  }
  QCOMPARE(units, 3);
}

NGRAPH_VIEW_TEST(RanksTest)
#include "ranks_test.moc"
