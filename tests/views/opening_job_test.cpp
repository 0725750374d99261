// SPDX-License-Identifier: Apache-2.0
// Tests that the window shows that a document is being read, and that Stop keeps the open one.
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/link/opening_job.h"
#include "app/link/session/engine_session.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng::views;

class OpeningJobTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void openingIsShown();
  void escKeepsTheOpenDocument_data();
  void escKeepsTheOpenDocument();
  void anotherDocumentCancelsTheFirst();

 private:
  QTemporaryDir folder_;
  QString long_;
  const QString short_ = ng::testing::sourceFile("sample_graphs/01_x_plus_one.ngraph");
};

// Writes a chain of ops that takes a while to read.
void OpeningJobTest::initTestCase() {
  QByteArray text =
      "{\"ngraph\": 1, \"axes\": [], \"ops\": [\n{\"id\": 1, \"op\": \"placeholder\", "
      "\"name\": \"x\", \"attributes\": {\"axes\": [], \"dtype\": \"float32\"}}";
  for (int id = 2; id <= 30000; ++id)
    text += QStringLiteral(
                ",\n{\"id\": %1, \"op\": \"negative\", \"automatic\": \"n%1\", \"operands\": [%2]}")
                .arg(id)
                .arg(id - 1)
                .toUtf8();
  long_ = folder_.filePath("long.ngraph");
  QFile file(long_);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(text + "\n]}\n");
}

void OpeningJobTest::openingIsShown() {
  EngineSession session;
  Jobs jobs;
  const OpeningJob job(session.parts.documents, jobs);
  session.documents.open(long_);
  QCOMPARE(jobs.running().size(), std::size_t{1});
  QCOMPARE(jobs.running().front().name, QString("Opening long.ngraph"));
  QTRY_VERIFY(session.documents.document() != nullptr);
  QTRY_VERIFY(jobs.idle());
  QCOMPARE(session.documents.document()->graph->ops.size(), std::size_t{30000});
  session.documents.open(folder_.filePath("nothing.ngraph"));
  QVERIFY(jobs.idle());
}

// Waits until the engine's thread has done all that was posted to it.
void waitForEngine(EngineSession& session) {
  QObject onItsThread;
  onItsThread.moveToThread(session.worker().documents.thread());
  QMetaObject::invokeMethod(&onItsThread, [] {}, Qt::BlockingQueuedConnection);
}

void OpeningJobTest::escKeepsTheOpenDocument_data() {
  QTest::addColumn<bool>("wasRead");
  QTest::newRow("while the file is read") << false;
  QTest::newRow("before the window hears that the file was read") << true;
}

void OpeningJobTest::escKeepsTheOpenDocument() {
  QFETCH(bool, wasRead);
  EngineSession session;
  Jobs jobs;
  const OpeningJob job(session.parts.documents, jobs);
  session.documents.open(short_);
  QTRY_VERIFY(session.compilations.compilation() != nullptr);
  const ng::DocumentRecordPtr before = session.documents.document();
  QSignalSpy changed(&session.parts.documents, &EngineDocuments::openingChanged);
  session.documents.open(long_);
  if (wasRead) waitForEngine(session);
  QVERIFY(jobs.cancelLongest());
  QVERIFY(jobs.idle());
  QTRY_COMPARE(changed.count(), 2);
  QVERIFY(session.parts.documents.opening().isEmpty());
  waitForEngine(session);
  QCoreApplication::processEvents();
  QCOMPARE(session.documents.document(), before);
  QVERIFY(session.messages.messages().empty());
  const ng::CompilationRecordPtr compiled = session.compilations.compilation();
  session.parts.compilations.compileAgain();
  QTRY_VERIFY(session.compilations.compilation() != compiled);
  QCOMPARE(session.compilations.compilation()->steps.size(), compiled->steps.size());
  QVERIFY(session.messages.messages().empty());
}

void OpeningJobTest::anotherDocumentCancelsTheFirst() {
  EngineSession session;
  QSignalSpy documents(&session.documents, &Documents::documentChanged);
  session.documents.open(long_);
  session.documents.open(short_);
  QTRY_VERIFY(session.compilations.compilation() != nullptr);
  QCOMPARE(QString::fromStdString(session.documents.document()->path), short_);
  QCOMPARE(documents.count(), 1);
}

NGRAPH_VIEW_TEST(OpeningJobTest)
#include "opening_job_test.moc"
