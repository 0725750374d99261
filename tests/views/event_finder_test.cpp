// SPDX-License-Identifier: Apache-2.0
// Tests the query line of the timeline, typed by keys: the table, the lanes and the text follow it,
// Return goes from match to match; and the table follows the zoom.
#include "tests/support/timeline_session.h"
#include "tests/support/view_main.h"
#include "views/timeline/timeline_view.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class EventFinderTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void theTableHasMatchesOnly();
  void otherEventsArePale();
  void returnGoesToTheNextMatch();
  void mistakesAreExplained_data();
  void mistakesAreExplained();
  void clearingShowsAll();
  void fieldsAreCompleted();
  void theTableFollowsTheZoom();
  void aSelectedRangeComesFirst();

 private:
  QLineEdit& field() { return view_->finder().field(); }
  void type(const QString& text) {
    field().setFocus();
    field().clear();
    QTest::keyClicks(&field(), text);
  }
  const SumsRow* row(const std::string& name) {
    for (int i = 0; const SumsRow* each = view_->statistics().row(i); ++i)
      if (each->name.text == name) return each;
    return nullptr;
  }
  // Begin of the iterations' first event.
  std::int64_t begin() const { return session_->profile.timeline()->run_begin(); }
  std::unique_ptr<TimelineSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<TimelineView> view_;
};

// Twenty iterations of 90 µs, one in 100 µs, each with k0 (39 µs) and k1 (20 µs).
void EventFinderTest::init() {
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
  QVERIFY(QTest::qWaitForWindowActive(view_.get(), patience));
}

void EventFinderTest::theTableHasMatchesOnly() {
  QVERIFY(row("iteration") && row("k1"));
  type("kernel:k0 iteration:5..9");
  QVERIFY(row("k0"));
  QCOMPARE(row("k0")->own.count, 5);
  QCOMPARE(row("k0")->own.total, 5 * 39'000);
  QVERIFY(!row("iteration") && !row("k1"));
  QVERIFY2(view_->info().startsWith("10 of "), qPrintable(view_->info()));  // with the helper's
}

void EventFinderTest::otherEventsArePale() {
  view_->canvas().camera().show(static_cast<double>(begin()),
                                static_cast<double>(begin() + 200'000));
  type("us>30 kind:step");
  QStringList matches, others;
  for (const QJsonValue& lane : view_->canvas().description()["lanes"].toArray())
    for (const QJsonValue& events : lane["rows"].toArray())
      for (const QJsonValue& bar : events.toArray())
        (bar["match"].toBool() ? matches : others) << bar["name"].toString();
  matches.removeDuplicates();
  QCOMPARE(matches, QStringList{"k0"});
  QVERIFY(others.contains("k1") && others.contains("iteration"));
  QVERIFY(others.contains("k0"));  // the helper's part is shorter
}

void EventFinderTest::returnGoesToTheNextMatch() {
  type("kernel:k1 iteration:3..5");
  std::vector<int> numbers;
  for (int i = 0; i < 4; ++i) {
    QTest::keyClick(&field(), Qt::Key_Return);
    QVERIFY(view_->canvas().current());
    numbers.push_back(view_->canvas().timelines().event(*view_->canvas().current()).number);
  }
  QCOMPARE(numbers, (std::vector<int>{3, 4, 5, 3}));
  QTest::keyClick(&field(), Qt::Key_Return, Qt::ShiftModifier);
  QCOMPARE(view_->canvas().timelines().event(*view_->canvas().current()).number, 5);
  QVERIFY(field().hasFocus());
}

void EventFinderTest::mistakesAreExplained_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("said");
  QTest::newRow("number") << "us>x"
                          << "column 4: a number such as 10µs";
  QTest::newRow("field") << "kernle:k0"
                         << "no matches: 'kernle' is not a field";
  QTest::newRow("none") << "us>100s"
                        << "no matches";
}

void EventFinderTest::mistakesAreExplained() {
  QFETCH(QString, text);
  QFETCH(QString, said);
  type(text);
  QVERIFY2(view_->info().startsWith(said), qPrintable(view_->info()));
}

void EventFinderTest::clearingShowsAll() {
  type("k1");
  QVERIFY(!row("iteration"));
  field().clear();
  QVERIFY(row("iteration"));
  QVERIFY(view_->info().contains(" events"));
  for (const QJsonValue& lane : view_->canvas().description()["lanes"].toArray())
    for (const QJsonValue& events : lane["rows"].toArray())
      for (const QJsonValue& bar : events.toArray()) QVERIFY(bar["match"].isUndefined());
}

void EventFinderTest::fieldsAreCompleted() {
  type("k1 ker");
  QCOMPARE(view_->finder().field().offered(), QStringList{"kernel:"});
  QTest::keyClick(&field(), Qt::Key_Tab);
  QTest::keyClicks(&field(), "k");
  QCOMPARE(view_->finder().field().offered(), (QStringList{"kernel:k0", "kernel:k1"}));
  QTest::keyClick(&field(), Qt::Key_Tab);
  QCOMPARE(field().text(), QString("k1 kernel:k0"));
}

void EventFinderTest::theTableFollowsTheZoom() {
  QCOMPARE(row("iteration")->own.count, 20);
  view_->canvas().camera().show(static_cast<double>(begin()),
                                static_cast<double>(begin() + 195'000));
  QTRY_COMPARE(row("iteration")->own.count, 2);
  QCOMPARE(row("k1")->own.total, 40'000);
  for (int i = 0; i < view_->statistics().rowCount(); ++i)
    if (view_->statistics().row(i) == row("k1"))
      QCOMPARE(view_->statistics().index(i, 4).data().toString(), QString("20.5"));
  QVERIFY2(view_->info().contains("table: "), qPrintable(view_->info()));
  QTest::keyClick(&view_->canvas(), Qt::Key_Home);
  QTRY_COMPARE(row("iteration")->own.count, 20);
  QVERIFY(!view_->info().contains("table: "));
}

void EventFinderTest::aSelectedRangeComesFirst() {
  const double from = static_cast<double>(begin()) * 1e-9;
  selection_->selectRange(TimeRange{from, from + 495e-6});
  QTRY_COMPARE(row("iteration")->own.count, 5);
  view_->canvas().camera().show(static_cast<double>(begin()),
                                static_cast<double>(begin() + 200'000));
  testing::settle(200);
  QCOMPARE(row("iteration")->own.count, 5);
}

NGRAPH_VIEW_TEST(EventFinderTest)

#include "event_finder_test.moc"
