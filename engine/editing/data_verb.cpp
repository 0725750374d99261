// SPDX-License-Identifier: Apache-2.0
// The verb `data`: a data set or a mixture of the plan. Refuses what a document cannot hold.
#include <cstdint>
#include <limits>

#include "engine/base/joined.h"
#include "engine/base/nearest.h"
#include "engine/base/quote.h"
#include "engine/editing/plan_verbs.h"
#include "engine/neon/data/data_set_table.h"
#include "engine/neon/data/mixture.h"

namespace ng::editing::verbs {
namespace {

constexpr std::int64_t most_seed = std::numeric_limits<std::uint32_t>::max();

void require_within(std::string_view name, std::int64_t value, std::int64_t first,
                    std::int64_t last, int column) {
  if (value >= first && value <= last) return;
  refuse_at(column, quote(name) + " of data does not fit", std::to_string(value),
            "an integer, from " + std::to_string(first) + " to " + std::to_string(last));
}

void require_known(const PlanData& data, int column) {
  if (data.is_mixture() || neon::data_set_named(data.generator)) return;
  std::vector<std::string> known = {"mixture_of_gaussians"};
  for (const neon::DataSetKind& kind : neon::data_set_table()) known.emplace_back(kind.name);
  const std::string meant = nearest(data.generator, known);
  refuse_at(column, "there is no data set " + quote(data.generator), {}, "one of: " + joined(known),
            meant.empty() ? "" : "did you mean " + quote(meant) + "?");
}

void require_mixture(const PlanData& data, int column) {
  require_within("batch", data.batch, 1, most_of_plan, column);
  try {
    MixtureGenerator(data.probabilities, data.shape);
  } catch (const Error& error) {
    const Diagnostic& why = error.diagnostic();
    refuse_at(column, why.what, why.found, why.expected, why.action);
  }
}

}  // namespace

void data(EditContext& edit, const Statement& statement) {
  const char* const signature =
      "name = data(\"mixture_of_gaussians\", seed=0, probabilities=[0.5, 0.5], shape=[4], "
      "batch=128, parts={\"train\": 10})";
  const int column = statement.value.column;
  const Arguments given = edit.bind(statement.value,
                                    {{"generator", Kind::text},
                                     {"seed", Kind::integer, "None"},
                                     {"batch", Kind::integer, "None"},
                                     {"probabilities", Kind::array, "None"},
                                     {"shape", Kind::array, "None"},
                                     {"parts", Kind::dict, "None"},
                                     {"shuffle", Kind::integer, "None"},
                                     {"time_steps", Kind::integer, "None"},
                                     {"vocabulary", Kind::text, "None"},
                                     {"folder", Kind::text, "None"}},
                                    signature);
  if (statement.target.empty()) refuse_at(column, "data requires a name", {}, signature);
  const auto integer = [&](const char* name, std::int64_t first, std::int64_t last) {
    const auto value = given.optional_integer(name);
    if (value) require_within(name, *value, first, last, column);
    return value;
  };
  PlanData data;
  data.name = statement.target;
  data.generator = given.text("generator");
  require_known(data, column);
  data.seed = static_cast<std::uint32_t>(integer("seed", 0, most_seed).value_or(0));
  data.batch = integer("batch", 1, most_of_plan).value_or(0);
  data.probabilities = given.numbers("probabilities");
  data.shape = given.lengths("shape");
  for (const std::int64_t length : data.shape)
    require_within("shape", length, 1, most_of_plan, column);
  if (given.has("parts"))
    for (const auto& [part, batches] : given.integers("parts")) {
      require_within(part, batches, 1, most_of_plan, column);
      data.parts.push_back({part, batches});
    }
  if (const auto seed = integer("shuffle", 0, most_seed))
    data.shuffle = static_cast<std::uint32_t>(*seed);
  data.time_steps = integer("time_steps", 1, most_of_plan).value_or(0);
  data.vocabulary = given.text("vocabulary");
  data.folder = given.text("folder");
  if (!data.folder.empty()) require_inside("folder", data.folder, column);
  if (data.is_mixture()) require_mixture(data, column);
  RunPlan plan = edit.plan_or_new();
  std::erase_if(plan.data, [&](const PlanData& each) { return each.name == data.name; });
  edit.name = "Add data " + data.name;
  plan.data.push_back(std::move(data));
  edit.set_plan(std::move(plan));
}

}  // namespace ng::editing::verbs
