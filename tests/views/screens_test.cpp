// SPDX-License-Identifier: Apache-2.0
// Tests the screens written by ./dev shots, opened as there and read as `--json` prints them: each
// contains the facts it is meant to show, in light and dark.
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <cmath>
#include <map>
#include <set>

#include "app/drafts/draft_editor.h"
#include "app/link/session/engine_session.h"
#include "app/window/opening/opening.h"
#include "app/window/opening/options.h"
#include "app/window/window_description.h"
#include "engine/backends/cpu/compiler/jit.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/graph/canvas/card_painter.h"
#include "views/widgets/number_text.h"

using namespace ng::views;

namespace {

// All texts of a screen, and its parts by kind.
class Screen {
 public:
  explicit Screen(const QJsonObject& drawn) : drawn_(drawn) {
    for (const QJsonValue& view : drawn["views"].toArray())
      for (const QJsonValue& part : view["parts"].toArray()) add(view["view"].toString(), part);
    for (const QJsonValue& part : drawn["status"].toArray()) add("status", part);
  }

  const QJsonObject& description() const { return drawn_; }
  std::vector<QJsonObject> partsOf(const QString& view, const QString& kind) const {
    std::vector<QJsonObject> found;
    for (const auto& [where, part] : parts_)
      if (where == view && part["kind"] == kind) found.push_back(part);
    return found;
  }
  // The first part of this kind in a view; an empty object if the view has none.
  QJsonObject part(const QString& view, const QString& kind) const {
    for (const auto& [where, part] : parts_)
      if (where == view && part["kind"] == kind) return part;
    return {};
  }
  bool says(const QString& view, const QString& words) const {
    const QStringList& all = texts_[view];
    return std::any_of(all.begin(), all.end(), [&](const QString& t) { return t.contains(words); });
  }
  QString all(const QString& view) const { return texts_[view].join(" | "); }

 private:
  void add(const QString& view, const QJsonValue& value) {
    const QJsonObject part = value.toObject();
    parts_.emplace_back(view, part);
    texts_[view] << part["text"].toString();
    for (const QJsonValue& text : part["texts"].toArray()) texts_[view] << text["text"].toString();
    for (const QJsonValue& row : part["rows"].toArray())
      for (const QJsonValue& cell : row["cells"].toArray()) texts_[view] << cell.toString();
  }

