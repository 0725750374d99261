// SPDX-License-Identifier: Apache-2.0
// Tests the workbench's command line and the steps it results in.
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/window/opening/opening.h"
#include "app/window/opening/options.h"
#include "app/window/tool_bar.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/sample_record.h"
#include "tests/support/sample_session.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;

class OptionsTest : public QObject {
  Q_OBJECT

 private slots:
  void allOptionsAreParsed();
  void aWindowFitsItsScreen();
  void wrongUsageIsRefused_data();
  void wrongUsageIsRefused();
  void helpListsTheViews();
  void theManualHasEveryOption();
  void pictureIsTakenAtItsScale();
  void iterationIsSteppedTo();
  void unknownNamesExitWithTwo_data();
  void unknownNamesExitWithTwo();
  void unreadableFilesExitWithThree();
  void exportingAGraphNeedsNoCompilation();
  void unwritableFoldersAreReported();
  void anUnreachableDisplayIsReported();

 private:
  // Exit status and output of opening with these arguments.
  std::pair<int, QString> outcome(const QStringList& arguments);
  std::int64_t iteration_ = 0;
  SelectionState selection_;
};

std::pair<int, QString> OptionsTest::outcome(const QStringList& arguments) {
  const ParsedOptions parsed = parseOptions(arguments);
  if (!parsed.options) return {parsed.status, parsed.text};
  testing::SampleSession session;
  MainWindow window(session, {});
  window.resize(parsed.options->size);
  Opening opening(window, *parsed.options);
  QSignalSpy done(&opening, &Opening::done);
  window.show();
  opening.start();
  if (done.isEmpty() && !done.wait(ng::testing::patience)) return {-1, "not done"};
  iteration_ = session.run.status().iteration;
  selection_ = window.workspace().selection.state();
  return {done[0][0].toInt(), done[0][1].toString()};
}

void OptionsTest::allOptionsAreParsed() {
  const Options o = *parseOptions({"a.ngraph",
                                   "--view",
                                   "run",
                                   "--screenshot",
                                   "o.png",
                                   "--dark",
                                   "--scale",
                                   "2",
                                   "--size",
                                   "800x600",
                                   "--computation",
                                   "update",
                                   "--transformer",
                                   "cpu",
                                   "--pass",
                                   "fuse",
                                   "--select",
                                   "W",
                                   "--run",
                                   "--iteration",
                                   "37",
                                   "--direction",
                                   "right",
                                   "--group",
                                   "scope",
                                   "--explain",
                                   "c[H 1]",
                                   "--step",
                                   "18",
                                   "--unfolded",
                                   "--open",
                                   "a",
                                   "--open",
                                   "b"})
                         .options;
  QCOMPARE(o.file, QString("a.ngraph"));
  QCOMPARE(o.view, QString("run"));
  QCOMPARE(o.screenshot, QString("o.png"));
  QCOMPARE(o.dark, std::optional(true));
  QCOMPARE(o.scale, 2.0);
  QCOMPARE(o.size, QSize(800, 600));
  QCOMPARE(o.computation, QString("update"));
  QCOMPARE(o.transformer, QString("cpu"));
  QCOMPARE(o.pass, QString("fuse"));
  QCOMPARE(o.select, QString("W"));
  QVERIFY(o.run);
  QCOMPARE(o.views["graph"], (QJsonObject{{"direction", "right"},
                                          {"group", "scope"},
                                          {"unfolded", true},
                                          {"open", QJsonArray{"a", "b"}}}));
  QCOMPARE(o.views["tensors"], (QJsonObject{{"explain", "c[H 1]"}, {"step", 18}}));
  QCOMPARE(o.iteration, std::optional(37));
  QCOMPARE(parseOptions({"a.ngraph", "--compare", "b.ngraph"}).options->compare,
           QString("b.ngraph"));
  const ParsedOptions compared =
      parseOptions({"a.ngraph", "--compare", "b.ngraph", "--export", "x.svg"});
  QVERIFY(!compared.options->onlyGraph());
  QCOMPARE(parseOptions({"a.ngraph", "--overlay", "b.csv"}).options->overlay, QString("b.csv"));
  QCOMPARE(parseOptions({"a.ngraph", "--stages", "4"}).options->ranks, QString("stages=4"));
  const ParsedOptions divided =
      parseOptions({"a.ngraph", "--stage", "1", "--parallel", "N=2", "--stages", "2",
                    "--micro-batches", "8", "--shard-state", "all"});
  QCOMPARE(divided.options->ranks, QString("N=2,stages=2,micro-batches=8,stage=1,shard-state=all"));
}

