// SPDX-License-Identifier: Apache-2.0
// Tests that exported pictures show every text whole: names, axes and chips.
#include <QRegularExpression>
#include <QTemporaryDir>

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/graph_stage.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;
using ng::testing::GraphStage;

class ExportedShapesTest : public QObject {
  Q_OBJECT

 private slots:
  // On the screen they are elided.
  void exportedShapesAreWhole() {
    GraphStage stage;
    const QString axes = "batch 1,048,576 · channels 2,048 · height 1,024 · width 1,024";
    std::vector<AxisRecord> longAxes;
    for (const auto& [name, length] :
         {std::pair{"batch", 1'048'576}, {"channels", 2'048}, {"height", 1'024}, {"width", 1'024}})
      longAxes.push_back({name, length, 0, std::nullopt});
    auto record = std::make_shared<GraphRecord>(*stage.session.documents.document()->graph);
    std::vector<OpRecord> ops(record->ops.begin(), record->ops.end());
    const char* longName = "a_name_that_says_which_layer_of_which_block_the_op_was_made_for";
    for (OpRecord& op : ops) {
      if (op.id == testing::id_x) op.results.front().axes = longAxes;
      if (op.traits.is_state()) op.name = longName + op.name;  // on cards and on chips
    }
    record->ops = ops;
    stage.session.use(record);
    stage.settle();
    QTemporaryDir folder;
    const QString path = folder.filePath("whole.svg");
    QVERIFY(stage.view.exporter().exportTo(path));
    QTRY_VERIFY(stage.jobs.idle());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QString texts;
    QRegularExpression text("<text[^>]*>([^<]*)</text>");
    auto all = text.globalMatch(QString::fromUtf8(file.readAll()));
    while (all.hasNext()) texts += all.next().captured(1).trimmed() + ' ';
    QVERIFY2(texts.contains(axes), qPrintable(texts));
    QVERIFY2(texts.contains(longName), qPrintable(texts));
    QVERIFY2(!texts.contains(QChar(0x2026)), qPrintable(texts));
  }
};

NGRAPH_VIEW_TEST(ExportedShapesTest)
#include "exported_shapes_test.moc"
