// SPDX-License-Identifier: Apache-2.0
// Tests the buffers view: plot, peak, links to ops and back, plan comparison, a million rectangles.
#include "views/buffers/buffers_view.h"

#include <QRandomGenerator>

#include "engine/records/compilation_record.h"
#include "tests/support/effort.h"
#include "tests/support/sample_record.h"
#include "tests/support/sample_session.h"
#include "tests/support/view_main.h"
#include "views/buffers/buffer_card.h"
#include "views/buffers/buffer_table.h"
#include "views/buffers/plan_legend.h"
#include "views/buffers/plan_plot.h"
#include "views/view_table.h"
#include "views/widgets/plots/axis_ticks.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

namespace {

BufferRecord buffer(const std::string& name, BufferKind kind, std::int64_t bytes,
                    std::int64_t offset, int first, int last, OpId owner, OpId reader) {
  BufferRecord made;
  made.name = name, made.kind = kind, made.bytes = bytes, made.offset = offset;
  made.first_step = first, made.last_step = last;
  made.owner = owner, made.last_reader = reader, made.values = {owner};
  made.reason = "from step " + std::to_string(first);
  return made;
}

KernelRecord kernel(const std::string& name, std::vector<std::string> reads,
                    std::vector<std::string> writes) {
  KernelRecord made;
  made.name = name;
  made.reads = std::move(reads), made.writes = std::move(writes);
  return made;
}

// Memory plan over the sample's graph: t0 and t2 share the same bytes; t1 is live throughout,
// above.
CompilationRecordPtr planned() {
  auto made = std::make_shared<CompilationRecord>(*sample_compilation());
  made->buffers = {buffer("a_W", BufferKind::persistent, 4096, 0, 0, 3, id_w, id_k1),
                   buffer("t0", BufferKind::temporary, 1024, 0, 0, 1, id_dot, id_sigmoid),
                   buffer("t1", BufferKind::temporary, 2048, 1024, 0, 3, id_add, id_k1),
                   buffer("t2", BufferKind::temporary, 512, 0, 2, 3, id_sigmoid, id_k1)};
  made->kernels = {kernel("k0", {"a_W"}, {"t0", "t1"}), kernel("k1", {"t0"}, {}),
                   kernel("k2", {"t1"}, {"t2"}), kernel("k3", {"t1", "t2"}, {"a_W"})};
  made->steps.clear();
  for (const KernelRecord& each : made->kernels) {
    made->steps.push_back({each.name, each.name, {}});
  }
  made->peak_bytes = 3072, made->unshared_bytes = 3584;
  return made;
}

// Session that returns the compilation without a pass when asked for it.
}  // namespace

class BuffersViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void isInTheViewTable();
  void everyTemporaryHasItsRectangle();
  void peakShowsLiveBuffers();
  void theLegendMatchesThePlot();
  void clickSelectsBufferAndOp();
  void clickOutsideShowsTheStep();
  void selectionIsFollowed();
  void buffersSharingBytesAreHighlighted();
  void kernelMarksItsBuffers();
  void linksLead();
  void keysGoFromBufferToBuffer();
  void tableIsSortedFilteredAndCopied();
  void comparesWithThePlanBefore();
  void comparesWithThePlanWithoutAPass();
  void nothingIsCompiled();
  void bytesHaveRoundTicks();
  void treeFindsWhatALoopFinds();
  void aMillionRectanglesStayFluid();
  void manyBuffersArePreparedInTheBackground();

 private:
  QPointF middleOf(const QString& name) const;

  std::unique_ptr<SampleSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<BuffersView> view_;
};

void BuffersViewTest::init() {
  view_.reset();
  session_ = std::make_unique<SampleSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  session_->use(sample_document(), planned());
  view_ = std::make_unique<BuffersView>(*workspace_);
  view_->resize(1200, 420);
  view_->show();
  QVERIFY(QTest::qWaitForWindowActive(view_.get(), patience));
}

