// SPDX-License-Identifier: Apache-2.0
// Tests how every sample looks when opened: names are legible at the fitted zoom, cards do not
// overlap, networks are chains of layers, loops and optimizers are one card each.
#include "views/graph/scene/first_grouping.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QSignalSpy>
#include <QtTest>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"
#include "tests/support/scene_faults.h"
#include "views/graph/canvas/card_painter.h"
#include "views/graph/canvas/viewport.h"
#include "views/layout/layout_client.h"
#include "views/layout/pass_layout.h"

using namespace ng;
using namespace ng::views;

namespace {

const QSizeF canvas(962, 556);  // in a window of 1600 x 1000

LayoutAnswer askGraphviz(const LayoutJob& job) {
  LayoutClient client;
  client.setCacheFolder({});
  client.setDeadline(testing::patience);
  QSignalSpy answered(&client, &LayoutClient::answered);
  client.ask(job);
  if (!answered.wait(testing::patience)) qFatal("Graphviz did not answer");
  return qvariant_cast<LayoutAnswer>(answered.front().front());
}

// What the window shows for a document's first computation.
struct Opened {
  explicit Opened(const std::string& path) {
    const Document document = load_document(path);
    const TransformerPtr transformer = allocate_transformer("reference");
    CompileOptions options;
    options.keep_record = true;
    const Computation compiled =
        transformer->add_computation(document.computations.front(), options);
    const CompilationRecordPtr record = make_record(compiled.compilation());
    graphs = allGraphs(record.get(), make_document_record(document)->graph);
    shown = record->as_written();
    grouping = firstGrouping(graphs, 2, shown, canvas);
  }
  GraphScene scene(const Placement& placement) const {
    return buildScene({shown, nullptr, &placement, grouping.get()});
  }
  std::vector<GraphRecordPtr> graphs;
  GraphRecordPtr shown;
  std::shared_ptr<Grouping> grouping;
};

QString sample(const char* name) {
  return testing::sourceFile("sample_graphs/%1.ngraph").arg(name);
}

}  // namespace

class FirstGroupingTest : public QObject {
  Q_OBJECT

 private slots:
  void everyNameIsLegible_data() {
    QTest::addColumn<QString>("path");
    for (const char* room : {"", "/convnets", "/recurrent", "/others"}) {
      const QDir folder(testing::sourceFile("sample_graphs%1").arg(room));
      const QStringList files = folder.entryList({"*.ngraph"}, QDir::Files, QDir::Name);
      QVERIFY(!files.isEmpty());
      for (const QString& file : files)
        QTest::addRow("%s", qPrintable(file)) << folder.filePath(file);
    }
  }

  void everyNameIsLegible() {
    QFETCH(QString, path);
    const Opened opened(path.toStdString());
    const PassLayout layout(opened.graphs, *opened.grouping, 2);
    for (const Placement& placement :
         {layout.ownPlacement(), layout.placement(askGraphviz(layout.question()))}) {
      const GraphScene scene = opened.scene(placement);
      QVERIFY(scene.cards.size() > 1);
      QCOMPARE(testing::overlappingCards(scene), QString());
      Viewport view;
      view.fit(scene.bounds, canvas, Viewport::fitMargin);
      QVERIFY2(CardPainter::namePixels(view.scale()) >= 10,
               qPrintable(QString::number(view.scale())));
    }
  }

  void layersAreAChain_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("chain");
    QTest::newRow("convnet") << "13_cifar10_conv"
                             << QStringList{"image",   "Preprocess",    "Convolution",
                                            "Pooling", "Convolution_0", "Pooling_0",
                                            "hidden",  "top",           "loss"};
    QTest::newRow("residual net") << "14_cifar10_resnet"
                                  << QStringList{"image",       "Preprocess",
                                                 "Convolution", "residual × 3",
                                                 "residual_2",  "residual_3–4 × 2",
                                                 "residual_5",  "residual_6–7 × 2",
                                                 "top",         "loss"};
    QTest::newRow("AlexNet") << "convnets/alexnet"
                             << QStringList{"image",   "Preprocess", "conv1",   "pool1",
                                            "conv2",   "pool2",      "conv3",   "conv4",
                                            "conv5",   "pool5",      "affine6", "dropout6",
                                            "affine7", "dropout7",   "classes", "batch_cost"};
    QTest::newRow("GoogLeNet") << "convnets/googlenet"
                               << QStringList{"image", "Preprocess", "conv1",  "pool1",
                                              "mean",  "dropout",    "classes"};
    QTest::newRow("recurrent net")
        << "16_ptb_char_lstm" << QStringList{"text", "Preprocess", "lower", "upper", "top", "loss"};
  }

  void layersAreAChain() {
    QFETCH(QString, name);
    QFETCH(QStringList, chain);
    const Opened opened(sample(qPrintable(name)).toStdString());
    const PassLayout layout(opened.graphs, *opened.grouping, 2);
    const GraphScene scene = opened.scene(layout.ownPlacement());
    int above = -1;
    for (const QString& title : chain) {
      int row = -1;
      for (const Card& card : scene.cards)
        if (card.title == title && card.row > above && (row < 0 || card.row < row)) row = card.row;
      QVERIFY2(row > above, qPrintable(title + " is not below its operands"));
      above = row;
    }
  }

  // An optimizer's constants and schedule are inside its card, together with its arithmetic.
  void anOptimizerIsOneCard() {
    const Opened opened(sample("16_ptb_char_lstm").toStdString());
    int cards = 0;
    for (const Group& group : opened.grouping->groups())
      if (group.title == "Adam") cards += 1 + 10 * (group.band == Band::update);
    QCOMPARE(cards, 11);
  }

  void aLoopIsInItsLayer() {
    const Opened opened(sample("16_ptb_char_lstm").toStdString());
    int loops = 0;
    for (const OpRecord& op : opened.graphs.front()->ops) {
      if (op.op != "scan" && op.op != "scan_parameter") continue;
      const auto around = opened.grouping->around(op.id);
      QVERIFY(around.size() >= 3);
      QCOMPARE(around[0]->title, "char_lstm");
      QVERIFY(around[1]->title == "lower" || around[1]->title == "upper");
      QVERIFY(!opened.grouping->isOpen(around.back()->id));
      ++loops;
    }
    QVERIFY(loops >= 20);
  }

  void smallGraphsAreOpen() {
    for (const char* name : {"02_four_b_plus_c", "05_logistic_part2", "06_mlp"}) {
      const Opened opened(sample(name).toStdString());
      for (const OpRecord& op : opened.shown->ops) QCOMPARE(opened.grouping->item(op.id), op.id);
    }
  }
};

NGRAPH_TEST(FirstGroupingTest, QApplication)
#include "first_grouping_test.moc"
