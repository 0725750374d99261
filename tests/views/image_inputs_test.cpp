// SPDX-License-Identifier: Apache-2.0
// Tests image files and texts as inputs of a model: dropped or chosen, undone, and run.
#include <QDragEnterEvent>
#include <QImage>
#include <QMimeData>
#include <QTemporaryDir>

#include "engine/records/plan_record.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/tensors/class_list.h"
#include "views/tensors/tensor_pane.h"
#include "views/tensors/tensors_view.h"

using namespace ng;
using namespace ng::testing;

class ImageInputsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QSettings().clear(); }
  void cleanup() { w_.reset(); }
  void aDroppedImageIsTheInput();
  void theRangeOfPixelsIsChosen();
  void anImageThatCannotBeReadFailsTheRun();
  void aTextIsIdsOfTheVocabulary();
  void savingSaysWhichImageIsLeftOut();

 private:
  void open(const QString& name) {
    w_ = std::make_unique<BuildWindow>();
    w_->window->open(testing::sourceFile("sample_graphs/models/") + name);
    QTRY_VERIFY(w_->session.compilations.compilation());
  }
  // The image of the digit three that the sample has, four times as large.
  QString digit(bool inverted) {
    QFile file(testing::sourceFile("sample_graphs/models/digits.inputs.npz"));
    if (!file.open(QIODevice::ReadOnly)) qFatal("the sample's inputs are missing");
    const QByteArray bytes = file.readAll();
    const qsizetype start = bytes.indexOf('\n', bytes.indexOf("NUMPY")) + 1;
    const auto* pixels = reinterpret_cast<const float*>(bytes.constData() + start);
    QImage image(28, 28, QImage::Format_Grayscale8);
    for (int y = 0; y < 28; ++y)
      for (int x = 0; x < 28; ++x) {
        float value = 0;
        std::memcpy(&value, pixels + y * 28 + x, sizeof value);
        const int grey = static_cast<int>(value * 255 + 0.5F);
        image.scanLine(y)[x] = static_cast<uchar>(inverted ? 255 - grey : grey);
      }
    const QString path = folder_.filePath(inverted ? "inverted.png" : "three.png");
    if (!image.scaled(112, 112).save(path)) qFatal("the image cannot be written");
    return path;
  }
  void drop(const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({400, 300}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(w_->window.get(), &enter);
    QDropEvent event({400, 300}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(w_->window.get(), &event);
  }
  Editor& editor() { return w_->editor; }
  QString given() const {
    const PlanRecord plan = w_->session.plans.plan();
    return plan.given.empty() ? QString() : QString::fromStdString(plan.given.front().source);
  }
  void run() {
    w_->key(Qt::Key_F5);
    QVERIFY(w_->finished());
  }
  TensorsView& tensors() {
    return *qobject_cast<TensorsView*>(w_->window->docks().view("tensors"));
  }

  QTemporaryDir folder_;
  std::unique_ptr<BuildWindow> w_;
};

void ImageInputsTest::aDroppedImageIsTheInput() {
  open("digits.onnx");
  const QString path = digit(false);
  drop(path);
  QTRY_COMPARE(given(), path + ": 0..1");
  QTRY_VERIFY(!w_->session.compilations.compileProgress().busy);
  w_->window->showView("tensors");
  tensors().showTensor(w_->op("probabilities"));
  run();
  QTRY_VERIFY(tensors().showsValue());
  QVERIFY2(tensors().pane().classes().lines().front().startsWith("three"),
           qPrintable(tensors().pane().classes().lines().front()));
  w_->editor.undo();
  QTRY_COMPARE(given(), QString("digits.inputs.npz: image"));
}

void ImageInputsTest::theRangeOfPixelsIsChosen() {
  open("digits.onnx");
  const QString path = digit(true);
  const QString line = w_->editor.sourceLine(w_->op("image"), GivenKind::file, path + ":-1..1");
  QVERIFY(editor().apply(line).good);
  QTRY_COMPARE(given(), path + ": -1..1");
  QTRY_VERIFY(!w_->session.compilations.compileProgress().busy);
  const OpId image = w_->op("image");
  w_->session.values.watch(image);
  run();
  QTRY_VERIFY(w_->session.values.value(image));
  const Tensor& value = w_->session.values.value(image)->value;
  QCOMPARE(value.shape, (Shape{1, 1, 28, 28}));
  QCOMPARE(value.at(0), 1.0);  // a white corner
  w_->session.values.unwatch(image);
  // Another image is in the same range.
  drop(digit(false));
  QTRY_COMPARE(given(), folder_.filePath("three.png") + ": -1..1");
}

void ImageInputsTest::anImageThatCannotBeReadFailsTheRun() {
  open("digits.onnx");
  QFile file(folder_.filePath("broken.png"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.close();
  QSignalSpy messages(&w_->window->workspace().messages, &Messages::message);
  drop(file.fileName());
  QTRY_COMPARE(given(), file.fileName() + ": 0..1");
  QTRY_VERIFY(!w_->session.compilations.compileProgress().busy);
  w_->key(Qt::Key_F5);
  const auto said = [&] {
    return std::any_of(messages.begin(), messages.end(), [](const QList<QVariant>& each) {
      return each.front().value<Diagnostic>().what.find("image cannot be read") !=
             std::string::npos;
    });
  };
  QTRY_VERIFY(said());
}

void ImageInputsTest::aTextIsIdsOfTheVocabulary() {
  open("sentences.onnx");
  const OpId prompt = w_->op("prompt");
  const auto line = [&](const QString& text) {
    return w_->editor.sourceLine(prompt, GivenKind::value, text);
  };
  const EditAnswer shorter = editor().apply(line("\"a pass\""));
  QVERIFY(!shorter.good);
  QVERIFY2(shorter.details.contains("found 6 tokens"), qPrintable(shorter.details));
  QVERIFY(!editor().apply(line("\"a Kernel\"")).good);  // there are no capitals
  QVERIFY(editor().apply(line("\"a buffer\"")).good);
  QTRY_COMPARE(given(), QString("'a buffer'"));
  QTRY_VERIFY(!w_->session.compilations.compileProgress().busy);
  w_->window->showView("tensors");
  tensors().showTensor(w_->op("text"));
  run();
  QTRY_VERIFY(tensors().showsValue());
  QVERIFY2(tensors().pane().text().startsWith("a buffer holds a tensor until"),
           qPrintable(tensors().pane().text()));
}

// A document refers to files in its own folder only.
void ImageInputsTest::savingSaysWhichImageIsLeftOut() {
  open("digits.onnx");
  const QString path = digit(false);
  drop(path);
  QTRY_COMPARE(given(), path + ": 0..1");
  QTemporaryDir other;
  const EditAnswer elsewhere = editor().save(other.filePath("digits.ngraph"));
  QVERIFY(elsewhere.good);
  QVERIFY2(elsewhere.details.contains(path) && elsewhere.details.contains("the input image"),
           qPrintable(elsewhere.details));
}

NGRAPH_VIEW_TEST(ImageInputsTest)
#include "image_inputs_test.moc"