QPointF BuffersViewTest::middleOf(const QString& name) const {
  const PlotRect* rect = view_->plan()->rect(view_->plan()->named(name), true);
  return view_->plot().toPixel((rect->left + rect->right) / 2, (rect->low + rect->high) / 2);
}

void BuffersViewTest::isInTheViewTable() {
  const View* row = findView("buffers");
  QVERIFY(row);
  QVERIFY(row->shows.testFlag(Facet::buffer));
  const std::unique_ptr<QWidget> made(row->make(*workspace_));
  made->show();
  QVERIFY(!made->grab().isNull());
}

void BuffersViewTest::everyTemporaryHasItsRectangle() {
  const PlanModel& plan = *view_->plan();
  QCOMPARE(plan.tree(false).size(), std::size_t{3});
  QCOMPARE(plan.tree(true).size(), std::size_t{4});
  QCOMPARE(plan.ghost().bounds().high, 3584.0);
  QVERIFY(plan.rect(plan.named("a_W"), true)->low >= 3584);  // above every temporary
  QVERIFY(!plan.rect(plan.named("a_W"), false));
  PlanPlot& plot = view_->plot();
  QVERIFY(!plot.grab().isNull());
  QCOMPARE(plot.raster().drawn, std::int64_t{3});
  QVERIFY(plot.mergedText().isEmpty());
  for (const char* name : {"t0", "t1", "t2"}) {
    QCOMPARE(plot.bufferAt(middleOf(name)), plan.named(name));
  }
  QCOMPARE(plot.peakText(), QString("peak 3,072 B"));
}

void BuffersViewTest::theLegendMatchesThePlot() {
  const auto* legend = view_->findChild<PlanLegend*>();
  QVERIFY(legend && legend->isVisible());
  const QStringList first = legend->entries();
  QCOMPARE(first.mid(first.size() - 2), (QStringList{"bytes alive", "without buffer reuse"}));
  QVERIFY(first.contains("elementwise") && !first.contains("chosen step"));
  view_->plot().setFocus();
  QTest::keyClick(&view_->plot(), Qt::Key_M);
  QVERIFY(legend->entries().contains("chosen step"));
  selection_->selectBuffer("t0");
  QTRY_COMPARE(legend->entries().first(), QString("selected"));
  view_->plot().setShowsGhost(false);
  QVERIFY(!legend->entries().contains("without buffer reuse"));
}

void BuffersViewTest::peakShowsLiveBuffers() {
  view_->plot().setFocus();
  QTest::keyClick(&view_->plot(), Qt::Key_M);
  QCOMPARE(view_->rows(), BuffersView::Rows::alive);
  QCOMPARE(view_->plot().step(), 0);
  QCOMPARE(view_->table().shownRows(), 2);
  const QAbstractItemModel& rows = *view_->table().model();
  QCOMPARE(rows.index(0, 0).data().toString(), QString("t1"));  // largest first
  QCOMPARE(rows.index(0, 3).data().toString(), view_->plan()->opName(id_add));
  QCOMPARE(rows.index(1, 0).data().toString(), QString("t0"));
  for (const char* part : {"peak 3,072 B", "3,072 B alive at step 0 (k0)", "14 % saved"}) {
    QVERIFY2(view_->header().contains(part), qPrintable(view_->header()));
  }
}

void BuffersViewTest::clickSelectsBufferAndOp() {
  QTest::mouseClick(&view_->plot(), Qt::LeftButton, {}, middleOf("t2").toPoint());
  QCOMPARE(selection_->state().buffer, QString("t2"));
  QCOMPARE(selection_->op(), id_sigmoid);
  QCOMPARE(view_->buffer(), QString("t2"));
  const QString card = view_->card().plainText();
  for (const char* part : {"512 bytes @0", "steps 2–3", "before: t0", "written at step 2 (k2)",
                           "last reader", "step 3 (k3)"}) {
    QVERIFY2(card.contains(part), qPrintable(card));
  }
}

