// SPDX-License-Identifier: Apache-2.0
// Tests models of other frameworks in the window: what an op that cannot run is, weights before a
// run, results after it, and names that contain what Qt reads as the mark of a key.
#include <QJsonDocument>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QToolButton>

#include "app/window/window_description.h"
#include "engine/records/plan_record.h"
#include "engine/records/tensor_record.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/graph/canvas/card_painter.h"
#include "views/graph/canvas/floating_names.h"
#include "views/graph/highlights/find_list.h"
#include "views/run/run_view.h"
#include "views/widgets/code/find_bar.h"
#include "views/widgets/completing_edit.h"
#include "views/widgets/plots/plot.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::testing;

namespace {

// y = FancyAttention(x · layer.weight) · 2.5, where FancyAttention is of the domain com.acme.ops.
constexpr const char* unknownOp =
    "CAg6/gEKIAoBeAoMbGF5ZXIud2VpZ2h0EgFtGgJtbSIGTWF0TXVsCjkKAW0SAWYaBWZhbmN5Ig5GYW5jeUF0dGVudG"
    "lvbioMCgVoZWFkcxgEoAECOgxjb20uYWNtZS5vcHMKFwoBZgoFc2NhbGUSAXkaA211bCIDTXVsEgFnKkYIBAgDEAFC"
    "DGxheWVyLndlaWdodEowAAAAAAAAgD8AAABAAABAQAAAgEAAAKBAAADAQAAA4EAAAABBAAAQQQAAIEEAADBBKg8QAU"
    "IFc2NhbGVKBAAAIEBaFAoBeBIPCg0IARIJCgMSAU4KAggEYhQKAXkSDwoNCAESCQoDEgFOCgIIA0IECgAQEUIQCgxj"
    "b20uYWNtZS5vcHMQAQ==";

}  // namespace

class OpenedModelsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QSettings().clear(); }
  void cleanup() { w_.reset(); }
  void anOpThatCannotRunShowsItsType();
  void weightsHaveValuesBeforeTheRun();
  void constantsAreNoInputs();
  void resultsTakeTheRoomOfAnEmptyPlot();
  void matchesShowTheirScopes();
  void namesOfGroupsCoverNoCards_data();
  void namesOfGroupsCoverNoCards();
  void smallCardsKeepTheirOutline();
  void namesKeepTheirAmpersands();

 private:
  bool open(const QString& path) {
    w_ = std::make_unique<BuildWindow>();
    w_->window->open(path);
    return QTest::qWaitFor([this] { return w_->session.documents.document() != nullptr; },
                           patience) &&
           QTest::qWaitFor(
               [this] {
                 return !w_->session.compilations.compileProgress().busy && !w_->graph().busy();
               },
               patience);
  }
  static QString model(const char* name) {
    return testing::sourceFile(QString("tests/onnx/models/%1.onnx").arg(name));
  }
  RunView& run() { return *qobject_cast<RunView*>(w_->window->docks().view("run")); }

  QTemporaryDir folder_;
  std::unique_ptr<BuildWindow> w_;
};

void OpenedModelsTest::anOpThatCannotRunShowsItsType() {
  const QString path = folder_.filePath("unknown.onnx");
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromBase64(unknownOp)) > 0);
  file.close();
  QVERIFY(open(path));
  QTRY_VERIFY(w_->canvas().scene().find(w_->op("f")) >= 0);
  const QByteArray shown =
      QJsonDocument(describeWindow(*w_->window, "graph")).toJson(QJsonDocument::Compact);
  const QByteArray kind = "FancyAttention · com.acme.ops";
  QVERIFY2(shown.contains("\"kind\":\"" + kind + "\""), shown);
  const QString svg = folder_.filePath("unknown.svg");
  QVERIFY(w_->graph().exporter().exportTo(svg));
  QTRY_VERIFY(w_->window->workspace().jobs.idle() && QFile::exists(svg));
  QFile picture(svg);
  QVERIFY(picture.open(QIODevice::ReadOnly));
  const QByteArray drawn = picture.readAll();
  QVERIFY(drawn.contains("FancyAttention") && drawn.contains("com.acme.ops"));
  w_->toCanvas();
  w_->key(Qt::Key_F, Qt::ControlModifier);
  for (const char* query : {"FancyAttention", "op:com.acme.ops"}) {
    CompletingEdit& field = w_->graph().finder().field();
    field.clear();
    QTest::keyClicks(&field, query);
    testing::settle(200);
    QCOMPARE(w_->graph().finder().matchCount(), 1);
  }
}

void OpenedModelsTest::weightsHaveValuesBeforeTheRun() {
  QVERIFY(open(model("bert")));
  QVERIFY(w_->session.compilations.compilation());
  for (const OpId variable : w_->session.documents.document()->variables) {
    w_->session.values.watch(variable);
    QTRY_VERIFY(w_->session.values.value(variable));
    QVERIFY(w_->session.values.value(variable)->value.size() > 0);
    w_->session.values.unwatch(variable);
  }
  QCOMPARE(w_->session.run.status().lastIteration, 0);
}

