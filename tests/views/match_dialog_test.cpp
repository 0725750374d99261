// SPDX-License-Identifier: Apache-2.0
// Tests the dialog that matches a checkpoint of other names with the variables of a document.
#include <QComboBox>
#include <QDragEnterEvent>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>

#include "app/window/matching/match_dialog.h"
#include "app/window/message_strip.h"
#include "engine/formats/tensors/safetensors.h"
#include "engine/records/tensor_record.h"
#include "tests/support/answer_bar.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::views;

namespace {

Tensor counted(const Shape& shape, double from) {
  Tensor tensor(DType::f32, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, from + static_cast<double>(i));
  return tensor;
}

}  // namespace

// The document's variables: W1 (100, 28, 28), W2 (10, 100), b1 (100), b2 (10).
class MatchDialogTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { w_.reset(); }
  void matchingNamesNeedNoDialog();
  void rulesGiveTensors();
  void aTensorIsChosen();
  void badRulesAreExplained();
  void choicesSurviveTheQuestion();
  void aRunIsPausedFirst();

 private:
  QString save(const char* name, const std::vector<NamedTensor>& tensors) {
    const QString path = folder_.filePath(name);
    write_safetensors(path.toStdString(), refs(TensorFile{tensors, {}}));
    return path;
  }
  void drop(const QString& path) {
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({400, 300}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w_->window.get(), &enter);
    QDropEvent event(QPointF(400, 300), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w_->window.get(), &event);
  }
  MatchDialog* dialog() const { return w_->window->findChild<MatchDialog*>(); }
  QPushButton* button(const QString& begin) const {
    for (auto* each : dialog()->findChildren<QPushButton*>())
      if (each->text().remove('&').startsWith(begin)) return each;
    return nullptr;
  }
  // The first element of a watched variable; NaN if there is no value.
  double first(const QString& name) const {
    const TensorRecordPtr value = w_->session.values.value(w_->op(name));
    return value ? value->value.at(0) : std::nan("");
  }

  std::unique_ptr<testing::BuildWindow> w_;
  QTemporaryDir folder_;
};

void MatchDialogTest::init() {
  QSettings().clear();
  w_ = std::make_unique<testing::BuildWindow>();
  w_->window->open(testing::sourceFile("sample_graphs/06_mlp.ngraph"));
  QTRY_VERIFY(w_->session.compilations.compilation() != nullptr);
  for (const char* name : {"W2", "b1", "b2"}) w_->session.values.watch(w_->op(name));
}

void MatchDialogTest::matchingNamesNeedNoDialog() {
  drop(save("same.safetensors", {{"W1", counted({100, 28, 28}, 1)},
                                 {"W2", counted({10, 100}, 2)},
                                 {"b1", counted({100}, 3)},
                                 {"b2", counted({10}, 4)},
                                 {"step", Tensor(1.0)}}));
  QTRY_COMPARE(first("b2"), 4.);
  QCOMPARE(first("W2"), 2.);
  QVERIFY(dialog() == nullptr);
}

void MatchDialogTest::rulesGiveTensors() {
  const QString path = save("other.safetensors", {{"net.W1", counted({100, 28, 28}, 1)},
                                                  {"net.W2", counted({100, 10}, 20)},
                                                  {"net.b1", counted({100}, 3)},
                                                  {"net.b2", counted({10}, 40)},
                                                  {"step", Tensor(1.0)}});
  drop(path);
  QTRY_VERIFY(dialog() != nullptr);
  QCOMPARE(dialog()->summary(),
           QString("0 of 4 variables have a tensor; 4 missing; 5 tensors are not used"));
  QVERIFY(!button("Restore")->isEnabled());
  QCOMPARE(dialog()->findChild<QListWidget*>()->count(), 5);
  QVERIFY(button("Rename net.*=*"));
  button("Rename net.*=*")->click();
  QTRY_VERIFY(dialog()->summary().startsWith("3 of 4"));
  QVERIFY2(dialog()->summary().endsWith("; 1 mismatched; 1 tensor is not used"),
           qPrintable(dialog()->summary()));
  QCOMPARE(button("Restore")->text().remove('&'), QString("Restore 3 of 4"));
  QVERIFY(button("Transpose *.W2"));
  button("Transpose *.W2")->click();
  QTRY_COMPARE(button("Restore")->text().remove('&'), QString("Restore"));
  button("Restore")->click();
  QTRY_COMPARE(first("b2"), 40.);
  QTRY_VERIFY(dialog() == nullptr);
  const TensorRecordPtr w2 = w_->session.values.value(w_->op("W2"));
  QCOMPARE(w2->value.at(1), 30.);  // element (1, 0) of the tensor
  QVERIFY2(w_->window->shell().last().endsWith("--rename 'net.*=*' --transpose '*.W2'") &&
               w_->window->shell().last().startsWith("ngraph checkpoint bind " + path),
           qPrintable(w_->window->shell().last()));
}