void BuffersViewTest::clickOutsideShowsTheStep() {
  const QPointF beside = view_->plot().toPixel(2.5, 800);
  QCOMPARE(view_->plot().bufferAt(beside), -1);
  QTest::mouseClick(&view_->plot(), Qt::LeftButton, {}, beside.toPoint());
  QCOMPARE(view_->plot().step(), 2);
  QCOMPARE(view_->table().shownRows(), 2);
  QVERIFY(selection_->state().buffer.isEmpty());
}

void BuffersViewTest::selectionIsFollowed() {
  selection_->selectOp(id_dot);
  QTRY_COMPARE(view_->buffer(), QString("t0"));
  selection_->selectBuffer("t1");
  QTRY_COMPARE(view_->buffer(), QString("t1"));
  QCOMPARE(view_->table().currentSourceRow(), view_->plan()->named("t1"));
  selection_->clear();
  QTRY_COMPARE(view_->buffer(), QString());
}

void BuffersViewTest::buffersSharingBytesAreHighlighted() {
  selection_->selectBuffer("t0");
  QTRY_COMPARE(view_->plot().shown().tenants, (std::vector<int>{view_->plan()->named("t2")}));
  selection_->selectBuffer("t1");
  QTRY_VERIFY(view_->plot().shown().tenants.empty());
}

void BuffersViewTest::kernelMarksItsBuffers() {
  const QImage before = view_->plot().grab().toImage();
  selection_->selectKernel("k3");
  // t1 and t2 are highlighted, the rest is dimmed.
  QTRY_VERIFY(view_->plot().grab().toImage() != before);
}

void BuffersViewTest::linksLead() {
  selection_->selectBuffer("t2");
  QTRY_COMPARE(view_->buffer(), QString("t2"));
  auto* card = view_->findChild<BufferCard*>();
  std::optional<Facet> revealed;
  connect(selection_.get(), &Selection::revealed, this, [&](Facet facet) { revealed = facet; });
  emit card->linkActivated("kernel:k2");
  QCOMPARE(selection_->state().kernel, QString("k2"));
  QCOMPARE(revealed, std::optional(Facet::kernel));
  emit card->linkActivated(QString("op:%1").arg(id_dot));
  QCOMPARE(selection_->op(), id_dot);
  QCOMPARE(revealed, std::optional(Facet::op));
  emit card->linkActivated(QString("buffer:%1").arg(view_->plan()->named("t0")));
  QCOMPARE(selection_->state().buffer, QString("t0"));
}

void BuffersViewTest::keysGoFromBufferToBuffer() {
  selection_->selectBuffer("t0");
  QTRY_COMPARE(view_->buffer(), QString("t0"));
  QTest::keyClick(&view_->plot(), Qt::Key_Right);
  QCOMPARE(view_->buffer(), QString("t2"));
  QTest::keyClick(&view_->plot(), Qt::Key_Up);
  QCOMPARE(view_->buffer(), QString("t1"));
  QTest::keyClick(&view_->plot(), Qt::Key_Up);  // no buffer above
  QCOMPARE(view_->buffer(), QString("t1"));
  QTest::keyClick(&view_->plot(), Qt::Key_A);
  QTest::keyClick(&view_->plot(), Qt::Key_Up);
  QCOMPARE(view_->buffer(), QString("a_W"));
}

void BuffersViewTest::tableIsSortedFilteredAndCopied() {
  TableView& table = view_->table();
  QCOMPARE(table.shownRows(), 4);
  table.sortByColumn(1, Qt::DescendingOrder);
  QCOMPARE(table.model()->index(0, 0).data().toString(), QString("a_W"));
  table.setFilter("temporary");
  QCOMPARE(table.shownRows(), 3);
  QVERIFY(table.asText(',').startsWith("Buffer,Bytes,% of total,Op,Flags,"));
}