void OptionsTest::wrongUsageIsRefused_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("unknown option") << QStringList{"--nothing"};
  QTest::newRow("two files") << QStringList{"a", "b"};
  QTest::newRow("no such view") << QStringList{"a", "--view", "nothing"};
  QTest::newRow("scale") << QStringList{"a", "--scale", "0"};
  QTest::newRow("scale word") << QStringList{"a", "--scale", "big"};
  QTest::newRow("scale no number") << QStringList{"a", "--scale", "nan"};
  QTest::newRow("screenshot format") << QStringList{"a", "--screenshot", "w.jpg"};
  QTest::newRow("size") << QStringList{"a", "--size", "800"};
  QTest::newRow("size small") << QStringList{"a", "--size", "8x6"};
  QTest::newRow("direction") << QStringList{"a", "--direction", "up"};
  QTest::newRow("group") << QStringList{"a", "--group", "colour"};
  QTest::newRow("direction of nothing") << QStringList{"--direction", "right"};
  QTest::newRow("iteration") << QStringList{"a", "--iteration", "-1"};
  QTest::newRow("run of nothing") << QStringList{"--run"};
  QTest::newRow("new, and a file") << QStringList{"a", "--new"};
  QTest::newRow("edit of nothing") << QStringList{"--do", "y = x + 1"};
  QTest::newRow("export of nothing") << QStringList{"--export", "x.svg"};
  QTest::newRow("export to no picture") << QStringList{"a", "--export", "x.txt"};
  QTest::newRow("link without a picture") << QStringList{"a", "--link", "W:b"};
  QTest::newRow("link of one") << QStringList{"a", "--link", "W", "--json"};
  QTest::newRow("overlay of nothing") << QStringList{"--overlay", "a.csv"};
  QTest::newRow("comparison of nothing") << QStringList{"--compare", "a.ngraph"};
  QTest::newRow("comparison of a new document") << QStringList{"--compare", "a.ngraph", "--new"};
  QTest::newRow("step of nothing") << QStringList{"a", "--step", "3"};
  QTest::newRow("step") << QStringList{"a", "--explain", "c[H 1]", "--step", "-1"};
  QTest::newRow("value missing") << QStringList{"a", "--view"};
}

void OptionsTest::wrongUsageIsRefused() {
  QFETCH(QStringList, arguments);
  const ParsedOptions parsed = parseOptions(arguments);
  QVERIFY(!parsed.options);
  QCOMPARE(parsed.status, 2);
  QVERIFY(parsed.text.contains("--help"));
}

void OptionsTest::helpListsTheViews() {
  const ParsedOptions parsed = parseOptions({"--help"});
  QCOMPARE(parsed.status, 0);
  for (const char* view : {"graph", "run", "messages"}) QVERIFY(parsed.text.contains(view));
}

void OptionsTest::theManualHasEveryOption() {
  const ParsedOptions page = parseOptions({"--man"}),
                      script = parseOptions({"--completion", "bash"});
  QCOMPARE(page.status + script.status, 0);
  const QString help = parseOptions({"--help"}).text;
  const QRegularExpression option("^  .*(--[a-z-]+)", QRegularExpression::MultilineOption);
  int count = 0;
  for (auto each = option.globalMatch(help); each.hasNext(); ++count) {
    QString name = each.next().captured(1);
    if (name == "--help-all") continue;
    QVERIFY2(script.text.contains(name), qPrintable(name));
    const QString written = "\\fB" + name.replace('-', "\\-") + "\\fR";
    QVERIFY2(page.text.contains(written), qPrintable(written));
  }
  QVERIFY(count > 30);
  QVERIFY(page.text.contains("\\fBFILE\\fR"));
  QVERIFY(!script.text.contains("FILE"));  // bash completes files
  const QString zsh = parseOptions({"--completion", "zsh"}).text;
  const QString fish = parseOptions({"--completion", "fish"}).text;
  QVERIFY(zsh.startsWith("#compdef ngraph-workbench\n") && zsh.contains("*--screenshot["));
  QVERIFY(fish.contains("complete -c ngraph-workbench -l screenshot -r -d "));
  QCOMPARE(parseOptions({"--completion", "tcsh"}).status, 2);
}

void OptionsTest::pictureIsTakenAtItsScale() {
  QTemporaryDir folder;
  const QString path = folder.filePath("a.png");
  const auto [status, text] =
      outcome({"05.ngraph", "--screenshot", path, "--scale", "2", "--size", "1000x700", "--run"});
  QVERIFY2(status == 0, qPrintable(text));
  QCOMPARE(QImage(path).size(), QSize(2000, 1400));
  QCOMPARE(iteration_, 100);
}

