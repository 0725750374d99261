// SPDX-License-Identifier: Apache-2.0
// Errors by guilt: the user's input, our own fault, or the environment. Each carries a Diagnostic.
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>
#include <vector>

namespace ng {

enum class Severity { note, warning, error };

// One message: what went wrong, where, what was found and expected, and what to do about it.
// Empty fields are left out when printed.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string what;      // one sentence
  std::string where;     // file and offset or line; op, axes and the line that created it
  std::string found;     // what the input holds
  std::string expected;  // what it should hold
  std::string action;    // what to do
  std::vector<unsigned long long> ops;  // ids of the ops concerned, for a link in the window
};

// The message as lines of text, without a trailing newline.
std::string to_string(const Diagnostic& diagnostic);

enum class Fault { user, internal, environment };

// The class of error that the original library raised, so that callers can tell them apart.
enum class ErrorKind {
  value,              // ValueError
  key,                // KeyError
  index,              // IndexError: a label outside its axis
  runtime,            // RuntimeError
  incompatible_axes,  // IncompatibleAxesError, a ValueError
  unmatched_axes,     // UnmatchedAxesError, an IncompatibleAxesError
  duplicate_axes,     // DuplicateAxisNames, a ValueError
  bad_file,           // a document, checkpoint or array file is damaged or of another kind
  unavailable,        // a backend, plugin or library is not here
  system,             // the operating system refused: disk full, permission, memory
  cancelled,          // the user asked to stop
  internal
};

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

// Throws an internal Error when `holds` is false; the message names our own file and line.
void check(bool holds, const char* what,
           std::source_location here = std::source_location::current());

}  // namespace ng
