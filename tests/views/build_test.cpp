// SPDX-License-Identifier: Apache-2.0
// Tests documents built in the window by mouse and keyboard events alone: x + 1, logistic
// regression, rejected links, and edits that survive a crash of the program.
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <csignal>

#include "app/drafts/draft_editor.h"
#include "app/window/main_window.h"
#include "app/window/message_strip.h"
#include "app/window/opening/opening.h"
#include "app/window/opening/options.h"
#include "app/window/tool_bar.h"
#include "engine/records/document_record.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "tests/support/answer_bar.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/build/build_view.h"
#include "views/build/function_list.h"
#include "views/graph/editing/build_layer.h"
#include "views/graph/graph_view.h"
#include "views/widgets/code/expression_field.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

namespace {

const QStringList logistic = {
    "C = make_axis(4)",
    "N = make_axis(128)",
    "alpha = placeholder([])",
    "X = placeholder([C, N])",
    "Y = placeholder([N])",
    "W = variable([C], initial_value=0)",
    // The product is created by mouse.
    "Y_hat = sigmoid(product)",
    "L = cross_entropy_binary(Y_hat, Y, out_axes=[]) / batch_size(Y_hat)",
    "grad = deriv(L, W)",
    "update = assign(W, W - alpha * grad / tensor_size(Y_hat, reduction_axes=[], out_axes=[N]))",
    "train = computation([L, W, update], alpha, X, Y)",
    "mixture = data(\"mixture_of_gaussians\", seed=0, probabilities=[0.5, 0.5], shape=[4], "
    "batch=128, parts={\"train\": 10})",
    "feed(alpha, schedule=\"5/(1+epoch)\")",
    "feed(X, data=\"mixture.train.xs\")",
    "feed(Y, data=\"mixture.train.ys\")",
    "plan(computation=train, epochs=10, batches=10)",
    "plot(L, title=\"loss\")",
};

double result(const EngineSession& session) {
  const std::vector<TensorRecord> results = session.values.results();
  return results.empty() ? std::nan("") : results.front().value.item();
}

}  // namespace

class BuildTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void xPlusOneByKeyboard();
  void xPlusOneByMouse();
  void logisticRegression();
  void cardsStayWhereTheyAreDropped();
  void errorsAppearAtTheCursor();
  void valuesAreEditedOnTheCard();
  void openedDocumentsAreEdited();
  void editsSurviveTheProgram();
  void commandLineEdits();
  void aFileChangedJustBeforeAnEditIsReported();
  void unfinishedOpsStayUnsaved();
  void pictures();
};

void BuildTest::init() {
  QSettings().clear();
  Theme::current().setDark(false);
}

void BuildTest::xPlusOneByKeyboard() {
  BuildWindow w;
  int actions = 0;
  w.key(Qt::Key_N, Qt::ControlModifier), ++actions;
  QVERIFY(QTest::qWaitFor([&] { return w.session.documents.document() != nullptr; }, patience));
  QTRY_VERIFY2(w.build().field().hasFocus(),
               QApplication::focusWidget() ? QApplication::focusWidget()->metaObject()->className()
                                           : "none");
  QTest::keyClicks(&w.build().field(), "y = x + 1"), ++actions;
  QCOMPARE(w.build().answer(), QString("add y: float32 (), placeholder x"));
  w.key(Qt::Key_Return), ++actions;
  QVERIFY(w.build().answer().startsWith("x is not defined.") && w.build().field().fault() == 5);
  QCOMPARE(w.build().create().text(), QString("Create placeholder x"));
  QTest::mouseClick(&w.build().create(), Qt::LeftButton), ++actions;
  QCOMPARE(w.window->actions()["edit.undo"]->text(), QString("Undo y = x + 1"));
  QTest::keyClicks(&w.build().field(), "x = 4"), ++actions;
  w.key(Qt::Key_Return), ++actions;
  QVERIFY(QTest::qWaitFor(
      [&] {
        return w.session.compilations.compilation() &&
               !w.session.compilations.compileProgress().busy;
      },
      patience));
  QVERIFY(w.settled());
  w.key(Qt::Key_F5), ++actions;
  QVERIFY(w.finished());
  QCOMPARE(result(w.session), 5.0);
  QVERIFY2(actions <= 8, qPrintable(QString::number(actions)));
  QCOMPARE(w.canvas().cardRect(w.op("y")).center().x(),
           w.canvas().cardRect(w.op("x")).center().x());
  // The printed value appears on the card.
  QVERIFY(QTest::qWaitFor(
      [&] {
        const int card = w.canvas().scene().find(w.op("y"));
        return card >= 0 &&
               w.canvas().scene().cards[static_cast<std::size_t>(card)].detail.endsWith("= 5");
      },
      patience));
}