void OpenedModelsTest::constantsAreNoInputs() {
  QVERIFY(open(model("torch_mobilenet_v2")));
  QVERIFY(w_->session.plans.plan().scalars.empty());
  QVERIFY(!w_->session.plans.plan().given.empty());
}

void OpenedModelsTest::resultsTakeTheRoomOfAnEmptyPlot() {
  QVERIFY(open(model("bert")));
  w_->window->showView("run");
  testing::settle(50);
  QVERIFY(run().plot()->isVisible());
  w_->key(Qt::Key_F5);
  QVERIFY(w_->finished());
  QTRY_VERIFY(!run().plot()->isVisible());
  const auto tables = run().findChildren<TableView*>();
  const bool shown = std::any_of(tables.begin(), tables.end(), [](const TableView* each) {
    return each->isVisible() && each->asText('\t').contains("norm2\t1×1×16 float32: ");
  });
  QVERIFY(shown);
  w_->window->open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QTRY_VERIFY(run().plot()->isVisible());  // which has curves
}

void OpenedModelsTest::matchesShowTheirScopes() {
  QVERIFY(open(model("torch_mobilenet_v2")));
  w_->toCanvas();
  w_->key(Qt::Key_F, Qt::ControlModifier);
  CompletingEdit& field = w_->graph().finder().field();
  QTest::keyClicks(&field, "op:convolution");
  QTRY_VERIFY(w_->graph().finder().matchCount() > 10);
  const auto* table = w_->graph().finder().list().findChild<TableView*>();
  QVERIFY(table->asText('\t').contains("layers/layers.2/main/main.2/main.2.0/Conv\t"));
}

void OpenedModelsTest::namesOfGroupsCoverNoCards_data() {
  QTest::addColumn<double>("scale");
  QTest::addRow("with names") << 0.38;
  QTest::addRow("with glyphs") << 0.26;
}

void OpenedModelsTest::namesOfGroupsCoverNoCards() {
  QFETCH(double, scale);
  QVERIFY(open(model("torch_mobilenet_v2")));
  const GraphScene& scene = w_->canvas().scene();
  Viewport view;
  const QSize size(1600, 1000);
  view.setScale({}, scale);
  view.centreOn(scene.bounds.center(), size);
  const std::vector<FloatingName> names = floatingNames(scene, view, size);
  QVERIFY(!names.empty());
  for (const FloatingName& name : names)
    for (const Card& card : scene.cards)
      QVERIFY2(!name.box.intersects(view.toView(card.rect)),
               qPrintable(name.text + " covers " + card.title));
}

// Of at least a pixel, in the dark too.
void OpenedModelsTest::smallCardsKeepTheirOutline() {
  Theme::current().setDark(true);
  const Colours& colours = Theme::current().colours();
  QImage image(100, 40, QImage::Format_RGB32);
  image.fill(colours.canvas);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  constexpr double scale = 0.26;
  painter.scale(scale, scale);
  Card card;
  card.rect = QRectF(QPointF(10, 10) / scale, QSizeF(60, 12) / scale);
  CardLook look;
  look.texts = false;
  CardPainter(painter, scale).paint(card, look);
  painter.end();
  int brightest = 0;
  for (int x = 66; x < 74; ++x)
    brightest = std::max(brightest, image.pixelColor(x, 16).lightness());
  const int border = colours.cardBorder.lightness(), canvas = colours.canvas.lightness();
  Theme::current().setDark(false);
  QVERIFY2(2 * (brightest - canvas) > border - canvas, qPrintable(QString::number(brightest)));
}

// On tabs, on buttons and in menus.
void OpenedModelsTest::namesKeepTheirAmpersands() {
  const QString path = folder_.filePath("a & b.ngraph");
  QVERIFY(QFile::copy(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"), path));
  QVERIFY(open(path));
  const auto drawn = [](QString text) { return text.replace("&&", "\n").remove('&'); };
  int crumbs = 0;
  for (const QToolButton* each : w_->graph().findChildren<QToolButton*>())
    crumbs += drawn(each->text()) == "a \n b";
  QCOMPARE(crumbs, 1);
  int shell = 0;
  for (const QToolButton* each : w_->window->statusBar()->findChildren<QToolButton*>())
    shell += drawn(each->text()).contains("a \n b.ngraph");
  QCOMPARE(shell, 1);
  const QByteArray described =
      QJsonDocument(describeWindow(*w_->window, "graph")).toJson(QJsonDocument::Compact);
  QVERIFY(described.contains("\"text\":\"a & b\""));
}

NGRAPH_VIEW_TEST(OpenedModelsTest)
#include "opened_models_test.moc"
