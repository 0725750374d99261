// SPDX-License-Identifier: Apache-2.0
// Tests the sections of the start page.
#include <QTemporaryDir>
#include <QtTest>

#include "app/window/start/start_cards.h"
#include "app/window/start/start_page.h"
#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/records/document_record.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "tests/support/waits.h"

using namespace ng;
using namespace ng::views;

class StartPageTest : public QObject {
  Q_OBJECT
 private slots:
  void listsModelsBetweenWalkThroughsAndNetworks();
  void aModelIsReadForItsCard();
};

void StartPageTest::listsModelsBetweenWalkThroughsAndNetworks() {
  testing::BuildWindow w;
  const StartPage& page = w.window->startPage();
  QCOMPARE(page.sections(), (QStringList{"Walk-throughs", "Models", "Networks"}));
  const QStringList samples = page.samples();
  const qsizetype first = samples.indexOf("circles.onnx");
  QCOMPARE(samples.mid(first, 3), (QStringList{"circles.onnx", "digits.onnx", "sentences.onnx"}));
  QCOMPARE(samples.at(first - 1), QString("09_lstm.ngraph"));
  QCOMPARE(samples.at(first + 3), QString("10_mnist_mlp.ngraph"));
}

void StartPageTest::aModelIsReadForItsCard() {
  testing::BuildWindow w;
  const QTemporaryDir samples;
  const QDir folder(samples.path());
  QVERIFY(folder.mkdir("models"));
  for (const char* name : {"01_x_plus_one.ngraph", "models/digits.onnx"})
    QVERIFY(QFile::copy(testing::sourceFile("sample_graphs/") + name, folder.filePath(name)));
  const auto read = [](const QString& path) {
    return make_document_record(load_document(path.toStdString()));
  };
  StartPage page(w.window->workspace(), {samples.path(), read, {}});
  page.resize(1200, 800);
  page.show();  // places the cards
  const auto cards = page.findChildren<SampleCard*>();
  QCOMPARE(cards.size(), 2);
  QTRY_VERIFY(cards[0]->document() && cards[1]->document());
  QCOMPARE(QString::fromStdString(cards[1]->document()->title),
           QString("A convolutional network that reads a digit"));
}

NGRAPH_VIEW_TEST(StartPageTest)
#include "start_page_test.moc"
