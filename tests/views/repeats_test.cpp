// SPDX-License-Identifier: Apache-2.0
// Tests that repeated layers fold to one card: which scopes are equal, their gradients, opening the
// card in place, and the absence of overlaps.
#include <QtTest>

#include "tests/support/big_graph.h"
#include "tests/support/layer_net.h"
#include "tests/support/sample_session.h"
#include "tests/support/scene_faults.h"
#include "tests/support/view_main.h"
#include "views/graph/graph_view.h"
#include "views/layout/groups/repeats.h"
#include "views/layout/pass_layout.h"

using namespace ng;
using namespace ng::views;
using ng::testing::Net;

namespace {

QStringList scopes(const std::vector<Repeat>& repeats) {
  QStringList list;
  for (const Repeat& repeat : repeats) {
    QString line = QString::fromStdString(repeat.name) + ":";
    for (const std::string& scope : repeat.scopes) line += " " + QString::fromStdString(scope);
    list << line;
  }
  return list;
}

}  // namespace

class RepeatsTest : public QObject {
  Q_OBJECT

 private slots:
  void aChainOfEqualLayersRepeats() {
    Net net;
    OpId x = net.op("placeholder", "", {});
    for (const char* scope : {"dense", "dense_0", "dense_1"}) x = net.layer(scope, x);
    net.layer("top", x);
    QCOMPARE(scopes(repeatsIn(*net.graph())), QStringList{"dense: dense dense_0 dense_1"});
  }

  void theOrderInWhichVariablesAreListedDoesNotMatter() {
    Net net;
    const OpId w2 = net.op("variable", "dense_1", {}), w1 = net.op("variable", "dense_0", {});
    const OpId x = net.op("placeholder", "", {});
    const OpId y = net.op("dot", "dense_0", {w1, x});
    net.op("dot", "dense_1", {w2, y});
    QCOMPARE(scopes(repeatsIn(*net.graph())), QStringList{"dense: dense_0 dense_1"});
  }

  void aChainMayRunThroughOpsOutside() {
    Net net;
    OpId x = net.op("placeholder", "", {});
    for (const char* scope : {"cell_0", "cell_1"}) x = net.op("add", "", {x, net.layer(scope, x)});
    QCOMPARE(scopes(repeatsIn(*net.graph())), QStringList{"cell: cell_0 cell_1"});
  }

  void parallelLayersRepeat() {
    Net net;
    const OpId x = net.op("placeholder", "", {});
    const OpId left = net.layer("tower_0", x), right = net.layer("tower_1", x);
    net.op("add", "", {left, right});
    QCOMPARE(scopes(repeatsIn(*net.graph())), QStringList{"tower: tower_0 tower_1"});
  }

  void unconnectedLayersDoNotRepeat() {
    Net net;
    net.layer("net_0", net.op("placeholder", "", {}));
    net.layer("net_1", net.op("placeholder", "", {}));
    QVERIFY(repeatsIn(*net.graph()).empty());
  }

  void otherLengthsOpsAttributesOrNamesEndARun() {
    Net net;
    OpId x = net.op("placeholder", "", {});
    for (const int length : {8, 8, 4, 4}) {
      static int k = 0;
      x = net.layer("a" + std::to_string(k++), x, length);
    }
    x = net.layer("a4", x, 4, "tanh");
    x = net.layer("a5", x, 4);
    net.last().attributes.emplace_back("slope", "0.1");
    x = net.layer("a6", x, 4);
    net.last().attributes.emplace_back("slope", "0.2");
    net.layer("b7", x, 4);
    QCOMPARE(scopes(repeatsIn(*net.graph())), (QStringList{"a: a0 a1", "a: a2 a3"}));
  }

  void numbersOfAxesInAttributesDoNotMatter() {
    Net net;
    OpId x = net.op("placeholder", "", {});
    for (const char* number : {"3", "17"}) {
      x = net.layer(std::string("a_") + number, x);
      net.last().attributes.emplace_back("over", std::string("C_") + number);
      net.last().attributes.emplace_back("initial_seed", number);
    }
    QCOMPARE(repeatsIn(*net.graph()).size(), 1u);
  }

  void layersOfRepeatedLayersRepeatToo() {
    Net net;
    OpId x = net.op("placeholder", "", {});
    for (const char* block : {"block_0/", "block_1/"})
      for (const char* part : {"conv_0", "conv_1"}) x = net.layer(std::string(block) + part, x);
    QCOMPARE(scopes(repeatsIn(*net.graph())),
             (QStringList{"block: block_0 block_1", "conv: block_0/conv_0 block_0/conv_1",
                          "conv: block_1/conv_0 block_1/conv_1"}));
    Grouping grouping({net.graph()}, GroupBy::scope);
    for (const Group& group : grouping.groups()) grouping.setOpen(group.id, group.repeats < 2);
    const Group* block = grouping.find("forward:block_0 ×");
    QVERIFY(block);
    QCOMPARE(block->title, std::string("block × 2"));
    QCOMPARE(block->repeats, 2);
    QCOMPARE(block->ops.size(), 12u);
    QCOMPARE(grouping.item(x), block->id);
    grouping.setOpen(block->id, true);
    QCOMPARE(QString::fromStdString(grouping.find(grouping.item(x))->title), QString("conv × 2"));
    QCOMPARE(grouping.around(x).size(), 4u);
    int depth = 0;
    for (const Group* group : grouping.around(x)) QCOMPARE(group->depth, depth++);
  }

