// SPDX-License-Identifier: Apache-2.0
#include "engine/session/same_arguments.h"

#include <algorithm>

#include "engine/formats/content_hash.h"
#include "engine/runtime/ranks/collective_step.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/runtime/ranks/same_program.h"
#include "engine/session/compilation.h"

namespace ng {
namespace {

// Null: the program takes no part of a whole, or is cut into stages, of which some read no
// argument.
RankMesh* ranks_of(const Computation& computation) {
  const Program& program = computation.compilation().program;
  if (!program.ranks) return nullptr;
  for (const MeshAxis& axis : program.ranks->axes())
    if (axis.is_stages()) return nullptr;
  const bool divides =
      std::any_of(program.steps.begin(), program.steps.end(), [](const Step& step) {
        const auto* exchange = step.as<CollectiveStep>();
        return exchange && exchange->kind == CollectiveKind::shard;
      });
  return divides ? program.ranks.get() : nullptr;
}

}  // namespace

void check_same_arguments(const Computation& computation, const std::vector<Tensor>& arguments) {
  RankMesh* ranks = ranks_of(computation);
  if (!ranks) return;
  std::string text;
  for (const Tensor& argument : arguments) text += content_hash({}, argument) + "\n";
  check_same_call(ranks->world(), content_hash(text), computation.name());
}

void check_same_arguments(const Computation& computation, const CallMemory& call) {
  RankMesh* ranks = ranks_of(computation);
  if (!ranks) return;
  const Program& program = computation.compilation().program;
  std::string text;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const auto buffer = static_cast<std::size_t>(program.parameters.at(i));
    if (call.argument_place(i) == Place::host)
      text.append(static_cast<const char*>(call.arguments[i]),
                  static_cast<std::size_t>(program.buffers[buffer].bytes));
  }
  check_same_call(ranks->world(), content_hash(text), computation.name());
}

}  // namespace ng
