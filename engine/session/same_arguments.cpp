// SPDX-License-Identifier: Apache-2.0
#include "engine/session/same_arguments.h"

#include <algorithm>
#include <set>

#include "engine/formats/content_hash.h"
#include "engine/runtime/ranks/collective_step.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/runtime/ranks/same_program.h"
#include "engine/session/compilation.h"

namespace ng {
namespace {

// The arguments of which the program takes a part. None of a stage: others may read no argument.
std::vector<std::size_t> divided_arguments(const Program& program) {
  std::vector<std::size_t> divided;
  if (!program.ranks) return divided;
  for (const MeshAxis& axis : program.ranks->axes())
    if (axis.is_stages()) return divided;
  std::set<int> wholes;
  for (const Step& step : program.steps) {
    const auto* exchange = step.as<CollectiveStep>();
    if (exchange && exchange->kind == CollectiveKind::shard) wholes.insert(step.reads.at(0));
  }
  for (std::size_t i = 0; i < program.parameters.size(); ++i)
    if (wholes.contains(program.parameters[i])) divided.push_back(i);
  return divided;
}

// `text_of` gives what is compared of an argument.
template <class TextOf>
void check_same(const Computation& computation, const TextOf& text_of) {
  const Program& program = computation.compilation().program;
  const std::vector<std::size_t> divided = divided_arguments(program);
  if (divided.empty()) return;
  std::string text;
  for (const std::size_t i : divided) text += text_of(i) + "\n";
  check_same_call(program.ranks->world(), content_hash(text), computation.name());
}

}  // namespace

void check_same_arguments(const Computation& computation, const std::vector<Tensor>& arguments) {
  if (arguments.size() != computation.compilation().program.parameters.size()) return;  // refused
  check_same(computation, [&](std::size_t i) { return content_hash({}, arguments.at(i)); });
}

void check_same_arguments(const Computation& computation, const CallMemory& call) {
  const Program& program = computation.compilation().program;
  check_same(computation, [&](std::size_t i) {
    if (call.argument_place(i) != Place::host) return std::string();
    const auto buffer = static_cast<std::size_t>(program.parameters[i]);
    return std::string(static_cast<const char*>(call.arguments[i]),
                       static_cast<std::size_t>(program.buffers[buffer].bytes));
  });
}

}  // namespace ng
