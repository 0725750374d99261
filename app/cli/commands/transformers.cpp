// SPDX-License-Identifier: Apache-2.0
// `ngraph transformers`: lists the backends and their availability.
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "engine/distributed/launcher.h"
#include "engine/session/transformer.h"
#include "engine/session/transformer_info.h"

namespace ng::cli {
namespace {

class List {
 public:
  void add(const std::string& name, const Availability& can) {
    json_.push_back(
        {{"name", name}, {"available", can.available}, {"what", can.what}, {"reason", can.reason}});
    std::string padded = name;
    padded.resize(std::max<std::size_t>(padded.size(), 10), ' ');
    text_ += padded + "  " + (can.available ? can.what : "unavailable: " + can.reason) + "\n";
    if (can.available && !can.reason.empty()) text_ += std::string(12, ' ') + can.reason + "\n";
  }

  void write(bool asJson) const {
    if (asJson) return printJson({{"transformers", json_}});
    print(text_);
  }

 private:
  Json json_ = Json::array();
  std::string text_;
};

int run(const Arguments& arguments) {
  List list;
  for (const TransformerInfo& info : all_transformers()) list.add(info.name, info.availability);
  list.add("mpi", mpi_availability());
  list.write(arguments.json());
  return fine;
}

}  // namespace

const Command transformers_command = {
    .name = "transformers",
    .operands = "",
    .summary =
        "List the available transformers, and why others are unavailable; 'mpi' is that of the "
        "ranks "
        "of mpirun, for 'run --parallel' and Python",
    .options = {},
    .run = run,
};

}  // namespace ng::cli
