// SPDX-License-Identifier: Apache-2.0
// Tests that the shell commands offered in the status line are commands that succeed: each line is
// run, for documents, models, saved compilations and captures.
#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>

#include "app/drafts/draft_editor.h"
#include "app/saved/saved_session.h"
#include "app/window/main_window.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "tests/support/waits.h"

using namespace ng;
using namespace ng::views;

class ShellLinesTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QSettings().clear(); }
  void everyLineSucceeds_data();
  void everyLineSucceeds();
  void theLineOfARunHasThePlansChanges();
  void undoneEditsHaveNoLine();

 private:
  QTemporaryDir folder_;
};

namespace {

QString shell(const QString& line) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  const QString programs = QFileInfo(testing::builtProgram("ngraph")).path();
  environment.insert("PATH", programs + ":" + environment.value("PATH"));
  process.setProcessEnvironment(environment);
  process.start("/bin/sh", {"-c", line});
  const bool good = process.waitForFinished(120'000) &&
                    process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
  return good ? QString() : line + "\n" + QString::fromUtf8(process.readAllStandardError());
}

// Selects one of each kind, and the first op that each pass made.
void selectEverything(Workspace& workspace) {
  Selection& selection = workspace.selection;
  const auto echoed = [] { testing::settle(); };
  const CompilationRecordPtr compilation = workspace.compilations.compilation();
  selection.selectOp(compilation->as_written()->ops.begin()->id);
  echoed();
  const GraphRecordPtr written = compilation->as_written();
  const auto scoped =
      std::find_if(written->ops.begin(), written->ops.end(),
                   [](const OpRecord& op) { return !op.scope.empty() && op.results.size() == 1; });
  if (scoped != written->ops.end()) selection.selectOp(scoped->id);
  echoed();
  for (int pass = 0; pass < static_cast<int>(compilation->passes.size()); ++pass) {
    selection.selectPass(pass);
    echoed();
    const PassRecord& shown = compilation->passes[static_cast<std::size_t>(pass)];
    if (!shown.added.empty()) selection.selectOp(shown.added.front());
    echoed();
  }
  selection.selectPass(asWritten);
  for (const KernelRecord& kernel : compilation->kernels) {
    selection.selectKernel(QString::fromStdString(kernel.name));
    echoed();
  }
  if (!compilation->buffers.empty())
    selection.selectBuffer(QString::fromStdString(compilation->buffers.front().name));
  echoed();
  for (const OpRecord& op : compilation->as_written()->ops) {
    if (op.results.empty() || op.results[0].axes.empty()) continue;
    selection.selectAxis(QString::fromStdString(op.results[0].axes[0].name));
    return echoed();
  }
}

}  // namespace

void ShellLinesTest::everyLineSucceeds_data() {
  QTest::addColumn<QString>("made");  // the command that writes `file`; empty: it is there
  QTest::addColumn<QString>("file");
  const QString sample = testing::sourceFile("sample_graphs/05_logistic_part2.ngraph");
  const auto file = [this](const char* name) { return folder_.filePath(name); };
  QTest::addRow("document") << QString() << sample;
  QTest::addRow("model") << QString() << testing::sourceFile("tests/onnx/models/mlp.onnx");
  QTest::addRow("repeated names") << QString()
                                  << testing::sourceFile("tests/onnx/models/bert.onnx");
  QTest::addRow("saved compilation")
      << "ngraph passes " + sample + " --save " + file("a.ngrec") << file("a.ngrec");
  QTest::addRow("saved with other choices")
      << "ngraph passes " + sample + " --transformer reference --disable simplify --save " +
             file("b.ngrec")
      << file("b.ngrec");
  QTest::addRow("capture") << "ngraph capture " + sample + " " + file("c.ngcap") + " --tensor W"
                           << file("c.ngcap");
}

void ShellLinesTest::everyLineSucceeds() {
  QFETCH(QString, made);
  QFETCH(QString, file);
  if (!made.isEmpty()) QCOMPARE(shell(made), QString());
  EngineSession engine;
  SavedSession session{engine};
  DraftEditor editor{engine, session.documents, QString()};
  MainWindow window{session, {}, nullptr, &editor};
  window.show();
  window.open(file);
  QTRY_VERIFY(session.compilations.compilation() != nullptr);
  QTRY_VERIFY(!session.compilations.compileProgress().busy);
  selectEverything(window.workspace());
  if (QAction* run = window.actions()["run.run"]; run->isEnabled()) {
    run->trigger();
    QTRY_COMPARE(session.run.status().state, RunState::finished);
  }
  const QStringList lines = window.shell().lines();
  QVERIFY(lines.size() > 4);
  for (const QString& line : lines)
    if (line.startsWith("ngraph ")) QCOMPARE(shell(line), QString());
}

void ShellLinesTest::theLineOfARunHasThePlansChanges() {
  EngineSession session;
  MainWindow window{session, {}};
  window.show();
  window.open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  QTRY_VERIFY(session.compilations.compilation() != nullptr);
  QTRY_VERIFY(!session.compilations.compileProgress().busy);
  session.plans.setBatchSize(1280);
  QTRY_COMPARE(session.plans.plan().batch_size.value_or(0), 1280);
  QTRY_VERIFY(!session.compilations.compileProgress().busy);
  const int epochs = session.run.status().epochs;
  const auto lengths = [](int count) {
    return " --epochs " + QString::number(count) + " --batch 1280";
  };
  for (const int count : {epochs, 2 * epochs}) {  // the second run continues the first
    session.run.run();
    QTRY_COMPARE(session.run.status().epoch, count);
    QTRY_COMPARE(session.run.status().state, RunState::finished);
    QVERIFY2(window.shell().last().endsWith(lengths(count)), qPrintable(window.shell().last()));
    const QString length = QString("length %1 epochs").arg(count);
    QTRY_VERIFY(std::ranges::any_of(
        window.docks().view("inspector")->findChildren<QWidget*>(),
        [&](const QWidget* each) { return each->accessibleName().startsWith(length); }));
  }
  QCOMPARE(shell(window.shell().last()), QString());
}

void ShellLinesTest::undoneEditsHaveNoLine() {
  EngineSession session;
  DraftEditor editor(session, {});
  MainWindow window{session, {}, nullptr, &editor};
  window.show();
  window.open(testing::sourceFile("sample_graphs/01_x_plus_one.ngraph"));
  QTRY_VERIFY(session.compilations.compilation() != nullptr);
  QTRY_VERIFY(!session.compilations.compileProgress().busy);
  const auto edits = [&window] {
    QStringList lines = window.shell().lines();
    lines.removeIf([](const QString& line) { return !line.startsWith("ngraph edit"); });
    return lines;
  };
  QVERIFY(editor.apply("y = x * 2", {}).good && editor.apply("z = x * 3", {}).good);
  QCOMPARE(edits().size(), 2);
  editor.undo();
  QCOMPARE(edits().size(), 1);
  QVERIFY(window.shell().last().endsWith("--do 'y = x * 2'"));
  editor.redo();
  QVERIFY(window.shell().last().endsWith("--do 'z = x * 3'"));
  editor.undo();
  editor.undo();
  QVERIFY(edits().isEmpty());
}

NGRAPH_VIEW_TEST(ShellLinesTest)
#include "shell_lines_test.moc"
