// SPDX-License-Identifier: Apache-2.0
// Tests the layout of every computation of every sample, compiled by the engine: ops keep their
// positions through all passes, cards do not overlap, edges pass through no card and run forward.
#include <QDir>
#include <QSignalSpy>
#include <QtTest>
#include <utility>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/scene_faults.h"
#include "tests/support/test_program.h"
#include "views/graph/scene/first_grouping.h"
#include "views/layout/layout_client.h"
#include "views/layout/pass_layout.h"

using namespace ng;
using namespace ng::views;

class SampleLayoutTest : public QObject {
  Q_OBJECT

 private slots:
  void everyComputation_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("computation");
    QTest::addColumn<Direction>("direction");
    const QDir folder(testing::sourceFile("sample_graphs"));
    for (const QString& file : folder.entryList({"*.ngraph"}, QDir::Files, QDir::Name)) {
      const Document document = load_document(folder.filePath(file).toStdString());
      for (const Op& each : document.computations) {
        const QString name = QString::fromStdString(each.name());
        for (const Direction way : {Direction::down, Direction::right})
          QTest::addRow("%s %s %s", qPrintable(file), qPrintable(name), views::name(way).data())
              << folder.filePath(file) << name << way;
      }
    }
  }

  void everyComputation() {
    QFETCH(QString, path);
    QFETCH(QString, computation);
    QFETCH(Direction, direction);
    const Document document = load_document(path.toStdString());
    const TransformerPtr transformer = allocate_transformer("cpu");
    CompileOptions options;
    options.keep_record = true;
    const Computation compiled =
        transformer->add_computation(document.computation(computation.toStdString()), options);
    const CompilationRecordPtr record = make_record(compiled.compilation());
    const auto graphs = allGraphs(record.get(), make_document_record(document)->graph);
    const Grouping grouping =
        *firstGrouping(graphs, 2, record->as_written(), {962, 556}, direction);
    const PassLayout layout(graphs, grouping, 2, direction);
    check(*record, grouping, layout.ownPlacement());
    if (!layout.tooBig())
      check(*record, grouping, layout.placement(askGraphviz(layout.question())));
  }

  void edgesRunDown_data() { everyComputation_data(); }
  void edgesRunDown() {
    QFETCH(QString, path);
    QFETCH(QString, computation);
    QFETCH(Direction, direction);
    const Document document = load_document(path.toStdString());
    CompileOptions options;
    options.keep_record = true;
    const Computation compiled = allocate_transformer("cpu")->add_computation(
        document.computation(computation.toStdString()), options);
    const CompilationRecordPtr record = make_record(compiled.compilation());
    const auto graphs = allGraphs(record.get(), make_document_record(document)->graph);
    const Grouping grouping(graphs, GroupBy::none);
    const Placement placement = PassLayout(graphs, grouping, 2, direction).ownPlacement();
    GraphRecordPtr shown;
    for (const PassRecord& pass : record->passes) {
      if (std::exchange(shown, pass.after) == pass.after) continue;  // changed nothing
      const GraphScene scene = buildScene({pass.after, nullptr, &placement, &grouping});
      for (const EdgeShape& edge : scene.edges) {
        const Card &a = scene.cards[static_cast<std::size_t>(edge.from)],
                   &b = scene.cards[static_cast<std::size_t>(edge.to)];
        if (a.row > b.row && !leadsBack(grouping.band(a.id), grouping.band(b.id)))
          QFAIL(qPrintable(QString("%1: %2 -> %3").arg(pass.name.c_str(), a.title, b.title)));
      }
    }
  }

 private:
  // Edges that run upwards on purpose: to gradients, which are placed next to their forward ops; to
  // updates, which begin next to the updated variable; and out of updates.
  static bool leadsBack(Band from, Band to) {
    if (from == Band::gradient) return to != Band::update;
    return from != to;
  }

  static LayoutAnswer askGraphviz(const LayoutJob& job) {
    LayoutClient client;
    client.setCacheFolder({});
    client.setDeadline(testing::patience);
    QSignalSpy answered(&client, &LayoutClient::answered);
    client.ask(job);
    if (!answered.wait(testing::patience)) qFatal("Graphviz did not answer");
    return qvariant_cast<LayoutAnswer>(answered.front().front());
  }

  // Finds an op that is neither a card nor in a closed group nor named on a card's chip.
  static QString unseenOp(const GraphScene& scene, const GraphRecord& graph,
                          const Grouping& grouping) {
    for (const OpRecord& op : graph.ops) {
      if (isHull(op)) continue;
      const ItemId item = grouping.item(op.id);
      const int at = scene.find(item);
      if (at < 0) return QString::fromStdString(op.name);
      const Card& card = scene.cards[static_cast<std::size_t>(at)];
      if (card.id == item || card.group) continue;
      const bool named = std::any_of(card.chips.begin(), card.chips.end(), [&](const Chip& chip) {
        return chip.tells(op.id) && !chip.rect.isEmpty() && !chip.text.isEmpty();
      });
      if (!named) return QString::fromStdString(op.name) + " on " + card.title;
    }
    return {};
  }

  static void check(const CompilationRecord& record, const Grouping& grouping,
                    const Placement& placement) {
    GraphRecordPtr shown;
    GraphScene before, after;
    for (const PassRecord& pass : record.passes) {
      if (pass.before == pass.after) continue;  // changed nothing
      before = shown == pass.before ? std::move(after)
                                    : buildScene({pass.before, nullptr, &placement, &grouping});
      after = buildScene({pass.after, nullptr, &placement, &grouping});
      shown = pass.after;
      const GraphScene both = buildScene({pass.after, &pass, &placement, &grouping});
      for (const Card& card : before.cards) {
        const int there = after.find(card.id), marked = both.find(card.id);
        QVERIFY2(marked >= 0, qPrintable(card.title + " is neither kept nor a ghost"));
        const auto kept = [&card](const Card& now) {
          // Folded here, or at the same position.
          return now.id != card.id || now.rect == card.rect;
        };
        QVERIFY(kept(both.cards[static_cast<std::size_t>(marked)]));
        if (there >= 0) QVERIFY(kept(after.cards[static_cast<std::size_t>(there)]));
      }
      QCOMPARE(unseenOp(after, *pass.after, grouping), QString());
      QCOMPARE(unseenOp(both, *pass.after, grouping), QString());
      QCOMPARE(testing::overlappingCards(both), QString());
      QCOMPARE(testing::cardPassedByAnEdge(both), QString());
      QCOMPARE(testing::cardPassedByAnEdge(after), QString());
    }
  }
};

NGRAPH_TEST(SampleLayoutTest, QApplication)
#include "sample_layout_test.moc"
