// SPDX-License-Identifier: Apache-2.0
// Tests the tensors view: pins, preview, modes, slices, live values, copies.
#include "views/tensors/tensors_view.h"
#include <QSignalSpy>
#include <QTabBar>
#include <QToolButton>
#include <utility>

#include "engine/records/tensor_record.h"
#include "tests/support/panel_sample.h"
#include "tests/support/sample_record.h"
#include "tests/support/view_main.h"
#include "views/tensors/class_list.h"
#include "views/tensors/statistics_panel.h"
#include "views/tensors/tensor_file.h"
#include "views/tensors/tensor_pane.h"
#include "views/view_table.h"
#include "views/widgets/heat_maps/heat_map.h"
#include "views/widgets/number_text.h"
#include "views/widgets/tensors/histogram.h"
#include "views/widgets/tensors/number_grid.h"
#include "views/widgets/tensors/slice_bar.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

namespace {

ModelWordsPtr words(std::vector<std::string> labels, std::vector<std::string> vocabulary) {
  return std::make_shared<ModelWords>(ModelWords{std::move(labels), std::move(vocabulary)});
}

TensorRecordPtr cube() {
  auto tensor = std::make_shared<TensorRecord>();
  tensor->op = 77;
  tensor->axes = {{"K", 2, 0, {}}, {"H", 3, 0, {}}, {"W", 4, 0, {}}};
  std::vector<double> values;
  for (int i = 0; i < 24; ++i) values.push_back(i);
  tensor->value = Tensor::from(DType::f32, {2, 3, 4}, values);
  return tensor;
}

TensorRecordPtr largeValue(OpId op, double largest) {
  TensorRecord record;
  record.op = op;
  record.axes = {{"A", 1200, 0, {}}, {"B", 1000, 0, {}}};
  record.value = Tensor(DType::f32, {1200, 1000});
  record.value.set(7, largest);
  return std::make_shared<const TensorRecord>(std::move(record));
}

}  // namespace

class TensorsViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void isInTheViewTable();
  void variablesAndLossArePinned();
  void tabsAddedWhileHiddenAreShown();
  void emptyBeforeTheRunSaysWhatToDo();
  void valueFollowsTheIteration();
  void axesAreRestoredWithTheDocument();
  void burstsAreMerged();
  void largeTensorsUseAJob();
  void theOldHistogramStaysUntilTheNextIsCounted();
  void previewFollowsTheSelectionAndCanBeKept();
  void watchesAreBalanced();
  void valuesAreComparedWithAKeptOne();
  void titlesFitTheirButtons();
  void modesFitTheTensor();
  void sliceChoosesAxes();
  void statisticsNamePlaces();
  void probabilitiesAreRankedClasses();
  void idsAreTextByTheVocabulary();
  void copiesTheSlice();
  void npyIsReadableByNumPy();

 private:
  std::unique_ptr<PanelSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<TensorsView> view_;
};

void TensorsViewTest::init() {
  view_.reset();
  session_ = std::make_unique<PanelSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  session_->documents.open("sample.ngraph");
  view_ = std::make_unique<TensorsView>(*workspace_);
  view_->resize(420, 300);
  view_->show();
}

void TensorsViewTest::isInTheViewTable() {
  const View* row = findView("tensors");
  QVERIFY(row);
  const std::unique_ptr<QWidget> made(row->make(*workspace_));
  made->show();
  QVERIFY(!made->grab().isNull());
}

void TensorsViewTest::tabsAddedWhileHiddenAreShown() {
  session_->documents.close();
  testing::settle();
  view_->hide();
  session_->documents.open("sample.ngraph");
  view_->show();
  testing::settle();
  const auto* tabs = view_->findChild<QTabBar*>();
  QCOMPARE(tabs->count(), 3);
  QVERIFY(tabs->height() > 0);
}

void TensorsViewTest::variablesAndLossArePinned() {
  QCOMPARE(view_->pinned(), (std::vector<OpId>{id_w, id_b, id_loss}));
  QCOMPARE(view_->current(), id_w);
}