void BuffersViewTest::comparesWithThePlanBefore() {
  auto next = std::make_shared<CompilationRecord>(*session_->compilations.compilation());
  next->buffers[2].bytes = 1024, next->peak_bytes = 2048;
  const CompilationRecordPtr before = session_->compilations.compilation();
  session_->setCompilation(next);
  emit session_->compilations.compilationChanged();
  view_->compareWithout({});
  QVERIFY(view_->other());
  QCOMPARE(&view_->other()->record(), before.get());
  QCOMPARE(view_->rows(), BuffersView::Rows::changes);
  QCOMPARE(view_->changeTable().shownRows(), 1);
  QCOMPARE(view_->changeTable().model()->index(0, 2).data().toString(), QString("−1,024"));
  QVERIFY2(view_->header().contains("1,024 B less than before (3,072 B)"),
           qPrintable(view_->header()));
  view_->stopComparing();
  QVERIFY(!view_->other());
  QCOMPARE(view_->rows(), BuffersView::Rows::all);
}

void BuffersViewTest::comparesWithThePlanWithoutAPass() {
  view_->compareWithout("fuse");
  QCOMPARE(session_->asked, QStringList("fuse"));
  QVERIFY(!view_->other());
  QVERIFY(view_->header().contains("computing the plan without fuse"));
  auto other = std::make_shared<CompilationRecord>(*session_->compilations.compilation());
  for (PassRecord& pass : other->passes) pass.enabled &= pass.name != "fuse";
  other->buffers.push_back(buffer("t9", BufferKind::temporary, 4096, 4096, 1, 1, id_add, 0));
  other->peak_bytes = 8192;
  session_->shown().compilation.without["fuse"] = other;
  emit session_->compilations.otherCompilationChanged("another");
  QVERIFY(!view_->other());
  emit session_->compilations.otherCompilationChanged("fuse");
  QVERIFY(view_->other());
  QCOMPARE(view_->changeTable().model()->index(0, 1).data().toString(), QString("− removed"));
  QVERIFY2(view_->header().contains("5,120 B less than without fuse"), qPrintable(view_->header()));
  session_->setCompilation(planned());  // compiled again: requested again
  session_->shown().compilation.without.clear();
  emit session_->compilations.compilationChanged();
  QCOMPARE(session_->asked, QStringList({"fuse", "fuse"}));
  emit session_->compilations.otherCompilationChanged("fuse");  // the request was refused
  QVERIFY(!view_->other());
  QCOMPARE(view_->rows(), BuffersView::Rows::all);
}

void BuffersViewTest::nothingIsCompiled() {
  session_->documents.close();
  emit session_->documents.documentChanged();
  QVERIFY(!view_->plan());
  QVERIFY(!view_->plot().isVisible());
  view_->showPeak();
  QVERIFY(!view_->grab().isNull());
}

