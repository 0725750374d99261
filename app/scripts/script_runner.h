// SPDX-License-Identifier: Apache-2.0
// The window's scripts: their files, the Python interpreter, and the process.
#pragma once

#include <QTemporaryDir>
#include <memory>
#include <optional>

#include "app/scripts/script_process.h"
#include "app/scripts/script_python.h"
#include "app/scripts/script_session.h"
#include "app/settings/settings.h"
#include "app/settings/watched_file.h"
#include "views/core/scripts.h"

namespace ng::views {

// Further locations of the package and of interpreters, besides the user's own.
struct ScriptPlaces {
  QStringList packageFolders, interpreters;
};

class ScriptRunner : public Scripts {
  Q_OBJECT

 public:
  // The session, which must outlive this object, shows what scripts send over its link.
  ScriptRunner(ScriptSession& session, const ScriptPlaces& places, QObject* parent = nullptr);

  ScriptFile file() const override { return file_; }
  void open(const QString& path) override;
  void begin() override;
  bool save(const ScriptFile& file) override;
  bool trusted(const QString& text) const override;
  void trust(const QString& text) override;

  void run(const ScriptFile& file) override;
  void stop() override;
  // Time that a script has to end by itself when it is stopped.
  void setPatience(int milliseconds) { process_.setPatience(milliseconds); }
  ScriptState state() const override { return state_; }
  double seconds() const override { return process_.seconds(); }
  QString outcome() const override { return outcome_; }
  QString takeOutput(int most) override { return process_.takeOutput(most); }
  bool hasOutput() const override { return process_.hasOutput(); }
  int lineOf(const QString& file, int line) const override;
  QStringList programOf(const QString& documentPath) const override;
  void setGate(Gate gate) override { session_.setGate(std::move(gate)); }
  ScriptNames names() const override { return names_; }

 private:
  void found(const Python& python);
  void missing(const Diagnostic& diagnostic);
  void ended(int status, int signal);
  void setState(ScriptState state, const QString& outcome = {});
  void say(const Diagnostic& diagnostic) {
    session_.messages.say(diagnostic, Messages::Scope::window);
  }
  void stopProgram();
  QString pathToRun();
  std::unique_ptr<WatchedFile> makeWatch();
  void setAsideEdited();
  void changedOnDisk(const WatchedFile& file, bool exists);

  ScriptSession& session_;
  Settings settings_;
  PythonSearch search_;
  ScriptProcess process_;
  ScriptState state_ = ScriptState::idle;
  ScriptFile file_, wanted_;
  std::unique_ptr<WatchedFile> watched_;
  bool crlf_ = false;  // every line of the file ends with CR and LF
  struct Edited {
    ScriptFile file;
    bool crlf = false;
    std::unique_ptr<WatchedFile> watched;
  };
  std::optional<Edited> before_;  // the edited script behind which file_ was opened
  bool waiting_ = false;          // for the search to finish, then run wanted_
  bool ours_ = false;             // the program connected last was started here
  qint64 started_ = 0;            // process that was started last
  QString outcome_, ran_;
  QString namesOf_;  // package folder of names_
  ScriptNames names_;
  QTemporaryDir copies_;
};

// Names defined by stubs and modules of the package in `folder`.
ScriptNames readScriptNames(const QString& folder);

}  // namespace ng::views