void TensorsViewTest::emptyBeforeTheRunSaysWhatToDo() {
  QVERIFY(!view_->showsValue());
  QCOMPARE(view_->absence(), QString("W has no value before the first run."));
  session_->run.run();
  QTRY_VERIFY(view_->showsValue());
}

void TensorsViewTest::valueFollowsTheIteration() {
  session_->run.run();
  QTRY_VERIFY(view_->showsValue());
  session_->run.showIteration(37);
  QTRY_COMPARE(view_->pane().tensor()->iteration, 37);
  const double expected = session_->values.value(id_w)->value.at(2);
  const QString shown = view_->pane().numbers().cellText(0, 2);
  QCOMPARE(shown.toDouble(), std::round(expected * 1e4) / 1e4);
}

void TensorsViewTest::axesAreRestoredWithTheDocument() {
  session_->run.run();
  QTRY_VERIFY(view_->showsValue());
  const TensorSlice before = view_->pane().sliceBar().slice();
  view_->pane().sliceBar().transpose();
  const QJsonObject state = view_->savedState();
  QCOMPARE(state["axes"].toObject().keys(), (QStringList{"W"}));
  TensorsView again(*workspace_);
  again.resize(420, 300);
  again.show();
  QTRY_VERIFY(again.showsValue());
  again.restoreState(state);
  const TensorSlice after = again.pane().sliceBar().slice();
  QCOMPARE(after.rowAxis(), before.columnAxis());
  QCOMPARE(after.columnAxis(), before.rowAxis());
  again.pane().setModes(TensorMode::numbers);
  QCOMPARE(again.pane().numbers().cellText(2, 0), view_->pane().numbers().cellText(2, 0));
  // Axes of a different W.
  again.restoreState({{"axes", QJsonObject{{"W", QJsonObject{{"rows", 9}}}}}});
  QCOMPARE(again.pane().sliceBar().slice().places(), before.places());
}

void TensorsViewTest::burstsAreMerged() {
  session_->run.run();
  QTRY_VERIFY(view_->showsValue());
  const int before = view_->updates();
  for (int i = 0; i < 1000; ++i) emit session_->values.tensorsChanged();
  QCOMPARE(view_->updates(), before);  // no update immediately
  QTRY_COMPARE(view_->updates(), before + 1);
}

void TensorsViewTest::largeTensorsUseAJob() {
  PanelSession session;
  session.computes = [](OpId op) { return largeValue(op, 3); };
  session.documents.open("sample.ngraph");
  Workspace workspace{session, *selection_, *jobs_};
  TensorsView view(workspace);
  view.resize(420, 300);
  view.show();
  QTRY_VERIFY(view.showsValue());
  QCOMPARE(view.pane().statistics().maxAt, 7);
  QVERIFY(view.pane().heatMap().isVisible());
  QSignalSpy jobs(jobs_.get(), &Jobs::changed);
  connect(jobs_.get(), &Jobs::changed, &view, [&, cancelled = false]() mutable {
    if (std::exchange(cancelled, true)) return;
    QMetaObject::invokeMethod(jobs_.get(), &Jobs::cancelLongest, Qt::QueuedConnection);
  });
  session.recompute();
  QTRY_VERIFY(jobs.size() >= 2 && jobs_->idle());  // begun and cancelled
  jobs.clear();
  session.recompute();  // the next value starts another job
  QTRY_VERIFY(jobs.size() >= 2 && jobs_->idle());
}

