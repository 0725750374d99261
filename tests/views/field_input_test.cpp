// SPDX-License-Identifier: Apache-2.0
// Tests input fields: the wheel changes only the focused field, and typed text has its own undo
// history.
#include <QComboBox>
#include <QSpinBox>
#include <QWheelEvent>

#include "engine/records/compilation_record.h"
#include "engine/records/plan_record.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/tensors/element_editor.h"
#include "views/widgets/code/code_view.h"
#include "views/widgets/code/find_bar.h"

using namespace ng;
using namespace ng::testing;

namespace {

// Sends wheel events, which select the next row or number if there is one.
void turn(QWidget* field, int steps) {
  const QPointF at = QRectF(field->rect()).center();
  QWheelEvent wheel(at, field->mapToGlobal(at), {}, QPoint(0, 120 * steps), Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(field, &wheel);
}

QString textOf(const QWidget* field) {
  if (const auto* combo = qobject_cast<const QComboBox*>(field)) return combo->currentText();
  return qobject_cast<const QAbstractSpinBox*>(field)->text();
}

}  // namespace

class FieldInputTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { w_.reset(); }
  void theWheelChangesNoUnfocusedField();
  void theWheelChangesTheFocusedField();
  void theBuildLineHasItsOwnUndo();
  void linesHaveTheirOwnUndo_data();
  void linesHaveTheirOwnUndo();
  void anUnchangedNumberIsNoEdit();
  void numbersOfThePlanHaveTheirOwnUndo();
  void numbersHaveTheirOwnUndo();
  void editorsKeepTheKeys();

 private:
  bool shown(const QString& view) {
    w_->window->showView(view);
    QWidget* widget = w_->window->docks().view(view);
    return QTest::qWaitFor([=] { return widget->isVisible(); }, patience);
  }
  QList<QWidget*> fields() {
    QList<QWidget*> all;
    for (auto* each : w_->window->findChildren<QComboBox*>()) all << each;
    for (auto* each : w_->window->findChildren<QAbstractSpinBox*>()) all << each;
    return all;
  }
  void undo() { w_->key(Qt::Key_Z, Qt::ControlModifier); }
  std::unique_ptr<BuildWindow> w_;
};

void FieldInputTest::init() {
  QSettings().clear();
  w_ = std::make_unique<BuildWindow>();
}

void FieldInputTest::theWheelChangesNoUnfocusedField() {
  w_->window->open(testing::sourceFile("sample_graphs/06_mlp.ngraph"));
  QTRY_VERIFY(w_->session.compilations.compilation() && w_->op("W1") != 0);
  int tried = 0;
  for (const char* view : {"graph", "run", "debug", "kernels"}) {
    QVERIFY(shown(view));
    w_->toCanvas();
    const CompilationRecordPtr compiled = w_->session.compilations.compilation();
    for (QWidget* field : fields()) {
      if (!field->isVisible() || !field->isEnabled()) continue;
      const QString before = textOf(field);
      for (const int steps : {-1, 1, -3}) turn(field, steps);
      QVERIFY2(textOf(field) == before, qPrintable(field->toolTip() + ": " + textOf(field)));
      QVERIFY(!field->hasFocus());
      ++tried;
    }
    QVERIFY(!w_->session.compilations.compileProgress().busy);
    QCOMPARE(w_->session.compilations.compilation(), compiled);
  }
  QVERIFY2(tried >= 6, qPrintable(QString::number(tried)));
}

void FieldInputTest::theWheelChangesTheFocusedField() {
  w_->window->open(testing::sourceFile("sample_graphs/06_mlp.ngraph"));
  QTRY_VERIFY(w_->session.compilations.compilation() && w_->op("W1") != 0);
  QVERIFY(shown("run"));
  w_->toCanvas();
  auto* epochs = w_->window->docks().view("run")->findChild<QSpinBox*>();
  QVERIFY(epochs);
  const int before = epochs->value();
  epochs->setFocus();
  turn(epochs, 1);
  QCOMPARE(epochs->value(), before + 1);
  w_->canvas().setFocus();
  turn(epochs, 1);
  QCOMPARE(epochs->value(), before + 1);
}

void FieldInputTest::theBuildLineHasItsOwnUndo() {
  w_->key(Qt::Key_N, Qt::ControlModifier);
  QTRY_VERIFY(w_->session.documents.document() != nullptr);
  ExpressionField& line = w_->build().field();
  line.setFocus();
  w_->type("y = x + 1");
  QTRY_VERIFY(w_->op("y") != 0);
  QTest::keyClicks(&line, "z = 2");
  w_->key(Qt::Key_A, Qt::ControlModifier);
  w_->key(Qt::Key_Delete);
  QVERIFY(line.text().isEmpty());
  undo();
  QCOMPARE(line.text(), QString("z = 2"));
  QVERIFY(!w_->editor.undoName().isEmpty());
  w_->key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(line.text().isEmpty());
  undo();
  w_->key(Qt::Key_Y, Qt::ControlModifier);
  QVERIFY(line.text().isEmpty());
  while (line.isUndoAvailable()) undo();
  QVERIFY(w_->op("y") != 0 && !w_->editor.undoName().isEmpty());
  undo();  // the line has no more undo steps: undoes in the document
  QVERIFY(w_->editor.undoName().isEmpty());
  QTRY_VERIFY(w_->op("y") == 0);
}

void FieldInputTest::linesHaveTheirOwnUndo_data() {
  QTest::addColumn<QString>("field");
  for (const char* field : {"search", "filter", "number"}) QTest::addRow("%s", field) << field;
}

