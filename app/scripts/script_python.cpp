// SPDX-License-Identifier: Apache-2.0
// Probes each interpreter with a few lines that any Python 3 can run.
#include "app/scripts/script_python.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace ng::views {

namespace {

constexpr int probeTime = 10000;  // ms
constexpr int oldest = 9;         // minor version 3.x
const char* probeText =
    "import sys\n"
    "print('%d.%d.%d' % sys.version_info[:3])\n"
    "import importlib.util\n"
    "spec = importlib.util.find_spec('ngraph')\n"
    "ours = None\n"
    "try: ours = spec and importlib.util.find_spec('ngraph._engine')\n"
    "except Exception: pass\n"
    "print(list(spec.submodule_search_locations)[0] if ours else '')\n"
    "print(spec and not ours and spec.origin or '')\n";

// .venv in the script's folder or in a parent folder.
QStringList environmentsAbove(const QString& folder) {
  QStringList found;
  QDir dir(folder);
  for (int depth = 0; depth < 8; ++depth) {
    found << dir.filePath(".venv/bin/python3");
    if (!dir.cdUp()) break;
  }
  return found;
}

bool isNewEnough(const QString& version) {
  const QStringList parts = version.split(u'.');
  return parts.value(0).toInt() == 3 && parts.value(1).toInt() >= oldest;
}

}  // namespace

PythonSearch::PythonSearch(QStringList packageFolders, QStringList interpreters, QObject* parent)
    : QObject(parent),
      packageFolders_(std::move(packageFolders)),
      interpreters_(std::move(interpreters)) {
  patience_.setSingleShot(true);
  patience_.setInterval(probeTime);
  connect(&patience_, &QTimer::timeout, &probe_, &QProcess::kill);
  connect(&probe_, &QProcess::finished, this, &PythonSearch::answered);
  connect(&probe_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) answered();
  });
}

PythonSearch::~PythonSearch() {
  probe_.disconnect(this);
  probe_.kill();
  probe_.waitForFinished(1000);
}

QStringList PythonSearch::candidates(const QString& scriptFolder) const {
  QStringList all;
  const QString chosen = qEnvironmentVariable("NGRAPH_PYTHON");
  if (!chosen.isEmpty()) return {chosen};
  const QString active = qEnvironmentVariable("VIRTUAL_ENV");
  if (!active.isEmpty()) all << active + "/bin/python3";
  if (!scriptFolder.isEmpty()) all << environmentsAbove(scriptFolder);
  all << interpreters_;
  const QString path = QStandardPaths::findExecutable("python3");
  if (!path.isEmpty()) all << path;
  all << "/usr/bin/python3";
  all.removeIf([](const QString& each) { return !QFileInfo(each).isExecutable(); });
  all.removeDuplicates();
  return all;
}

void PythonSearch::find(const QString& scriptFolder) {
  cancel();
  if (known_ && folder_ == scriptFolder && QFileInfo(known_->program).isExecutable())
    return emit found(*known_);
  known_.reset();
  folder_ = scriptFolder;
  complaints_.clear();
  waiting_ = candidates(scriptFolder);
  tryNext();
}

void PythonSearch::cancel() {
  waiting_.clear();
  asked_.clear();
  if (probe_.state() == QProcess::NotRunning) return;
  probe_.kill();
  probe_.waitForFinished(1000);
}

void PythonSearch::tryNext() {
  if (waiting_.isEmpty()) {
    asked_.clear();
    return emit missing(complaint());
  }
  asked_ = waiting_.takeFirst();
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.remove("NGRAPH_WORKBENCH");
  QStringList paths = packageFolders_;
  if (environment.contains("PYTHONPATH")) paths << environment.value("PYTHONPATH");
  if (!paths.isEmpty()) environment.insert("PYTHONPATH", paths.join(u':'));
  probe_.setProcessEnvironment(environment);
  probe_.setStandardInputFile(QProcess::nullDevice());
  patience_.start();
  probe_.start(asked_, {"-c", probeText}, QIODevice::ReadOnly);
}

void PythonSearch::answered() {
  patience_.stop();
  if (asked_.isEmpty()) return;
  const QStringList lines = QString::fromUtf8(probe_.readAllStandardOutput()).split(u'\n');
  const QString version = lines.value(0).trimmed(), package = lines.value(1).trimmed(),
                other = lines.value(2).trimmed();
  if (version.isEmpty()) {
    complaints_ << asked_ + ": does not start";
  } else if (!isNewEnough(version)) {
    complaints_
        << QString("%1: Python %2, but 3.%3 or newer is required").arg(asked_, version).arg(oldest);
  } else if (package.isEmpty() && !other.isEmpty()) {
    complaints_ << QString(
                       "%1: Python %2, whose ngraph (%3) is another package, or was built for "
                       "another Python")
                       .arg(asked_, version, other);
  } else if (package.isEmpty()) {
    complaints_ << QString("%1: Python %2, without the package ngraph").arg(asked_, version);
  } else {
    const bool own = packageFolders_.contains(QFileInfo(package).path());
    known_ = Python{asked_, version, package, own ? QFileInfo(package).path() : QString()};
    asked_.clear();
    return emit found(*known_);
  }
  tryNext();
}

Diagnostic PythonSearch::complaint() const {
  Diagnostic diagnostic;
  if (complaints_.isEmpty()) {
    diagnostic.what = "Scripts cannot run: python3 was not found.";
    diagnostic.action =
        "Install it (apt-get install python3), or set NGRAPH_PYTHON to an interpreter.";
    return diagnostic;
  }
  diagnostic.what = "Scripts cannot run: no Python interpreter with the package ngraph was found.";
  diagnostic.found = complaints_.join("; ").toStdString();
  diagnostic.expected = "Python 3." + std::to_string(oldest) + " or newer, with the package";
  diagnostic.action =
      "Install the .whl of ./dev package with pip (PyPI's ngraph is another package), or run "
      "./dev python in the source folder, or set NGRAPH_PYTHON to an interpreter that has it.";
  return diagnostic;
}

}  // namespace ng::views
