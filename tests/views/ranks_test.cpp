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
#include "views/scaling/scaling_view.h"
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
  void theRunIsThatOfOneProcess();
  void goingBackShowsTheSameValues();
  void everyRankHasALane();
  void choicesDivideTheGraph();
  void unreadableTextsAreRefused();
  void cardsHaveThePlacementOfTheirOps();
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

void RanksTest::theRunIsThatOfOneProcess() {
  open("05_logistic_part2.ngraph", "");
  const std::vector<double> alone = epoch(1);
  QVERIFY(alone.size() > 5);
  divide("N=4");
  QCOMPARE(session_->compilations.ranks(), QString("N=4"));
  session_->run.reset();
  QTRY_COMPARE(session_->run.status().lastIteration, 0);
  const std::vector<double> together = epoch(1);
  QCOMPARE(together.size(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i)
    QVERIFY(std::abs(together[i] - alone[i]) <= 1e-5 * std::abs(alone[i]));
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

void RanksTest::everyRankHasALane() {
  open("05_logistic_part2.ngraph", "N=2");
  session_->profile.recordTimeline(true);
  epoch(1);
  const auto has_lane = [&](const std::string& name) {
    const auto& lanes = session_->profile.timeline()->lanes();
    return std::any_of(lanes.begin(), lanes.end(),
                       [&](const TimelineLane& lane) { return lane.name == name; });
  };
  QTRY_VERIFY_WITH_TIMEOUT(has_lane("rank 1"), patience);
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
  for (const char* wrong : {"N", "N=0", "N=3", "nowhere=2", "N=2,N=2", "=3"}) {
    QSignalSpy said(&session_->messages, &Messages::message);
    session_->compilations.setRanks(wrong);
    QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), patience);
    QCOMPARE(session_->compilations.ranks(), QString());
  }
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
  QVERIFY(placed > 3);
  QVERIFY(placed < std::ssize(w.canvas().lit().placed));  // weights are whole
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
