// SPDX-License-Identifier: Apache-2.0
// Tests the timeline: lanes and bars, folding, measuring, sums over a range, links both ways,
// comparison, trace import and export.
#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "engine/trace/trace_file.h"
#include "tests/support/panel_sample.h"
#include "tests/support/sample_record.h"
#include "tests/support/timeline_session.h"
#include "tests/support/view_main.h"
#include "views/core/text_recorder.h"
#include "views/timeline/statistics_table.h"
#include "views/view_table.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class TimelineViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void isInTheViewTable();
  void emptyWithoutADocument();
  void showsTheCompileFirst();
  void recordsWhileVisible();
  void lanesAreNested();
  void foldsShortEvents();
  void measures();
  void sumsOnlyTheRange();
  void clickSelectsTheKernel();
  void kernelIsOutlined();
  void passesAreLinked();
  void iterationIsShown();
  void keysMove();
  void stepsToTheNextOfItsName();
  void closeMomentsAreDistinguished();
  void markMakesTheEventTheRange();
  void revealedRangeIsShown();
  void menusAreOfEventsAndLanes();
  void theTableHasRoom();
  void comparesWithAPinnedRun();
  void opensWhatItExports();
  void longTimesAreGrouped();
  void theSlowestIterationIsReached();
  void anotherDocumentShowsItsRun();
  void emptyTracesHaveAnAxis();
  void refusesInvalidTraces();
  void opensMillions();

 private:
  ShownEvent find(const std::string& name, const std::string& lane = "engine") const;
  void click(const ShownEvent& event);
  void drag(double from, double to);
  QString write(const QByteArray& text) {
    QFile file(folder_.filePath("t.json"));
    if (file.open(QIODevice::WriteOnly)) file.write(text);
    return file.fileName();
  }
  QTemporaryDir folder_;
  std::unique_ptr<TimelineSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<TimelineView> view_;
};

void TimelineViewTest::init() {
  view_.reset();
  session_ = std::make_unique<TimelineSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  session_->documents.open("sample.ngraph");
  session_->compile();
  session_->record();
  view_ = std::make_unique<TimelineView>(*workspace_);
  view_->resize(1400, 420);
  view_->show();
  QCoreApplication::processEvents();
}

// The first event with this name.
ShownEvent TimelineViewTest::find(const std::string& name, const std::string& lane) const {
  const Timeline& timeline = *session_->profile.timeline();
  for (std::size_t l = 0; l < timeline.lanes().size(); ++l) {
    if (timeline.lanes()[l].name != lane) continue;
    for (std::size_t r = 0; r < timeline.lanes()[l].rows.size(); ++r) {
      const EventRow& row = timeline.lanes()[l].rows[r];
      for (std::size_t i = 0; i < row.size(); ++i)
        if (timeline.names()[row.name(i)].text == name) return {0, {l, r, i}};
    }
  }
  qFatal("no event %s", name.c_str());
}

void TimelineViewTest::click(const ShownEvent& event) {
  const QRectF now = view_->canvas().rectOf(event);
  if (now.width() < 6 || now.left() < view_->canvas().scale().left()) {
    const TimelineEvent of = session_->profile.timeline()->event(event.place);
    view_->canvas().camera().show(static_cast<double>(of.begin - 500),
                                  static_cast<double>(of.end + 500));
  }
  const QRectF box = view_->canvas().rectOf(event);
  QTest::mouseClick(view_->canvas().viewport(), Qt::LeftButton, {}, box.center().toPoint());
  QCoreApplication::processEvents();
}

void TimelineViewTest::drag(double from, double to) {
  QWidget* const area = view_->canvas().viewport();
  const TimeScale& scale = view_->canvas().scale();
  const QPoint a(qRound(scale.x(from)), 60), b(qRound(scale.x(to)), 60);
  QTest::mousePress(area, Qt::LeftButton, {}, a);
  QTest::mouseMove(area, (a + b) / 2);
  QTest::mouseMove(area, b);
  QTest::mouseRelease(area, Qt::LeftButton, {}, b);
  QCoreApplication::processEvents();
}

void TimelineViewTest::isInTheViewTable() {
  const View* row = findView("timeline");
  QVERIFY(row);
  QVERIFY(row->shows.testFlag(Facet::range));
  const std::unique_ptr<QWidget> made(row->make(*workspace_));
  made->show();
  QVERIFY(!made->grab().isNull());
}