// Also after Stop, until the run produces another value.
void TensorsViewTest::theOldHistogramStaysUntilTheNextIsCounted() {
  PanelSession session;
  double largest = 1;
  session.computes = [&largest](OpId op) { return largeValue(op, largest); };
  session.documents.open("sample.ngraph");
  Workspace workspace{session, *selection_, *jobs_};
  TensorsView view(workspace);
  view.resize(420, 300);
  view.show();
  QTRY_VERIFY(view.showsValue());
  view.pane().setModes(TensorMode::histogram);
  const auto drawn = [&] { return view.pane().histogram().description(); };
  const auto high = [&] { return drawn()["high"].toDouble(); };
  QCOMPARE(drawn()["counts"].toArray().size(), TensorPane::binCount);
  QCOMPARE(high(), 1.0);
  double whileCounted = 0;
  const auto connection = connect(jobs_.get(), &Jobs::changed, &view, [&] {
    if (jobs_->idle()) return;
    whileCounted = high();
    QMetaObject::invokeMethod(jobs_.get(), &Jobs::cancelLongest, Qt::QueuedConnection);
  });
  largest = 5;
  session.recompute();
  QTRY_COMPARE(whileCounted, 1.0);
  QTRY_VERIFY(jobs_->idle());
  testing::settle(100);
  QCOMPARE(high(), 1.0);  // cancelled
  view.showTensor(id_b);
  QTRY_COMPARE(view.absence(), QString("The statistics of b were cancelled."));
  QVERIFY(!view.showsValue());  // W's value is not shown under b's name
  view.showTensor(id_w);
  QTRY_VERIFY(jobs_->idle());
  disconnect(connection);
  session.recompute();
  QTRY_VERIFY(view.showsValue() && jobs_->idle());
  QString meanwhile;  // W's picture is not shown under b's name while b is counted
  const auto counting = connect(jobs_.get(), &Jobs::changed, &view, [&] {
    if (!jobs_->idle() && meanwhile.isEmpty())
      meanwhile = view.showsValue() ? "W's value" : view.absence();
  });
  view.showTensor(id_b);
  QTRY_COMPARE(meanwhile, QString("Computing the statistics of b…"));
  QTRY_VERIFY(view.showsValue() && view.pane().tensor()->op == id_b);
  disconnect(counting);
  view.showTensor(id_w);
  session.recompute();
  QTRY_VERIFY(view.showsValue() && high() == 5.0);
  QCOMPARE(drawn()["counts"].toArray().first().toDouble(), 1'199'999.0);
}

void TensorsViewTest::previewFollowsTheSelectionAndCanBeKept() {
  selection_->selectOp(id_dot);
  QTRY_COMPARE(view_->preview(), id_dot);
  QCOMPARE(view_->current(), id_dot);
  selection_->selectOp(id_add);
  QTRY_COMPARE(view_->preview(), id_add);
  view_->pin(id_add);
  QCOMPARE(view_->preview(), OpId{0});
  QCOMPARE(view_->pinned().back(), id_add);
  selection_->selectOp(id_dot);
  QTRY_COMPARE(view_->preview(), id_dot);
  QCOMPARE(view_->pinned().back(), id_add);
  view_->unpin(id_add);
  QCOMPARE(view_->pinned().size(), std::size_t{3});
}

// The change of W in one iteration, exactly.
void TensorsViewTest::valuesAreComparedWithAKeptOne() {
  const OpId w = view_->pinned().front();
  view_->showTensor(w);
  session_->run.stepIteration();
  QTRY_VERIFY(view_->showsValue());
  QTRY_COMPARE(view_->pane().tensor()->iteration, 1);
  const auto before = view_->pane().tensor();
  view_->compareWith(before);
  QTRY_VERIFY(view_->comparison().startsWith("minus W, iteration 1: max abs 0 · 0 ULP · cosine 1"));
  QCOMPARE(view_->pane().statistics().max, 0.0);
  session_->run.stepIteration();
  QTRY_COMPARE(view_->pane().tensor()->iteration, 2);
  const Tensor now = session_->values.value(w)->value;
  double most = 0;
  for (std::int64_t i = 0; i < now.size(); ++i) {
    const double apart = now.at(i) - before->value.at(i);
    QCOMPARE(view_->pane().tensor()->value.at(i), apart);
    most = std::max(most, std::abs(apart));
  }
  QVERIFY(most > 0);
  QVERIFY2(view_->comparison().contains("max abs " + valueText(most, 4)),
           qPrintable(view_->comparison()));
  QVERIFY2(view_->comparison().contains("worst at C "), qPrintable(view_->comparison()));
  view_->compareWith(nullptr);
  QTRY_COMPARE(view_->pane().tensor()->value, now);
  QVERIFY(view_->comparison().isEmpty());
}

