// SPDX-License-Identifier: Apache-2.0
// `ngraph tensor`: prints the value of an op.
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/results/watched_value.h"
#include "engine/records/tensor_record.h"

namespace ng::cli {
namespace {

int run(const Arguments& arguments) {
  const std::int64_t calls = arguments.integer("--iteration", 1, 1'000'000'000, 1);
  transformerName(arguments);
  const Document document = openDocument(arguments);
  const Op op = document.find(arguments.operand(1));
  const TensorRecord value = watchedValue(arguments, document, op, calls);
  print(arguments.json() ? to_json(value) + "\n" : valueText(value) + "\n");
  return fine;
}

}  // namespace

const Command tensor_command = {
    .name = "tensor",
    .operands = "FILE OP",
    .summary = "Print the value of an op in a call, with inputs from the plan or --feed",
    .options = withCallOptions({{"--iteration", "N", "call number, counted from 1 (default: 1)"}}),
    .run = run,
};

}  // namespace ng::cli
