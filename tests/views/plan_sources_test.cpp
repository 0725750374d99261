// SPDX-License-Identifier: Apache-2.0
// Tests choosing the source of a placeholder in the run plan.
#include <QComboBox>
#include <QLineEdit>
#include <QSettings>
#include <QToolButton>

#include "app/window/message_strip.h"
#include "engine/formats/documents/plan_random.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/inspector/edit_fields.h"
#include "views/run/plan_panel.h"
#include "views/run/plan_sources.h"
#include "views/run/run_view.h"
#include "views/widgets/source_chooser.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

namespace {

struct PlanWindow : BuildWindow {
  RunView& run() { return *qobject_cast<RunView*>(window->docks().view("run")); }
  PlanPanel& plan() { return *run().plan(); }
  SourceChooser* chooser() { return plan().sources().chooser(); }

  bool made(const QStringList& lines) {
    editor.newDocument();
    for (const QString& line : lines)
      if (const EditAnswer answer = editor.apply(line, {}); !answer.good) {
        qWarning("%s: %s", qPrintable(line), qPrintable(answer.text));
        return false;
      }
    return planned([](const PlanRecord& plan) { return !plan.computation.empty(); });
  }
  template <class Holds>
  bool planned(Holds&& holds) {
    return QTest::qWaitFor(
        [&] { return !session.compilations.compileProgress().busy && holds(session.plans.plan()); },
        patience);
  }
  PlanGivenRecord given(const char* placeholder) {
    return givenTo(session.plans.plan(), placeholder);
  }
  void give(GivenKind kind, const QString& text) {
    chooser()->kinds().setCurrentIndex(chooser()->kinds().findData(QVariant::fromValue(kind)));
    chooser()->line().setText(text);
    QTest::keyClick(&chooser()->line(), Qt::Key_Return);
  }
};

QToolButton* button(QWidget& in, const QString& text) {
  for (QToolButton* each : in.findChildren<QToolButton*>())
    if (each->text() == text && !each->isHidden()) return each;
  return nullptr;
}

const QStringList scaledSum{"C = make_axis(3)", "X = placeholder([C])", "k = placeholder([])",
                            "y = sum(X) * k"};

}  // namespace

class PlanSourcesTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void missingSourcesAreRequested();
  void aDefaultZeroIsReported();
  void errorsAppearBelowTheLine();
  void integersAreNotTruncated();
  void dataSetsAreOffered();
  void theInspectorOffersSourcesToo();
  void numbersOfTheDocumentAreChanged();
  void inputsInScopesHaveTheirSources();
  void numbersAreShownExactly();
  void filesInTheFolderAreOffered();
};

void PlanSourcesTest::init() {
  QSettings().clear();
}

void PlanSourcesTest::missingSourcesAreRequested() {
  PlanWindow w;
  QVERIFY(w.made(scaledSum));
  QVERIFY(w.planned([](const PlanRecord& plan) { return plan.fault.has_value(); }));
  QVERIFY2(w.plan().refusal().contains("has no source"), qPrintable(w.plan().refusal()));
  w.session.run.run();
  QTRY_VERIFY(w.window->strip().text().contains("no source"));
  QToolButton* give = button(w.window->strip(), QString::fromUtf8("Choose source…"));
  QVERIFY(give);
  give->click();
  QVERIFY(w.plan().isVisible());
  QVERIFY(w.chooser());
  QTRY_VERIFY(w.chooser()->line().hasFocus());
  w.give(GivenKind::random, "uniform(2, 3, seed=1)");
  QCOMPARE(w.editor.undoName(), QString("Feed X"));
  QVERIFY(w.planned([](const PlanRecord& plan) { return !plan.fault; }));
  QCOMPARE(w.given("X").source, std::string("uniform(2, 3, seed=1)"));
  QVERIFY(w.plan().refusal().isEmpty());
  QVERIFY(!w.chooser());  // answered
  emit w.editor.sourceWanted(w.op("k"));
  w.give(GivenKind::value, "2");
  QVERIFY(w.planned([&](const PlanRecord&) { return w.given("k").source == "2"; }));
  w.session.run.run();
  QVERIFY(w.finished());
  const PlanRandom random = *PlanRandom::read("uniform(2, 3, seed=1)");
  std::vector<double> drawn(3);
  random.draw(0, 0, drawn);
  const double expected = 2 * (drawn[0] + drawn[1] + drawn[2]);
  QVERIFY(std::abs(w.session.values.results().front().value.item() - expected) < 1e-4);
  QVERIFY(expected > 12 && expected < 18);
}