void TensorsViewTest::watchesAreBalanced() {
  selection_->selectOp(id_dot);
  QTRY_COMPARE(session_->values.watched().size(), std::size_t{4});
  selection_->selectOp(id_w);  // already pinned; the preview stays
  QTRY_COMPARE(view_->current(), id_w);
  QCOMPARE(session_->values.watched().size(), std::size_t{4});
  view_.reset();
  QVERIFY(session_->values.watched().empty());
}

// Icons replace titles where space is short; titles are never elided.
void TensorsViewTest::titlesFitTheirButtons() {
  QWidget dock;  // as narrow as the window makes it
  TensorPane pane(&dock);
  auto record = std::make_shared<TensorRecord>();
  record->op = 1;
  record->value = Tensor(DType::f32, {4, 3});
  record->axes = {{"A", 4, 0, {}}, {"B", 3, 0, {}}};
  dock.resize(900, 300);
  dock.show();
  for (const int width : {900, 312}) {
    pane.resize(width, 300);
    pane.setTensor(record);
    QCoreApplication::processEvents();
    QStringList words;
    for (const QToolButton* button : pane.findChildren<QToolButton*>()) {
      if (!button->isVisible()) continue;
      words << button->text();
      const bool iconOnly = button->toolButtonStyle() == Qt::ToolButtonIconOnly;
      QVERIFY2(iconOnly == (width < 900), qPrintable(button->text()));
      QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
    }
    // Available as tool tips and to screen readers.
    QVERIFY(words.contains("Heat map") && words.contains("Numbers"));
  }
}

void TensorsViewTest::modesFitTheTensor() {
  QCOMPARE(fittingModes(1, 0, 2000), TensorModes(TensorMode::numbers));
  QCOMPARE(fittingModes(4, 2, 420), TensorModes(TensorMode::numbers));
  QCOMPARE(fittingModes(78400, 2, 420), TensorModes(TensorMode::heatMap));
  QCOMPARE(fittingModes(78400, 2, 800), TensorMode::heatMap | TensorMode::histogram);
  TensorPane pane;
  pane.resize(420, 300);
  pane.show();
  pane.setTensor(cube());
  pane.setModes(TensorMode::heatMap | TensorMode::statistics);
  QVERIFY(pane.heatMap().isVisible());
  QVERIFY(!pane.numbers().isVisible());
  pane.setTensor(cube());  // a newer value of the same op
  QVERIFY(pane.heatMap().isVisible());
}

void TensorsViewTest::sliceChoosesAxes() {
  TensorPane pane;
  pane.resize(420, 300);
  pane.show();
  pane.setTensor(cube());
  pane.setModes(TensorMode::numbers);
  QVERIFY(pane.sliceBar().isVisible());
  QCOMPARE(pane.numbers().cellText(2, 3).toDouble(), 11.0);
  TensorSlice slice = pane.sliceBar().slice();
  slice.setIndex(0, 1);
  pane.sliceBar().setSlice(slice);
  emit pane.sliceBar().changed();
  QCOMPARE(pane.numbers().cellText(2, 3).toDouble(), 23.0);
  pane.setTensor(cube());  // the slice is kept
  QCOMPARE(pane.numbers().cellText(2, 3).toDouble(), 23.0);
}

void TensorsViewTest::statisticsNamePlaces() {
  const TensorRecordPtr tensor = cube();
  const auto rows = statisticsRows(*tensor, statistics(tensor->value));
  const auto find = [&](const QString& name) {
    for (const StatisticsRow& row : rows) {
      if (row.name == name) return row;
    }
    return StatisticsRow{};
  };
  QCOMPARE(find("max").value, QString("23"));
  QCOMPARE(find("max").place, QString("K 1 · H 2 · W 3"));
  QCOMPARE(find("mean").value, QString("11.5"));
  QCOMPARE(find("zeros").value, QString("1"));
  QVERIFY(!find("NaN").bad);
  TensorPane pane;
  pane.resize(700, 400);
  pane.setTensor(tensor, statistics(tensor->value));
  pane.setModes(TensorMode::statistics);
  pane.show();
  auto* panel = pane.findChild<StatisticsPanel*>();
  // The mean has no position.
  QTest::mouseClick(panel, Qt::LeftButton, {}, panel->placeRect(3).center());
  QVERIFY(!pane.modes().testFlag(TensorMode::numbers));
  // The largest element.
  QTest::mouseClick(panel, Qt::LeftButton, {}, panel->placeRect(2).center());
  QVERIFY(pane.modes().testFlag(TensorMode::numbers));
  QCOMPARE(pane.numbers().cellText(2, 3).toDouble(), 23.0);
}

