// SPDX-License-Identifier: Apache-2.0
// Tests the roofline: one dot per kernel at its intensity and rate, linked both ways; ceilings;
// advice.
#include "views/roofline/roofline_view.h"

#include <QSignalSpy>
#include <cmath>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "tests/support/panel_sample.h"
#include "tests/support/sample_record.h"
#include "tests/support/view_main.h"
#include "views/roofline/roof_labels.h"
#include "views/roofline/roofline_tables.h"
#include "views/view_table.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

namespace {}  // namespace

class RooflineViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void isInTheViewTable();
  void everyKernelIsADot();
  void axesAreLogarithmic();
  void dotSelectsTheKernel();
  void selectionRingsTheDot();
  void adviceSelectsItsKernel();
  void keysGoFromDotToDot();
  void saysWhatLimits();
  void namesOfCeilingsDoNotOverlap_data();
  void namesOfCeilingsDoNotOverlap();
  void namesOfKernelsAreNotCrossed();
  void namesOfKernelsAreNotCut();
  void emptyWithoutKernels();
  void adviceIsReadFirst();
  void aPacedRunKeepsTheAdvice();
  void anotherDocumentClearsTheSelection();
  void bothTransformersAreInOnePlot();

 private:
  std::unique_ptr<PanelSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<RooflineView> view_;
};

