// SPDX-License-Identifier: Apache-2.0
#include "engine/records/op_name.h"

#include <algorithm>

#include "engine/base/quote.h"

namespace ng {
namespace {

constexpr std::size_t most_listed = 10;

// Is `name` the full name, or what follows one of its slashes?
bool ends_with_name(std::string_view full, std::string_view name) {
  return full.ends_with(name) &&
         (full.size() == name.size() || full[full.size() - name.size() - 1] == '/');
}

}  // namespace

std::string full_name(const OpRecord& op) {
  return op.scope.empty() ? op.name : op.scope + "/" + op.name;
}

std::vector<const OpRecord*> ops_named(const GraphRecord& graph, std::string_view name) {
  std::vector<const OpRecord*> found;
  if (name.empty()) return found;
  for (const OpRecord& op : graph.ops) {
    // Cheap rejection of most ops: one of the names ends the other.
    if (!op.name.ends_with(name) && !name.ends_with(op.name)) continue;
    const std::string full = full_name(op);
    if (full == name) return {&op};
    if (ends_with_name(full, name)) found.push_back(&op);
  }
  return found;
}

const OpRecord* op_named(const GraphRecord& graph, std::string_view name) {
  const std::vector<const OpRecord*> found = ops_named(graph, name);
  if (found.empty()) return nullptr;
  if (found.size() == 1) return found.front();
  std::vector<std::string> full_names;
  full_names.reserve(found.size());
  for (const OpRecord* op : found) full_names.push_back(full_name(*op));
  refuse(ErrorKind::value, ambiguous_name(std::string(name), full_names));
}

std::string unique_name(const GraphRecord& graph, const OpRecord& op) {
  const bool shared = std::any_of(graph.ops.begin(), graph.ops.end(), [&op](const OpRecord& other) {
    return other.id != op.id && other.name.ends_with(op.name) &&
           ends_with_name(full_name(other), op.name);
  });
  return shared ? full_name(op) : op.name;
}

OpId op_of_same_name(const GraphRecord& before, OpId op, const GraphRecord& now) {
  const OpRecord* was = before.find(op);
  if (!was) return op;
  const std::string name = full_name(*was);
  if (const OpRecord* same = now.find(op); same && full_name(*same) == name) return op;
  for (const OpRecord& each : now.ops)
    if (each.name == was->name && full_name(each) == name) return each.id;
  return 0;
}

Diagnostic ambiguous_name(const std::string& name, const std::vector<std::string>& full_names) {
  Diagnostic diagnostic;
  diagnostic.what = "there are " + std::to_string(full_names.size()) + " ops " + quote(name);
  for (std::size_t i = 0; i < std::min(most_listed, full_names.size()); ++i)
    diagnostic.expected += (i > 0 ? ", " : "one of: ") + full_names[i];
  if (full_names.size() > most_listed) diagnostic.expected += ", …";
  diagnostic.action = "write the full name";
  return diagnostic;
}

}  // namespace ng
