// SPDX-License-Identifier: Apache-2.0
// Tests what the window shows of a model after F5: its results as classes, pictures and text, and
// the table of its blocks.
#include <QTemporaryDir>

#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/inspector/block_section.h"
#include "views/tensors/class_list.h"
#include "views/tensors/tensor_pane.h"
#include "views/tensors/tensors_view.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::testing;

class ModelResultsViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QSettings().clear(); }
  void cleanup() { w_.reset(); }
  void classesAreShownWithTheirLabels();
  void labelsAreChosenAndRemembered();
  void theVocabularyIsChosen();
  void anImageIsShownAsAPicture();
  void idsAreShownAsText();
  void blocksHaveTimesAfterTheRun();

 private:
  void openAndRun(const QString& name) {
    w_ = std::make_unique<BuildWindow>();
    w_->window->open(QDir(testing::sourceFile("sample_graphs/models")).filePath(name));
    QTRY_VERIFY(w_->session.compilations.compilation());
    w_->window->showView("tensors");
    w_->key(Qt::Key_F5);
    QVERIFY(w_->finished());
    QTRY_VERIFY(tensors().showsValue());
  }
  Editor& editor() { return w_->editor; }
  TensorsView& tensors() {
    return *qobject_cast<TensorsView*>(w_->window->docks().view("tensors"));
  }

  std::unique_ptr<BuildWindow> w_;
};

void ModelResultsViewTest::classesAreShownWithTheirLabels() {
  openAndRun("digits.onnx");
  QCOMPARE(tensors().pinned(), (std::vector<OpId>{w_->op("probabilities"), w_->op("image")}));
  QCOMPARE(tensors().pane().modes(), TensorModes(TensorMode::classes));
  QVERIFY(tensors().pane().classes().lines().front().startsWith("three  "));
}

// Labels that the user chose replace those of the model, also when it is opened again.
void ModelResultsViewTest::labelsAreChosenAndRemembered() {
  const QTemporaryDir folder;
  QFile file(folder.filePath("numerals.txt"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("0\n1\n2\nIII\n4\n5\n6\n7\n8\n9\n");
  file.close();
  openAndRun("digits.onnx");
  QJsonObject state = tensors().savedState();
  QVERIFY(state["labels"].toString().isEmpty());
  state["labels"] = file.fileName();
  tensors().restoreState(state);
  QTRY_VERIFY(tensors().pane().classes().lines().front().startsWith("III"));
  QCOMPARE(tensors().savedState()["labels"].toString(), file.fileName());
  state["labels"] = folder.filePath("missing.txt");
  openAndRun("digits.onnx");
  tensors().restoreState(state);
  QVERIFY(tensors().savedState()["labels"].toString().isEmpty());
  QVERIFY(tensors().pane().classes().lines().front().startsWith("three"));
}

// A vocabulary that the user chose writes ids as text, and reads texts that are fed.
void ModelResultsViewTest::theVocabularyIsChosen() {
  const QTemporaryDir folder;
  const QString source = testing::sourceFile("sample_graphs/models/sentences.");
  const QString model = folder.filePath("net.onnx"), chosen = folder.filePath("tokens.txt");
  QVERIFY(QFile::copy(source + "onnx", model) && QFile::copy(source + "vocab.txt", chosen));
  QVERIFY(QFile::copy(source + "inputs.npz", folder.filePath("net.inputs.npz")));
  openAndRun(model);
  QVERIFY(!tensors().pane().offers(TensorMode::text));
  const QString feed = w_->editor.sourceLine(w_->op("prompt"), GivenKind::value, "\"a buffer\"");
  QVERIFY(!editor().apply(feed).good);
  tensors().restoreState({{"vocabulary", chosen}});
  QTRY_VERIFY(!w_->session.documents.document()->words->vocabulary.empty());
  QTRY_VERIFY(tensors().pane().offers(TensorMode::text));
  const EditAnswer answer =
      editor().apply(w_->editor.sourceLine(w_->op("prompt"), GivenKind::value, "\"a buffer\""));
  QVERIFY2(answer.good, qPrintable(answer.text));
  // An edit keeps the names that were chosen.
  QVERIFY(editor().apply("more = 1 + 1").good);
  QTRY_VERIFY(!w_->session.compilations.compileProgress().busy);
  QVERIFY(!w_->session.documents.document()->words->vocabulary.empty());
  QCOMPARE(tensors().savedState()["vocabulary"].toString(), chosen);
}

void ModelResultsViewTest::anImageIsShownAsAPicture() {
  openAndRun("circles.onnx");
  QCOMPARE(tensors().current(), w_->op("mask"));
  QVERIFY(tensors().pane().modes().testFlag(TensorMode::images));
}

void ModelResultsViewTest::idsAreShownAsText() {
  openAndRun("sentences.onnx");
  QCOMPARE(tensors().pane().modes(), TensorModes(TensorMode::text));
  QVERIFY(tensors().pane().text().startsWith("a kernel computes several ops in one loop."));
}

void ModelResultsViewTest::blocksHaveTimesAfterTheRun() {
  openAndRun("circles.onnx");
  w_->window->showView("inspector");
  BlockSection* section = nullptr;
  const auto measured = [&] {
    section = w_->window->docks().view("inspector")->findChild<BlockSection*>();
    return section && std::any_of(section->rows().begin(), section->rows().end(),
                                  [](const BlockRow& row) { return row.share.value_or(0) > 0; });
  };
  QTRY_VERIFY(measured());
  double share = 0;
  int residual = -1;
  for (std::size_t i = 0; i < section->rows().size(); ++i) {
    const BlockRow& row = section->rows()[i];
    if (row.depth == 0) share += row.share.value_or(0);
    if (row.depth == 0 && row.blocks == 4) residual = static_cast<int>(i);
  }
  QVERIFY(std::abs(share - 1) < 1e-6);
  QVERIFY(residual >= 0);
  const BlockRow row = section->rows()[static_cast<std::size_t>(residual)];
  auto* table = section->findChild<TableView*>("blocks");
  const QModelIndex index = table->model()->index(residual, 0);
  table->scrollTo(index);
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
  const auto group = w_->window->workspace().selection.state().group;
  QVERIFY(group);
  QCOMPARE(group->ops, row.members);
  QVERIFY2(group->title.endsWith(QString::fromUtf8(" × 4")), qPrintable(group->title));
}

NGRAPH_VIEW_TEST(ModelResultsViewTest)
#include "model_results_view_test.moc"