void BuildTest::xPlusOneByMouse() {
  BuildWindow w;
  int actions = 0;
  QPushButton* fresh = w.window->startPage().findChild<QPushButton*>("newDocument");
  QVERIFY(fresh != nullptr);
  QTest::mouseClick(fresh, Qt::LeftButton), ++actions;
  QVERIFY(QTest::qWaitFor([&] { return w.session.documents.document() != nullptr; }, patience));
  w.doubleClick("placeholder"), ++actions;
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().cards.size() == 1; }, patience));
  const OpId x = w.editor.last();
  w.doubleClick("constant"), ++actions;
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().cards.size() == 2; }, patience));
  const OpId one = w.editor.last();
  const QPoint below = w.graph().build()->port(x).toPoint() + QPoint(60, 120);
  w.drag(x, below);
  QTest::mouseRelease(&w.canvas(), Qt::LeftButton, {}, below), ++actions;
  QVERIFY(w.function("add").isValid());
  QVERIFY(!w.function("placeholder").isValid());  // a placeholder reads no operand
  w.doubleClick("add"), ++actions;
  const OpId sum = w.editor.last();
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().cards.size() == 3; }, patience));
  QVERIFY((w.canvas().cardRect(sum).center() - below).manhattanLength() < 3);
  w.link(one, sum, 0.8), ++actions;
  QVERIFY(QTest::qWaitFor(
      [&] {
        return w.session.compilations.compilation() &&
               !w.session.compilations.compileProgress().busy;
      },
      patience));
  QVERIFY(w.editor.why(sum).isEmpty());
  QTRY_VERIFY(w.session.compilations.compilation() &&
              w.session.compilations.computations() == QStringList("results"));
  testing::settle(100);
  QToolButton* run = nullptr;
  for (QToolButton* each : w.window->toolBar().findChildren<QToolButton*>())
    if (each->defaultAction() == w.window->actions()["run.run"]) run = each;
  QVERIFY(run != nullptr);
  QTRY_VERIFY(run->isEnabled());
  QTest::mouseClick(run, Qt::LeftButton), ++actions;
  QVERIFY(w.finished());
  QCOMPARE(result(w.session), 1.0);  // x is fed 0 until the user specifies a value
  QVERIFY2(actions <= 8, qPrintable(QString::number(actions)));
}

// Reproduces the values of the sample from an empty document: typed, dropped and linked.
void BuildTest::logisticRegression() {
  QTemporaryDir folder;
  BuildWindow w;
  w.key(Qt::Key_N, Qt::ControlModifier);
  QVERIFY(QTest::qWaitFor([&] { return w.session.documents.document() != nullptr; }, patience));
  int edits = 0;
  for (const QString& line : logistic) {
    if (line.startsWith("Y_hat")) {
      QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().find(w.op("W")) >= 0; }, patience));
      const QPoint at(w.canvas().width() / 2, w.canvas().height() / 2 + 60);
      w.dragFunction("dot", at);
      const OpId dot = w.editor.last();
      QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().find(dot) >= 0; }, patience));
      QVERIFY((w.canvas().cardRect(dot).center() - at).manhattanLength() < 3);
      w.link(w.op("W"), dot, 0.2);
      QTRY_COMPARE(w.editor.why(dot).section(' ', 1), QString("lacks y"));
      testing::settle(50);
      w.link(w.op("X"), dot, 0.8);
      QTRY_VERIFY(w.editor.why(dot).isEmpty());
      w.toCanvas();
      w.key(Qt::Key_F2);
      QCOMPARE(w.build().field().selectedText(), QString("name"));
      QTest::keyClicks(&w.build().field(), "product");
      w.key(Qt::Key_Return);
      edits += 4;
    }
    w.type(line);
    QVERIFY2(w.build().field().text().isEmpty(),
             qPrintable(w.build().field().text() + ": " + w.build().answer()));
    ++edits;
  }
  const std::string made = w.editor.text();
  w.toCanvas();
  for (int i = 0; i < edits; ++i) {
    QVERIFY(w.window->actions()["edit.undo"]->isEnabled());
    w.key(Qt::Key_Z, Qt::ControlModifier);
  }
  QVERIFY(!w.window->actions()["edit.undo"]->isEnabled());
  QVERIFY(!w.editor.modified());
  for (int i = 0; i < edits; ++i) w.key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(!w.window->actions()["edit.redo"]->isEnabled());
  QCOMPARE(w.editor.text(), made);

  const QString path = folder.filePath("made.ngraph");
  saveNextDialogAs(path);
  w.key(Qt::Key_S, Qt::ControlModifier);
  QVERIFY2(QFileInfo::exists(path), qPrintable(w.window->strip().text()));
  QVERIFY(!w.editor.modified());

  const auto train = [&w](const QString& file) {
    w.window->open(file);
    answer(*w.window, "Discard and open");  // the state of the first training
    const bool opened = QTest::qWaitFor(
        [&] {
          const DocumentRecordPtr document = w.session.documents.document();
          return document && QString::fromStdString(document->path) == file &&
                 w.session.compilations.compilation() &&
                 !w.session.compilations.compileProgress().busy;
        },
        patience);
    w.session.run.setPace(0);
    w.toCanvas();
    w.key(Qt::Key_F5);
    std::vector<double> values;
    if (!opened || !w.finished()) return values;
    for (const SeriesRecord& each : w.session.values.series())
      if (each.y.size() == 100) values = each.y;  // the loss
    const OpId weights = w.op("W");
    for (const TensorRecord& each : w.session.values.results())
      if (each.op == weights)
        for (const double value : each.value.values()) values.push_back(value);
    return values;
  };
  const std::vector<double> ours = train(path);
  const std::vector<double> theirs =
      train(testing::sourceFile("sample_graphs/03_logistic_part1.ngraph"));
  QCOMPARE(theirs.size(), 104u);
  QCOMPARE(ours, theirs);
}