void MatchDialogTest::aTensorIsChosen() {
  drop(save("one.safetensors", {{"offset", counted({10}, 7)}, {"unit", counted({100}, 8)}}));
  QTRY_VERIFY(dialog() != nullptr);
  const double before = first("b1");
  auto* view = dialog()->findChild<TableView*>();
  emit view->rowSelected(3);
  view->setCurrentSourceRow(3);
  auto* tensors = dialog()->findChild<QComboBox*>();
  const int item = tensors->findText("offset", Qt::MatchStartsWith);
  QVERIFY(item > 1);
  tensors->setCurrentIndex(item);
  emit tensors->activated(item);
  QTRY_COMPARE(button("Restore")->text().remove('&'), QString("Restore 1 of 4"));
  QCOMPARE(tensors->currentText().trimmed(), QString("offset"));
  button("Restore")->click();
  QTRY_COMPARE(first("b2"), 7.);
  QCOMPARE(first("b1"), before);
}

void MatchDialogTest::badRulesAreExplained() {
  drop(save("bad.safetensors", {{"offset", counted({10}, 7)}}));
  QTRY_VERIFY(dialog() != nullptr);
  dialog()->findChild<QPlainTextEdit*>()->setPlainText("missing.*=*");
  QTRY_VERIFY(dialog()->summary().contains("'missing.*' matches no tensor"));
  QVERIFY(!button("Restore")->isEnabled());
  dialog()->findChild<QPlainTextEdit*>()->setPlainText("offset=b2");
  QTRY_COMPARE(button("Restore")->text().remove('&'), QString("Restore 1 of 4"));
  QVERIFY(button("Restore")->isEnabled());
}

void MatchDialogTest::choicesSurviveTheQuestion() {
  drop(save("mine.safetensors", {{"offset", counted({10}, 7)}}));
  QTRY_VERIFY(dialog() != nullptr);
  w_->session.run.stepIteration();
  QTRY_COMPARE(w_->session.run.status().unsaved(), 1);
  QTRY_COMPARE(w_->session.run.status().state, RunState::paused);
  dialog()->findChild<QPlainTextEdit*>()->setPlainText("offset=b2");
  QTRY_VERIFY(button("Restore 1 of 4"));
  QTRY_VERIFY(button("Restore")->isEnabled());
  button("Restore")->click();
  QVERIFY(!w_->window->edits().unsaved().text().isEmpty());
  QVERIFY(!dialog()->isVisible());  // it would cover the question
  w_->window->activateWindow();
  QTRY_VERIFY(w_->window->isAncestorOf(QApplication::focusWidget()));
  w_->key(Qt::Key_Escape);
  QVERIFY(w_->window->edits().unsaved().text().isEmpty());
  QTRY_VERIFY(dialog() && dialog()->isVisible());
  QCOMPARE(dialog()->findChild<QPlainTextEdit*>()->toPlainText(), QString("offset=b2"));
  QCOMPARE(w_->session.run.status().unsaved(), 1);
  button("Restore")->click();
  QVERIFY(testing::answer(*w_->window, "Discard and restore"));
  QTRY_COMPARE(first("b2"), 7.);
  QTRY_VERIFY(dialog() == nullptr);
}

void MatchDialogTest::aRunIsPausedFirst() {
  const QString path = save("later.safetensors", {{"offset", counted({10}, 7)}});
  drop(path);
  QTRY_VERIFY(dialog() != nullptr);
  w_->session.run.setPace(2);
  w_->session.run.run();
  QTRY_VERIFY(w_->session.run.status().lastIteration > 0);
  drop(path);
  QTRY_COMPARE(w_->window->strip().text(),
               QString("later.safetensors is not restored during a run.  Pause the run first "
                       "(F6), then try again."));
  dialog()->findChild<QPlainTextEdit*>()->setPlainText("offset=b2");
  QTRY_VERIFY(w_->window->strip().text().startsWith(
      "later.safetensors is not matched during a run.  Pause the run first (F6)"));
  QVERIFY(dialog()->summary().contains("F6"));
  w_->window->actions()["run.pause"]->trigger();
  QTRY_COMPARE(w_->session.run.status().state, RunState::paused);
  QTRY_VERIFY(button("Restore 1 of 4"));  // matched now
}

NGRAPH_VIEW_TEST(MatchDialogTest)
#include "match_dialog_test.moc"
