// SPDX-License-Identifier: Apache-2.0
// Runs scripts: from the text in the editor to a process and its end.
#include "app/scripts/script_runner.h"

#include <signal.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <cstring>

namespace ng::views {

namespace {

constexpr qint64 largestScript = 4 * 1024 * 1024;  // bytes

Diagnostic fileTrouble(const char* what, const QString& path, const QString& why) {
  Diagnostic diagnostic;
  diagnostic.what = what;
  diagnostic.where = path.toStdString();
  diagnostic.found = why.toStdString();
  return diagnostic;
}

QString nameOf(const QString& path) {  // as Scripts::unsaved() has it
  return path.isEmpty() ? QString("untitled.py") : QFileInfo(path).fileName();
}

QString endOf(int status, int signal) {
  if (signal != 0) return QString("killed by signal %1 (%2)").arg(signal).arg(::strsignal(signal));
  return QString("exit status %1").arg(status);
}

}  // namespace

ScriptRunner::ScriptRunner(ScriptSession& session, const ScriptPlaces& places, QObject* parent)
    : Scripts(parent), session_(session), search_(places.packageFolders, places.interpreters) {
  connect(&search_, &PythonSearch::found, this, &ScriptRunner::found);
  connect(&search_, &PythonSearch::missing, this, &ScriptRunner::missing);
  connect(&session_, &ScriptProgram::stopWanted, this, &ScriptRunner::stopProgram);
  connect(&session_, &ScriptProgram::againWanted, this, &Scripts::askToRun);
  // A short program may have ended when its greeting is read.
  connect(&session_.link, &ScriptLink::greeted, this, [this](const remote::Hello& hello) {
    ours_ = process_.on() || (started_ != 0 && static_cast<qint64>(hello.pid) == started_);
  });
  watched_ = makeWatch();
  // An edited script that was opened again: the edits were saved or discarded.
  connect(this, &Scripts::stateChanged, this, [this] {
    if (before_ && unsaved().isEmpty() && before_->file.path == file_.path) before_.reset();
  });
  connect(&process_, &ScriptProcess::outputReady, this, &Scripts::outputReady);
  connect(&process_, &ScriptProcess::ended, this, &ScriptRunner::ended);
  connect(&process_, &ScriptProcess::failedToStart, this, [this](const QString& reason) {
    say(fileTrouble("The script could not be started.", ran_, reason));
    setState(ScriptState::failed, "not started");
  });
}

void ScriptRunner::setState(ScriptState state, const QString& outcome) {
  state_ = state;
  outcome_ = outcome;
  emit stateChanged();
}

// ---- files ----------------------------------------------------------------------------------

void ScriptRunner::open(const QString& path) {
  QFile file(path);
  const char* what = "The script cannot be opened.";
  if (!file.open(QIODevice::ReadOnly)) return say(fileTrouble(what, path, file.errorString()));
  if (QFileInfo(path).isDir() || file.size() > largestScript)
    return say(fileTrouble(what, path, "not a file, or larger than 4 MiB"));
  const QByteArray bytes = file.read(largestScript + 1);
  QStringDecoder decoder(QStringDecoder::Utf8);
  const QString text = decoder.decode(bytes);
  if (decoder.hasError() || bytes.contains('\0'))
    return say(fileTrouble(what, path, "not UTF-8 text"));
  setAsideEdited();
  file_ = {QFileInfo(path).absoluteFilePath(), QString(text).replace("\r\n", "\n")};
  crlf_ = text.contains("\r\n") && text.count('\n') == text.count("\r\n");
  watched_->follow(file_.path);
  settings_.addRecentFile(file_.path);
  emit fileOpened();
  if (!process_.on() && !waiting_) search_.find(QFileInfo(file_.path).path());
}

void ScriptRunner::begin() {
  setAsideEdited();
  file_ = {{}, "import ngraph as ng\nimport ngraph.transformers as ngt\n\n"};
  watched_->follow({});
  emit fileOpened();
  if (!process_.on() && !waiting_) search_.find({});
}

std::unique_ptr<WatchedFile> ScriptRunner::makeWatch() {
  auto watched = std::make_unique<WatchedFile>();
  connect(watched.get(), &WatchedFile::changed, this,
          [this, file = watched.get()](bool exists) { changedOnDisk(*file, exists); });
  return watched;
}

// The editor asks before it replaces an edited script, and may keep it.
void ScriptRunner::setAsideEdited() {
  const bool edited = unsaved() == nameOf(file_.path);
  if (edited) before_ = {file_, crlf_, std::exchange(watched_, makeWatch())};
  if (unsaved().isEmpty()) before_.reset();
}

void ScriptRunner::changedOnDisk(const WatchedFile& file, bool exists) {
  const QString path = file.path();
  const bool edited = unsaved() == nameOf(path);
  if (before_ && before_->watched.get() == &file && !edited) return;  // not shown any more
  if (exists && !edited) return open(path);
  const std::string name = nameOf(path).toStdString();
  Diagnostic diagnostic = fileTrouble("", path, exists ? "unsaved edits" : "no such file");
  diagnostic.severity = Severity::warning;
  diagnostic.what = name + (exists ? " changed on disk." : " no longer exists.");
  diagnostic.action = exists
                          ? "Open it again to discard the edits, or save them under another name."
                          : "The script stays open; save it, or restore the file.";
  say(diagnostic);
}

bool ScriptRunner::save(const ScriptFile& file) {
  if (before_ && before_->file.path == file.path) {
    file_ = before_->file;
    crlf_ = before_->crlf;
    watched_ = std::move(before_->watched);
  }
  before_.reset();
  if (watched_->refusesSave(file.path)) {
    Diagnostic diagnostic =
        WatchedFile::refusalOfSave(file.path, "open it again to discard the edits.");
    diagnostic.found = "another version";
    say(diagnostic);
    return false;
  }
  const bool crlf = crlf_ && file.path == file_.path;
  QString text = file.text;
  if (crlf) text.replace('\n', "\r\n");
  QSaveFile out(file.path);
  const bool saved =
      out.open(QIODevice::WriteOnly) && out.write(text.toUtf8()) >= 0 && out.commit();
  if (!saved) {
    say(fileTrouble("The script cannot be saved.", file.path, out.errorString()));
    return false;
  }
  file_ = file;
  crlf_ = crlf;
  watched_->follow(file.path);
  trust(file.text);  // written by the user in this editor
  settings_.addRecentFile(file.path);
  return true;
}

bool ScriptRunner::trusted(const QString& text) const {
  return settings_.trusts(text.toUtf8());
}

void ScriptRunner::trust(const QString& text) {
  settings_.trust(text.toUtf8());
}

// ---- the run --------------------------------------------------------------------------------

void ScriptRunner::run(const ScriptFile& file) {
  if (process_.on() || waiting_) return;
  wanted_ = file;
  waiting_ = true;
  setState(ScriptState::starting);
  search_.find(file.path.isEmpty() ? QString() : QFileInfo(file.path).path());
}

void ScriptRunner::missing(const Diagnostic& diagnostic) {
  if (!std::exchange(waiting_, false)) return;
  say(diagnostic);
  setState(ScriptState::failed, "no Python with the package ngraph");
}

// The file itself if it holds the same text, else a copy of the same name.
QString ScriptRunner::pathToRun() {
  QFile file(wanted_.path);
  const bool same = !wanted_.path.isEmpty() && file.open(QIODevice::ReadOnly) &&
                    QString::fromUtf8(file.readAll()).replace("\r\n", "\n") == wanted_.text;
  if (same) return wanted_.path;
  const QString name =
      wanted_.path.isEmpty() ? QString("untitled.py") : QFileInfo(wanted_.path).fileName();
  QFile copy(copies_.filePath(name));
  if (copy.open(QIODevice::WriteOnly) && copy.write(wanted_.text.toUtf8()) >= 0)
    return copy.fileName();
  say(fileTrouble("A copy of the script cannot be written.", copy.fileName(), copy.errorString()));
  return {};
}

void ScriptRunner::found(const Python& python) {
  if (namesOf_ != python.package) {
    namesOf_ = python.package;
    names_ = readScriptNames(python.package);
    emit namesChanged();
  }
  if (!std::exchange(waiting_, false)) return;
  ran_ = pathToRun();
  if (ran_.isEmpty()) return setState(ScriptState::failed, "not started");
  ScriptCommand command;
  command.program = python.program;
  command.arguments = QStringList{"-u", ran_};
  command.folder = wanted_.path.isEmpty() ? QDir::homePath() : QFileInfo(wanted_.path).path();
  command.environment = QProcessEnvironment::systemEnvironment();
  QStringList paths;
  if (!python.searchPath.isEmpty()) paths << python.searchPath;
  if (ran_ != wanted_.path)
    paths << command.folder;  // so that imports from the original folder work
  if (command.environment.contains("PYTHONPATH")) paths << command.environment.value("PYTHONPATH");
  if (!paths.isEmpty()) command.environment.insert("PYTHONPATH", paths.join(u':'));
  command.environment.insert("PYTHONIOENCODING", "utf-8");
  command.environment.insert("PYTHONFAULTHANDLER", "1");
  command.environment.remove("NGRAPH_WORKBENCH");
  const QString link = session_.link.socket();
  if (!link.isEmpty()) command.environment.insert("NGRAPH_WORKBENCH", link);
  process_.start(command);
  if (!process_.on()) return;
  started_ = process_.pid();
  session_.link.expect(started_);
  setState(ScriptState::running);
}

void ScriptRunner::stop() {
  if (std::exchange(waiting_, false)) {
    search_.cancel();
    return setState(ScriptState::stopped);
  }
  process_.stop();
}

// For a program that the window did not start, the request to stop goes over the link.
void ScriptRunner::stopProgram() {
  if (process_.on()) return stop();
  session_.link.send({remote::Command::Kind::stop, {}, {}});
}

void ScriptRunner::ended(int status, int signal) {
  session_.link.expect(0);
  const bool fine = status == 0 && signal == 0;
  session_.end(process_.stopping() ? RunState::cancelled
               : fine              ? RunState::finished
                                   : RunState::failed);
  if (process_.stopping())
    setState(ScriptState::stopped, signal == SIGKILL ? "killed: did not stop" : QString());
  else if (fine)
    setState(ScriptState::finished);
  else
    setState(ScriptState::failed, endOf(status, signal));
}

// The link sends a program's file name without its folder.
QStringList ScriptRunner::programOf(const QString& documentPath) const {
  QStringList program = session_.programOf(documentPath);
  if (!program.isEmpty() && ours_ && !wanted_.path.isEmpty()) program.front() = wanted_.path;
  return program;
}

int ScriptRunner::lineOf(const QString& file, int line) const {
  if (file.isEmpty()) return 0;
  const QString canonical = QFileInfo(file).canonicalFilePath();
  for (const QString& ours : {ran_, wanted_.path}) {
    if (ours.isEmpty()) continue;
    if (file == ours || (!canonical.isEmpty() && canonical == QFileInfo(ours).canonicalFilePath()))
      return line;
  }
  return 0;
}

}  // namespace ng::views
