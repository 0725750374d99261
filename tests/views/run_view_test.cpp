// SPDX-License-Identifier: Apache-2.0
// Tests the plot, the run view and the messages view, over the sample session.
#include <QCheckBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <cmath>
#include <numeric>

#include "engine/records/plan_record.h"
#include "engine/records/series_record.h"
#include "tests/support/sample_record.h"
#include "tests/support/sample_session.h"
#include "tests/support/view_main.h"
#include "views/messages/messages_view.h"
#include "views/run/plan_panel.h"
#include "views/run/run_progress.h"
#include "views/run/run_rate.h"
#include "views/run/run_view.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/plots/plot_export.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::views;

class RunViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void emptyStateNamesThePlanAndItsKey();
  void curvesHaveATabWhereThereIsLittleRoom();
  void linesOfThePlanFollowTheTheme();
  void finishedRunHasEveryPoint();
  void pausedIterationIsShownInThreePlaces();
  void aResultHasOneRow();
  void longCurvesAreShownAFewTimesASecond();
  void clickInThePlotShowsAnIteration();
  void epochCurvePointsAreAtEpochEnds();
  void wheelZoomsAtThePointer();
  void gapsAndInfinitiesAreLeftOut();
  void aCurveWithOnePointIsVisible();
  void logarithmicScale();
  void anEmptyStateFitsALowPlot();
  void rightScaleFitsItsOwnCurves();
  void copiedTextIsExact();
  void exportsAreWritten();
  void hoverFindsThePoint();
  void messagesAreListedAndLinked();
  void thePlanIsOffered();
  void planChangesAreRequested();
  void openLengthsReplaceTheBatch();
  void keptProgramsAreListed();
  void errorsAppearInThePanel();
  void curvesCanBeHidden();
  void rateAndTimeLeft();

 private:
  std::unique_ptr<testing::SampleSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<RunView> view_;
};

void RunViewTest::init() {
  view_.reset();
  session_ = std::make_unique<testing::SampleSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  session_->documents.open("05.ngraph");
  view_ = std::make_unique<RunView>(*workspace_);
  view_->resize(840, 300);
  view_->show();
  QVERIFY(QTest::qWaitForWindowExposed(view_.get(), testing::patience));
}

void RunViewTest::emptyStateNamesThePlanAndItsKey() {
  QCOMPARE(view_->emptySentence(), QString::fromUtf8("Press F5: 10 epochs × 10 batches"));
  QCOMPARE(view_->plot()->range().right, 100.0);
  session_->run.run();
  QVERIFY(view_->emptySentence().isEmpty());
}

void RunViewTest::finishedRunHasEveryPoint() {
  session_->run.run();
  const auto& curves = view_->plot()->series();
  QCOMPARE(curves.size(), std::size_t(2));
  QCOMPARE(curves[0].x.size(), std::size_t(100));
  QCOMPARE(curves[1].x.size(), std::size_t(11));
  QVERIFY(view_->stateLine().startsWith("finished"));
  QVERIFY(view_->stateLine().contains("pace full speed"));
  QVERIFY(view_->stateLine().contains("8.4 µs/step"));
}

void RunViewTest::pausedIterationIsShownInThreePlaces() {
  session_->run.run();
  session_->run.pause();
  session_->run.showIteration(37);
  QCOMPARE(view_->plot()->cursor().value(), 37.0);
  QVERIFY(view_->stateLine().contains("paused"));
  QVERIFY(view_->stateLine().contains("iteration 37/100"));
  QCOMPARE(view_->values().front().name(), QString("loss"));
  QCOMPARE(view_->values().front().text.toDouble(), [this] {
    return QString::number(session_->values.series()[0].y[36], 'g', 9).toDouble();
  }());
}