void BuildTest::cardsStayWhereTheyAreDropped() {
  BuildWindow w;
  w.key(Qt::Key_N, Qt::ControlModifier);
  QVERIFY(QTest::qWaitFor([&] { return w.session.documents.document() != nullptr; }, patience));
  const QPoint at(220, 130);
  w.dragFunction("placeholder", at);
  const OpId first = w.editor.last();
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().find(first) >= 0; }, patience));
  const QRectF before = w.canvas().cardRect(first);
  QVERIFY((before.center() - at).manhattanLength() < 3);
  w.type("z = exp(#1) + 3");
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().find(w.op("z")) >= 0; }, patience));
  QCOMPARE(w.canvas().cardRect(first), before);
  w.key(Qt::Key_Z, Qt::ControlModifier);
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().cards.size() == 1; }, patience));
  QCOMPARE(w.canvas().cardRect(first), before);
}

void BuildTest::errorsAppearAtTheCursor() {
  BuildWindow w;
  w.key(Qt::Key_N, Qt::ControlModifier);
  QVERIFY(QTest::qWaitFor([&] { return w.session.documents.document() != nullptr; }, patience));
  w.type("A = make_axis(4)");
  w.type("B = make_axis(3)");
  w.type("u = variable([A])");
  w.type("v = variable([B])");
  w.type("s = make(\"assign\", u)");
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().find(w.op("s")) >= 0; }, patience));
  const QPoint to = w.canvas().cardRect(w.op("s")).center().toPoint();
  w.drag(w.op("v"), to);
  QVERIFY(w.graph().build()->tip().refused());
  QVERIFY2(w.graph().build()->tip().text().contains("axes"),
           qPrintable(w.graph().build()->tip().text()));
  QTest::mouseRelease(&w.canvas(), Qt::LeftButton, {}, to);
  QCOMPARE(w.editor.why(w.op("s")), QString("s lacks rvalue"));
  // Typed into the command line: the column is reported.
  QTest::keyClicks(&w.build().field(), "t = sum(u, out_axes=[Q])");
  QCOMPARE(w.build().field().fault(), 22);
  QVERIFY(w.build().answer().startsWith("there is no axis 'Q'"));
}

void BuildTest::valuesAreEditedOnTheCard() {
  BuildWindow w;
  w.key(Qt::Key_N, Qt::ControlModifier);
  QVERIFY(QTest::qWaitFor([&] { return w.session.documents.document() != nullptr; }, patience));
  w.type("y = x + 1");
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().find(w.op("x")) >= 0; }, patience));
  QTest::mouseDClick(&w.canvas(), Qt::LeftButton, {},
                     w.canvas().cardRect(w.op("x")).center().toPoint());
  QCOMPARE(w.build().field().text(), QString("x = 0"));
  QCOMPARE(w.build().field().selectedText(), QString("0"));
  QTest::keyClicks(&w.build().field(), "2.5");
  w.key(Qt::Key_Return);
  QCOMPARE(w.editor.note(w.op("x")), QString("= 2.5"));
  w.canvas().setFocus();
  w.window->workspace().selection.selectOp(w.op("y"));
  w.key(Qt::Key_Delete);
  QVERIFY(QTest::qWaitFor([&] { return w.op("y") == 0; }, patience));
  QCOMPARE(w.editor.undoName(), QString("Remove y"));
}

