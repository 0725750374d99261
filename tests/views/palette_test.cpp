// SPDX-License-Identifier: Apache-2.0
// Tests fuzzy matching, and the palette over places and commands.
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QSignalSpy>

#include "app/window/palette/palette.h"
#include "engine/records/graph_record.h"
#include "tests/support/sample_record.h"
#include "tests/support/sample_session.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;

class PaletteTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void lettersInOrderMatch();
  void wordStartsAndRunsScoreHigher();
  void positionsAreTheBestOnes();
  void placesOfEveryKindAreFound();
  void enterGoesThere();
  void scopesAreMatchedAfterASlash();
  void eventsAreFound();
  void commandsAreRunAndDisabledOnesSayWhy();
  void greaterSignSwitchesToCommands();
  void arrowsChooseAndEscapeCloses();
  void allLettersOfLongTextsAreHandled();

 private:
  std::unique_ptr<testing::SampleSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<QMainWindow> window_;
  QList<QAction*> actions_;
  Palette* palette_ = nullptr;
};

void PaletteTest::init() {
  window_.reset();
  session_ = std::make_unique<testing::SampleSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  window_ = std::make_unique<QMainWindow>();
  window_->resize(1000, 700);
  actions_ = {new QAction("Step One Iteration", window_.get()),
              new QAction("Step One Epoch", window_.get()), new QAction("Stop", window_.get())};
  palette_ = new Palette(*workspace_, [this] { return actions_; }, window_.get());
  session_->documents.open("05.ngraph");
  window_->show();
  QVERIFY(QTest::qWaitForWindowActive(window_.get(), testing::patience));
}

void PaletteTest::lettersInOrderMatch() {
  QVERIFY(fuzzyMatch("sgm", "sigmoid"));
  QVERIFY(fuzzyMatch("", "sigmoid"));
  QVERIFY(fuzzyMatch("SIG", "sigmoid"));
  QVERIFY(!fuzzyMatch("sgz", "sigmoid"));
  QVERIFY(!fuzzyMatch("a", ""));
  QVERIFY(!fuzzyMatch("mgs", "sigmoid"));
}

void PaletteTest::wordStartsAndRunsScoreHigher() {
  const auto score = [](const char* p, const char* t) { return fuzzyMatch(p, t)->score; };
  QVERIFY(score("add", "add_1") > score("add", "a_d_d_1"));
  QVERIFY(score("fc", "fold_constants") > score("fc", "effect"));
  QVERIFY(score("so", "Step One") > score("so", "reasoning"));
  QVERIFY(score("log", "log") > score("log", "d_logit"));
}

void PaletteTest::positionsAreTheBestOnes() {
  QCOMPARE(fuzzyMatch("fc", "fold_constants")->positions, std::vector<int>({0, 5}));
  QCOMPARE(fuzzyMatch("one", "Step One Iteration")->positions, std::vector<int>({5, 6, 7}));
}

void PaletteTest::placesOfEveryKindAreFound() {
  palette_->openPlaces();
  const auto first = [this](const char* text) {
    palette_->field()->setText(text);
    return palette_->titles().value(0);
  };
  QCOMPARE(first("sigm"), QString("sigmoid"));
  QCOMPARE(first("fuse"), QString("fuse"));
  QCOMPARE(first("k0"), QString("k0"));
  QCOMPARE(first("a_W"), QString("a_W"));
  QVERIFY(first("step").startsWith("Step One "));  // matches commands only, no place
  QCOMPARE(first("zzzz"), QString());
  const QLabel* nothing = palette_->findChild<QLabel*>();
  QVERIFY(nothing->isVisible() && nothing->text().contains("zzzz"));
}

void PaletteTest::enterGoesThere() {
  QSignalSpy revealed(selection_.get(), &Selection::revealed);
  palette_->openPlaces();
  QTest::keyClicks(palette_->field(), "sigm");
  QTest::keyClick(palette_->field(), Qt::Key_Return);
  QCOMPARE(selection_->op(), testing::id_sigmoid);
  QCOMPARE(revealed.count(), 1);
  QCOMPARE(revealed[0][0].value<Facet>(), Facet::op);
  QVERIFY(palette_->isHidden());
  palette_->openPlaces();
  QTest::keyClicks(palette_->field(), "fold_con");
  QTest::keyClick(palette_->field(), Qt::Key_Return);
  QCOMPARE(selection_->pass(), 1);
}

