// SPDX-License-Identifier: Apache-2.0
#include "engine/session/failed_run.h"

#include <new>

#include "engine/base/error.h"

namespace ng {
namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

void add_action(Diagnostic& diagnostic, const std::string& action) {
  diagnostic.action += (diagnostic.action.empty() ? "" : "; ") + action;
}

Diagnostic no_memory(const Program& program) {
  Diagnostic diagnostic;
  diagnostic.what = "out of memory in a step of '" + program.name + "'";
  diagnostic.action = "use a smaller batch or shorter axes, or close other programs";
  return diagnostic;
}

// Does a step that throws leave its results untouched?
bool writes_at_the_end(const Step& step) {
  return !step.is<KernelStep>() && !step.is<MatrixProduct>() && !step.is<CopyStep>() &&
         !step.loop();
}

}  // namespace

void rethrow_failed_run(const Program& program, BoundMemory& memory, std::size_t first,
                        std::size_t end) {
  const std::vector<std::string> written = memory.failed(program, first, end);
  const std::string restore =
      "initialize or restore " + listed(written) + ": the call had begun to write there";
  try {
    throw;
  } catch (const Error& error) {
    if (written.empty()) throw;
    Diagnostic diagnostic = error.diagnostic();
    add_action(diagnostic, restore);
    throw Error(error.fault(), error.kind(), std::move(diagnostic));
  } catch (const std::bad_alloc&) {
    Diagnostic diagnostic = no_memory(program);
    if (!written.empty()) add_action(diagnostic, restore);
    refuse(ErrorKind::system, std::move(diagnostic));
  }
}

std::size_t end_of_failed_run(const Program& program, std::size_t reached) {
  if (reached >= program.steps.size()) return program.steps.size();
  return writes_at_the_end(program.steps[reached]) ? reached : reached + 1;
}

}  // namespace ng