void BuildTest::openedDocumentsAreEdited() {
  BuildWindow w;
  w.window->open(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"));
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().find(w.op("x")) >= 0; }, patience));
  w.window->showView("build");
  w.key(Qt::Key_E, Qt::ControlModifier);
  QTRY_VERIFY(!w.graph().busy() && w.session.compilations.compilation());
  testing::settle(100);  // wait until the docks have their sizes
  const auto place = [&w] {
    const int card = w.canvas().scene().find(w.op("x"));
    return w.canvas().scene().cards[static_cast<std::size_t>(card)].rect;
  };
  const QRectF shown = place();
  w.type("z = x_plus_one * 2");
  QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().find(w.op("z")) >= 0; }, patience));
  QCOMPARE(place(), shown);
  QCOMPARE(w.build().answer(), QString("Done: z = x_plus_one * 2. Ctrl+Z undoes it."));
  QVERIFY(w.window->windowTitle().startsWith("01_x_plus_one.ngraph *"));
  w.type("q = z + nobody");
  QVERIFY2(w.build().answer().endsWith("\nnobody was undefined; created a scalar placeholder."),
           qPrintable(w.build().answer()));
  w.key(Qt::Key_Z, Qt::ControlModifier);
  w.key(Qt::Key_Z, Qt::ControlModifier);
  QVERIFY(!w.editor.modified());
}