void PaletteTest::scopesAreMatchedAfterASlash() {
  auto graph = std::make_shared<GraphRecord>();
  for (const OpId id : {1, 2, 3}) {
    OpRecord op;
    op.id = id;
    op.name = "mean";
    op.scope = "norm" + std::to_string(id);
    graph->ops.push_back(op);
  }
  session_->use(graph);
  palette_->openPlaces();
  QTest::keyClicks(palette_->field(), "norm2/mean");
  QCOMPARE(palette_->titles(), QStringList{"mean"});
  QTest::keyClick(palette_->field(), Qt::Key_Return);
  QCOMPARE(selection_->op(), OpId{2});
}

// Iterations are found by number, the slowest by that word, other events by their longest instance.
void PaletteTest::eventsAreFound() {
  Timeline timeline;
  const std::size_t lane = timeline.lane("engine");
  const std::uint32_t call = timeline.name("iteration", "call"),
                      feed = timeline.name("feed", "data");
  for (int i = 0; i < 50; ++i) {
    const std::int64_t at = i * 1000;
    timeline.add(lane, 0, {at, at + (i == 20 ? 900 : 500), call, i});
    timeline.add(lane, 1, {at, at + 100 + i, feed, i});
  }
  std::vector<PaletteEntry> all;
  addEvents(all, timeline);
  const auto range = [&all](const QString& title) {
    for (const PaletteEntry& entry : all)
      if (entry.title == title) return entry.range;
    return TimeRange{};
  };
  QCOMPARE(qRound64(range("iteration 37").from * 1e9), 37'000);
  QCOMPARE(qRound64(range("slowest iteration 20").from * 1e9), 20'000);
  QCOMPARE(qRound64(range("feed").from * 1e9), 49'000);
  QSignalSpy revealed(selection_.get(), &Selection::revealed);
  activate(all.front(), *selection_);
  QCOMPARE(revealed[0][0].value<Facet>(), Facet::range);
  QVERIFY(selection_->state().range.has_value());
}

void PaletteTest::commandsAreRunAndDisabledOnesSayWhy() {
  QSignalSpy epoch(actions_[1], &QAction::triggered);
  actions_[2]->setEnabled(false);
  palette_->openCommands();
  QCOMPARE(palette_->titles(), QStringList({"Step One Iteration", "Step One Epoch", "Stop"}));
  QSignalSpy stop(actions_[2], &QAction::triggered);
  palette_->field()->setText(">stop");
  QTest::keyClick(palette_->field(), Qt::Key_Return);
  QVERIFY(palette_->isVisible() && stop.isEmpty());  // its row states the reason
  const auto entries =
      commandEntries(actions_, [](const QAction& action) { return action.text() + " is over."; });
  QCOMPARE(entries.back().detail, QString("Stop is over."));
  QVERIFY(entries.back().off && !entries.front().off);
  palette_->field()->setText(">");
  QTest::keyClicks(palette_->field(), "epo");
  QTest::keyClick(palette_->field(), Qt::Key_Return);
  QCOMPARE(epoch.count(), 1);
}

void PaletteTest::greaterSignSwitchesToCommands() {
  palette_->openPlaces();
  palette_->field()->setText(">stop");
  QCOMPARE(palette_->titles().value(0), QString("Stop"));
}

void PaletteTest::arrowsChooseAndEscapeCloses() {
  palette_->openCommands();
  QSignalSpy epoch(actions_[1], &QAction::triggered);
  QTest::keyClick(palette_->field(), Qt::Key_Down);
  QTest::keyClick(palette_->field(), Qt::Key_Return);
  QCOMPARE(epoch.count(), 1);
  palette_->openCommands();
  QVERIFY(palette_->isVisible());
  QTest::keyClick(palette_->field(), Qt::Key_Escape);
  QVERIFY(!palette_->isVisible());
}

void PaletteTest::allLettersOfLongTextsAreHandled() {
  const QString text = QString("layer/").repeated(200) + "weights";
  const auto match = fuzzyMatch("weights", text);
  QVERIFY(match.has_value());
  QCOMPARE(match->positions.back(), int(text.size()) - 1);
}

NGRAPH_VIEW_TEST(PaletteTest)

#include "palette_test.moc"
