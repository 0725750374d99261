// SPDX-License-Identifier: Apache-2.0
// ngraph generate
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/random_graph.h"

namespace ng::cli {
namespace {

constexpr std::int64_t mostOps = 1'000'000;

int run(const Arguments& arguments) {
  if (!arguments.has("--ops")) throw UsageError("'generate' needs --ops N");
  const std::int64_t ops = arguments.integer("--ops", fewestOps, mostOps, fewestOps);
  const auto seed = static_cast<std::uint32_t>(arguments.integer("--seed", 0, UINT32_MAX, 0));
  const Document document = randomTrainingGraph(ops, seed);
  save_document(document, arguments.operand(0));
  if (arguments.json()) {
    printJson({{"out", arguments.operand(0)}, {"ops", ops}, {"seed", seed}});
  } else {
    print(plural(ops, "op") + " written to " + arguments.operand(0) + "\n");
  }
  return fine;
}

}  // namespace

const Command generate_command = {
    .name = "generate",
    .operands = "OUT",
    .summary = "A training graph made at random, with a plan that runs it; for tests of size",
    .options = {{"--ops", "N", "how many ops it has, 34 to 1,000,000"},
                {"--seed", "S", "which one of that size; 0 without it"}},
    .run = run,
};

}  // namespace ng::cli