void OptionsTest::iterationIsSteppedTo() {
  QTemporaryDir folder;
  const QString path = folder.filePath("a.png");
  QCOMPARE(outcome({"05.ngraph", "--screenshot", path, "--iteration", "7", "--pass", "fuse",
                    "--select", "sigmoid"})
               .first,
           0);
  QCOMPARE(iteration_, 7);
  QCOMPARE(selection_.op, testing::id_sigmoid);
  QCOMPARE(selection_.pass, 5);
  QCOMPARE(outcome({"05.ngraph", "--screenshot", path, "--iteration", "7", "--run"}).first, 0);
  QCOMPARE(iteration_, 7);
}

void OptionsTest::aWindowFitsItsScreen() {
  QCOMPARE(fittingSize({1600, 1000}, {2560, 1440}), QSize(1600, 1000));
  QCOMPARE(fittingSize({1600, 1000}, {1440, 900}), QSize(1432, 860));
  QCOMPARE(fittingSize({1600, 1000}, {720, 450}), QSize(712, 410));  // 1440 x 900 at 200 % scaling
}

void OptionsTest::unknownNamesExitWithTwo_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("pass") << QStringList{"--pass", "nothing"};
  QTest::newRow("op") << QStringList{"--select", "nothing"};
  QTest::newRow("group") << QStringList{"--open", "nothing"};
  QTest::newRow("computation") << QStringList{"--computation", "nothing"};
  QTest::newRow("iteration") << QStringList{"--iteration", "101"};
  QTest::newRow("transformer") << QStringList{"--transformer", "nothing"};
  QTest::newRow("pass or rule") << QStringList{"--disable", "zzz"};
  QTest::newRow("transformer that cannot run") << QStringList{"--transformer", "gpu"};
}

void OptionsTest::unknownNamesExitWithTwo() {
  QFETCH(QStringList, arguments);
  const auto [status, text] =
      outcome(QStringList{"05.ngraph", "--screenshot", "x.png"} + arguments);
  QCOMPARE(status, 2);
  QVERIFY2(text.contains(arguments[1]), qPrintable(text));
}

void OptionsTest::unreadableFilesExitWithThree() {
  const auto [status, text] = outcome({"missing.ngraph", "--screenshot", "x.png"});
  QCOMPARE(status, 3);
  QVERIFY(text.contains("no such file"));
}

void OptionsTest::exportingAGraphNeedsNoCompilation() {
  const auto only = [](const QStringList& words) {
    return parseOptions(QStringList{"a.ngraph", "--export", "a.svg"} + words).options->onlyGraph();
  };
  QVERIFY(only({}));
  QVERIFY(only({"--group", "scope", "--open", "all", "--direction", "right", "--dark"}));
  for (const QStringList& compiled : {QStringList{"--pass", "fuse"},
                                      {"--group", "kernel"},
                                      {"--run"},
                                      {"--json"},
                                      {"--computation", "train"},
                                      {"--screenshot", "b.png"},
                                      {"--select", "W"}})
    QVERIFY2(!only(compiled), qPrintable(compiled.join(' ')));
}

void OptionsTest::unwritableFoldersAreReported() {
  QTemporaryDir folder;
  QCOMPARE(whyNotKept(folder.filePath("new/journal")), QString());
  QVERIFY(QDir(folder.filePath("new/journal")).exists());
  QFile file(folder.filePath("file"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  QVERIFY(whyNotKept(folder.filePath("file/journal")).contains("cannot be created"));
}

// Qt would abort with a core dump, and advise to install the program again.
void OptionsTest::anUnreachableDisplayIsReported() {
  QProcess workbench;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.remove("QT_QPA_PLATFORM");
  environment.remove("WAYLAND_DISPLAY");
  environment.insert("DISPLAY", ":4444");
  workbench.setProcessEnvironment(environment);
  workbench.start(testing::builtProgram("ngraph-workbench"), {});
  QVERIFY(workbench.waitForFinished(ng::testing::patience));
  const QString said = QString::fromUtf8(workbench.readAllStandardError());
  QVERIFY2(workbench.exitStatus() == QProcess::NormalExit && workbench.exitCode() == 4,
           qPrintable(said));
  QVERIFY2(said.startsWith("ngraph-workbench: no display can be used: ") &&
               !said.contains("Reinstalling"),
           qPrintable(said));
}

NGRAPH_VIEW_TEST(OptionsTest)

#include "options_test.moc"
