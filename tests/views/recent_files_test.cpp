// SPDX-License-Identifier: Apache-2.0
// Tests the recent files menu: files with the same name are distinguished, and clearing is
// immediate.
#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>

#include "app/settings/settings.h"
#include "app/window/main_window.h"
#include "engine/records/document_record.h"
#include "tests/support/sample_session.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;

class RecentFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QSettings().clear(); }

  void equalNamesShowTheirFolders() {
    testing::SampleSession session;
    MainWindow window(session, StartSources{{}, {}, {}});
    for (const char* path : {"one/net.ngraph", "two/net.ngraph", "two/other.ngraph"}) {
      const QString file = folder_.filePath(path);
      QDir(folder_.path()).mkpath(QFileInfo(path).path());
      QFile made(file);
      QVERIFY(made.open(QIODevice::WriteOnly));
      Settings().addRecentFile(file);
    }
    QCOMPARE(shown(window), (QStringList{"other.ngraph", "net.ngraph  two/", "net.ngraph  one/", "",
                                         "Clear this list"}));
    recent(window)->actions()[2]->trigger();
    QCOMPARE(session.documents.document()->path, folder_.filePath("one/net.ngraph").toStdString());
    recent(window)->actions().back()->trigger();
    QCOMPARE(shown(window), QStringList());
    QVERIFY(!recent(window)->menuAction()->isVisible());
  }

 private:
  static QMenu* recent(MainWindow& window) {
    QMenu* file = window.menuBar()->actions().front()->menu();
    emit file->aboutToShow();
    for (QAction* action : file->actions())
      if (action->text() == "Open recent") return action->menu();
    return nullptr;
  }
  static QStringList shown(MainWindow& window) {
    QStringList texts;
    for (const QAction* action : recent(window)->actions()) texts << action->text();
    return texts;
  }

  QTemporaryDir folder_;
};

NGRAPH_VIEW_TEST(RecentFilesTest)
#include "recent_files_test.moc"
