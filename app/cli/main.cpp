// SPDX-License-Identifier: Apache-2.0
// Entry point of `ngraph`: dispatches to a command, turns errors into messages and exit codes.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "app/cli/arguments.h"
#include "app/cli/cancel.h"
#include "app/cli/command_table.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "engine/base/bounded.h"
#include "engine/ops/pass_through.h"
#include "engine/runtime/print_sink.h"

namespace ng::cli {
namespace {

int exitCodeOf(const Error& error) {
  if (error.kind() == ErrorKind::cancelled) return cancelled;
  return error.fault() == Fault::user ? badInput : runFailed;
}

// Prints the diagnostic to standard error, and with --json also as an object to standard output.
int report(const Diagnostic& whole, std::string_view kind, int code, bool json) {
  const Diagnostic diagnostic = bounded(whole);
  std::fflush(stdout);
  std::fprintf(stderr, "ngraph: %s\n", to_string(diagnostic).c_str());
  if (json) {
    Json error = asJson(diagnostic);
    error["kind"] = kind;
    error["exit"] = code;
    printJson({{"error", error}});
  }
  return code;
}

int reportUsage(const std::string& what, const std::string& action, bool json) {
  Diagnostic diagnostic;
  diagnostic.what = what;
  diagnostic.action = action;
  return report(diagnostic, "usage", wrongUsage, json);
}

int reportOther(const std::string& what, int code, bool json) {
  Diagnostic diagnostic;
  diagnostic.what = what;
  return report(diagnostic, "internal", code, json);
}

bool asksJson(const std::vector<std::string>& words) {
  return std::find(words.begin(), words.end(), "--json") != words.end();
}

int runCommand(const Command& command, const std::vector<std::string>& words) {
  const bool json = asksJson(words);
  // With --json, standard output is reserved for the JSON object.
  if (json)
    set_print_sink([](const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); });
  try {
    const Arguments arguments(command, words);
    if (arguments.has("--help")) {
      print(helpText(command));
      return fine;
    }
    return command.run(arguments);
  } catch (const UsageError& error) {
    return reportUsage(error.what(), "see 'ngraph " + std::string(command.name) + " --help'", json);
  } catch (const Error& error) {
    return report(error.diagnostic(), name(error.kind()), exitCodeOf(error), json);
  } catch (const std::bad_alloc&) {
    return reportOther("not enough memory", runFailed, json);
  } catch (const std::exception& error) {
    return reportOther(std::string("internal error: ") + error.what(), runFailed, json);
  }
}

int run(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "help" || words[0] == "--help" || words[0] == "-h") {
    const Command* about = words.size() > 1 ? findCommand(words[1]) : nullptr;
    print(about ? helpText(*about) : overviewText());
    return words.empty() ? wrongUsage : fine;
  }
  if (words[0] == "--version") {
    print("ngraph " NGRAPH_VERSION "\n");
    return fine;
  }
  if (const Command* command = findCommand(words[0])) {
    return runCommand(*command, {words.begin() + 1, words.end()});
  }
  std::vector<std::string> known;
  for (const Command* command : commandTable()) known.emplace_back(command->name);
  return reportUsage("no command '" + words[0] + "'" + suggestion(words[0], known),
                     "see 'ngraph help'", asksJson(words));
}

}  // namespace
}  // namespace ng::cli

int main(int count, char** words) {
  ng::cli::catchSignals();
  const int code = ng::cli::run({words + 1, words + count});
  // Fails if output could not be written, for instance to a full disk.
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (!written && (code == ng::cli::fine || code == ng::cli::checkFailed)) {
    std::fprintf(stderr, "ngraph: standard output could not be written\n");
    return ng::cli::runFailed;
  }
  return code;
}