void BuffersViewTest::bytesHaveRoundTicks() {
  const auto labels = [](double high, int wanted) {
    QStringList all;
    for (const auto& [at, label] : byteTicks(0, high, wanted)) all << label;
    return all;
  };
  QCOMPARE(labels(300'000, 5), QStringList({"0 KiB", "64 KiB", "128 KiB", "192 KiB", "256 KiB"}));
  // Never rounded: a label is exactly the place of its tick.
  QCOMPARE(labels(1.1 * (1 << 20), 5),
           QStringList({"0.00 MiB", "0.25 MiB", "0.50 MiB", "0.75 MiB", "1.00 MiB"}));
  QCOMPARE(labels(1 << 20, 2), QStringList({"0.0 MiB", "0.5 MiB", "1.0 MiB"}));
  QCOMPARE(labels(1 << 20, 8).at(3), QString("384 KiB"));
  QVERIFY(byteTicks(5, 5, 4).empty());
}

namespace {

// Allocation lifetimes as in real programs: most short and small, some long, some large.
std::vector<PlotRect> synthetic(int count) {
  QRandomGenerator random(7);
  std::vector<PlotRect> rects;
  for (int i = 0; i < count; ++i) {
    const double size = 64 * (1 + std::pow(random.generateDouble(), 8) * 4096);
    const double life = 1 + std::pow(random.generateDouble(), 6) * 500;
    const double left = random.generateDouble() * count, low = random.generateDouble() * 1e9;
    rects.push_back({left, left + life, low, low + size, i, static_cast<std::uint8_t>(i % 7)});
  }
  return rects;
}

}  // namespace

void BuffersViewTest::treeFindsWhatALoopFinds() {
  const std::vector<PlotRect> rects = synthetic(3000);
  const RectTree tree(rects);
  const PlotRange window{500, 900, 2e8, 6e8};
  std::set<int> expected, found;
  for (const PlotRect& r : rects) {
    const bool in = r.right >= window.left && r.left <= window.right && r.high >= window.low &&
                    r.low <= window.high;
    if (in) expected.insert(r.row);
  }
  tree.visit(
      window, 0, 0, [&](const PlotRect& rect) { found.insert(rect.row); },
      [](const PlotRange&, std::uint32_t, std::uint8_t) { QFAIL("nothing may be merged"); });
  QCOMPARE(found, expected);
  const PlotRect& some = rects[1234];
  const PlotRect* match = tree.at((some.left + some.right) / 2, (some.low + some.high) / 2);
  QVERIFY(match && match->left <= (some.left + some.right) / 2);
  // At every zoom, each rectangle is either drawn or counted as merged.
  const Raster raster = rasterise(tree, tree.bounds(), {400, 200}, {{1, 2}});
  QCOMPARE(raster.drawn + raster.merged, std::int64_t{3000});
}

// Hang guards at ten times the goals: built within 1.5 s, a frame within 16.7 ms.
void BuffersViewTest::aMillionRectanglesStayFluid() {
  std::vector<PlotRect> rects = synthetic(1'000'000);
  const Effort building;
  const RectTree tree(std::move(rects));
  QVERIFY2(building.within(15'000), qPrintable(QString::number(building.seconds())));
  PlotRange window = tree.bounds();
  const std::vector<RasterColour> colours(7, RasterColour{0xff808080, 0xff404040});
  std::vector<double> frames;  // seconds of processor time
  for (int frame = 0; frame < 20; ++frame) {
    const Effort drawing;
    const Raster raster = rasterise(tree, window, {1440, 800}, colours);
    frames.push_back(drawing.seconds());
    if (frame == 0) QCOMPARE(raster.drawn + raster.merged, std::int64_t{1'000'000});
    const double w = window.right - window.left, h = window.high - window.low;
    window = {window.left + 0.1 * w, window.right - 0.1 * w, window.low + 0.1 * h,
              window.high - 0.1 * h};
  }
  std::sort(frames.begin(), frames.end());
  qInfo("a million rectangles: p95 %.1f ms, slowest %.1f ms", 1e3 * frames[18],
        1e3 * frames.back());
  QVERIFY(frames[18] <= 167 * seconds_of_a_unit());
}

// The window stays responsive while the plan of a large program is prepared, then draws it in full.
void BuffersViewTest::manyBuffersArePreparedInTheBackground() {
  constexpr int count = 100'000;
  auto large = std::make_shared<CompilationRecord>(*planned());
  large->buffers.clear();
  for (int i = 0; i < count; ++i) {
    large->buffers.push_back(buffer("t" + std::to_string(i), BufferKind::temporary, 64,
                                    64 * (i % 1000), i / 1000, i / 1000, id_dot, id_add));
  }
  large->peak_bytes = 64'000, large->unshared_bytes = 64 * count;
  session_->setCompilation(large);
  emit session_->compilations.compilationChanged();
  QVERIFY(!jobs_->idle());
  QTRY_COMPARE(view_->plan()->buffers(), count);
  QVERIFY(!view_->plot().grab().isNull());
  const Raster& raster = view_->plot().raster();
  QCOMPARE(raster.drawn + raster.merged, std::int64_t{count});
  view_->showPeak();
  QCOMPARE(view_->table().shownRows(), 1000);
}

NGRAPH_VIEW_TEST(BuffersViewTest)
#include "buffers_view_test.moc"
