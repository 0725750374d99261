// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/worker_reports.h"

#include <exception>

namespace ng::views {

namespace {

Diagnostic internalFailure(const char* what, const std::exception& error) {
  Diagnostic diagnostic;
  diagnostic.what = std::string(what) + " failed: " + error.what();
  diagnostic.action = "This is a bug in ngraph; please report it.";
  return diagnostic;
}

}  // namespace

bool WorkerReports::attempt(const char* what, const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::cancelled) emit said(error.diagnostic());
  } catch (const std::exception& error) {
    emit said(internalFailure(what, error));
  }
  return false;
}

void WorkerReports::note(const char* what, const QString& where) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::note;
  diagnostic.what = what;
  diagnostic.where = where.toStdString();
  emit said(diagnostic);
}

}  // namespace ng::views
