// SPDX-License-Identifier: Apache-2.0
// Tests searching for ops on the canvas and isolating some of them.
#include <QTemporaryDir>
#include <algorithm>
#include <limits>
#include <set>

#include "engine/records/compilation_record.h"
#include "engine/records/tensor_record.h"
#include "tests/support/graph_stage.h"
#include "tests/support/stalls.h"
#include "tests/support/test_program.h"
#include "views/widgets/code/find_bar.h"

using namespace ng;
using namespace ng::views;
using ng::testing::GraphStage;

class GraphSearchTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void searchHighlightsAllMatchesAndF3SelectsTheNext() {
    GraphStage stage;
    stage.view.finder().find("op:multiply");
    QCOMPARE(stage.view.finder().matchCount(), 4);
    int lit = 0;
    for (const Match match : stage.canvas().lit().matches) lit += match != Match::none;
    QCOMPARE(lit, 4);
    stage.canvas().setFocus();
    std::set<OpId> visited;
    for (int i = 0; i < 4; ++i) {
      stage.view.finder().next(1);
      stage.settle();
      visited.insert(stage.selection.op());
      QVERIFY(stage.canvas().camera().visibleArea().isValid());
      QVERIFY(stage.canvas().rect().contains(stage.centre(stage.selection.op())));
    }
    QCOMPARE(visited.size(), 4u);
    stage.view.finder().find("axis:C op:dot");
    QCOMPARE(stage.view.finder().matchCount(), 0);
    stage.view.finder().find({});
    QVERIFY(stage.canvas().lit().matches.empty());
  }

  void aMatchIsShownAtAReadableScale() {
    GraphStage stage;
    stage.view.finder().find("op:multiply");
    GraphCamera& camera = stage.canvas().camera();
    camera.zoomBy(0.02 / camera.scale());
    QVERIFY(camera.scale() < 0.05);
    stage.view.finder().next(1);
    stage.settle();
    const GraphScene& scene = stage.canvas().scene();
    const int card = scene.find(stage.selection.op());
    QVERIFY(camera.isLegible(scene.cards[static_cast<std::size_t>(card)].rect));
    const double scale = camera.scale();
    stage.view.finder().next(1);
    QCOMPARE(camera.scale(), scale);  // kept while cards can be read
  }

  void malformedSearchReportsColumnAndReason() {
    GraphStage stage;
    stage.view.finder().find("bytes>");
    QCOMPARE(stage.view.finder().matchCount(), 0);
    QVERIFY2(stage.view.crumbs().noticeText().startsWith("column 7: a number"),
             qPrintable(stage.view.crumbs().noticeText()));
    auto* bar = stage.view.findChild<FindBar*>();
    bar->open("bytes>");
    QCOMPARE(bar->countText(), QString("invalid"));
    bar->open("op:multiply");
    QCOMPARE(bar->countText(), QString("4 matches"));
    stage.view.finder().find("bytes>1");
    QVERIFY(stage.view.finder().matchCount() > 0);
    QVERIFY(stage.view.crumbs().noticeText().isEmpty());
  }

  // 200 MB: scanned off the GUI thread, once for both the search and the colours.
  void largeValuesAreSearched() {
    GraphStage stage;
    TensorRecord record;
    record.op = testing::id_dot;
    record.value = Tensor(DType::f32, {50'000'000});
    float* values = record.value.as<float>();
    std::fill_n(values, record.value.size(), -3.f);
    values[record.value.size() - 1] = std::numeric_limits<float>::quiet_NaN();
    values[record.value.size() - 2] = 70.f;
    testing::Stalls stalls;
    stage.session.setValue(testing::id_dot,
                           std::make_shared<const TensorRecord>(std::move(record)));
    stage.view.finder().find("nan");
    stage.view.colours().choose(ColourBy::value);
    QCOMPARE(stage.view.finder().matchCount(), 0);
    QTRY_COMPARE(stage.view.finder().matchCount(), 1);
    QTRY_VERIFY(stage.jobs.idle());
    QCOMPARE(stage.view.legend().hottest(), QString("70"));
    qInfo() << stalls.text();
    QVERIFY2(stalls.few(), stalls.text());
  }

  void upstreamAndDownstreamAreHighlighted() {
    GraphStage stage;
    stage.click(testing::id_dot);
    const auto traced = [&] {
      std::set<ItemId> items;
      const auto& lit = stage.canvas().lit().traced;
      for (std::size_t i = 0; i < lit.size(); ++i)
        if (lit[i]) items.insert(stage.canvas().scene().cards[i].id);
      return items;
    };
    QTest::keyClick(&stage.canvas(), Qt::Key_U);
    QCOMPARE(traced(), (std::set<ItemId>{testing::id_x, testing::id_w, testing::id_dot}));
    QTest::keyClick(&stage.canvas(), Qt::Key_D);
    const std::set<ItemId> down = traced();
    QVERIFY(down.count(testing::id_dot) && !down.count(testing::id_x));
    for (const OpRecord& op : stage.view.graph()->ops)
      for (const OperandRecord& operand : op.operands)
        if (down.count(operand.op)) QVERIFY2(down.count(op.id), op.name.c_str());
    QTest::keyClick(&stage.canvas(), Qt::Key_D);  // pressed again: switched off
    QVERIFY(traced().empty());
  }

  void opsAreIsolatedHiddenAndShownAgain() {
    GraphStage stage;
    const std::size_t all = stage.canvas().scene().cards.size();
    const QRectF place = stage.canvas().scene().cards[0].rect;
    stage.view.finder().find("op:multiply");
    QTest::keyClick(&stage.canvas(), Qt::Key_I);
    stage.settle();
    QCOMPARE(stage.canvas().scene().cards.size(), 4u);
    for (const Card& card : stage.canvas().scene().cards) QCOMPARE(card.glyph, QString("×"));
    QTest::keyClick(&stage.canvas(), Qt::Key_I, Qt::ShiftModifier);
    stage.settle();
    QCOMPARE(stage.canvas().scene().cards.size(), all);
    QCOMPARE(stage.canvas().scene().cards[0].rect, place);  // positions do not change
    QTest::keyClick(&stage.canvas(), Qt::Key_H, Qt::ShiftModifier);
    stage.settle();
    QCOMPARE(stage.canvas().scene().cards.size(), all - 4);
    QVERIFY(stage.view.crumbs().noticeText().startsWith("24 of 28"));
    stage.view.subset().showAll();
    stage.view.finder().find({});
    stage.click(testing::id_dot);  // one op: isolated with its operands and readers
    QTest::keyClick(&stage.canvas(), Qt::Key_I);
    stage.settle();
    QCOMPARE(stage.canvas().scene().cards.size(), 4u);
  }

  void opsOfAKernelAreHighlightedBeforeFusion() {
    GraphStage stage;
    const auto lit = [&] {
      std::set<ItemId> items;
      const auto& traced = stage.canvas().lit().traced;
      for (std::size_t i = 0; i < traced.size(); ++i)
        if (traced[i]) items.insert(stage.canvas().scene().cards[i].id);
      return items;
    };
    const CompilationRecordPtr compilation = stage.session.compilations.compilation();
    const KernelRecord& kernel = compilation->kernels.front();
    stage.selection.selectKernel(QString::fromStdString(kernel.name));
    stage.settle();
    QCOMPARE(stage.canvas().lit().kernel, OpId{0});  // the written graph has no hulls
    QVERIFY(!lit().empty());
    for (const OpId op : kernel.ops)
      if (stage.view.graph()->find(op)) QVERIFY(lit().count(op));
    stage.selection.selectPass(static_cast<int>(compilation->passes.size()) - 1);
    stage.settle();
    QVERIFY(stage.canvas().lit().kernel != 0);
    QVERIFY(lit().empty());
    stage.selection.clear();
    stage.settle();
    QVERIFY(lit().empty() && stage.canvas().lit().kernel == 0);
  }

  void unknownFieldsAreReported() {
    GraphStage stage;
    stage.view.finder().find("oops:1");
    QCOMPARE(stage.view.finder().matchCount(), 0);
    const QString notice = stage.view.crumbs().noticeText();
    QVERIFY2(notice.startsWith("'oops' is not a field; fields are ") && notice.contains("axis"),
             qPrintable(notice));
    stage.view.finder().find("op:dot");
    QVERIFY(stage.view.finder().matchCount() > 0);
    QCOMPARE(stage.view.crumbs().noticeText(), QString());
  }

  // Highlights and theme of the window are not exported.
  void exportsShowTheGraphAlone() {
    GraphStage stage;
    QTemporaryDir folder;
    const auto picture = [&](const char* name) {
      const QString path = folder.filePath(name);
      if (!stage.view.exporter().exportTo(path)) return QImage();
      while (!stage.jobs.idle()) QTest::qWait(5);
      return QImage(path);
    };
    const QImage plain = picture("plain.png");
    QCOMPARE(plain.pixelColor(2, 2), Theme::current().colours().canvas);
    stage.click(testing::id_dot);
    stage.selection.selectKernel("k1");
    stage.view.finder().find("op:sigmoid");
    Theme::current().setDark(true);
    stage.settle();
    QCOMPARE(picture("lit.png"), plain);
    for (QAction* action : stage.view.actions())
      if (action->text() == "Export in dark colours") action->setChecked(true);
    const QImage dark = picture("dark.png");
    QCOMPARE(dark.pixelColor(2, 2), Theme::current().colours().canvas);
    QVERIFY(dark != plain);
    Theme::current().setDark(false);
  }

  void selectionAndViewAreExportedAlone() {
    GraphStage stage;
    QTemporaryDir folder;
    const auto texts = [&](const QString& name, GraphExporter::Part what) {
      const QString path = folder.filePath(name);
      if (!stage.view.exporter().exportTo(path, what)) return QString();
      while (!stage.jobs.idle()) QTest::qWait(5);
      QFile file(path);
      return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    };
    QVERIFY(texts("none.svg", GraphExporter::Part::selection).isEmpty());  // nothing is selected
    QVERIFY(!QFile::exists(folder.filePath("none.svg")));
    stage.view.finder().find("op:dot");
    const QString selection = texts("s.svg", GraphExporter::Part::selection);
    QCOMPARE(selection.count("⊗"), 1);
    QVERIFY(!selection.contains("σ"));
    const QString whole = texts("w.svg", GraphExporter::Part::whole);
    QVERIFY(whole.contains("⊗") && whole.contains("σ"));
    stage.canvas().goTo(testing::id_dot);
    stage.canvas().camera().zoomBy(3);
    QVERIFY(texts("v.png", GraphExporter::Part::seen).size() > 0);
    const QImage seen(folder.filePath("v.png"));
    const QSizeF area = stage.canvas().camera().visibleArea().size();
    QVERIFY(std::abs(seen.width() - 2 * area.width()) < 2);
    QVERIFY(std::abs(seen.height() - 2 * area.height()) < 2);
  }
};

NGRAPH_TEST(GraphSearchTest, QApplication)
#include "graph_search_test.moc"
