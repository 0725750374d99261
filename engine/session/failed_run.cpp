// SPDX-License-Identifier: Apache-2.0
#include "engine/session/failed_run.h"

#include <algorithm>
#include <new>
#include <set>

#include "engine/base/error.h"
#include "engine/runtime/peak_buffers.h"
#include "engine/session/compilation.h"

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

// The user's ops that `ops` of the program come from, with the lines that made them.
std::string origins_text(const Compilation& compilation,
                         const std::vector<unsigned long long>& ops) {
  constexpr std::size_t most = 3;
  std::set<OpId> wanted(ops.begin(), ops.end());
  const auto add_origins = [&wanted](const NodePtr& node) {
    if (wanted.contains(node->id)) wanted.insert(node->origins.begin(), node->origins.end());
  };
  for (const NodePtr& node : ordered_nodes(compilation.final_graph)) {
    add_origins(node);
    if (node->body) std::for_each(node->body->order.begin(), node->body->order.end(), add_origins);
  }
  std::vector<std::string> found;
  for (const NodePtr& node : ordered_nodes(compilation.parts.results)) {
    if (wanted.contains(node->id)) found.push_back(describe(*node));
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(found.size(), most); ++i) text += (i ? ", " : "") + found[i];
  if (found.size() > most) text += " and " + std::to_string(found.size() - most) + " more";
  return text;
}

// Does a step that throws leave its results untouched?
bool writes_at_the_end(const Step& step) {
  return !step.is<KernelStep>() && !step.is<Matmul>() && !step.is<CopyStep>() && !step.loop();
}

}  // namespace

void rethrow_failed_run(const Compilation& compilation, BoundMemory& memory, std::size_t first,
                        std::size_t end) {
  const Program& program = compilation.program;
  const std::vector<std::string> written = memory.failed(program, first, end);
  const std::string restore =
      "initialize or restore " + listed(written) + ": the call had begun to write there";
  try {
    throw;
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    const bool unplaced = diagnostic.where.empty() && !diagnostic.ops.empty();
    if (written.empty() && !unplaced) throw;
    if (unplaced) diagnostic.where = origins_text(compilation, diagnostic.ops);
    if (!written.empty()) add_action(diagnostic, restore);
    throw Error(error.fault(), error.kind(), std::move(diagnostic));
  } catch (const std::bad_alloc&) {
    Diagnostic diagnostic = no_memory(program);
    if (!written.empty()) add_action(diagnostic, restore);
    refuse(ErrorKind::system, std::move(diagnostic));
  }
}

void rethrow_without_memory(const Program& program) {
  try {
    throw;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::system) throw;
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.found += (diagnostic.found.empty() ? "" : "; ") + peak_buffers_text(program);
    throw Error(error.fault(), error.kind(), std::move(diagnostic));
  }
}

std::size_t end_of_failed_run(const Program& program, std::size_t reached) {
  if (reached >= program.steps.size()) return program.steps.size();
  return writes_at_the_end(program.steps[reached]) ? reached : reached + 1;
}

}  // namespace ng