// Runs another process that edits and is then killed.
void BuildTest::aFileChangedJustBeforeAnEditIsReported() {
  QTemporaryDir folder;
  const QString path = folder.filePath("a.ngraph");
  QVERIFY(QFile::copy(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"), path));
  QFile file(path);
  QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
  BuildWindow w;
  w.window->open(path);
  QVERIFY(w.settled());
  QVERIFY(file.open(QIODevice::Append) && file.write("\n") == 1);
  file.close();
  QVERIFY(w.editor.apply("z = x_plus_one * 2", {}).good);
  const auto* strip = w.window->findChild<MessageStrip*>();
  QTRY_VERIFY2(strip->text().contains("a.ngraph changed on disk"), qPrintable(strip->text()));
  // Editing and compiling keep that state; reading the file again clears it.
  QVERIFY(w.editor.apply("q = z - 1", {}).good);
  QVERIFY(w.settled());
  QVERIFY(strip->text().contains("a.ngraph changed on disk"));
  w.editor.discard();
  QTRY_VERIFY(strip->isHidden());
}

void BuildTest::unfinishedOpsStayUnsaved() {
  QTemporaryDir folder;
  const QString path = folder.filePath("a.ngraph");
  QVERIFY(QFile::copy(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"), path));
  QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
  BuildWindow w;
  w.window->open(path);
  QVERIFY(w.settled());
  QVERIFY(w.editor.apply("waiting = make(\"sigmoid\")", {}).good);
  QTRY_VERIFY(w.op("waiting") != 0);
  testing::settle(50);
  QVERIFY(w.settled());
  w.window->actions()["file.save"]->trigger();
  QVERIFY(w.editor.modified());
  const auto* strip = w.window->findChild<MessageStrip*>();
  QTRY_VERIFY2(strip->text().contains("waiting lacks x"), qPrintable(strip->text()));
  testing::settle(300);  // its own write is not reported as a change on disk
  QVERIFY2(strip->text().contains("waiting lacks x"), qPrintable(strip->text()));
  QVERIFY(w.editor.apply("connect(x_plus_one, waiting, \"x\")", {}).good);
  w.window->actions()["file.save"]->trigger();
  QVERIFY(!w.editor.modified());
}

// As main() does it: edits are compiled before the run; a rejected edit ends the program.
void BuildTest::commandLineEdits() {
  const auto outcome = [](BuildWindow& w, const QStringList& arguments) {
    Opening opening(*w.window, *parseOptions(arguments).options);
    QSignalSpy done(&opening, &Opening::done);
    opening.start();
    if (done.isEmpty() && !done.wait(4 * patience)) return std::pair(-1, QString("not done"));
    return std::pair(done[0][0].toInt(), done[0][1].toString());
  };
  BuildWindow good;
  const auto [status, text] =
      outcome(good, {"--new", "--do", "y = x + 1", "--do", "x = 4", "--run", "--json"});
  QVERIFY2(status == 0, qPrintable(text));
  const TensorRecordPtr y = good.session.values.value(good.op("y"));
  QVERIFY(y);
  QCOMPARE(y->value.at(0), 5.0);
  QCOMPARE(good.editor.undoName(), QString("x = 4"));
  QCOMPARE(good.window->shell().lines(),
           (QStringList{"ngraph edit untitled.ngraph --new --do 'y = x + 1'",
                        "ngraph edit untitled.ngraph --do 'x = 4'"}));
  BuildWindow bad;
  const auto [refused, why] = outcome(bad, {"--new", "--do", "y = nonsense(", "--json"});
  QCOMPARE(refused, 2);
  QVERIFY2(why.startsWith("--do y = nonsense(: "), qPrintable(why));
  BuildWindow far;
  const auto [missing, what] =
      outcome(far, {"--new", "--do", "y = x + 1", "--link", "y:z", "--json"});
  QCOMPARE(missing, 2);
  QVERIFY2(what.contains("No card z"), qPrintable(what));
}

void BuildTest::editsSurviveTheProgram() {
  QTemporaryDir folder;
  QProcess other;
  other.start(QCoreApplication::applicationFilePath(),
              {"build_test", "--edit-until-killed", folder.path()});
  QVERIFY(other.waitForStarted(patience));
  QVERIFY(QTest::qWaitFor(
      [&] { return other.waitForReadyRead(50), other.peek(100).contains("done\n"); }, patience));
  BuildWindow w(folder.path());
  QVERIFY(!w.editor.hasKept());  // the process that owns the journal is alive
  ::kill(static_cast<pid_t>(other.processId()), SIGKILL);
  other.waitForFinished(patience);
  QCOMPARE(other.exitStatus(), QProcess::CrashExit);
  QVERIFY(w.editor.hasKept());
  QCOMPARE(w.editor.takeUp().count, 1);  // an undone edit does not count
  QVERIFY(w.editor.modified());
  QCOMPARE(w.editor.undoName(), QString("y = x + 1"));
  QCOMPARE(w.editor.redoName(), QString("z = y * 2"));
  QVERIFY(w.editor.text().find("\"name\": \"y\"") != std::string::npos);
  QVERIFY(w.editor.text().find("\"name\": \"z\"") == std::string::npos);
  w.editor.discard();
  QVERIFY(!w.editor.hasKept());
}

void BuildTest::pictures() {
  const QString shots = qEnvironmentVariable("NGRAPH_SHOTS");
  if (shots.isEmpty()) QSKIP("NGRAPH_SHOTS is not a folder");
  for (const bool dark : {false, true}) {
    Theme::current().setDark(dark);
    BuildWindow w;
    w.key(Qt::Key_N, Qt::ControlModifier);
    QVERIFY(QTest::qWaitFor([&] { return w.session.documents.document() != nullptr; }, patience));
    for (const char* line :
         {"y = x + 1", "x = 4", "C = make_axis(3)", "D = make_axis(2)",
          "v = variable([C], initial_value=0)", "u = variable([D])", "w = make(\"assign\", v)"})
      w.type(line);
    QVERIFY(QTest::qWaitFor([&] { return w.canvas().scene().find(w.op("w")) >= 0; }, patience));
    QVERIFY(w.settled());
    testing::settle(400);
    w.toCanvas();
    w.key(Qt::Key_F5);
    QVERIFY(w.finished());
    testing::settle(300);
    w.drag(w.op("y"), QPoint(60, 500));
    QTest::mouseRelease(&w.canvas(), Qt::LeftButton, {}, QPoint(60, 500));
    w.drag(w.op("u"), w.canvas().cardRect(w.op("w")).center().toPoint());
    testing::settle(300);
    QVERIFY(w.window->grab().save(shots + (dark ? "/15_build_dark.png" : "/15_build.png")));
  }
}

namespace {

int runBuildTest(int argc, char** argv) {
  ViewTestApplication app(argc, argv);
  if (argc == 3 && QByteArray(argv[1]) == "--edit-until-killed") {
    EngineSession session;
    DraftEditor editor(session, argv[2]);
    editor.newDocument();
    editor.apply("y = x + 1", QPointF(10, 20));
    editor.apply("z = y * 2", {});
    editor.apply("nonsense(", {});
    editor.undo();
    editor.redo();
    editor.undo();
    puts("done");
    fflush(stdout);
    return QApplication::exec();
  }
  BuildTest test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace

NGRAPH_TEST_MAIN(runBuildTest)
#include "build_test.moc"
