// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/import_order.h"

#include <optional>
#include <unordered_map>

#include "engine/base/quote.h"
#include "engine/documents/import_place.h"

namespace ng {
namespace {

constexpr std::size_t most_listed = 20;

enum class Mark : char { fresh, open, done };

[[noreturn]] void refuse_cycle(const DocumentModel& model, const std::string& path,
                               const std::vector<std::size_t>& stack, std::size_t again) {
  std::string found;
  std::size_t count = 0;
  bool inside = false;
  for (const std::size_t i : stack) {
    inside |= i == again;
    if (!inside || ++count > most_listed) continue;
    found += quote(model.ops[i].name) + " -> ";
  }
  if (count > most_listed) found += "… " + std::to_string(count - most_listed) + " more -> ";
  const OpModel& op = model.ops[again];
  Place{path, op.document_line, op.op, op.name}.fail(
      "ops depend on each other in a cycle", found + quote(op.name),
      "operands that do not depend on their user",
      "state that changes from run to run is a variable with an assign");
}

// The `i`-th op that must be built before `op`: its operands, and for loops the ops of the body.
std::optional<std::uint64_t> needed_by(const OpModel& op, std::size_t i) {
  if (i < op.operands.size()) return op.operands[i].op;
  i -= op.operands.size();
  if (i < op.step_results.size()) return op.step_results[i].op;
  i -= op.step_results.size();
  if (i < op.step_parameters.size()) return op.step_parameters[i];
  return std::nullopt;
}

}  // namespace

std::vector<std::size_t> order_of(const DocumentModel& model, const std::string& path) {
  std::unordered_map<std::uint64_t, std::size_t> places;
  places.reserve(model.ops.size());
  for (std::size_t i = 0; i < model.ops.size(); ++i) places[model.ops[i].id] = i;
  std::vector<Mark> marks(model.ops.size(), Mark::fresh);
  std::vector<std::size_t> order, stack, next;
  for (std::size_t root = 0; root < model.ops.size(); ++root) {
    if (marks[root] != Mark::fresh) continue;
    stack.assign(1, root);
    next.assign(1, 0);
    marks[root] = Mark::open;
    while (!stack.empty()) {
      const std::size_t top = stack.back();
      const auto needed = needed_by(model.ops[top], next.back()++);
      if (!needed) {
        marks[top] = Mark::done;
        order.push_back(top);
        stack.pop_back();
        next.pop_back();
        continue;
      }
      const auto at = places.find(*needed);
      if (at == places.end()) continue;  // a computation; refused when the op is built
      if (marks[at->second] == Mark::open) refuse_cycle(model, path, stack, at->second);
      if (marks[at->second] == Mark::done) continue;
      marks[at->second] = Mark::open;
      stack.push_back(at->second);
      next.push_back(0);
    }
  }
  return order;
}

}  // namespace ng