void PlanSourcesTest::aDefaultZeroIsReported() {
  PlanWindow w;
  QVERIFY(w.made({"y = x + 1"}));
  QVERIFY(w.given("x").assumed);
  QCOMPARE(givenWords(w.given("x")), QString("no value, 0 is used"));
  w.session.run.run();
  QVERIFY(w.finished());
  QTRY_COMPARE(w.run().values().size(), std::size_t(2));
  QCOMPARE(w.run().values()[0].text, QString("1"));
  QCOMPARE(w.run().values()[1].name(), QString("x, no value"));
  QCOMPARE(w.run().values()[1].text, QString("0"));
  QVERIFY(w.editor.apply("x = 4", {}).good);
  QVERIFY(w.planned([&](const PlanRecord&) { return w.given("x").source == "4"; }));
  QVERIFY(!w.given("x").assumed);
}

void PlanSourcesTest::errorsAppearBelowTheLine() {
  PlanWindow w;
  QVERIFY(w.made(scaledSum));
  emit w.editor.sourceWanted(w.op("k"));
  w.give(GivenKind::schedule, "0.5/(1+epok)");
  QVERIFY2(w.chooser()->refusal().contains("epok"), qPrintable(w.chooser()->refusal()));
  w.give(GivenKind::random, "normal(0, -1)");
  QVERIFY2(w.chooser()->refusal().contains("deviation"), qPrintable(w.chooser()->refusal()));
  w.give(GivenKind::value, "");
  QVERIFY(w.chooser()->refusal().contains("0.1"));  // an example
  w.give(GivenKind::schedule, "0.5/(1+epoch)");
  QVERIFY(w.planned([&](const PlanRecord&) { return w.given("k").kind == GivenKind::schedule; }));
}

void PlanSourcesTest::integersAreNotTruncated() {
  PlanWindow w;
  QVERIFY(w.made({"n = placeholder([], dtype=\"int32\")", "y = n * 2"}));
  emit w.editor.sourceWanted(w.op("n"));
  w.give(GivenKind::value, "3.7");
  QVERIFY2(w.chooser()->refusal().contains("element type"), qPrintable(w.chooser()->refusal()));
  w.give(GivenKind::value, "3");
  QVERIFY(w.planned([&](const PlanRecord&) { return !w.given("n").assumed; }));
}

void PlanSourcesTest::dataSetsAreOffered() {
  PlanWindow w;
  QVERIFY(w.made({"H = make_axis(28)", "W = make_axis(28)", "N = make_axis(500)",
                  "image = placeholder([N, H, W])", "y = sum(image, reduction_axes=[N, H, W])"}));
  const std::vector<SourceRow> rows = w.editor.sources(w.op("image"));
  QCOMPARE(rows.size(), std::size_t(5));
  QVERIFY(rows[2].choices.contains("mnist.train.image"));
  QVERIFY(w.editor.sources(w.op("y")).empty());
  emit w.editor.sourceWanted(w.op("image"));
  w.give(GivenKind::data, "mnist.train.image");
  QVERIFY(w.planned([](const PlanRecord& plan) { return !plan.fault; }));
  QCOMPARE(w.session.plans.plan().data.size(), std::size_t(1));
  QCOMPARE(w.session.plans.plan().data[0].title, std::string("MNIST: 28 x 28 grayscale digits"));
  w.session.run.run();
  QVERIFY(w.finished());
  QCOMPARE(w.session.run.status().lastIteration,
           std::int64_t(8));  // 4,000 samples of the synthetic data
}

