// SPDX-License-Identifier: Apache-2.0
// Tests names in a net whose layers have equal names inside: a selected group has one name in all
// views, and ops that are listed together have different names.
#include <QTabBar>
#include <QTreeView>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/op_record.h"
#include "tests/support/checkout.h"
#include "tests/support/sample_window.h"
#include "tests/support/view_main.h"
#include "views/core/op_title.h"
#include "views/graph/crumb_strip.h"
#include "views/graph/graph_view.h"
#include "views/inspector/header_card.h"
#include "views/outline/outline_view.h"

using namespace ng;
using namespace ng::views;

namespace {

OpRecord variable(const char* scope, const char* name) {
  OpRecord op;
  op.name = name;
  op.scope = scope;
  op.family = Family::state;
  return op;
}

QStringList titlesOf(const std::vector<OpRecord>& ops) {
  std::vector<const OpRecord*> pointers;
  for (const OpRecord& op : ops) pointers.push_back(&op);
  return distinctTitles(pointers);
}

struct ResidualNet : testing::SampleWindow {
  GraphView& graph = *dynamic_cast<GraphView*>(window.docks().view("graph"));

  explicit ResidualNet(const char* file = "sample_graphs/14_cifar10_resnet.ngraph") {
    session.use(make_document_record(load_document(testing::source_file(file))), nullptr);
    settle();
  }
  void settle() {
    QCoreApplication::processEvents();
    QVERIFY(QTest::qWaitFor([&] { return !graph.busy(); }, testing::patience));
    testing::settle(20);
  }
  // A shown layer, either one that stands for equal layers or not.
  const Card* layer(bool repeated) {
    for (const Card& card : graph.canvas().scene().cards)
      if (card.group && card.title.startsWith("residual") && card.title.contains(u'×') == repeated)
        return &card;
    return nullptr;
  }
  void click(ItemId item) {
    graph.canvas().goTo(item);
    settle();
    QTest::mouseClick(&graph.canvas(), Qt::LeftButton, {},
                      graph.canvas().cardRect(item).center().toPoint());
    settle();
  }
};

}  // namespace

class GroupNamesTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QSettings().clear(); }

  void aSelectedGroupHasOneName_data() {
    QTest::addColumn<bool>("repeated");
    QTest::newRow("layer") << false;
    QTest::newRow("repeated layers") << true;
  }

  void aSelectedGroupHasOneName() {
    QFETCH(bool, repeated);
    ResidualNet net;
    const Card* card = net.layer(repeated);
    QVERIFY(card);
    const QString title = card->title;
    net.click(card->id);
    const auto& selected = net.selection().state().group;
    QVERIFY(selected);
    QCOMPARE(selected->title, title);
    QCOMPARE(net.graph.crumbs().path().last(), title);
    QWidget* outline = net.window.docks().view("outline");
    const auto* tree = outline->findChild<QTreeView*>();
    QVERIFY(!tree->currentIndex().isValid());  // by role: it has no layers
    for (QAction* action : outline->actions())
      if (action->text() == "Outline by role or by name scope") action->trigger();
    QTRY_COMPARE(tree->currentIndex().data().toString(), title);
    const auto* header = net.window.docks().view("inspector")->findChild<HeaderCard*>();
    QVERIFY(header && header->accessibleName().startsWith(title));
    const auto* tabs = net.window.docks().view("tensors")->findChild<QTabBar*>();
    const QString tab = tabs->tabText(tabs->currentIndex());
    QVERIFY2(tab.startsWith(title + ": "), qPrintable(tab));
  }

  void pinnedTensorsHaveDifferentNames() {
    ResidualNet net;
    const auto* tabs = net.window.docks().view("tensors")->findChild<QTabBar*>();
    QStringList names;
    for (int tab = 0; tab < tabs->count(); ++tab) names << tabs->tabText(tab);
    QVERIFY(names.size() > 2);
    QVERIFY2(names.removeDuplicates() == 0, qPrintable(names.join(", ")));
  }

  void namesOfNestedGroupsCoverNoOthers() {
    ResidualNet net("tests/onnx/models/torch_mobilenet_v2.onnx");
    const GraphScene& scene = net.graph.canvas().scene();
    QVERIFY(scene.frames.size() > 4);
    std::vector<QRectF> covered;
    for (const Card& card : scene.cards)
      for (const Chip& chip : card.chips) covered.push_back(chip.rect);
    for (const Frame& frame : scene.frames)
      for (const QRectF& label : frame.labels) {
        for (const QRectF& other : covered)
          QVERIFY2(!label.intersects(other), qPrintable(frame.title));
        covered.push_back(label);
      }
  }

  void equalTitlesAreDistinguished() {
    QCOMPARE(titlesOf({variable("net/a", "W"), variable("net/b", "W"), variable("", "alpha")}),
             (QStringList{"a/W", "b/W", "alpha"}));
    QCOMPARE(titlesOf({variable("net/conv", "W"), variable("net/res/path/conv", "W"),
                       variable("net/res_1/path/conv", "W")}),
             (QStringList{"net/conv/W", "res/…/conv/W", "res_1/…/conv/W"}));
    // No single part of the scope differs: the whole scope.
    QCOMPARE(titlesOf({variable("a/x/conv", "W"), variable("a/y/conv", "W"),
                       variable("b/x/conv", "W"), variable("b/y/conv", "W")}),
             (QStringList{"a/x/conv/W", "a/y/conv/W", "b/x/conv/W", "b/y/conv/W"}));
  }
};

NGRAPH_VIEW_TEST(GroupNamesTest)

#include "group_names_test.moc"
