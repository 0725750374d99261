// SPDX-License-Identifier: Apache-2.0
// Tests opening a tensor file as a document: shown in the Checkpoints view, without a graph.
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/window/message_strip.h"
#include "engine/formats/tensors/npy.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/sample_window.h"
#include "tests/support/view_main.h"
#include "views/checkpoints/checkpoints_view.h"

using namespace ng;
using namespace ng::views;

class CheckpointWindowTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QSettings().clear(); }

  void clearsTheErrorOfThePreviousFile() {
    testing::SampleSession session;
    MainWindow window(session, {});
    window.resize(1400, 900);
    window.show();
    QVERIFY(window.atStart());
    QTemporaryDir folder;
    QFile bad(folder.filePath("bad.npy"));
    QVERIFY(bad.open(QIODevice::WriteOnly) && bad.write("no tensors") > 0);
    bad.close();
    const QString good = folder.filePath("good.npy");
    write_npy(good.toStdString(), Tensor(DType::f32, {3, 2}));
    auto* strip = window.findChild<MessageStrip*>();
    window.open(bad.fileName());
    QTRY_VERIFY(strip->text().contains("bad.npy"));
    QTRY_VERIFY(window.atStart());
    window.open(good);
    auto* view = dynamic_cast<CheckpointsView*>(window.docks().view("checkpoints"));
    QTRY_VERIFY(view->summary().startsWith("1 tensor"));
    QVERIFY(view->isVisible());
    QVERIFY(strip->isHidden());
    QCOMPARE(window.shell().last(), "ngraph checkpoint " + good);
  }

  void anUnreadableTraceKeepsTheStartPage() {
    testing::SampleSession session;
    MainWindow window(session, {});
    window.show();
    QTemporaryDir folder;
    QFile bad(folder.filePath("bad.json"));
    QVERIFY(bad.open(QIODevice::WriteOnly) && bad.write("{\"traceEvents\": 5") > 0);
    bad.close();
    auto* strip = window.findChild<MessageStrip*>();
    window.open(bad.fileName());
    QTRY_VERIFY(strip->text().contains("bad.json"));
    QTRY_VERIFY(window.atStart());
  }

  // Without opening it by hand; a file that was opened by hand stays.
  void aSavedCheckpointIsShown() {
    testing::BuildWindow w;
    w.window->open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
    QTRY_VERIFY(w.session.compilations.compilation() != nullptr);
    w.session.run.run();
    QVERIFY(w.finished());
    auto* view = dynamic_cast<CheckpointsView*>(w.window->docks().view("checkpoints"));
    const auto shows = [view](const QString& file) {
      const auto labels = view->findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(),
                         [&](const QLabel* label) { return label->text() == file; });
    };
    QTemporaryDir folder;
    QVERIFY(view->summary().startsWith("0 "));
    for (const char* name : {"first.safetensors", "second.safetensors"}) {
      w.session.checkpoints.save(folder.filePath(name));
      QTRY_VERIFY(shows(name));
      QVERIFY2(view->summary().contains("tensor"), qPrintable(view->summary()));
    }
    write_npy(folder.filePath("own.npy").toStdString(), Tensor(DType::f32, {3, 2}));
    w.window->open(folder.filePath("own.npy"));
    QTRY_VERIFY(shows("own.npy"));
    QSignalSpy saved(&w.session.checkpoints, &Checkpoints::saved);
    w.session.checkpoints.save(folder.filePath("third.safetensors"));
    QTRY_COMPARE(saved.size(), 1);
    testing::settle(200);
    QVERIFY(shows("own.npy") && !shows("third.safetensors"));
  }

  // The panel's lengths and strides are those of the compiled computation.
  void axesAreEchoedAsTheyAreShown() {
    testing::SampleWindow w;
    w.selection().selectAxis("N");
    QTRY_VERIFY2(w.window.shell().last().startsWith("ngraph axes "),
                 qPrintable(w.window.shell().last()));
    QVERIFY2(
        w.window.shell().last().contains("--computation " + w.session.compilations.computation()),
        qPrintable(w.window.shell().last()));
  }
};

NGRAPH_VIEW_TEST(CheckpointWindowTest)
#include "checkpoint_window_test.moc"
