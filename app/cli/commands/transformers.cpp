// SPDX-License-Identifier: Apache-2.0
// `ngraph transformers`: lists the backends and their availability.
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "engine/session/transformer.h"
#include "engine/session/transformer_info.h"

namespace ng::cli {
namespace {

int run(const Arguments& arguments) {
  Json list = Json::array();
  std::string text;
  for (const TransformerInfo& info : all_transformers()) {
    const Availability& can = info.availability;
    list.push_back({{"name", info.name},
                    {"available", can.available},
                    {"what", can.what},
                    {"reason", can.reason}});
    std::string name = info.name;
    name.resize(std::max<std::size_t>(name.size(), 10), ' ');
    text += name + "  " + (can.available ? can.what : "unavailable: " + can.reason) + "\n";
    if (can.available && !can.reason.empty()) text += std::string(12, ' ') + can.reason + "\n";
  }
  if (arguments.json()) {
    printJson({{"transformers", list}});
  } else {
    print(text);
  }
  return fine;
}

}  // namespace

const Command transformers_command = {
    .name = "transformers",
    .operands = "",
    .summary = "List the available backends, and why others are unavailable",
    .options = {},
    .run = run,
};

}  // namespace ng::cli