namespace {

TensorRecordPtr vectorOf(DType dtype, const std::vector<double>& values) {
  auto tensor = std::make_shared<TensorRecord>();
  tensor->op = 78;
  const auto length = static_cast<std::int64_t>(values.size());
  tensor->axes = {{"N", 1, 0, {}}, {"feature", length, 0, {}}};
  tensor->value = Tensor::from(dtype, {1, length}, values);
  return tensor;
}

}  // namespace

void TensorsViewTest::probabilitiesAreRankedClasses() {
  TensorPane pane;
  pane.resize(420, 300);
  pane.setWords(words({"cat", "dog", "owl"}, {}));
  pane.setTensor(vectorOf(DType::f32, {0.125, 0.75, 0.125}));
  QCOMPARE(pane.modes(), TensorModes(TensorMode::classes));
  QCOMPARE(pane.classes().lines(), (QStringList{"dog  75.0 %", "cat  12.5 %", "owl  12.5 %"}));
  pane.show();
  QVERIFY(!pane.classes().grab().isNull());
  pane.setWords(no_words());
  pane.setTensor(vectorOf(DType::f32, {0.25, 0.75}));
  QCOMPARE(pane.classes().lines(), (QStringList{"class 1  75.0 %", "class 0  25.0 %"}));
  pane.setTensor(vectorOf(DType::f32, {3, -1, 2}));  // no distribution, and without labels
  QVERIFY(!pane.modes().testFlag(TensorMode::classes));
  QVERIFY(pane.offers(TensorMode::classes));
  pane.setTensor(vectorOf(DType::i64, {1, 0}));
  QVERIFY(!pane.offers(TensorMode::classes));
}

void TensorsViewTest::idsAreTextByTheVocabulary() {
  TensorPane pane;
  pane.resize(420, 300);
  pane.setWords(words({}, {"[PAD]", "un", "##do", "it"}));
  pane.setTensor(vectorOf(DType::i64, {1, 2, 3}));
  QCOMPARE(pane.modes(), TensorModes(TensorMode::text));
  QCOMPARE(pane.text(), QString("undo it"));
  pane.setTensor(vectorOf(DType::i64, {1, 4}));  // beyond the vocabulary
  QVERIFY(!pane.offers(TensorMode::text));
  pane.setTensor(vectorOf(DType::i64, {1, 1, 0}));  // may be a mask
  QVERIFY(!pane.modes().testFlag(TensorMode::text));
}

void TensorsViewTest::copiesTheSlice() {
  TensorPane pane;
  pane.setTensor(cube());
  QCOMPARE(pane.asCsv(), QString("0,1,2,3\n4,5,6,7\n8,9,10,11\n"));
  QVERIFY(pane.asText().startsWith("[["));
}

void TensorsViewTest::npyIsReadableByNumPy() {
  const QByteArray bytes = npyBytes(cube()->value);
  QVERIFY(bytes.startsWith(QByteArray("\x93NUMPY\x01\x00", 8)));
  const int length =
      static_cast<unsigned char>(bytes[8]) + 256 * static_cast<unsigned char>(bytes[9]);
  QCOMPARE((10 + length) % 64, 0);
  const QByteArray header = bytes.mid(10, length);
  QVERIFY(header.contains("'descr': '<f4'"));
  QVERIFY(header.contains("'shape': (2, 3, 4, )"));
  QVERIFY(header.endsWith('\n'));
  QCOMPARE(bytes.size(), 10 + length + 24 * 4);
  float last = 0;
  std::memcpy(&last, bytes.constData() + bytes.size() - 4, 4);
  QCOMPARE(last, 23.0F);
  QVERIFY(npyBytes(Tensor(1.5)).contains("'shape': ()"));
}

NGRAPH_VIEW_TEST(TensorsViewTest)
#include "tensors_view_test.moc"
