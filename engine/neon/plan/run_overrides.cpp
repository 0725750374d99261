// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/run_overrides.h"

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/neon/data/data_set_table.h"
#include "engine/records/plan_record.h"

namespace ng {
namespace {

void set_folder(RunPlan& plan, const std::string& name, const std::string& folder) {
  bool found = false;
  std::string known;
  for (PlanData& data : plan.data) {
    if (data.is_mixture()) continue;
    known += (known.empty() ? "one of: " : ", ") + data.name;
    if (data.name != name && data.generator != name) continue;
    found = true;
    data.folder = folder;
    data.folder_by_user = true;
  }
  if (found) return;
  Diagnostic diagnostic;
  diagnostic.what = "the plan has no data set to read from the folder " + quote(folder);
  diagnostic.found = quote(name);
  diagnostic.expected = known.empty() ? "none; the plan uses no data set" : known;
  refuse(ErrorKind::key, std::move(diagnostic));
}

// The document's batch length; 0 if it has no batch axis or several.
std::int64_t batch_size_of(const Document& document) {
  std::int64_t size = 0;
  for (const Op& op : document.ops) {
    for (std::size_t i = 0; op.value().has_type() && i < op.axes().size(); ++i) {
      const Axis& axis = op.axes()[i];
      if (!axis.is_batch() || !axis.has_length()) continue;
      if (size != 0 && size != axis.length()) return 0;
      size = axis.length();
    }
  }
  return size;
}

// Number of batches of `size` for the samples of `batches` batches of `old`; `batches` if unknown.
std::int64_t batches_of(std::int64_t size, std::int64_t batches, std::int64_t old) {
  if (old <= 0 || batches <= 0) return batches;
  const __int128 needed = (static_cast<__int128>(batches) * old - 1) / size + 1;
  if (needed <= INT64_MAX) return static_cast<std::int64_t>(needed);
  Diagnostic diagnostic;
  diagnostic.what = "the plan cannot have batches of " + std::to_string(size) + " samples";
  diagnostic.found = std::to_string(batches) + " batches of " + std::to_string(old);
  diagnostic.expected = "fewer than 2^63 batches of the new size";
  diagnostic.action = "use a larger batch size or fewer batches";
  refuse(ErrorKind::value, std::move(diagnostic));
}

void set_batch_size(RunPlan& plan, std::int64_t old, std::int64_t size) {
  const auto as_many_samples = [=](std::int64_t& batches) {
    batches = batches_of(size, batches, old);
  };
  as_many_samples(plan.batches);
  for (PlanEvaluation& evaluation : plan.evaluations) as_many_samples(evaluation.batches);
  for (PlanData& data : plan.data) {
    if (data.batch > 0) data.batch = size;
    for (PlanData::Part& part : data.parts) as_many_samples(part.batches);
  }
}

RunPlan plan_with(const Document& document, const RunOverrides& overrides) {
  RunPlan plan = document.plan.value_or(RunPlan{});
  for (const auto& [name, folder] : overrides.folders) set_folder(plan, name, folder);
  if (overrides.epochs > 0) plan.epochs = overrides.epochs;
  if (overrides.batch_size > 0) set_batch_size(plan, batch_size_of(document), overrides.batch_size);
  const auto is_off = [&](const std::string& evaluation) {
    return overrides.evaluations_off.contains(evaluation);
  };
  std::erase_if(plan.evaluations, [&](const PlanEvaluation& each) { return is_off(each.name); });
  std::erase_if(plan.plots, [&](const PlanPlot& plot) { return is_off(plot.series); });
  if (!overrides.callbacks) return plan;
  plan.callbacks.clear();
  for (const PlanCallbackRecord& callback : *overrides.callbacks)
    plan.callbacks.push_back({callback});
  return plan;
}

// Vocabulary lengths of texts in the user's folders; explicit lengths take precedence.
ChangedLengths lengths_of(const Document& document, const RunPlan& plan,
                          const RunOverrides& overrides) {
  ChangedLengths lengths;
  if (overrides.batch_size != batch_size_of(document)) lengths.batch_size = overrides.batch_size;
  lengths.axis_lengths = overrides.axis_lengths;
  for (const PlanData& data : plan.data) {
    const neon::DataSetKind* kind = neon::data_set_named(data.generator);
    if (!data.folder_by_user || data.vocabulary.empty() || !kind) continue;
    const neon::DataSet set = neon::load_data_set(*kind, data.folder, data.seed);
    lengths.axis_lengths.try_emplace(data.vocabulary, std::ssize(set.classes));
  }
  return lengths;
}

}  // namespace

bool have_same_state(RunOverrides a, const RunOverrides& b) {
  a.callbacks = b.callbacks;
  a.epochs = b.epochs;
  return a == b;
}

ChangedLengths changed_lengths(const Document& document, const RunOverrides& overrides) {
  return lengths_of(document, plan_with(document, overrides), overrides);
}

std::optional<RunPlan> changed_plan(const Document& document, const RunOverrides& overrides) {
  RunPlan plan = plan_with(document, overrides);
  return document.plan ? std::optional(std::move(plan)) : std::nullopt;
}

Document with_changed_lengths(const Document& document, const ChangedLengths& lengths) {
  LoadOptions options;
  options.batch_size = lengths.batch_size;
  options.axis_lengths = lengths.axis_lengths;
  const bool changes = options.batch_size != 0 || !options.axis_lengths.empty();
  return changes ? with_lengths(document, options) : document;
}

Document with_overrides(const Document& document, const RunOverrides& overrides) {
  RunPlan plan = plan_with(document, overrides);
  Document changed = with_changed_lengths(document, lengths_of(document, plan, overrides));
  if (document.plan) changed.plan = std::move(plan);
  return changed;
}

}  // namespace ng