  QJsonObject drawn_;
  std::vector<std::pair<QString, QJsonObject>> parts_;
  mutable QMap<QString, QStringList> texts_;
};

// Lines of the screen list: a name and the workbench's arguments.
QList<QStringList> screenList() {
  QFile file(ng::testing::sourceFile("tests/views/screens.list"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  QList<QStringList> screens;
  for (const QString& line : QString::fromUtf8(file.readAll()).split('\n'))
    if (!line.isEmpty() && !line.startsWith('#')) screens << QProcess::splitCommand(line);
  return screens;
}

QRectF rect(const QJsonValue& at) {
  return {at[0].toDouble(), at[1].toDouble(), at[2].toDouble(), at[3].toDouble()};
}

std::vector<QRectF> cardRects(const QJsonObject& graph) {
  std::vector<QRectF> rects;
  for (const QJsonValue& card : graph["cards"].toArray()) rects.push_back(rect(card["at"]));
  return rects;
}

}  // namespace

class ScreensTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void factsAreShown_data();
  void factsAreShown();
  void textsAreThoseOfTheSameScreenInTheDark();

 private:
  Screen open(QStringList arguments);

  // One check per screen of the list, by its name.
  void start(const Screen& screen);
  void opened(const Screen& screen);
  void groups(const Screen& screen);
  void inspectorOfDot(const Screen& screen);
  void passFuse(const Screen& screen);
  void aAndB(const Screen& screen);
  void kernels(const Screen& screen);
  void runFinished(const Screen& screen);
  void iteration37(const Screen& screen);
  void tensorOf05(const Screen& screen);
  void tensorOf06(const Screen& screen);
  void stoppedAtNan(const Screen& screen);
  void timeline(const Screen& screen);
  void roofline(const Screen& screen);
  void buffers(const Screen& screen);
  void build(const Screen& screen);
  void twoRanks(const Screen& screen);
  void scaling(const Screen& screen);

  const QMap<QString, void (ScreensTest::*)(const Screen&)> facts_{
      {"01_start", &ScreensTest::start},
      {"02_opened", &ScreensTest::opened},
      {"03_groups", &ScreensTest::groups},
      {"04_inspector_of_dot", &ScreensTest::inspectorOfDot},
      {"05_pass_fuse", &ScreensTest::passFuse},
      {"06_a_and_b", &ScreensTest::aAndB},
      {"07_kernels", &ScreensTest::kernels},
      {"08_run_finished", &ScreensTest::runFinished},
      {"09_iteration_37", &ScreensTest::iteration37},
      {"10_tensor_of_05", &ScreensTest::tensorOf05},
      {"10_tensor_of_06", &ScreensTest::tensorOf06},
      {"11_stopped_at_nan", &ScreensTest::stoppedAtNan},
      {"12_timeline", &ScreensTest::timeline},
      {"13_roofline", &ScreensTest::roofline},
      {"14_buffers", &ScreensTest::buffers},
      {"15_build", &ScreensTest::build},
      {"19_two_ranks", &ScreensTest::twoRanks},
      {"19_scaling", &ScreensTest::scaling}};
};

void ScreensTest::init() {
  Settings::setReadOnly(true);
}

Screen ScreensTest::open(QStringList arguments) {
  for (QString& word : arguments)
    if (word.endsWith(".ngraph")) word = ng::testing::sourceFile("sample_graphs/") + word;
  const ParsedOptions parsed = parseOptions(arguments << "--json");
  if (!parsed.options) {
    QTest::qFail(qPrintable(parsed.text), __FILE__, __LINE__);
    return Screen({});
  }
  EngineSession session;
  DraftEditor editor(session, {});
  MainWindow window(session, {}, nullptr, &editor);
  window.resize(parsed.options->size);
  Opening opening(window, *parsed.options);
  QSignalSpy done(&opening, &Opening::done);
  window.show();
  opening.start();
  if (done.isEmpty()) done.wait(120000);
  return Screen(describeWindow(window, {}));
}

void ScreensTest::factsAreShown_data() {
  QTest::addColumn<QStringList>("screen");
  QVERIFY(screenList().size() >= facts_.size());
  for (const QStringList& screen : screenList())
    QTest::addRow("%s", qPrintable(screen[0])) << screen;
}

void ScreensTest::factsAreShown() {
  QFETCH(QStringList, screen);
  const auto facts = facts_.value(screen[0]);
  QVERIFY2(facts, "no facts are defined for this screen");
  (this->*facts)(open(screen.mid(1)));
}

void ScreensTest::start(const Screen& screen) {
  QVERIFY2(screen.says("start", "gpu"), qPrintable(screen.all("start")));
  QVERIFY(screen.says("start", "Recent files"));
}

void ScreensTest::opened(const Screen& screen) {
  const QJsonObject graph = screen.part("graph", "graph");
  QCOMPARE(graph["cards"].toArray().size(), 23);
  QVERIFY(graph["whole"].toBool());
  QVERIFY(CardPainter::namePixels(graph["zoom"].toDouble()) >= 10);
  const std::vector<QRectF> cards = cardRects(graph);
  for (std::size_t a = 0; a < cards.size(); ++a)
    for (std::size_t b = a + 1; b < cards.size(); ++b) QVERIFY(!cards[a].intersects(cards[b]));
  for (const QJsonValue& card : graph["cards"].toArray())
    QVERIFY2(screen.says("graph", card["title"].toString().left(12)),
             "the name is not shown (a long one may be elided)");
}

void ScreensTest::groups(const Screen& screen) {
  const QJsonObject graph = screen.part("graph", "graph");
  int groups = 0;
  for (const QJsonValue& card : graph["cards"].toArray()) {
    if (!card["group"].toBool()) continue;
    ++groups;
    QVERIFY(card["kind"].toString().endsWith(" ops"));  // the number of ops
    QVERIFY2(!card["detail"].toString().isEmpty(), "a group without cost");
  }
  QVERIFY(groups > 0);
}

void ScreensTest::inspectorOfDot(const Screen& screen) {
  for (const char* fact :
       {"1,024", "2,576", "128  batch", "stride 1", "stride W 2 · X 256", "stride W 1 · X 128"})
    QVERIFY2(screen.says("inspector", fact), qPrintable(fact + (": " + screen.all("inspector"))));
  for (const char* link : {"05_logistic_part2.cpp:19", "fuse", "k0", "a_dot_6 @0", " ± "})
    QVERIFY2(screen.says("inspector", link), qPrintable(link + (": " + screen.all("inspector"))));
}

void ScreensTest::passFuse(const Screen& screen) {
  QCOMPARE(screen.description()["selection"]["pass"].toString(), QString("fuse"));
  const QJsonArray rows = screen.part("passes", "table")["rows"].toArray();
  int selected = 0;
  for (const QJsonValue& row : rows)
    selected += row["selected"].toBool() && row["cells"][0] == "fuse";
  QCOMPARE(selected, 1);
  const QJsonObject graph = screen.part("graph", "graph");
  QCOMPARE(graph["kernels"].toArray().size(), 4);
  for (const QJsonValue& kernel : graph["kernels"].toArray()) {
    QVERIFY(screen.says("graph", kernel["name"].toString()));
    QCOMPARE(kernel["mark"].toString(), QString("added"));
  }
  QVERIFY(screen.says("graph", "fuse: −0 +4"));  // the strip counts the marked ops
}

// The inspector counts the marks of both panes.
void ScreensTest::aAndB(const Screen& screen) {
  const std::vector<QJsonObject> panes = screen.partsOf("graph", "graph");
  QCOMPARE(panes.size(), 2u);
  QVERIFY(screen.says("graph", "A   input graph"));
  QVERIFY(screen.says("graph", "B   after fuse"));
  std::map<QString, std::set<QString>> marked;
  std::map<QString, QRectF> places;
  int both = 0;
  for (const QJsonObject& pane : panes)
    for (const QJsonValue& card : pane["cards"].toArray()) {
      marked[card["mark"].toString()].insert(card["id"].toString());
      for (const QJsonValue& chip : card["chips"].toArray())
        marked[chip["mark"].toString()].insert(chip["id"].toString());
      const auto [at, fresh] = places.emplace(card["id"].toString(), rect(card["at"]));
      if (fresh) continue;
      ++both;  // an op has the same position in both
      QVERIFY(std::abs(at->second.x() - rect(card["at"]).x()) < 1.5);
      QVERIFY(std::abs(at->second.y() - rect(card["at"]).y()) < 1.5);
    }
  QVERIFY(both >= 5);
  for (const QJsonObject& pane : panes)
    for (const QJsonValue& kernel : pane["kernels"].toArray())
      if (kernel["mark"] == "added") marked["added"].insert(kernel["name"].toString());
  const auto count = [&](const char* mark) { return QString::number(marked[mark].size()); };
  QVERIFY2(screen.says("graph", "input graph → fuse: −" + count("removed") + " +" + count("added")),
           qPrintable(screen.all("graph")));
  QVERIFY(screen.says("inspector", "A → B"));
  QVERIFY(!screen.part("inspector", "text diff").isEmpty());
}

// One op's lines are highlighted and visible in each of the three texts.
void ScreensTest::kernels(const Screen& screen) {
  int lit = 0;
  for (const QJsonObject& code : screen.partsOf("kernels", "code")) {
    const int first = code["first line"].toInt();
    for (const QJsonValue& line : code["lit lines"].toArray()) {
      if (line.toInt() < first || line.toInt() > code["last line"].toInt()) continue;
      ++lit;
      break;
    }
  }
  if (ng::jit_availability().what == "clang in process")
    QCOMPARE(lit, 3);
  else
    QVERIFY(lit >= 1);  // other compilers provide no LLVM IR
  for (const char* fact : {"k1", " µs", "3,328 FLOP", "1,544 B", "GFLOP/s"})
    QVERIFY2(screen.says("kernels", fact), fact);
}

void ScreensTest::runFinished(const Screen& screen) {
  const QJsonArray series = screen.part("run", "plot")["series"].toArray();
  QCOMPARE(series.size(), 2);
  QCOMPARE(series[0]["x"].toArray().size(), 100);
  const QJsonArray average = series[1]["y"].toArray();
  QCOMPARE(average.size(), 11);
  QVERIFY(std::fabs(average[0].toDouble() - 2.7726) < 1e-4);
  QVERIFY(std::fabs(average[1].toDouble() - 0.5901) < 1e-4);
  QVERIFY(std::fabs(average[10].toDouble() - 0.4312) < 1e-4);
  QVERIFY(!screen.part("run", "plot")["x title"].toString().isEmpty());
  QVERIFY(!screen.part("run", "plot")["y title"].toString().isEmpty());
  QVERIFY(screen.says("status", "µs/step"));
}

void ScreensTest::iteration37(const Screen& screen) {
  QCOMPARE(screen.description()["run"]["state"].toString(), QString("paused"));
  QCOMPARE(screen.description()["run"]["iteration"].toInt(), 37);
  QCOMPARE(screen.part("run", "plot")["cursor"].toDouble(), 37.0);
  QVERIFY(screen.says("run", "iteration 37/100"));
  QVERIFY(screen.says("tensors", "iteration 37"));
}

void ScreensTest::tensorOf05(const Screen& screen) {
  for (const char* number : {"2.0726", "5.0871", "0.7368", "-1.3486"})
    QVERIFY2(screen.says("tensors", number), number);
}

void ScreensTest::tensorOf06(const Screen& screen) {
  QVERIFY2(screen.says("tensors", "100 pictures"), qPrintable(screen.all("tensors")));
  QVERIFY(screen.says("tensors", "K 100"));
  QVERIFY(screen.says("tensors", "mean "));
  QVERIFY(screen.says("tensors", "std "));
  const QJsonObject spread = screen.part("tensors", "histogram");
  QVERIFY(spread["std"].toDouble() > 0);
}

void ScreensTest::stoppedAtNan(const Screen& screen) {
  QCOMPARE(screen.description()["run"]["state"].toString(), QString("failed"));
  QVERIFY(screen.says("debug", "'L' is not finite after iteration 14"));
  QVERIFY(screen.says("debug", "at N 17, C 0"));
  QVERIFY(screen.says("debug", "input length"));
  QCOMPARE(screen.description()["selection"]["op"].toString(), QString("unit"));
  QVERIFY(screen.says("graph", "NaN"));  // the badge
  QVERIFY2(screen.says("inspector", "4 NaN, "), qPrintable(screen.all("inspector")));
  QVERIFY2(screen.says("tensors", "N 17 · C 0 = nan"), qPrintable(screen.all("tensors")));
}

void ScreensTest::timeline(const Screen& screen) {
  const QJsonObject lanes = screen.part("timeline", "timeline");
  std::size_t deepest = 0;
  for (const QJsonValue& lane : lanes["lanes"].toArray())
    deepest = std::max(deepest, static_cast<std::size_t>(lane["rows"].toArray().size()));
  QVERIFY(deepest >= 3);
  QVERIFY(screen.says("timeline", "engine"));
  QVERIFY2(screen.says("timeline", "range 40.0 – 90.0 ms"), qPrintable(screen.all("timeline")));
  QVERIFY(screen.says("timeline", "Δ 50.0"));  // its length
  // Each sum in the table is at most the range's length per lane.
  for (const QJsonValue& row : screen.part("timeline", "table")["rows"].toArray())
    QVERIFY(row["cells"][3].toString().toDouble() <= 50000 * lanes["lanes"].toArray().size());
}

void ScreensTest::roofline(const Screen& screen) {
  const QJsonObject plot = screen.part("roofline", "roofline");
  QVERIFY(plot["GFLOP/s"].toDouble() > 0);
  QVERIFY(plot["memory"].toArray().size() >= 2);
  const QJsonArray kernels = plot["kernels"].toArray();
  QCOMPARE(kernels.size(), 13);
  for (const QJsonValue& kernel : kernels) {
    QVERIFY(!kernel["limit"].toString().isEmpty());
    QVERIFY(kernel["us"].toDouble() > 0);
  }
  QVERIFY2(screen.says("roofline", "k1"), qPrintable(screen.all("roofline")));
  QVERIFY(screen.says("roofline", "GB/s"));
  QCOMPARE(screen.description()["selection"]["kernel"].toString(), QString("k1"));
}

void ScreensTest::twoRanks(const Screen& screen) {
  QVERIFY2(screen.says("timeline", "rank 1"), qPrintable(screen.all("timeline")));
  QVERIFY(screen.says("timeline", "finish_all_reduce"));
  QCOMPARE(screen.description()["parallel"].toString(), QString("N=2"));
}

void ScreensTest::scaling(const Screen& screen) {
  QVERIFY2(screen.says("scaling", "16384"), qPrintable(screen.all("scaling")));
  QVERIFY(screen.says("scaling", "N 64 divided among all ranks"));
  QStringList curves;
  for (const QJsonValue& curve : screen.part("scaling", "plot")["series"].toArray())
    curves << curve["name"].toString();
  QVERIFY2(curves.contains("predicted ms") && curves.contains("efficiency %"),
           qPrintable(curves.join(", ")));
}

void ScreensTest::buffers(const Screen& screen) {
  const QJsonObject plan = screen.part("buffers", "memory plan");
  QVERIFY(plan["buffers"].toArray().size() > 5);
  QVERIFY2(plan["peak"].toString().contains("peak"), qPrintable(plan["peak"].toString()));
  QVERIFY(screen.says("buffers", "without buffer reuse"));
  for (const char* fact : {"owner", "dot_8", "last reader", "hidden", "same bytes before"})
    QVERIFY2(screen.says("buffers", fact), qPrintable(fact + (": " + screen.all("buffers"))));
}

// A link the engine rejects is being dragged; the palette shows the ops that can read its source.
void ScreensTest::build(const Screen& screen) {
  QVERIFY2(screen.says("build", "ops that can read W"), qPrintable(screen.all("build")));
  QVERIFY(screen.says("build", "negative(x)"));
  QVERIFY(screen.says("build", "Done: Add assign. Ctrl+Z undoes it."));
  const qsizetype rows = screen.part("build", "table")["rows"].toArray().size();
  QVERIFY(rows > 40);
  QVERIFY(!screen.says("build", "placeholder"));  // reads no operand
  const QString tip = "the assigned value has axes that the target lacks";
  QVERIFY2(screen.says("graph", tip), qPrintable(screen.all("graph")));
  for (const char* live : {"= 4", "= 5", "H 3", "update lacks rvalue"})
    QVERIFY2(screen.says("graph", live), qPrintable(screen.all("graph")));
  QCOMPARE(screen.part("graph", "graph")["cards"].toArray().size(), 5);  // the constant 1 is a chip
  QVERIFY(screen.says("tensors", "5"));
}

void ScreensTest::textsAreThoseOfTheSameScreenInTheDark() {
  const QStringList arguments{"05_logistic_part2.ngraph", "--view", "graph"};
  const QString light = open(arguments).all("graph");
  Theme::current().setDark(true);
  const QString dark = open(arguments).all("graph");
  Theme::current().setDark(false);
  QVERIFY(!light.isEmpty());
  QCOMPARE(dark, light);
}

NGRAPH_VIEW_TEST(ScreensTest)
#include "screens_test.moc"