void TimelineViewTest::emptyWithoutADocument() {
  SampleSession none;
  Workspace workspace{none, *selection_, *jobs_};
  TimelineView view(workspace);
  view.show();
  QVERIFY(!view.grab().isNull());
  QVERIFY(view.canvas().isHidden() || !view.canvas().isVisible());
}

void TimelineViewTest::showsTheCompileFirst() {
  session_->compile();
  QCoreApplication::processEvents();
  view_->grab();
  QVERIFY(view_->canvas().painted() > 3);
  QVERIFY(view_->info().contains("compile times"));
  QVERIFY(view_->table().columnWidth(0) >=
          view_->table().fontMetrics().horizontalAdvance("values for the window") +
              2 * metrics::grid);
  const QList<ElidedLabel*> elided = view_->findChildren<ElidedLabel*>();
  QVERIFY(std::any_of(elided.begin(), elided.end(),
                      [this](const ElidedLabel* label) { return label->text() == view_->info(); }));
  QVERIFY(view_->table().shownRows() > 3);
}

void TimelineViewTest::recordsWhileVisible() {
  QCOMPARE(session_->recorders, 1);
  view_->hide();
  QCOMPARE(session_->recorders, 0);
  view_->show();
  QCOMPARE(session_->recorders, 1);
  view_.reset();
  QCOMPARE(session_->recorders, 0);
}

void TimelineViewTest::lanesAreNested() {
  const QRectF epoch = view_->canvas().rectOf(find("epoch"));
  const QRectF call = view_->canvas().rectOf(find("iteration"));
  const QRectF kernel = view_->canvas().rectOf(find("k0"));
  QVERIFY(epoch.bottom() <= call.top() && call.bottom() <= kernel.top());
  QVERIFY(epoch.left() <= call.left() && call.right() <= epoch.right());
  QVERIFY(call.left() <= kernel.left() && kernel.right() <= call.right());
  QVERIFY(view_->canvas().rectOf(find("k0", "pool 1")).top() > kernel.bottom());
}

void TimelineViewTest::foldsShortEvents() {
  view_->grab();
  QCOMPARE(view_->canvas().folded(), 0u);
  view_->canvas().camera().show(-1e9, 1e9);
  view_->grab();
  QVERIFY(view_->canvas().folded() > 60);
  QVERIFY(view_->canvas().painted() < 30);
}