  void gradientsAreGroupedLikeTheLayers() {
    Net net;
    OpId x = net.op("placeholder", "", {});
    for (const char* scope : {"a_0", "a_1", "a_2"}) x = net.layer(scope, x);
    net.role = OpRole::gradient;
    x = net.layer("a_2", x);
    x = net.layer("a_1", x);
    net.op("multiply", "a_0", {x});  // the first layer has a shorter gradient
    const Grouping grouping({net.graph()}, GroupBy::scope);
    const Group* back = grouping.find("gradient:a_0 ×");
    QVERIFY(back);
    QCOMPARE(back->title, std::string("∂ a × 3"));
    QCOMPARE(back->ops.size(), 7u);
  }

  void aNetIsOpenedToItsLayers() {
    Net net;
    OpId x = net.op("placeholder", "", {});
    for (const char* layer : {"net/a_0", "net/a_1", "net/top"}) x = net.layer(layer, x, 8, layer);
    const OpId other = net.layer("cost", x);
    Grouping grouping({net.graph()}, GroupBy::scope);
    grouping.closeLayers();
    QVERIFY(grouping.isOpen(grouping.find("forward:net")->id));
    QCOMPARE(grouping.find(grouping.item(x))->title, std::string("top"));
    QCOMPARE(grouping.find(grouping.item(other))->title, std::string("cost"));
  }

  void aLoopIsGroupedWithItsStep() {
    Net net;
    const OpId x = net.op("placeholder", "", {});
    const OpId loop = net.op("scan", "net", {x});
    const OpId inside = net.op("tanh", "net/scan_2", {x});
    net.role = OpRole::update;
    const OpId update = net.op("assign", "", {loop});
    Grouping grouping({net.graph()}, GroupBy::scope);
    QCOMPARE(grouping.around(loop).back(), grouping.around(inside).back());
    grouping.setOpen(grouping.around(loop).back()->id, false);
    QCOMPARE(grouping.item(loop), grouping.item(inside));
    QCOMPARE(grouping.around(update).back()->title, std::string("update"));  // outside any scope
    QVERIFY(grouping.around(x).empty());
  }

  void groupsByRoleAreUnchanged() {
    const Grouping grouping({testing::big_graph(60, true)}, GroupBy::role);
    for (const Group& group : grouping.groups()) QCOMPARE(group.repeats, 1);
  }

  void theCardOpensInPlaceAndNothingOverlaps() {
    testing::SampleSession session;
    Selection selection;
    Jobs jobs;
    Workspace workspace{session, selection, jobs};
    GraphView view(workspace);
    view.arrangement().placer().client().setCacheFolder({});
    view.resize(980, 668);
    view.show();
    session.use(testing::big_graph(110, true));
    settle(view);
    const ItemId id = view.grouping().find("forward:layer0 ×")->id;
    check(view, id, "layer0–3 × 4", true);
    const QPoint place = view.canvas().cardRect(id).center().toPoint();
    QTest::mouseDClick(&view.canvas(), Qt::LeftButton, {}, place);
    settle(view);
    check(view, id, {}, false);
    const ItemId first = view.grouping().item(view.grouping().find(id)->ops.front());
    // Stays in its row, and moves sideways only to bring the whole frame into view.
    QVERIFY(std::abs(view.canvas().cardRect(first).center().y() - place.y()) <= 2);
    const auto& frames = view.canvas().scene().frames;
    const auto frame = std::find_if(frames.begin(), frames.end(),
                                    [](const Frame& each) { return each.title == "layer0–3 × 4"; });
    QVERIFY(frame != frames.end());
    QVERIFY(view.canvas().camera().visibleArea().contains(frame->outline.bounds));
    QVERIFY(view.canvas().cardRect(first).left() >= 0);
    view.arrangement().setOpen(id, false);
    settle(view);
    check(view, id, "layer0–3 × 4", true);
  }

 private:
  static void settle(GraphView& view) {
    testing::settle();
    QVERIFY(QTest::qWaitFor([&] { return !view.busy(); }, testing::patience));
  }
  static void check(GraphView& view, ItemId id, const QString& title, bool shown) {
    const GraphScene& scene = view.canvas().scene();
    const int card = scene.find(id);
    QCOMPARE(card >= 0, shown);
    QCOMPARE(testing::overlappingCards(scene), QString());
    QCOMPARE(testing::cardPassedByAnEdge(scene), QString());
    if (!shown) return;
    QCOMPARE(scene.cards[static_cast<std::size_t>(card)].title, title);
    QCOMPARE(scene.cards[static_cast<std::size_t>(card)].repeats, 4);
  }
};

NGRAPH_VIEW_TEST(RepeatsTest)
#include "repeats_test.moc"
