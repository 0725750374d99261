// SPDX-License-Identifier: Apache-2.0
// Tests the layout: helper protocol, rows, our own layout, stable positions from pass to pass,
// routes that avoid cards, and a helper that crashes, hangs or sends garbage.
#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <map>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/big_graph.h"
#include "tests/support/effort.h"
#include "tests/support/sample_record.h"
#include "tests/support/scene_faults.h"
#include "tests/support/test_program.h"
#include "views/layout/graph_placer.h"
#include "views/layout/layered/clearer_placement.h"
#include "views/layout/layered/layered_layout.h"
#include "views/layout/protocol.h"

using namespace ng;
using namespace ng::views;

namespace {

LayoutRequest chain(int length) {
  LayoutRequest request;
  for (int i = 0; i < length; ++i) request.boxes.push_back({148, 40, i});
  for (int i = 0; i + 1 < length; ++i) request.edges.push_back({i, i + 1, 1});
  return request;
}

std::optional<LayoutAnswer> askGraphviz(const LayoutJob& job) {
  QTemporaryDir folder;
  LayoutClient client;
  client.setCacheFolder(folder.path());
  QSignalSpy answered(&client, &LayoutClient::answered);
  QSignalSpy gaveUp(&client, &LayoutClient::gaveUp);
  client.setDeadline(testing::patience);
  client.ask(job);
  if (!QTest::qWaitFor([&] { return !answered.isEmpty() || !gaveUp.isEmpty(); }, testing::patience))
    qWarning("Graphviz does not answer");
  if (!gaveUp.isEmpty()) qWarning() << gaveUp.front();
  return client.known(job);
}

struct Sample {
  CompilationRecordPtr record = testing::sample_compilation();
  std::vector<GraphRecordPtr> graphs = allGraphs(record.get(), nullptr);
  Grouping grouping{graphs, GroupBy::role};
  PassLayout layout{graphs, grouping};
};

std::vector<Placement> placements(const Sample& sample) {
  std::vector<Placement> all{sample.layout.ownPlacement()};
  if (const auto answer = askGraphviz(sample.layout.question()))
    all.push_back(sample.layout.placement(*answer));
  return all;
}

QString script(const QTemporaryDir& folder, const QByteArray& text) {
  QFile file(folder.filePath("helper"));
  if (!file.open(QIODevice::WriteOnly)) return {};
  file.write("#!/bin/sh\n" + text);
  file.close();
  file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  return file.fileName();
}

}  // namespace

class LayoutTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void jobsAndAnswersSurviveTheProtocol() {
    LayoutJob job{chain(3), chain(1)}, readBack;
    job[0].curves = true;
    std::string why;
    QVERIFY2(readJob(writeJob(job), readBack, why), why.c_str());
    QCOMPARE(readBack, job);
    LayoutAnswer answer(2), answerBack;
    answer[0].centres = {{1, 2}, {3.5, -4}, {0, 0.25}};
    answer[0].curves = {{1, {{0, 0}, {1, 1}, {2, 2}, {3, 3}}}};
    answer[1].centres = {{7, 7}};
    QVERIFY2(readAnswer(writeAnswer(answer), job, answerBack, why), why.c_str());
    QCOMPARE(answerBack, answer);
    QVERIFY(fingerprint(job) != fingerprint({chain(3)}));
  }

  void damagedMessagesAreRefused_data() {
    QTest::addColumn<QByteArray>("text");
    const QByteArray bad[] = {"",
                              "layout",
                              "layout 2 0 end",
                              "layout 1 99 end",
                              "layout 1 1 part -1 0 20 24 0 end",
                              "layout 1 1 part 1 0 20 24 0 b 148 nan 0 end",
                              "layout 1 1 part 1 0 20 24 0 b 148 40 -3 end",
                              "layout 1 1 part 1 1 20 24 0 b 148 40 0 e 0 1 1 end",
                              "layout 1 1 part 999999999 0 20 24 0 end",
                              "layout 1 1 part 1 0 20 24 0 b 148 40 0"};
    for (const QByteArray& text : bad)
      QTest::newRow(text.isEmpty() ? "empty" : text.data()) << text;
  }
  void damagedMessagesAreRefused() {
    QFETCH(QByteArray, text);
    LayoutJob job;
    std::string why;
    QVERIFY(!readJob(text.toStdString(), job, why));
    QVERIFY(why.starts_with("line "));
  }

  void answersMustFitTheQuestion() {
    LayoutAnswer answer;
    std::string why;
    const LayoutJob job{chain(2)};
    QVERIFY(!readAnswer("places 1 1 part 3 0 p 0 0 p 0 0 p 0 0 end", job, answer, why));
    QVERIFY(
        !readAnswer("places 1 1 part 2 1 p 0 0 p 0 0 c 5 4 0 0 0 0 0 0 0 0 end", job, answer, why));
    QVERIFY(!readAnswer("error out of memory", job, answer, why));
    QVERIFY(why.find("out of memory") != std::string::npos);
  }

  void aChainIsStraight() {
    const LayoutResult result = layeredLayout(chain(30));
    for (const LayoutPoint& p : result.centres) QCOMPARE(p.x, result.centres[0].x);
    QCOMPARE(result.centres[7].y, 7 * 64.0);
  }

  void ownLayoutKeepsBoxesApartAndIsDeterministic() {
    LayoutRequest request;
    for (int i = 0; i < 300; ++i) request.boxes.push_back({148, 40, i / 12});
    for (int i = 0; i < 280; ++i) {
      request.edges.push_back({i, 12 + i, 1});
      if (i % 3 == 0) request.edges.push_back({i, std::min(299, i + 40), 2});
    }
    const LayoutResult result = layeredLayout(request);
    QCOMPARE(layeredLayout(request), result);
    for (std::size_t i = 0; i < 300; ++i)
      for (std::size_t k = i + 1; k < 300; ++k)
        if (request.boxes[i].row == request.boxes[k].row)
          QVERIFY(std::abs(result.centres[i].x - result.centres[k].x) >= 148 + 20 - 1.1);
  }

  // Edges between arbitrary cards, each of which pulls towards a straight line.
  void longEdgesDoNotStretchALargeLayout() {
    LayoutRequest request;
    constexpr int boxes = 2'000, inRow = 50;
    for (int i = 0; i < boxes; ++i) request.boxes.push_back({148, 40, i / inRow});
    std::uint32_t state = 1;
    const auto any = [&state](int below) {
      state = state * 1664525u + 1013904223u;
      return static_cast<int>((state >> 8) % static_cast<std::uint32_t>(below));
    };
    for (int i = inRow; i < boxes; ++i)
      for (int k = 0; k < 2; ++k) request.edges.push_back({any(i / inRow * inRow), i, 1});
    std::vector<std::vector<double>> rows(boxes / inRow);
    const LayoutResult result = layeredLayout(request);
    double left = 0, right = 0;
    for (std::size_t i = 0; i < result.centres.size(); ++i) {
      rows[i / inRow].push_back(result.centres[i].x);
      left = std::min(left, result.centres[i].x);
      right = std::max(right, result.centres[i].x);
    }
    QVERIFY2(right - left <= 2 * inRow * (148 + 20), qPrintable(QString::number(right - left)));
    for (std::vector<double>& row : rows) {
      std::sort(row.begin(), row.end());
      for (std::size_t i = 1; i < row.size(); ++i) QVERIFY(row[i] - row[i - 1] >= 148 + 20 - 1.1);
    }
  }

  void aRowOfThousandsBecomesABlock() {
    FlowGraph fan;
    fan.items.resize(5001);
    for (std::size_t i = 1; i < fan.items.size(); ++i) {
      fan.items[i].source = false;
      fan.edges.push_back({0, static_cast<int>(i), true});
    }
    for (std::size_t i = 0; i < fan.items.size(); ++i) fan.items[i].id = i + 1;
    assignRows(fan);
    std::map<int, int> widths;
    for (const FlowItem& item : fan.items) ++widths[item.row];
    QCOMPARE(widths[0], 1);
    for (const auto& [row, width] : widths) QVERIFY(width <= 113);
    QCOMPARE(widths.size(), 1 + (5000 + 112) / 113);
    for (const FlowEdge& edge : fan.edges)
      QVERIFY(fan.items[static_cast<std::size_t>(edge.from)].row <
              fan.items[static_cast<std::size_t>(edge.to)].row);
  }

  void tenThousandBoxesAreFast() {
    const GraphRecordPtr graph = testing::big_graph(10'000);
    const Grouping grouping({graph}, GroupBy::role);
    const testing::Effort effort;
    const PassLayout layout({graph}, grouping);
    const Placement placement = layout.ownPlacement();
    QVERIFY(effort.within(3000));                               // ten times the target
    QCOMPARE(placement.centres.size(), graph->ops.size() - 1);  // the broadcast is folded
    QVERIFY(layout.tooBig());
  }

  void rowsRunDownForwardAndUpBackward() {
    const Sample sample;
    const Placement placement = sample.layout.ownPlacement();
    const auto row = [&](OpId op) { return placement.rows.at(op); };
    QVERIFY(row(testing::id_dot) < row(testing::id_add));
    QVERIFY(row(testing::id_add) < row(testing::id_sigmoid));
    QVERIFY(row(testing::id_w) < row(testing::id_dot));
    QVERIFY2(row(testing::id_grad_w) < row(31), "gradients run upwards");
    // Columns: forward ops, updates, gradients.
    const auto x = [&](OpId op) { return placement.centres.at(op).x; };
    QVERIFY(x(testing::id_dot) < x(testing::id_assign_w));
    QVERIFY(x(testing::id_assign_w) < x(testing::id_grad_w) ||
            row(testing::id_assign_w) < row(testing::id_grad_w));
  }

  void opsKeepTheirPlacesThroughAllPasses() {
    const Sample sample;
    const auto found = placements(sample);
    QCOMPARE(found.size(), 2u);
    for (const Placement& placement : found) {
      for (const PassRecord& pass : sample.record->passes) {
        const GraphScene before = buildScene({pass.before, nullptr, &placement, &sample.grouping});
        const GraphScene after = buildScene({pass.after, nullptr, &placement, &sample.grouping});
        const GraphScene both = buildScene({pass.after, &pass, &placement, &sample.grouping});
        int shared = 0;
        for (const Card& card : before.cards) {
          const int there = after.find(card.id);
          if (there < 0) continue;
          ++shared;
          QCOMPARE(after.cards[static_cast<std::size_t>(there)].rect, card.rect);
          QCOMPARE(both.cards[static_cast<std::size_t>(both.find(card.id))].rect, card.rect);
        }
        QVERIFY(shared > 20);
        QCOMPARE(testing::overlappingCards(both), QString());
        QCOMPARE(testing::cardPassedByAnEdge(both), QString());
        QCOMPARE(testing::cardPassedByAnEdge(after), QString());
      }
    }
  }

  void closedGroupsKeepPlacesApartToo() {
    const Sample sample;
    Grouping closed = sample.grouping;
    closed.setOpen(closed.find(std::string("loss"))->id, false);
    closed.setOpen(closed.find(std::string("update"))->id, false);
    const PassLayout layout(sample.graphs, closed);
    const Placement placement = layout.ownPlacement();
    for (const PassRecord& pass : sample.record->passes) {
      const GraphScene scene = buildScene({pass.after, &pass, &placement, &closed});
      QVERIFY(scene.find(closed.find(std::string("loss"))->id) >= 0);
      QCOMPARE(scene.find(testing::id_loss), -1);
      QCOMPARE(testing::overlappingCards(scene), QString());
      QCOMPARE(testing::cardPassedByAnEdge(scene), QString());
    }
  }

  void routesOfALargeGraphPassNoCard() {
    const GraphRecordPtr graph = testing::big_graph(600);
    const Grouping grouping({graph}, GroupBy::role);
    const Placement placement = PassLayout({graph}, grouping).ownPlacement();
    const GraphScene scene = buildScene({graph, nullptr, &placement, &grouping});
    QCOMPARE(testing::overlappingCards(scene), QString());
    QCOMPARE(testing::cardPassedByAnEdge(scene), QString());
  }

  // The same graph with op numbers in another order.
  void opIdsDoNotMatter() {
    const GraphRecordPtr graph = testing::big_graph(600, true);
    for (const OpId apart : {OpId{3}, OpId{1'000'000'007}}) {
      const auto number = [apart](OpId op) { return op * apart + 5; };
      auto other = std::make_shared<GraphRecord>(*graph);
      for (OpId& result : other->results) result = number(result);
      for (std::size_t i = 0; i < other->ops.size(); ++i) {
        OpRecord& op = other->ops.edit(i);
        op.id = number(op.id);
        for (OpId& origin : op.origins) origin = number(origin);
        for (OperandRecord& operand : op.operands) operand.op = number(operand.op);
      }
      const Grouping mine({graph}, GroupBy::scope), theirs({other}, GroupBy::scope);
      QCOMPARE(theirs.groups().size(), mine.groups().size());
      QVERIFY(theirs.groups().size() > 10);
      const Placement placed = PassLayout({graph}, mine).ownPlacement();
      const Placement again = PassLayout({other}, theirs).ownPlacement();
      QCOMPARE(again.centres.size(), placed.centres.size());
      for (const auto& [op, centre] : placed.centres)
        QCOMPARE(again.centres.at(number(op)), centre);
    }
  }

  void edgesLeaveAKernelWhereTheValueIsComputed() {
    const Sample sample;
    const FusedResults fused = fusedResults(sample.graphs);
    // d_mean is read by dot and sum outside k0; loss is a result of the computation.
    QCOMPARE(fused.at(testing::id_k0), (std::vector<OpId>{testing::id_loss, 31}));
    bool found = false;
    for (const Link& link : links(*sample.record->final_graph(), fused))
      found |= link.from == 24 && link.to == testing::id_assign_w;
    QVERIFY2(found, "assign reads subtract_2, inside k1");
  }

  void nothingToLayOut() {
    const Grouping grouping({}, GroupBy::role);
    QVERIFY(PassLayout({}, grouping).ownPlacement().centres.empty());
    const auto empty = std::make_shared<GraphRecord>();
    QVERIFY(PassLayout({empty}, grouping).ownPlacement().centres.empty());
  }

  void groupsThatReadEachOtherAreStillPlaced() {
    auto graph = std::make_shared<GraphRecord>();
    const auto op = [&](OpId id, const std::string& scope, std::vector<OpId> operands) {
      OpRecord record;
      record.id = id;
      record.name = record.op = "add";
      record.scope = scope;
      for (const OpId operand : operands) record.operands.push_back({operand, 0, "x"});
      graph->ops.push_back(record);
    };
    op(1, "a", {});
    op(2, "b", {1});
    op(3, "a", {2});
    Grouping grouping({graph}, GroupBy::scope);
    grouping.closeAll();
    const Placement placement = PassLayout({graph}, grouping).ownPlacement();
    QCOMPARE(placement.centres.size(), 2u);
    QVERIFY(placement.rows.begin()->second != std::next(placement.rows.begin())->second);
  }

  void graphvizAnswersAndTheAnswerIsKept() {
    QTemporaryDir folder;
    const LayoutJob job{chain(5)};
    LayoutClient client;
    client.setCacheFolder(folder.path());
    client.setDeadline(testing::patience);
    QSignalSpy answered(&client, &LayoutClient::answered);
    client.ask(job);
    QVERIFY(client.busy());
    QVERIFY(answered.wait(testing::patience));
    QVERIFY(!client.busy());
    LayoutClient other;
    other.setCacheFolder(folder.path());
    const auto known = other.known(job);
    QVERIFY(known);
    QCOMPARE(known->front().centres.size(), 5u);
    QCOMPARE(known->front().centres[0].x, known->front().centres[4].x);
    QVERIFY(!other.known({chain(6)}));
  }

  // Of two layouts of the same items the one with larger cards is shown, on a tie Graphviz's.
  void aPictureThatIsMuchWiderIsNotShown() {
    const auto row = [](double pitch) {
      Placement placement;
      for (ItemId item = 1; item <= 12; ++item)
        placement.centres[item] = {pitch * static_cast<double>(item), 0};
      return placement;
    };
    QVERIFY(isClearer(row(168), row(168)));
    QVERIFY(isClearer(row(190), row(168)));
    QVERIFY(!isClearer(row(300), row(168)));
    QVERIFY(isClearer(row(168), row(300)));
    const auto few = [](double far) {  // both fit at 1:1
      Placement placement;
      placement.centres = {{1, {0, 0}}, {2, {far, 0}}};
      return placement;
    };
    QVERIFY(isClearer(few(600), few(168)));
    QVERIFY(isClearer(row(168), Placement()));
  }

  void damagedCacheFilesAreIgnored() {
    QTemporaryDir folder;
    const LayoutJob job{chain(2)};
    LayoutCache(folder.path()).keep(job, {{{{0, 0}, {0, 64}}, {}}});
    const QString name = folder.filePath(QDir(folder.path()).entryList(QDir::Files).front());
    QVERIFY(LayoutCache(folder.path()).find(job));
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.resize(file.size() - 8));
    QVERIFY(!LayoutCache(folder.path()).find(job));
  }

  void aHangingHelperIsKilled() {
    QTemporaryDir folder;
    LayoutClient client;
    client.setCacheFolder({});
    client.setProgram(script(folder, "exec sleep 1000\n"));
    client.setDeadline(100);
    QSignalSpy gaveUp(&client, &LayoutClient::gaveUp);
    client.ask({chain(3)});
    QVERIFY(gaveUp.wait(testing::patience));
    QVERIFY(gaveUp.front().front().toString().contains("0.1 s"));
    QVERIFY(!client.busy());
  }

  void aBrokenHelperIsReported_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("reason");
    QTest::newRow("crash") << QByteArray("kill -SEGV $$\n") << "unexpectedly";
    QTest::newRow("nonsense") << QByteArray("echo places 1 7\n") << "line 1";
    QTest::newRow("refusal") << QByteArray("echo error too hard\nexit 3\n") << "too hard";
  }
  void aBrokenHelperIsReported() {
    QFETCH(QByteArray, text);
    QFETCH(QString, reason);
    QTemporaryDir folder;
    LayoutClient client;
    client.setCacheFolder({});
    client.setProgram(script(folder, text));
    client.setDeadline(testing::patience);
    QSignalSpy gaveUp(&client, &LayoutClient::gaveUp);
    client.ask({chain(3)});
    QVERIFY(gaveUp.wait(testing::patience));
    QVERIFY2(gaveUp.front().front().toString().contains(reason),
             qPrintable(gaveUp.front().front().toString()));
  }

  void aMissingHelperIsReported() {
    LayoutClient client;
    client.setCacheFolder({});
    client.setProgram("/nowhere/ngraph-layout");
    QSignalSpy gaveUp(&client, &LayoutClient::gaveUp);
    client.ask({chain(3)});
    QVERIFY(gaveUp.wait(testing::patience));
    QVERIFY(gaveUp.front().front().toString().contains("/nowhere/ngraph-layout"));
  }

  void aNewRequestCancelsThePrevious() {
    QTemporaryDir folder;
    LayoutClient client;
    client.setCacheFolder({});
    const QString good = LayoutClient::defaultProgram();
    client.setProgram(script(folder, "exec sleep 1000\n"));
    client.setDeadline(testing::patience);
    QSignalSpy answered(&client, &LayoutClient::answered);
    QSignalSpy gaveUp(&client, &LayoutClient::gaveUp);
    client.ask({chain(9)});
    client.setProgram(good);
    client.ask({chain(3)});
    QVERIFY(answered.wait(testing::patience));
    QCOMPARE(answered.count(), 1);
    QCOMPARE(qvariant_cast<LayoutAnswer>(answered.front().front()).front().centres.size(), 3u);
    QVERIFY(gaveUp.isEmpty());
  }

  void helperRefusesBadInput() {
    QProcess helper;
    helper.start(LayoutClient::defaultProgram(), {});
    helper.write("layout 1 1\npart 1 0 20 24 0\nb 0 0 0\nend\n");
    helper.closeWriteChannel();
    QVERIFY(helper.waitForFinished(testing::patience));
    QCOMPARE(helper.exitCode(), 3);
    QVERIFY(helper.readAllStandardOutput().startsWith("error line 3"));
  }

  void escapeStopsGraphvizAndOurLayoutStays() {
    QTemporaryDir folder;
    const Sample sample;
    Jobs jobs;
    GraphPlacer placer(jobs);
    placer.client().setCacheFolder({});
    placer.client().setProgram(script(folder, "exec sleep 1000\n"));
    placer.place(sample.graphs, std::make_shared<Grouping>(sample.grouping));
    QVERIFY(placer.placement());
    QCOMPARE(jobs.running().size(), 1u);
    QVERIFY(jobs.cancelLongest());
    QVERIFY(jobs.idle());
    QVERIFY(!placer.client().busy());
    QCOMPARE(placer.placement()->centres, sample.layout.ownPlacement().centres);
  }

  void largeGraphsAreLaidOutOffTheGuiThread() {
    Jobs jobs;
    GraphPlacer placer(jobs);
    placer.client().setCacheFolder({});
    const GraphRecordPtr graph = testing::big_graph(4000);
    QSignalSpy placed(&placer, &GraphPlacer::placed);
    placer.place({graph}, std::make_shared<Grouping>(std::vector{graph}, GroupBy::role));
    QVERIFY(!placer.placement());
    QVERIFY(placed.wait(testing::patience));
    QCOMPARE(placer.placement()->centres.size(), graph->ops.size() - 1);  // the broadcast is folded
    QVERIFY2(!placer.client().busy(), "too big for Graphviz");
  }
};

NGRAPH_TEST(LayoutTest, QApplication)
#include "layout_test.moc"