void FieldInputTest::linesHaveTheirOwnUndo() {
  QFETCH(QString, field);
  w_->key(Qt::Key_N, Qt::ControlModifier);
  QTRY_VERIFY(w_->session.documents.document() != nullptr);
  w_->type("y = x + 1");
  QTRY_VERIFY(w_->op("y") != 0);
  QLineEdit* line = nullptr;
  w_->toCanvas();
  if (field == "search") {
    w_->key(Qt::Key_F, Qt::ControlModifier);
    line = w_->graph().findChild<FindBar*>()->findChild<QLineEdit*>();
  } else if (field == "number") {
    line = new ElementEditor(&w_->canvas(), QRect(20, 20, 80, 20), w_->canvas().font(),
                             Qt::AlignRight, "1.5");
  } else {
    QVERIFY(shown("outline"));
    line = w_->window->docks().view("outline")->findChild<QLineEdit*>();
  }
  QVERIFY(line);
  line->setFocus();
  QTRY_VERIFY(line->hasFocus());
  const QString before = line->text();
  const QString edit = w_->editor.undoName();
  QVERIFY(!edit.isEmpty());
  QTest::keyClicks(line, "7");
  const QString typed = line->text();
  QVERIFY(typed != before);
  w_->key(Qt::Key_A, Qt::ControlModifier);
  w_->key(Qt::Key_Delete);
  undo();
  QCOMPARE(line->text(), typed);
  QCOMPARE(w_->editor.undoName(), edit);
  w_->key(Qt::Key_Y, Qt::ControlModifier);
  QVERIFY(line->text().isEmpty());
  while (line->isUndoAvailable()) undo();
  QCOMPARE(w_->editor.undoName(), edit);
  undo();
  QVERIFY(w_->editor.undoName() != edit);
}

void FieldInputTest::anUnchangedNumberIsNoEdit() {
  const auto entered = [this](const QString& typed) {
    auto* editor = new ElementEditor(&w_->canvas(), QRect(20, 20, 80, 20), w_->canvas().font(),
                                     Qt::AlignRight, "1234567890.5");
    const QSignalSpy taken(editor, &ElementEditor::taken);
    QTest::keyClicks(editor, typed);
    QTest::keyClick(editor, Qt::Key_Return);
    return taken.size();
  };
  QCOMPARE(entered({}), 0);
  QCOMPARE(entered("3"), 1);
}

void FieldInputTest::numbersOfThePlanHaveTheirOwnUndo() {
  w_->window->open(testing::sourceFile("sample_graphs/02_four_b_plus_c.ngraph"));
  QVERIFY(shown("run"));
  QWidget* view = w_->window->docks().view("run");
  const auto number = [=] { return view->findChild<QLineEdit*>("number a"); };
  const auto becomes = [&](double value) {
    return QTest::qWaitFor(
        [&] {
          const std::vector<PlanScalarRecord>& all = w_->session.plans.plan().scalars;
          return !all.empty() && all[0].value == value && number() != nullptr;
        },
        patience);
  };
  QVERIFY(becomes(4));
  number()->setFocus();
  number()->selectAll();
  QTest::keyClicks(number(), "7");
  w_->key(Qt::Key_Return);
  QVERIFY(becomes(7));
  QTRY_COMPARE(number()->text(), QString("7"));
  const QString edit = w_->editor.undoName();
  number()->setFocus();
  QTest::keyClicks(number(), "5");
  QVERIFY(number()->text() != "7");
  undo();
  QCOMPARE(number()->text(), QString("7"));
  QCOMPARE(w_->editor.undoName(), edit);
  undo();
  QVERIFY(becomes(4));
}

void FieldInputTest::numbersHaveTheirOwnUndo() {
  w_->key(Qt::Key_N, Qt::ControlModifier);
  QTRY_VERIFY(w_->session.documents.document() != nullptr);
  w_->type("y = x + 1");
  QTRY_VERIFY(w_->op("y") != 0);
  const QString edit = w_->editor.undoName();
  w_->toCanvas();
  QSpinBox number(&w_->canvas());
  number.setValue(5);
  number.show();
  number.setFocus();
  w_->key(Qt::Key_End);
  QTest::keyClicks(&number, "7");
  QCOMPARE(number.value(), 57);
  undo();
  QCOMPARE(number.value(), 5);
  QCOMPARE(w_->editor.undoName(), edit);
  undo();
  QVERIFY(w_->editor.undoName() != edit);
}

// Also when the field's own undo history is empty: a held key must not reach the document.
void FieldInputTest::editorsKeepTheKeys() {
  w_->key(Qt::Key_N, Qt::ControlModifier);
  QTRY_VERIFY(w_->session.documents.document() != nullptr);
  w_->type("y = x + 1");
  QTRY_VERIFY(w_->op("y") != 0);
  const QString edit = w_->editor.undoName();
  w_->toCanvas();
  CodeView editor(CodeView::Use::edit, &w_->canvas());
  editor.resize(200, 100);
  editor.show();
  editor.setFocus();
  QTest::keyClicks(&editor, "a = 1");
  for (int i = 0; i < 10; ++i) undo();
  QVERIFY(editor.toPlainText().isEmpty());
  QCOMPARE(w_->editor.undoName(), edit);
  w_->key(Qt::Key_Y, Qt::ControlModifier);
  QVERIFY(!editor.toPlainText().isEmpty());
}

NGRAPH_VIEW_TEST(FieldInputTest)
#include "field_input_test.moc"
