// SPDX-License-Identifier: Apache-2.0
#include "engine/base/error.h"

#include <utility>

#include "engine/base/bounded.h"

namespace ng {

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = diagnostic.what;
  auto line = [&text](const char* label, const std::string& value) {
    if (!value.empty()) text += std::string("\n  ") + label + ": " + value;
  };
  line("where", diagnostic.where);
  line("found", diagnostic.found);
  line("expected", diagnostic.expected);
  line("do", diagnostic.action);
  return text;
}

Error::Error(Fault fault, ErrorKind kind, Diagnostic diagnostic)
    : std::runtime_error(to_string(bounded(diagnostic))),
      fault_(fault),
      kind_(kind),
      diagnostic_(bounded(std::move(diagnostic))) {}

void refuse(ErrorKind kind, Diagnostic diagnostic) {
  Fault fault = Fault::user;
  if (kind == ErrorKind::internal) fault = Fault::internal;
  if (kind == ErrorKind::system || kind == ErrorKind::unavailable) fault = Fault::environment;
  throw Error(fault, kind, std::move(diagnostic));
}

void refuse(ErrorKind kind, std::string what) {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  refuse(kind, std::move(diagnostic));
}

void check(bool holds, const char* what, std::source_location here) {
  if (holds) return;
  Diagnostic diagnostic;
  diagnostic.what = std::string("internal error: ") + what;
  diagnostic.where = std::string(here.file_name()) + ":" + std::to_string(here.line());
  diagnostic.action = "this is a bug in the engine; please report it with the document";
  throw Error(Fault::internal, ErrorKind::internal, std::move(diagnostic));
}

}  // namespace ng
