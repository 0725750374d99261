// SPDX-License-Identifier: Apache-2.0
// Tests what an editor answers while no draft is shown: questions start none, and the first edit
// starts from the document that is shown.
#include <QFile>
#include <QTemporaryDir>

#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;
using ng::testing::BuildWindow;

class DraftQuestionsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { path_ = copyOf("sample_graphs/05_logistic_part2.ngraph"); }
  void questionsStartNoDraft();
  void theFirstEditStartsFromWhatIsShown();
  void aFailedOpeningKeepsTheDocumentEditable();

 private:
  QString copyOf(const char* sample) {
    const QString path = folder_.filePath("a.ngraph");
    QFile::remove(path);
    QFile::copy(testing::sourceFile(sample), path);
    QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    return path;
  }
  QTemporaryDir folder_;
  QString path_;
};

void DraftQuestionsTest::questionsStartNoDraft() {
  BuildWindow w;
  w.window->open(path_);
  QVERIFY(w.settled());
  QVERIFY(!w.editor.words().contains("W"));
  const EditAnswer preview = w.editor.preview("z = W + 1");
  QVERIFY2(preview.good && preview.placeholders.isEmpty(), qPrintable(preview.text));
  QVERIFY(w.editor.words().contains("W"));  // completes what is being typed
  QVERIFY(w.editor.trial("rename(W, \"V\")").good);
  QVERIFY(!w.editor.fields(w.op("W")).empty());
  QVERIFY(w.editor.fits("negative", w.op("W")));
  QVERIFY(!w.editor.editing());
  QVERIFY(w.editor.begin() && w.editor.editing() && !w.editor.modified());
}

// Also if the file has changed since.
void DraftQuestionsTest::theFirstEditStartsFromWhatIsShown() {
  BuildWindow w;
  w.window->open(path_);
  QVERIFY(w.settled());
  QFile file(path_);
  QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
  file.write("not a document");
  file.close();
  const EditAnswer answer = w.editor.apply("z = W + 1", {});
  QVERIFY2(answer.good, qPrintable(answer.text));
  QTRY_VERIFY(w.op("z") != 0 && w.op("W") != 0);
}

void DraftQuestionsTest::aFailedOpeningKeepsTheDocumentEditable() {
  BuildWindow w;
  w.window->open(path_);
  QVERIFY(w.settled());
  QVERIFY(w.editor.apply("z = W + 1", {}).good);
  QTRY_VERIFY(w.op("z") != 0);
  QVERIFY(w.editor.save(path_).good);
  const QString broken = folder_.filePath("b.ngraph");
  QFile file(broken);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("{\"ngraph\": 1, \"ops\": 3}");
  file.close();
  w.session.documents.open(broken);
  QTRY_VERIFY(w.session.parts.documents.opening().isEmpty());
  const EditAnswer answer = w.editor.apply("y2 = z + 1", {});
  QVERIFY2(answer.good, qPrintable(answer.text));
  QTRY_VERIFY(w.op("y2") != 0 && w.op("z") != 0);
}

NGRAPH_VIEW_TEST(DraftQuestionsTest)
#include "draft_questions_test.moc"
