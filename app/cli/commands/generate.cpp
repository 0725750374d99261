// SPDX-License-Identifier: Apache-2.0
// `ngraph generate`: writes random graphs and synthetic data sets for tests.
#include <algorithm>

#include "app/cli/arguments.h"
#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/commands/random_graph.h"
#include "app/cli/commands/shaped_graph.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "engine/base/cancellation.h"
#include "engine/formats/documents/document.h"
#include "engine/neon/data/data_set_table.h"

namespace ng::cli {
namespace {

constexpr std::int64_t mostOps = 1'000'000;

// The files of PTB are the same for character and word models, so "ptb" stands for both kinds.
const neon::DataSetKind& setNamed(const std::string& name) {
  const std::vector<std::string> names = {"cifar10", "mnist", "ptb"};
  const neon::DataSetKind* kind = neon::data_set_named(name == "ptb" ? "ptb_words" : name);
  if (!kind) {
    throw UsageError("no data set '" + name + "'" + suggestion(name, names) +
                     "; available: cifar10, mnist, ptb");
  }
  return *kind;
}

int writeSet(const Arguments& arguments, std::uint32_t seed) {
  if (arguments.has("--ops")) throw UsageError("'generate' takes --ops or --set, not both");
  const std::string set = *arguments.value("--set"), folder = arguments.operand(0);
  const auto files = neon::write_synthetic(setNamed(set), folder, seed);
  if (arguments.json()) {
    printJson({{"out", folder}, {"set", set}, {"seed", seed}, {"files", files}});
    return fine;
  }
  std::string text;
  for (const std::string& file : files) text += folder + "/" + file + "\n";
  print(text);
  return fine;
}

int run(const Arguments& arguments) {
  const CancellationScope scope([] { throwIfCancelled("generating"); });
  const auto seed = static_cast<std::uint32_t>(arguments.integer("--seed", 0, UINT32_MAX, 0));
  if (arguments.has("--set")) return writeSet(arguments, seed);
  if (!arguments.has("--ops")) throw UsageError("'generate' needs --ops N or --set NAME");
  requireSuffix("OUT", arguments.operand(0), document_format);
  const std::int64_t ops = arguments.integer("--ops", fewestOps, mostOps, fewestOps);
  const std::string shape = arguments.value("--shape").value_or("training");
  if (shape != "training" && std::ranges::find(graphShapes(), shape) == graphShapes().end())
    throw UsageError("no shape '" + shape + "'; available: training, chain, dense, fan, random");
  const Document document =
      shape == "training" ? randomTrainingGraph(ops, seed) : shapedGraph(shape, ops, seed);
  throwIfCancelled("generating");
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
    .summary =
        "Generate a random training graph with a plan, or a small synthetic data set in the "
        "format of a published one",
    .options = {{"--ops", "N", "number of ops, 34 to 1,000,000"},
                {"--shape", "SHAPE",
                 "training (default), or a layout stress test: chain, dense, fan or random"},
                {"--seed", "S", "random seed (default: 0)"},
                {"--set", "NAME",
                 "write synthetic data like mnist, cifar10 or ptb to the folder OUT"}},
    .run = run,
};

}  // namespace ng::cli