void PlanSourcesTest::theInspectorOffersSourcesToo() {
  PlanWindow w;
  QVERIFY(w.made(scaledSum));
  w.window->workspace().selection.selectOp(w.op("k"));
  QWidget& inspector = *w.window->docks().view("inspector");
  const auto chooser = [&] { return inspector.findChild<SourceChooser*>(); };
  QTRY_VERIFY(chooser());
  chooser()->line().setText("0.25");
  QTest::keyClick(&chooser()->line(), Qt::Key_Return);
  QVERIFY(w.planned([&](const PlanRecord&) { return w.given("k").source == "0.25"; }));
}

void PlanSourcesTest::numbersOfTheDocumentAreChanged() {
  PlanWindow w;
  w.window->open(testing::sourceFile("sample_graphs/02_four_b_plus_c.ngraph"));
  QVERIFY(w.planned([](const PlanRecord& plan) { return !plan.scalars.empty(); }));
  QCOMPARE(w.session.plans.plan().scalars[0].value, 4.0);
  auto* field = w.plan().findChild<QLineEdit*>("number a");
  QVERIFY(field);
  QCOMPARE(field->text(), QString("4"));
  field->setText("none");
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(!w.plan().refusal().isEmpty());
  field->setText("7");
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(w.plan().refusal().isEmpty());
  QVERIFY(w.planned([](const PlanRecord& plan) { return plan.scalars[0].value == 7; }));
  w.editor.undo();
  QVERIFY(w.planned([](const PlanRecord& plan) { return plan.scalars[0].value == 4; }));
}

void PlanSourcesTest::inputsInScopesHaveTheirSources() {
  PlanWindow w;
  QVERIFY(w.made(scaledSum));
  const OpId op = w.op("X");
  QVERIFY(w.editor.apply("feed(k, 1)", {}).good && w.editor.apply("feed(X, 3)", {}).good);
  QVERIFY(w.editor.apply(QString("rename(#%1, \"in/X\")").arg(op), {}).good);
  QVERIFY(w.planned([&](const PlanRecord&) { return w.given("in/X").source == "3"; }));
  QVERIFY(w.settled());
  const OpRecord* record = w.session.documents.document()->graph->find(op);
  QCOMPARE(record->scope, std::string("in"));
  w.window->showView("run");
  const auto* change = w.plan().findChild<QToolButton*>("give X");
  QVERIFY(change);
  QCOMPARE(change->text(), QString::fromUtf8("Change…"));
}

// Enter in a field that was not changed leaves the digits that the field of fewer would not show.
void PlanSourcesTest::numbersAreShownExactly() {
  PlanWindow w;
  QVERIFY(w.made({"C = make_axis(4)", "X = placeholder([C])", "lr = constant(0.123456789)",
                  "n = constant(12345678.0)", "y = X * lr + n", "feed(X, 1)"}));
  QVERIFY(w.planned([](const PlanRecord& plan) { return plan.scalars.size() == 2; }));
  const std::vector<PlanScalarRecord> before = w.session.plans.plan().scalars;
  for (const auto& [name, digits] :
       {std::pair("number lr", "0.12345679"), std::pair("number n", "12345678")}) {
    auto* field = w.plan().findChild<QLineEdit*>(name);
    QVERIFY(field);
    QCOMPARE(field->text(), QString(digits));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(w.editor.undoName(), QString("Feed X"));  // not edited
  }
  for (std::size_t i = 0; i < before.size(); ++i)
    QCOMPARE(w.session.plans.plan().scalars[i].value, before[i].value);
}

void PlanSourcesTest::filesInTheFolderAreOffered() {
  PlanWindow w;
  w.window->open(testing::sourceFile("sample_graphs/07_planted_nan.ngraph"));
  QVERIFY(w.planned([](const PlanRecord& plan) { return !plan.given.empty(); }));
  const OpId op = w.session.documents.document()->placeholders.front();
  QCOMPARE(w.editor.sourceLine(op, GivenKind::file, "xs.npz: a"),
           QString("feed(#%1, file=\"xs.npz\", array=\"a\")").arg(op));
  QVERIFY(!w.editor.editing());  // showing does not begin a draft
  const QStringList files = w.editor.sources(op).back().choices;
  QVERIFY2(files.contains("5975d5468babb74796d2e4e93996b971.safetensors"),
           qPrintable(files.join(' ')));
}

NGRAPH_VIEW_TEST(PlanSourcesTest)
#include "plan_sources_test.moc"
