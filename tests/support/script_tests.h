// SPDX-License-Identifier: Apache-2.0
// Bases of tests that run scripts in a folder of their own: with a session, or with a window.
#pragma once

#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <memory>

#include "app/drafts/draft_editor.h"
#include "app/window/main_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/script_folder.h"
#include "tests/support/view_main.h"

namespace ng::testing {

class ScriptSessionTest : public QObject {
 protected:
  // Skips the test if Python is not installed.
  void openSession() {
    qunsetenv("NGRAPH_PYTHON");
    qunsetenv("VIRTUAL_ENV");
    if (QStandardPaths::findExecutable("python3").isEmpty()) QSKIP("python3 is not installed");
    folder_ = std::make_unique<ScriptFolder>();
    qputenv("XDG_RUNTIME_DIR", folder_->path(".").toLocal8Bit());
    session_ = std::make_unique<views::ScriptSession>();
    QVERIFY2(session_->link.listen(), qPrintable(session_->link.reason()));
    scripts_ = std::make_unique<views::ScriptRunner>(*session_, folder_->places());
  }
  void closeSession() {
    scripts_.reset();
    session_.reset();
  }

  std::unique_ptr<ScriptFolder> folder_;
  std::unique_ptr<views::ScriptSession> session_;
  std::unique_ptr<views::ScriptRunner> scripts_;
};

class ScriptWindowTest : public ScriptSessionTest {
 protected:
  void openWindow() {
    QSettings().clear();
    openSession();
    if (!scripts_) return;  // skipped or failed
    editor_ = std::make_unique<views::DraftEditor>(session_->engine, QString());
    window_ = std::make_unique<views::MainWindow>(*session_, views::StartSources{samples_, {}, {}},
                                                  scripts_.get(), editor_.get());
    window_->show();
    QVERIFY(QTest::qWaitForWindowActive(window_.get(), patience));
  }
  void closeWindow() {
    window_.reset();
    editor_.reset();
    closeSession();
  }

  const QString samples_ = sourceFile("sample_graphs");
  std::unique_ptr<views::DraftEditor> editor_;
  std::unique_ptr<views::MainWindow> window_;
};

}  // namespace ng::testing