// A result that is plotted twice, under another name, has one row with both names.
void RunViewTest::aResultHasOneRow() {
  ng::testing::SampleSession session;
  session.plots = [](SeriesList all) {
    all[0].name = "cost of a batch";
    all.push_back(all[0]);
    return all;
  };
  session.documents.open("sample.ngraph");
  Workspace workspace{session, *selection_, *jobs_};
  RunView view(workspace);
  session.run.run();
  QCOMPARE(view.values().size(), std::size_t(4));
  QCOMPARE(view.values()[0].name(), QString("cost of a batch, loss"));
  QCOMPARE(view.values()[1].name(), QString("avg loss"));
}

void RunViewTest::longCurvesAreShownAFewTimesASecond() {
  ng::testing::SampleSession session;
  std::size_t points = 200'000;
  session.plots = [&points](SeriesList all) {
    all.resize(1);
    all[0].x.resize(points);
    std::iota(all[0].x.begin(), all[0].x.end(), 1);
    all[0].y.assign(points, 0.5);
    return all;
  };
  session.documents.open("sample.ngraph");
  Workspace workspace{session, *selection_, *jobs_};
  RunView view(workspace);
  const auto shown = [&view] {
    return view.plot()->series().empty() ? 0 : view.plot()->series()[0].x.size();
  };
  session.run.run();
  QCOMPARE(shown(), points);
  points = 300'000;
  session.run.run();
  QCOMPARE(shown(), std::size_t{200'000});
  QTRY_COMPARE_WITH_TIMEOUT(shown(), points, testing::patience);
}

void RunViewTest::clickInThePlotShowsAnIteration() {
  session_->run.run();
  const QPointF at = view_->plot()->toPixel(42, 1);
  QTest::mouseClick(view_->plot(), Qt::LeftButton, {}, at.toPoint());
  QCOMPARE(session_->run.status().iteration, 42);
  // Between two iterations, the one with the ring is meant.
  const PlotSeries& curve = view_->plot()->series().front();
  const auto pixel = [&](std::size_t i) { return view_->plot()->toPixel(curve.x[i], curve.y[i]); };
  const QPoint between = ((pixel(50) + pixel(51)) / 2 + QPointF(0.4, 0)).toPoint();
  const auto ringed = view_->plot()->nearest(between);
  QVERIFY(ringed);
  QTest::mouseClick(view_->plot(), Qt::LeftButton, {}, between);
  QCOMPARE(double(session_->run.status().iteration),
           view_->plot()->series()[ringed->series].x[ringed->index]);
}

void RunViewTest::epochCurvePointsAreAtEpochEnds() {
  session_->run.run();
  QCOMPARE(view_->plot()->series()[1].x[10], 100.0);
  QCOMPARE(view_->plot()->series()[1].y[0], 2.7726);
}

void RunViewTest::wheelZoomsAtThePointer() {
  session_->run.run();
  Plot* plot = view_->plot();
  const QPointF pixel = plot->area().center();
  const QPointF before = plot->toPlane(pixel);
  QWheelEvent wheel(pixel, plot->mapToGlobal(pixel), {}, {0, 240}, Qt::NoButton, {},
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(plot, &wheel);
  const QPointF after = plot->toPlane(pixel);
  QVERIFY(std::abs(before.x() - after.x()) < 1e-9 && std::abs(before.y() - after.y()) < 1e-9);
  QVERIFY(plot->range().right - plot->range().left < 70);
  const PlotRange zoomed = plot->range();
  session_->run.stepIteration();
  QCOMPARE(plot->range(), zoomed);
  plot->fit();
  QCOMPARE(plot->range().right, 100.0);
}

void RunViewTest::gapsAndInfinitiesAreLeftOut() {
  Plot plot;
  plot.resize(400, 200);
  plot.setSeries({{"a", {0, 1, 2, 3}, {1, NAN, INFINITY, 2}, 0, false, false, {}, 1}});
  QVERIFY(plot.range().high < 3);
  const QImage image = plot.grab().toImage();
  QVERIFY(!image.isNull());
}

void RunViewTest::aCurveWithOnePointIsVisible() {
  Plot plot;
  plot.resize(400, 300);
  plot.setSeries({{"a", {5}, {2}, 0, false, false, {}, 1}});
  plot.setRange({0, 10, 0, 4});
  const QImage image = plot.grab().toImage();
  const QPoint at = plot.toPixel(5, 2).toPoint();
  QCOMPARE(image.pixelColor(at + QPoint(-2, 0)), Theme::current().series(0));
  QVERIFY(image.pixelColor(at + QPoint(9, 9)) != Theme::current().series(0));
}

void RunViewTest::logarithmicScale() {
  Plot plot;
  plot.resize(400, 300);
  plot.setSeries({{"a", {0, 1, 2}, {1e-4, 1, 1e4}, 0, false, false, {}, 1}});
  plot.setLogarithmic(true);
  const double low = plot.toPixel(0, 1e-4).y(), mid = plot.toPixel(0, 1).y(),
               high = plot.toPixel(0, 1e4).y();
  QVERIFY(std::abs((low - mid) - (mid - high)) < 1e-6);
  QVERIFY(std::abs(plot.toPlane({100, mid}).y() - 1) < 1e-6);
}

void RunViewTest::anEmptyStateFitsALowPlot() {
  QWidget plot;
  plot.resize(400, 300);
  EmptyState state("run_view", "Press F5: 1 epoch × 1 batch", &plot);
  state.setButton("Run", "F5");
  for (const int height : {200, 90, 60}) {
    state.resize(300, height);
    plot.show();
    testing::settle(20);
    for (const QWidget* part : state.findChildren<QWidget*>())
      if (part->isVisible())
        QVERIFY2(state.rect().contains(part->geometry()) &&
                     part->height() >= part->minimumSizeHint().height(),
                 part->metaObject()->className());
  }
}

void RunViewTest::rightScaleFitsItsOwnCurves() {
  Plot plot;
  plot.resize(400, 300);
  plot.setSeries({{"a", {0, 1}, {0, 100}, 0, false, false, {}, 1},
                  {"b", {0, 1}, {0, 2}, 1, false, true, {}, 1}});
  QCOMPARE(plot.toPixel(1, 100).y(), plot.toPixel(1, 2, true).y());
  QCOMPARE(plot.range().high, 106.0);
  const double apart = plot.toPixel(0, 50).y();
  plot.setRange({0, 1, 0, 50});
  QVERIFY(plot.toPixel(0, 50).y() != apart);
  QCOMPARE(plot.toPixel(0, 50).y(), plot.toPixel(0, 1, true).y());
}

void RunViewTest::copiedTextIsExact() {
  session_->run.run();
  const QStringList lines = plotText(*view_->plot(), ',').split('\n', Qt::SkipEmptyParts);
  QCOMPARE(lines.size(), 112);
  const QStringList fields = lines[37].split(',');
  QCOMPARE(fields[2].toDouble(), 37.0);
  QCOMPARE(fields[3].toDouble(), session_->values.series()[0].y[36]);
  QVERIFY(lines.last().startsWith("avg loss,epoch,10,"));
}

void RunViewTest::exportsAreWritten() {
  session_->run.run();
  QTemporaryDir folder;
  for (const char* name : {"a.svg", "a.pdf", "a.png"})
    QVERIFY(exportPlot(*view_->plot(), folder.filePath(name)));
  QFile svg(folder.filePath("a.svg"));
  QVERIFY(svg.open(QIODevice::ReadOnly));
  QVERIFY(svg.readAll().contains("iteration"));
  QCOMPARE(QImage(folder.filePath("a.png")).width(), view_->plot()->width() * 2);
  QVERIFY(!exportPlot(*view_->plot(), "/nonexistent/a.svg"));
}

void RunViewTest::hoverFindsThePoint() {
  session_->run.run();
  Plot* plot = view_->plot();
  const double y = session_->values.series()[0].y[49];
  const auto found = plot->nearest(plot->toPixel(50, y) + QPointF(1, 1));
  QVERIFY(found.has_value());
  QCOMPARE(*found, (PlotPoint{0, 49}));
  QVERIFY(!plot->nearest(plot->toPixel(50, y) + QPointF(0, -90)).has_value());
}

void RunViewTest::messagesAreListedAndLinked() {
  MessagesView messages(*workspace_);
  Diagnostic d;
  d.what = "log of 0";
  d.ops = {testing::id_sigmoid};
  QSignalSpy revealed(selection_.get(), &Selection::revealed);
  session_->messages.say(d);
  QCOMPARE(messages.rows(), 1);
  const auto* titles = messages.table()->horizontalHeader();
  QCOMPARE(titles->model()->headerData(2, Qt::Horizontal).toString(), QString("action"));
  QVERIFY(titles->sectionPosition(2) + titles->sectionSize(2) <= 700);  // without scrolling
  emit messages.table()->rowActivated(0);
  QCOMPARE(selection_->op(), testing::id_sigmoid);
  QCOMPARE(revealed.count(), 1);
}

void RunViewTest::thePlanIsOffered() {
  PlanPanel* plan = view_->plan();
  QVERIFY(plan->isVisible());  // before a run
  QStringList words;
  for (const QLabel* label : plan->findChildren<QLabel*>()) words << label->text();
  for (const char* expected :
       {"digits · MNIST", "synthetic, seed 0 · 6,000 samples", "samples × 10 batches", "4 batches"})
    QVERIFY2(words.contains(QString::fromUtf8(expected)), expected);
  QCOMPARE(plan->findChild<QSpinBox*>("batch")->value(), 128);
  QVERIFY(plan->findChild<QCheckBox*>("stop_at_non_finite")->isChecked());
  QVERIFY(!plan->findChild<QCheckBox*>("checkpoint")->isChecked());
  session_->run.run();
  QVERIFY(!plan->isVisible());  // now the values are shown instead
  QCOMPARE(view_->progress()->fraction(), 1.0);
}

void RunViewTest::planChangesAreRequested() {
  PlanPanel* plan = view_->plan();
  plan->findChild<QSpinBox*>("batch")->setValue(64);
  QTRY_COMPARE(session_->plans.plan().batch_size.value_or(0), 64);
  plan->findChild<QCheckBox*>("checkpoint")->click();
  QTRY_COMPARE(session_->plans.plan().callbacks.size(), std::size_t(2));
  QCOMPARE(session_->plans.plan().callbacks[1],
           (PlanCallbackRecord{CallbackKind::checkpoint, 1, "05.safetensors"}));
  plan->findChild<QCheckBox*>("stop_at_non_finite")->click();
  QTRY_COMPARE(session_->plans.plan().callbacks.size(), std::size_t(1));
  QVERIFY(plan->refusal().isEmpty());
}

void RunViewTest::openLengthsReplaceTheBatch() {
  session_->setPlan([](PlanRecord& plan) { plan.lengths = {{"batch", 1}, {"past", 0}}; });
  PlanPanel* plan = view_->plan();
  QVERIFY(!plan->findChild<QSpinBox*>("batch"));
  QCOMPARE(plan->findChild<QSpinBox*>("length_batch")->value(), 1);
  auto* past = plan->findChild<QSpinBox*>("length_past");
  QCOMPARE(past->value(), 0);
  past->setValue(5);
  QTRY_COMPARE(session_->plans.plan().lengths[1].length, 5);
  QCOMPARE(plan->findChild<QSpinBox*>("length_past")->value(), 5);
}

void RunViewTest::keptProgramsAreListed() {
  const auto programs = [this] {
    QStringList words;
    for (const QLabel* label : view_->plan()->findChildren<QLabel*>("program"))
      words << label->text();
    return words;
  };
  KeptProgramFacts used{"N 64", "update", "cpu", {}, 1000},
      other{"", "update", "reference", {}, 24};
  other.pipeline.disabled.insert("fuse");
  session_->shown().compilation.kept = {{used}, 4, false};
  emit session_->plans.planChanged();
  QVERIFY(programs().isEmpty());  // nothing to go back to
  session_->shown().compilation.kept = {{used, other}, 4, true};
  emit session_->plans.planChanged();
  QCOMPARE(programs(), (QStringList{"N 64", QString::fromUtf8("document's lengths · on reference · "
                                                              "other passes")}));
  QStringList words;
  for (const QLabel* label : view_->plan()->findChildren<QLabel*>()) words << label->text();
  QVERIFY(words.contains("in use, not recompiled"));
  QVERIFY(words.contains("kept"));
  QVERIFY(words.filter("last 4 are kept; constants and initial values: 1,024 B").size() == 1);
}

void RunViewTest::errorsAppearInThePanel() {
  PlanPanel* plan = view_->plan();
  plan->findChild<QSpinBox*>("batch")->setValue(13);
  QTRY_COMPARE(plan->refusal(), "The batch cannot have 13 samples.");
  QTRY_COMPARE(plan->findChild<QSpinBox*>("batch")->value(), 128);  // the previous value
  plan->findChild<QSpinBox*>("batch")->setValue(32);
  QTRY_VERIFY(plan->refusal().isEmpty());
  Diagnostic other;
  other.what = "something else";
  QTRY_COMPARE(session_->plans.plan().batch_size.value_or(0), 32);
  session_->messages.say(other);  // not caused by the panel
  QVERIFY(plan->refusal().isEmpty());
}

void RunViewTest::curvesCanBeHidden() {
  session_->run.run();
  QCOMPARE(view_->plot()->series().size(), std::size_t(2));
  for (QCheckBox* box : view_->plan()->findChildren<QCheckBox*>())
    if (box->text() == "loss") box->click();
  QCOMPARE(view_->plot()->series().size(), std::size_t(1));
  QCOMPARE(view_->plot()->series()[0].name, "avg loss");
}

// In a window of 710 x 410.
void RunViewTest::curvesHaveATabWhereThereIsLittleRoom() {
  session_->run.run();
  auto* tabs = view_->findChild<QTabBar*>();
  QCOMPARE(tabs->count(), 2);
  view_->resize(480, 300);  // of a window of 1280 pixels: beside the values, 130 pixels were left
  QTRY_COMPARE(tabs->count(), 3);
  view_->resize(332, 180);
  QCOMPARE(tabs->tabText(tabs->currentIndex()), QString("Curves"));
  QTRY_VERIFY(view_->plot()->area().width() > 220);
  QVERIFY2(view_->plot()->area().height() > 40,
           qPrintable(QString::number(view_->plot()->area().height())));
  tabs->setCurrentIndex(1);
  QVERIFY(!view_->plot()->isVisible());
  view_->resize(840, 300);
  QTRY_COMPARE(tabs->count(), 2);
  QVERIFY(view_->plot()->isVisible());
  QTRY_VERIFY(view_->plot()->area().width() > 400);
}

void RunViewTest::linesOfThePlanFollowTheTheme() {
  const auto lines = [this] {
    int right = 0;
    for (const QWidget* each : view_->plan()->findChildren<QWidget*>())
      if (each->height() == 1 && each->autoFillBackground()) {
        if (each->palette().color(QPalette::Window) != Theme::current().colours().separator)
          return -1;
        ++right;
      }
    return right;
  };
  const int before = lines();
  QVERIFY(before > 0);
  Theme::current().setDark(true);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  const int after = lines();
  Theme::current().setDark(false);
  QCOMPARE(after, before);
}

void RunViewTest::rateAndTimeLeft() {
  RunRate rate;
  rate.see(0, 10);
  QVERIFY(!rate.rate());
  rate.see(50, 10.5);
  QCOMPARE(*rate.rate(), 100.0);
  QCOMPARE(*rate.secondsLeft(250), 2.0);
  rate.see(10, 11);  // another run
  QVERIFY(!rate.rate());
  QCOMPARE(rateText(1240.4), "1,240 it/s");
  QCOMPARE(rateText(0.42), "0.42 it/s");
  QCOMPARE(durationText(11.2), "12 s");
  QCOMPARE(durationText(185), "3 min 05 s");
  QCOMPARE(durationText(7800), "2 h 10 min");
}

NGRAPH_VIEW_TEST(RunViewTest)

#include "run_view_test.moc"
