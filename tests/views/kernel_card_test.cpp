// SPDX-License-Identifier: Apache-2.0
// Tests kernel information across runs: the card shows the last run's times, a clicked row selects
// again after Esc, and kernels without an arithmetic intensity are not in the roofline.
#include <algorithm>

#include "engine/records/compilation_record.h"
#include "tests/support/panel_sample.h"
#include "tests/support/view_main.h"
#include "views/inspector/inspector_view.h"
#include "views/kernels/kernels_view.h"
#include "views/roofline/roof_plot.h"
#include "views/roofline/roofline_view.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

namespace {

class ChangingSession : public PanelSession {
 public:
  KernelRecord& change() {
    auto copy = std::make_shared<CompilationRecord>(*compilations.compilation());
    shown().compilation.compilation = copy;
    return copy->kernels.front();
  }
};

}  // namespace

class KernelCardTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void theCardHasTheLastTimes();
  void aRowSelectsAgainAfterEsc();
  void uncountedKernelsAreNotDrawn();

 private:
  struct Stage {
    ChangingSession session;
    Selection selection;
    Jobs jobs;
    Workspace workspace{session, selection, jobs};
  };
  std::unique_ptr<Stage> stage_;
};

void KernelCardTest::init() {
  stage_ = std::make_unique<Stage>();
  stage_->session.documents.open("sample.ngraph");
}

void KernelCardTest::theCardHasTheLastTimes() {
  InspectorView inspector(stage_->workspace);
  inspector.resize(320, 900);
  inspector.show();
  const auto says = [&](const QString& words) {
    const auto rows = inspector.findChildren<QWidget*>();
    return std::any_of(rows.begin(), rows.end(),
                       [&](const QWidget* each) { return each->accessibleName() == words; });
  };
  KernelRecord& kernel = stage_->session.change();
  kernel.microseconds = 1.7, kernel.launches = 3;
  stage_->selection.selectKernel(QString::fromStdString(kernel.name));
  QTRY_VERIFY(says("time per launch 1.7 µs") && says("launches 3"));
  KernelRecord& later = stage_->session.change();
  later.microseconds = 1.5, later.launches = 100;
  emit stage_->session.compilations.kernelTextsChanged();
  QTRY_VERIFY(says("time per launch 1.5 µs") && says("launches 100"));
  QVERIFY(!says("time per launch 1.7 µs"));
}

void KernelCardTest::aRowSelectsAgainAfterEsc() {
  KernelsView view(stage_->workspace);
  view.resize(900, 300);
  view.show();
  QCoreApplication::processEvents();
  const auto click = [&view](int row) {
    const QRect cell = view.table().visualRect(view.table().model()->index(row, 0));
    QTest::mouseClick(view.table().viewport(), Qt::LeftButton, {}, cell.center());
  };
  click(1);
  const QString kernel = stage_->selection.state().kernel;
  QVERIFY(!kernel.isEmpty());
  stage_->selection.clear();
  QCoreApplication::processEvents();
  QVERIFY(stage_->selection.state().kernel.isEmpty());
  click(1);
  QCOMPARE(stage_->selection.state().kernel, kernel);
}

void KernelCardTest::uncountedKernelsAreNotDrawn() {
  KernelRecord& kernel = stage_->session.change();
  kernel.flops = kernel.bytes = 0;
  kernel.microseconds = 1;
  const std::size_t all = stage_->session.compilations.compilation()->kernels.size();
  RooflineView view(stage_->workspace);
  MachinePeaks peaks;
  peaks.threads = 2, peaks.gflops = 100;
  peaks.memory = {{"L2", 500'000, 50}, {"memory", 100'000'000, 10}};
  view.setPeaks(peaks);
  view.resize(1400, 420);
  view.show();
  QTRY_COMPARE(view.plot().dots().size(), all - 1);
  QCOMPARE(view.points().shownRows(), static_cast<int>(all));
  QVERIFY2(view.header().contains("1 kernel without counted FLOP or bytes"),
           qPrintable(view.header()));
}

NGRAPH_VIEW_TEST(KernelCardTest)
#include "kernel_card_test.moc"
