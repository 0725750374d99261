// SPDX-License-Identifier: Apache-2.0
// Tests closing the window at any moment of reading, drawing, compiling and running: it closes
// quickly and does not crash.
#include <QElapsedTimer>

#include "app/drafts/draft_editor.h"
#include "app/link/session/engine_session.h"
#include "app/window/main_window.h"
#include "engine/records/document_record.h"
#include "tests/support/effort.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng::views;

class WindowCloseTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { Settings::setReadOnly(true); }
  void closesAtAnyMoment_data();
  void closesAtAnyMoment();
  void anotherDocumentCanBeOpenedImmediately();
};

void WindowCloseTest::closesAtAnyMoment_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<int>("after");
  for (const char* file : {"14_cifar10_resnet", "06_mlp"})
    for (const int ms : {0, 10, 40, 120, 400, 1200})
      QTest::addRow("%s after %d ms", file, ms) << QString(file) << ms;
}

void WindowCloseTest::closesAtAnyMoment() {
  QFETCH(QString, file);
  QFETCH(int, after);
  std::optional<ng::testing::Effort> closing;
  {
    EngineSession session;
    DraftEditor editor(session, {});
    MainWindow window(session, {}, nullptr, &editor);
    window.show();
    window.open(ng::testing::sourceFile("sample_graphs/") + file + ".ngraph");
    QElapsedTimer open;
    open.start();
    while (open.elapsed() < after) {
      QTest::qWait(5);
      if (session.compilations.compilation() && session.run.status().state == ng::RunState::idle)
        session.run.run();
    }
    closing.emplace();
    window.close();
  }
  // Of all threads: the engine does not go on for long.
  QVERIFY2(closing->within(10'000), qPrintable(QString::number(closing->seconds())));
}

void WindowCloseTest::anotherDocumentCanBeOpenedImmediately() {
  EngineSession session;
  MainWindow window(session, {});
  window.show();
  for (const char* file : {"14_cifar10_resnet", "09_lstm", "05_logistic_part2"})
    window.open(ng::testing::sourceFile("sample_graphs/") + file + ".ngraph");
  QTRY_VERIFY(session.compilations.compilation() != nullptr &&
              session.documents.document()->path.find("05_") != std::string::npos);
  QCOMPARE(session.compilations.computation(), QString("update"));
}

NGRAPH_VIEW_TEST(WindowCloseTest)
#include "window_close_test.moc"
