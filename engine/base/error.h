// SPDX-License-Identifier: Apache-2.0
// Errors by cause: user input, engine bug, or environment. Each carries a Diagnostic.
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/base/enum_names.h"

namespace ng {

enum class Severity { note, warning, error };
constexpr auto names_of(Severity) {
  return std::to_array<std::string_view>({"note", "warning", "error"});
}

// One message: what went wrong, where, what was found and expected, and what to do. Empty fields
// are omitted when printed.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string what;      // one sentence
  std::string where;     // file and offset or line; op, axes and the line that created it
  std::string found;     // the actual input
  std::string expected;  // the valid input
  std::string action;    // what to do
  std::vector<unsigned long long> ops;  // ids of the ops concerned, for links in the window
};

// The message as lines of text, without a trailing newline.
std::string to_string(const Diagnostic& diagnostic);

enum class Fault { user, internal, environment };

// Error classes of the original library, for callers that distinguish them.
enum class ErrorKind {
  value,              // ValueError
  key,                // KeyError
  index,              // IndexError: a label outside its axis
  runtime,            // RuntimeError
  incompatible_axes,  // IncompatibleAxesError, a ValueError
  unmatched_axes,     // UnmatchedAxesError, an IncompatibleAxesError
  duplicate_axes,     // DuplicateAxisNames, a ValueError
  bad_file,           // a document, checkpoint or array file is damaged or of another format
  unavailable,        // a backend, plugin or library is not available
  system,             // the operating system failed: disk full, permission, memory
  cancelled,          // the user asked to stop
  internal
};
constexpr auto names_of(ErrorKind) {
  return std::to_array<std::string_view>({"value", "key", "index", "runtime", "incompatible_axes",
                                          "unmatched_axes", "duplicate_axes", "bad_file",
                                          "unavailable", "system", "cancelled", "internal"});
}

class Error : public std::runtime_error {
 public:
  Error(Fault fault, ErrorKind kind, Diagnostic diagnostic);
  Fault fault() const { return fault_; }
  ErrorKind kind() const { return kind_; }
  const Diagnostic& diagnostic() const { return diagnostic_; }

 private:
  Fault fault_;
  ErrorKind kind_;
  Diagnostic diagnostic_;
};

// Throws a user Error of `kind`.
[[noreturn]] void refuse(ErrorKind kind, Diagnostic diagnostic);
[[noreturn]] void refuse(ErrorKind kind, std::string what);

// Throws an internal Error with the engine's source location if `holds` is false.
void check(bool holds, const char* what,
           std::source_location here = std::source_location::current());

}  // namespace ng