static MachinePeaks somePeaks() {
  MachinePeaks peaks;
  peaks.threads = 2;
  peaks.gflops = 100;
  peaks.memory = {{"L2", 500'000, 50}, {"memory", 100'000'000, 10}};
  return peaks;
}

void RooflineViewTest::init() {
  view_.reset();
  session_ = std::make_unique<PanelSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  session_->documents.open("sample.ngraph");
  view_ = std::make_unique<RooflineView>(*workspace_);
  view_->setPeaks(somePeaks());
  view_->resize(1400, 420);
  view_->show();
  QCoreApplication::processEvents();
}

void RooflineViewTest::isInTheViewTable() {
  const View* row = findView("roofline");
  QVERIFY(row);
  const std::unique_ptr<QWidget> made(row->make(*workspace_));
  QVERIFY(!made->grab().isNull());
  QVERIFY(jobs_->idle());  // nothing is measured before the view is visible
}

void RooflineViewTest::everyKernelIsADot() {
  const auto& kernels = session_->compilations.compilation()->kernels;
  QCOMPARE(view_->plot().dots().size(), kernels.size());
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const RoofDot& dot = view_->plot().dots()[i];
    QCOMPARE(dot.point.kernel, kernels[i].name);
    QVERIFY(view_->plot().area().contains(view_->plot().place(dot)));
    const double speed = static_cast<double>(kernels[i].flops) / *kernels[i].microseconds / 1e3;
    QVERIFY(std::abs(dot.point.gflops - speed) < 1e-9);
  }
  QCOMPARE(view_->points().shownRows(), static_cast<int>(kernels.size()));
}

void RooflineViewTest::axesAreLogarithmic() {
  const RoofPlot& plot = view_->plot();
  const double decade = plot.toPixel(1, 1).x() - plot.toPixel(0.1, 1).x();
  QVERIFY(decade > 0);
  QVERIFY(std::abs(plot.toPixel(10, 1).x() - plot.toPixel(1, 1).x() - decade) < 0.01);
  const double up = plot.toPixel(1, 1).y() - plot.toPixel(1, 10).y();
  QVERIFY(up > 0);
  QVERIFY(std::abs(plot.toPixel(1, 10).y() - plot.toPixel(1, 100).y() - up) < 0.01);
}

void RooflineViewTest::dotSelectsTheKernel() {
  const QPointF at = view_->plot().place(view_->plot().dots()[1]);
  QTest::mouseClick(&view_->plot(), Qt::LeftButton, {}, at.toPoint());
  QCOMPARE(selection_->state().kernel, QString("k1"));
  QCoreApplication::processEvents();
  QCOMPARE(view_->points().currentSourceRow(), 1);
  QSignalSpy revealed(selection_.get(), &Selection::revealed);
  QTest::keyClick(&view_->plot(), Qt::Key_Return);
  QCOMPARE(revealed.size(), 1);
}

void RooflineViewTest::selectionRingsTheDot() {
  const QImage before = view_->plot().grab().toImage();
  selection_->selectKernel("k0");
  QCoreApplication::processEvents();
  QCOMPARE(view_->plot().selected(), QString("k0"));
  const QRect around =
      QRect(QPoint(), QSize(30, 30))
          .translated(view_->plot().place(view_->plot().dots()[0]).toPoint() - QPoint(15, 15));
  const QImage after = view_->plot().grab().toImage();
  QVERIFY(before.copy(around) != after.copy(around));
  selection_->selectOp(session_->compilations.compilation()->kernel("k1")->ops.front());
  QCoreApplication::processEvents();
  QCOMPARE(view_->plot().selected(), QString("k1"));  // an op selects its kernel
}

void RooflineViewTest::adviceSelectsItsKernel() {
  QVERIFY(view_->advices().rowCount() > 0);
  double last = HUGE_VAL;
  for (int at = 0; const AdviceRow* row = view_->advices().row(at); ++at) {
    QVERIFY(row->advice.microseconds <= last);
    last = row->advice.microseconds;
  }
  view_->adviceTable().setCurrentIndex(view_->adviceTable().model()->index(0, 0));
  QCOMPARE(selection_->state().kernel,
           QString::fromStdString(view_->advices().row(0)->advice.kernels.front()));
}

void RooflineViewTest::keysGoFromDotToDot() {
  QTest::keyClick(&view_->plot(), Qt::Key_Right);
  QCoreApplication::processEvents();
  const QString first = view_->plot().selected();
  QTest::keyClick(&view_->plot(), Qt::Key_Right);
  QCoreApplication::processEvents();
  QVERIFY(!first.isEmpty());
  QVERIFY(view_->plot().selected() != first);
}

void RooflineViewTest::saysWhatLimits() {
  QVERIFY(view_->header().contains("100 GFLOP/s"));
  selection_->selectKernel("k0");
  QCoreApplication::processEvents();
  QVERIFY(
      view_->header().contains(QString::fromStdString(limit_words(view_->plot().dots()[0].point))));
}

void RooflineViewTest::namesOfCeilingsDoNotOverlap_data() {
  QTest::addColumn<double>("apart");
  QTest::addColumn<QSize>("size");
  for (const double apart : {1.0, 1.001, 1.02, 1.05, 3.0})
    for (const QSize& size : {QSize(1400, 420), QSize(900, 300), QSize(700, 520)})
      QTest::addRow("%g times, %dx%d", apart, size.width(), size.height()) << apart << size;
}

void RooflineViewTest::namesOfCeilingsDoNotOverlap() {
  QFETCH(double, apart);
  QFETCH(QSize, size);
  MachinePeaks peaks = somePeaks();
  peaks.memory = {{"L1", 32'000, 20 * apart * apart * apart},
                  {"L2", 500'000, 20 * apart * apart},
                  {"L3", 30'000'000, 20 * apart},
                  {"memory", 100'000'000, 20}};
  view_->setPeaks(peaks);
  view_->resize(size);
  QCoreApplication::processEvents();
  const std::vector<CeilingLabel> labels = ceilingLabels(view_->plot());
  QCOMPARE(labels.size(), peaks.memory.size() + 1);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    QVERIFY(view_->plot().area().contains(labels[i].bounds));
    for (std::size_t j = 0; j < i; ++j)
      QVERIFY2(!labels[i].bounds.intersects(labels[j].bounds),
               qPrintable(labels[i].text + " on " + labels[j].text));
  }
}

// Dots at one place have their names around it, with lines that end at the names.
void RooflineViewTest::namesOfKernelsAreNotCrossed() {
  RoofPlot plot;
  plot.resize(600, 400);
  std::vector<RoofDot> dots(14);
  for (std::size_t i = 0; i < dots.size(); ++i) {
    dots[i].point.kernel = "scan_58_k" + std::to_string(i);
    dots[i].point.intensity = 1 + 0.1 * static_cast<double>(i % 3);
    dots[i].point.gflops = 1;
    dots[i].point.limit = Limit::memory;
  }
  plot.set(somePeaks(), dots);
  const std::vector<DotLabel> labels = dotLabels(plot, {});
  QVERIFY(labels.size() > 2);
  for (const DotLabel& label : labels)
    for (const DotLabel& other : labels)
      QVERIFY(!label.leader || !other.box.contains(label.leader->center()));
  // Away from a dot whose surroundings are taken.
  plot.set(somePeaks(), {dots.front()});
  QRectF around(0, 0, 200, 60);
  around.moveCenter(plot.place(plot.dots().front()));
  const std::vector<DotLabel> away = dotLabels(plot, {around});
  QCOMPARE(away.size(), std::size_t{1});
  QVERIFY(away[0].leader);
  QVERIFY(!away[0].box.adjusted(1, 1, -1, -1).contains(away[0].leader->p2()));
}

void RooflineViewTest::namesOfKernelsAreNotCut() {
  const TableView& table = view_->points();
  QVERIFY(table.columnWidth(0) >=
          table.fontMetrics().horizontalAdvance("checked_classes") + 2 * metrics::grid);
}

void RooflineViewTest::emptyWithoutKernels() {
  session_->documents.close();
  QCoreApplication::processEvents();
  QVERIFY(!view_->plot().isVisible());
  QVERIFY(!view_->grab().isNull());
}

// The width of the panel at 1600 x 1000, where it is next to Tensors.
void RooflineViewTest::adviceIsReadFirst() {
  view_->resize(836, 240);
  QCoreApplication::processEvents();
  const TableView& table = view_->adviceTable();
  const int text = table.model()->columnCount() - 1;
  QCOMPARE(table.model()->headerData(text, Qt::Horizontal).toString(), QString("Advice"));
  const int room = table.viewport()->width() - table.columnViewportPosition(text);
  QVERIFY2(room >= 220, qPrintable(QString::number(room)));
  const QModelIndex first = table.model()->index(0, text);
  const QRect needed = table.fontMetrics().boundingRect(QRect(0, 0, room - 2 * metrics::grid, 1000),
                                                        Qt::TextWordWrap, first.data().toString());
  QVERIFY(needed.height() <= table.rowHeight(0));
  QVERIFY(view_->plot().width() >= 360);
}

void RooflineViewTest::aPacedRunKeepsTheAdvice() {
  QVERIFY(!view_->header().contains("pace"));
  session_->shown().profile.timesPace = 20;
  emit session_->compilations.kernelTextsChanged();
  QTRY_VERIFY(view_->header().contains(
      "Roofline  measured at pace 20/s: run at full speed for machine limits"));
  session_->shown().profile.fullSpeedTimes = {{"k0", 0.75}};
  emit session_->compilations.kernelTextsChanged();
  QTRY_VERIFY(view_->header().contains("times of the last run at full speed"));
  QCOMPARE(view_->plot().dots()[0].point.kernel, std::string("k0"));
  QCOMPARE(view_->plot().dots()[0].point.microseconds, 0.75);
  QCOMPARE(view_->plot().dots()[1].point.microseconds,
           session_->compilations.compilation()->kernels[1].microseconds.value_or(0));
}

void RooflineViewTest::anotherDocumentClearsTheSelection() {
  selection_->selectKernel("k1");
  QTRY_COMPARE(view_->plot().selected(), QString("k1"));
  selection_->forgetHistory();
  QTRY_COMPARE(view_->plot().selected(), QString());
  QVERIFY(view_->header().startsWith("Roofline"));
}

// What was measured on cpu stays, as diamonds under its own ceilings, when gpu is chosen; and the
// other way round.
void RooflineViewTest::bothTransformersAreInOnePlot() {
  const auto cpu = session_->compilations.compilation();
  session_->shows = nullptr;  // the records below as they are
  const auto show = [&](const CompilationRecordPtr& record) {
    session_->setCompilation(record);
    emit session_->compilations.compilationChanged();
    QCoreApplication::processEvents();
  };
  QVERIFY(!view_->plot().other());
  auto gpu = std::make_shared<CompilationRecord>(*cpu);
  gpu->transformer = "gpu";
  for (KernelRecord& kernel : gpu->kernels) kernel.microseconds = *kernel.microseconds / 10;
  show(nullptr);  // while it is compiled
  show(gpu);
  QTRY_VERIFY(jobs_->idle() && view_->plot().other());  // this machine may have no such device
  MachinePeaks peaks;
  peaks.device = "gpu";
  peaks.gflops = 50'000;
  peaks.memory = {{"memory", 1'000'000'000, 3'000}};
  view_->setPeaks(peaks);
  QTRY_COMPARE(view_->plot().peaks().gflops, 50'000.0);
  QVERIFY(view_->plot().other());
  QCOMPARE(view_->plot().other()->transformer, QString("cpu"));
  QCOMPARE(view_->plot().other()->peaks.gflops, 100.0);
  QCOMPARE(view_->plot().other()->dots.size(), cpu->kernels.size());
  for (const RoofDot& dot : view_->plot().other()->dots)
    QVERIFY(view_->plot().area().contains(view_->plot().place(dot)));
  const QJsonObject other = view_->plot().description()["other"].toObject();
  QCOMPARE(other["transformer"].toString(), QString("cpu"));
  QVERIFY(!view_->plot().grab().isNull());
  show(cpu);
  QCOMPARE(view_->plot().other()->transformer, QString("gpu"));
  QCOMPARE(view_->plot().other()->peaks.gflops, 50'000.0);
  auto another = std::make_shared<DocumentRecord>(*session_->documents.document());
  another->path = "another.ngraph";
  session_->setDocument(another);
  emit session_->documents.documentChanged();
  QTRY_VERIFY(!view_->plot().other());
}

NGRAPH_VIEW_TEST(RooflineViewTest)
#include "roofline_view_test.moc"
