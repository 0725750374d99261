// SPDX-License-Identifier: Apache-2.0
// ngraph axes
#include <map>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "engine/session/document_record.h"

namespace ng::cli {
namespace {

struct AxisUse {
  AxisRecord axis;
  std::vector<std::string> ops;  // that have it among their results, in the order of the graph
};

// By label, so a dual is a row of its own; in the order of their first use.
std::vector<AxisUse> usesOf(const GraphRecord& graph) {
  std::vector<AxisUse> uses;
  std::map<std::string, std::size_t> places;
  for (const OpRecord& op : graph.ops) {
    std::set<std::string> counted;
    for (const ResultRecord& result : op.results) {
      for (const AxisRecord& axis : result.axes) {
        const auto [at, fresh] = places.emplace(axis.name, uses.size());
        if (fresh) uses.push_back({axis, {}});
        if (counted.insert(axis.name).second) uses[at->second].ops.push_back(op.name);
      }
    }
  }
  return uses;
}

std::string firstNames(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 6; ++i) text += (i ? ", " : "") + names[i];
  return names.size() > 6 ? text + ", …" : text;
}

int run(const Arguments& arguments) {
  const DocumentRecordPtr document = make_document_record(openDocument(arguments));
  Table table({"axis", ">length", "role", ">dual", ">ops", "where"});
  Json list = Json::array();
  for (const AxisUse& use : usesOf(*document->graph)) {
    const AxisRecord& axis = use.axis;
    table.add({axis.name, axis.length < 0 ? "?" : std::to_string(axis.length), axis.role,
               axis.dual_level ? std::to_string(axis.dual_level) : "",
               std::to_string(use.ops.size()), firstNames(use.ops)});
    list.push_back({{"name", axis.name},
                    {"length", axis.length},
                    {"role", axis.role},
                    {"dual_level", axis.dual_level},
                    {"ops", use.ops}});
  }
  if (arguments.json()) {
    printJson({{"axes", list}});
  } else {
    print(table.empty() ? "No op has axes: everything is a scalar.\n" : table.text());
  }
  return fine;
}

}  // namespace

const Command axes_command = {
    .name = "axes",
    .operands = "FILE",
    .summary = "The axes of a document: lengths, roles, duals, and the ops that have them",
    .options = {},
    .run = run,
};

}  // namespace ng::cli