void TimelineViewTest::measures() {
  const double run = static_cast<double>(session_->profile.timeline()->run_begin());
  drag(run, run + 300'000);
  QVERIFY(selection_->state().range.has_value());
  const double length = selection_->state().range->to - selection_->state().range->from;
  QVERIFY(std::abs(length - 300e-6) < 4 * view_->canvas().scale().perPixel() * 1e-9);
  QVERIFY(view_->chip().startsWith("range "));
  selection_->selectRange(std::nullopt);
  QCoreApplication::processEvents();
  QVERIFY(view_->chip().isEmpty());
  QVERIFY(!view_->canvas().stretch());
  selection_->selectRange(TimeRange{1e-6, 2e-6});  // selected in another view
  QCoreApplication::processEvents();
  QCOMPARE(view_->canvas().stretch()->from, 1e3);
}

void TimelineViewTest::sumsOnlyTheRange() {
  const auto rowOf = [&](const char* name) -> const SumsRow* {
    for (int i = 0; const SumsRow* row = view_->statistics().row(i); ++i)
      if (row->name.text == name && row->name.category != "build") return row;
    return nullptr;
  };
  QCOMPARE(rowOf("iteration")->own.count, 20);
  QCOMPARE(rowOf("k0")->own.count, 20);  // launches; worker threads execute parts of each
  const std::int64_t begin = session_->profile.timeline()->event(find("iteration").place).begin;
  selection_->selectRange(
      TimeRange{static_cast<double>(begin) * 1e-9, static_cast<double>(begin + 195'000) * 1e-9});
  QCoreApplication::processEvents();
  QCOMPARE(rowOf("iteration")->own.count, 2);
  QCOMPARE(rowOf("k1")->own.total, 40'000);
  QVERIFY(!rowOf("k1")->only_other);
  QCOMPARE(rowOf("fold_constants"), nullptr);
}

void TimelineViewTest::clickSelectsTheKernel() {
  click(find("k1"));
  QCOMPARE(selection_->state().kernel, QString("k1"));
  QVERIFY(view_->info().contains("iteration 1"));
  QCOMPARE(view_->table().currentSourceRow(),
           view_->statistics().rowOf(session_->profile.timeline()->event(find("k1").place).name));
  QSignalSpy revealed(selection_.get(), &Selection::revealed);
  QTest::keyClick(&view_->canvas(), Qt::Key_Return);
  QCOMPARE(revealed.size(), 1);
  QCOMPARE(revealed[0][0].value<Facet>(), Facet::kernel);
}

void TimelineViewTest::kernelIsOutlined() {
  const QImage before = view_->canvas().viewport()->grab().toImage();
  selection_->selectKernel("k1");
  QCoreApplication::processEvents();
  const QImage after = view_->canvas().viewport()->grab().toImage();
  const auto differs = [&](const char* name) {
    const QRect box = view_->canvas().rectOf(find(name)).toRect();
    return before.copy(box) != after.copy(box);
  };
  QVERIFY(differs("k1"));
  QVERIFY(!differs("k0"));
  selection_->selectKernel({});
  selection_->selectOp(session_->compilations.compilation()->kernel("k1")->ops.front());
  QCoreApplication::processEvents();
  QCOMPARE(view_->canvas().viewport()->grab().toImage(), after);  // an op highlights its kernel
}

void TimelineViewTest::passesAreLinked() {
  const std::string name = session_->compilations.compilation()->passes[1].name;
  click(find(name, "compile"));
  QCOMPARE(selection_->pass(), 1);
}

void TimelineViewTest::iterationIsShown() {
  session_->run.run();
  click(find("iteration"));
  QCOMPARE(session_->run.status().iteration, 1);
}

void TimelineViewTest::keysMove() {
  LaneCanvas& canvas = view_->canvas();
  canvas.setFocus();
  const double width = canvas.scale().to() - canvas.scale().from(), left = canvas.scale().from();
  QTest::keyClick(&canvas, Qt::Key_W);
  QVERIFY(canvas.scale().to() - canvas.scale().from() < width);
  QTest::keyClick(&canvas, Qt::Key_S);
  QVERIFY(std::abs(canvas.scale().to() - canvas.scale().from() - width) < 1);
  QTest::keyClick(&canvas, Qt::Key_D);
  QVERIFY(canvas.scale().from() > left);
  QTest::keyClick(&canvas, Qt::Key_A);
  QVERIFY(std::abs(canvas.scale().from() - left) < 1);
  click(find("k1"));
  QTest::keyClick(&canvas, Qt::Key_F);
  QVERIFY(canvas.scale().to() - canvas.scale().from() < 30'000);
  QTest::keyClick(&canvas, Qt::Key_F);
  QVERIFY(canvas.scale().to() - canvas.scale().from() > width / 2);
}

void TimelineViewTest::stepsToTheNextOfItsName() {
  click(find("k1"));
  const EventPlace first = view_->canvas().current()->place;
  QTest::keyClick(&view_->canvas(), Qt::Key_Period);
  QCOMPARE(view_->canvas().current()->place.event, first.event + 2);  // skips k0
  QTest::keyClick(&view_->canvas(), Qt::Key_Comma);
  QCOMPARE(view_->canvas().current()->place, first);
  QTest::keyClick(&view_->canvas(), Qt::Key_Up);
  QCOMPARE(view_->canvas().current()->place.row, first.row - 1);
}

void TimelineViewTest::closeMomentsAreDistinguished() {
  TimeScale scale;
  scale.setPixels(0, 700);
  scale.show(1.695e9, 1.695e9 + 100);  // 100 ns at 1.7 s
  QSet<QString> labels;
  const std::vector<TimeTick> ticks = timeTicks(scale);
  for (const TimeTick& tick : ticks) labels << tick.label;
  QVERIFY(ticks.size() > 2);
  QCOMPARE(labels.size(), qsizetype(ticks.size()));
  QCOMPARE(momentText(1'695'032'140, 8'400), QString("1.6950321 s"));
  QCOMPARE(momentText(640, 20), QString("640 ns"));
}

void TimelineViewTest::markMakesTheEventTheRange() {
  click(find("k1"));
  view_->setFocus();  // as raising the view does
  QCOMPARE(QApplication::focusWidget(), &view_->canvas());
  QTest::keyClick(&view_->canvas(), Qt::Key_M);
  const TimelineEvent event = session_->profile.timeline()->event(find("k1").place);
  QVERIFY(selection_->state().range.has_value());
  QCOMPARE(qRound64(selection_->state().range->from * 1e9), event.begin);
  QCOMPARE(qRound64(selection_->state().range->to * 1e9), event.end);
  QTest::keyClick(&view_->canvas(), Qt::Key_M);
  QVERIFY(!selection_->state().range);
}

void TimelineViewTest::revealedRangeIsShown() {
  const ShownEvent third = {0, {find("k1").place.lane, 2, 5}};
  const Stretch of = view_->canvas().timelines().stretchOf(third);
  selection_->selectRange(TimeRange{of.from * 1e-9, of.to * 1e-9});
  selection_->reveal(Facet::range);
  QVERIFY(view_->canvas().current() == third);
  QVERIFY(view_->canvas().scale().from() < of.from && view_->canvas().scale().to() > of.to);
  QVERIFY(view_->canvas().scale().to() - view_->canvas().scale().from() < 2 * (of.to - of.from));
}

void TimelineViewTest::menusAreOfEventsAndLanes() {
  LaneCanvas& canvas = view_->canvas();
  disconnect(&canvas, &LaneCanvas::menuAsked, nullptr, nullptr);  // the menu would block
  QSignalSpy asked(&canvas, &LaneCanvas::menuAsked);
  const QPoint at = canvas.rectOf(find("iteration")).center().toPoint();
  QContextMenuEvent onEvent(QContextMenuEvent::Mouse, at, at);
  QCoreApplication::sendEvent(canvas.viewport(), &onEvent);
  QCOMPARE(canvas.current(), std::optional(find("iteration")));
  QCOMPARE(asked.takeFirst()[1].toString(), QString());
  QContextMenuEvent onName(QContextMenuEvent::Mouse, {20, at.y()}, at);
  QCoreApplication::sendEvent(canvas.viewport(), &onName);
  QCOMPARE(asked.takeFirst()[1].toString(), QString("engine"));
  canvas.foldLane("engine");
  QVERIFY(canvas.layout().isFolded(0, "engine"));
  canvas.foldLane("engine");
  QVERIFY(!canvas.layout().isFolded(0, "engine"));
}

// Also when the view is small first and enlarged later.
void TimelineViewTest::theTableHasRoom() {
  TimelineView view(*workspace_);
  view.resize(100, 80);
  view.show();
  view.resize(1000, 300);
  QCoreApplication::processEvents();
  QVERIFY(view.table().width() > 400);
  QVERIFY(view.canvas().width() > 400);
}

void TimelineViewTest::comparesWithAPinnedRun() {
  view_->sources().pin();
  session_->again();
  QCoreApplication::processEvents();
  const SumsRow* k0 = nullptr;
  for (int i = 0; const SumsRow* row = view_->statistics().row(i); ++i)
    if (row->name.text == "k0" && row->name.category == "step") k0 = row;
  QVERIFY(k0);
  QCOMPARE(k0->other.count, 20);
  QVERIFY(k0->own.mean() > k0->other.mean());
  QVERIFY(view_->table().asText(u'\t').contains("Change %"));
  QStringList titles;  // a one-row lane also shows its owner
  for (const PaintedText& text : paintedTexts(*view_->canvas().viewport())) titles << text.text;
  QCOMPARE(titles.count(titles.filter("pinned").value(0)), 3);
  view_->sources().compareWith(std::nullopt);
  QVERIFY(!view_->table().asText(u'\t').contains("Change %"));
}

void TimelineViewTest::longTimesAreGrouped() {
  StatisticsTable table;
  SumsRow row{{"k0", "build", {}}, 0, false, {}, {}};
  row.own.count = 1;
  row.own.total = 7'784'287'000;  // ns
  table.set({row}, 8e9, false);
  QCOMPARE(table.headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(), QString("Total µs"));
  QCOMPARE(table.index(0, 3).data().toString(), QString("7,784,287"));
}

// Enter or a double click on the row of the slowest iteration, or of all iterations, goes there.
void TimelineViewTest::theSlowestIterationIsReached() {
  const Timeline& timeline = *session_->profile.timeline();
  std::int64_t most = 0;
  EventPlace slowest;
  const EventPlace first = find("iteration").place;
  const EventRow& row = timeline.lanes()[first.lane].rows[first.row];
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::int64_t length = row.end(i) - row.begin(i);
    if (timeline.names()[row.name(i)].text != "iteration" || length <= most) continue;
    most = length;
    slowest = {first.lane, first.row, i};
  }
  int slow = -1, all = -1;
  for (int i = 0; const SumsRow* each = view_->statistics().row(i); ++i) {
    if (each->name.text.starts_with("slowest iteration")) slow = i;
    if (each->name.text == "iteration") all = i;
  }
  QVERIFY(slow == all + 1);
  QCOMPARE(view_->statistics().row(slow)->own.most, most);
  for (const int each : {slow, all}) {
    view_->canvas().setCurrent(std::nullopt);
    view_->canvas().camera().home();
    emit view_->table().rowActivated(each);
    QVERIFY(view_->canvas().current());
    QVERIFY(view_->canvas().current()->place == slowest);
    QVERIFY(view_->canvas().scale().to() - view_->canvas().scale().from() < 3 * most);
    QVERIFY(view_->info().startsWith("iteration"));
  }
}

void TimelineViewTest::opensWhatItExports() {
  const QString path = folder_.filePath("out.json");
  QVERIFY(view_->sources().exportTo(path));
  view_->openFile(path);
  QTRY_COMPARE(view_->sources().count(), 2);
  QCOMPARE(view_->statistics().rowCount(),
           // The row of the slowest iteration.
           1 + static_cast<int>(statistics(*session_->profile.timeline(), 0, INT64_MAX).size()));
  click(find("k1"));
  QCOMPARE(selection_->state().kernel, QString("k1"));  // names in traces link to the record too
  view_->sources().show(0);
  QVERIFY(!view_->sources().exportTo(folder_.filePath("no/such/folder.json")));
}

void TimelineViewTest::anotherDocumentShowsItsRun() {
  view_->openFile(write(R"([{"ph":"X","ts":1,"dur":5,"name":"a"}])"));
  QTRY_COMPARE(view_->sources().showing(), 1);
  session_->compile();
  QCOMPARE(view_->sources().showing(), 1);
  session_->documents.open("other.ngraph");
  QTRY_COMPARE(view_->sources().showing(), 0);
  QCOMPARE(view_->sources().count(), 2);
}

void TimelineViewTest::emptyTracesHaveAnAxis() {
  view_->openFile(write("[]"));
  QTRY_COMPARE(view_->sources().showing(), 1);
  QVERIFY(view_->sources().shown()->empty());
  QVERIFY(view_->canvas().scale().from() >= 0);
  QVERIFY(view_->canvas().scale().to() >= 1000);
}

void TimelineViewTest::refusesInvalidTraces() {
  QSignalSpy said(&session_->messages, &Messages::message);
  view_->openFile(write(R"([{"ph":"X","ts":1,"dur":-5,"name":"a"}])"));
  QTRY_COMPARE(said.size(), 1);
  QVERIFY(jobs_->idle());
  QCOMPARE(view_->sources().count(), 1);
  view_->openFile(write(R"([{"ph":"X","ts":1,"dur":5,"name":"a"},{"ph":"X","ts":"?"}])"));
  QTRY_COMPARE(said.size(), 2);
  QCOMPARE(view_->sources().count(), 2);  // valid events are shown
}

// Hang guard: ten times the goal for a tenth of the events.
void TimelineViewTest::opensMillions() {
  QByteArray text = "[";
  for (int i = 0; i < 1'000'000; ++i)
    text += "{\"name\":\"k" + QByteArray::number(i % 30) +
            "\",\"ph\":\"X\",\"pid\":1,\"tid\":" + QByteArray::number(i % 3) +
            ",\"ts\":" + QByteArray::number(i) + ",\"dur\":2},\n";
  const QString path = write(text);
  view_->openFile(path);
  QTRY_COMPARE(view_->info().startsWith("1,000,000 events"), true);
  view_->grab();
  QVERIFY(view_->canvas().folded() > 900'000);
}

NGRAPH_VIEW_TEST(TimelineViewTest)
#include "timeline_view_test.moc"
