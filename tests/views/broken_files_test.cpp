// SPDX-License-Identifier: Apache-2.0
// Tests that the window reports a malformed file with the same message as the command line: what,
// where, found, expected, action.
#include <QDir>
#include <QSignalSpy>

#include "app/link/session/engine_session.h"
#include "app/window/message_strip.h"
#include "engine/documents/document.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;

class BrokenFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void theWindowSaysWhatTheCommandLineSays();
};

void BrokenFilesTest::theWindowSaysWhatTheCommandLineSays() {
  const QDir folder(testing::sourceFile("sample_graphs/broken"));
  EngineSession session;
  Selection selection;
  Jobs jobs;
  Workspace workspace{session, selection, jobs};
  MessageStrip strip(workspace);
  int refused = 0, withFacts = 0;
  for (const QString& name : folder.entryList({"*.ngraph"})) {
    Diagnostic reported;
    try {
      load_document(folder.filePath(name).toStdString());
      continue;  // it loads; only running it fails
    } catch (const Error& error) {
      reported = error.diagnostic();
    }
    ++refused;
    QSignalSpy said(&session.messages, &Messages::message);
    session.documents.open(folder.filePath(name));
    QTRY_VERIFY2(!said.empty(), qPrintable(name));
    const QString text = strip.text();
    QVERIFY2(text.startsWith(QString::fromStdString(reported.what)), qPrintable(text));
    for (const std::string& part : {reported.where, reported.found, reported.expected}) {
      withFacts += part.empty() ? 0 : 1;
      QVERIFY2(text.contains(QString::fromStdString(part)), qPrintable(name + ": " + text));
    }
    QVERIFY2(text.contains(QString::fromStdString(reported.action), Qt::CaseInsensitive),
             qPrintable(name + ": " + text));
  }
  QVERIFY2(refused > 30 && withFacts > 60,
           qPrintable(QString("%1 files, %2 facts").arg(refused).arg(withFacts)));
}

NGRAPH_VIEW_TEST(BrokenFilesTest)
#include "broken_files_test.moc"
