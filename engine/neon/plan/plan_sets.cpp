// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/plan_sets.h"

#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/base/quote.h"
#include "engine/formats/documents/inside_folder.h"
#include "engine/graph/graph.h"
#include "engine/neon/data/batch_order.h"
#include "engine/neon/data/batches.h"
#include "engine/neon/data/data_set_table.h"
#include "engine/neon/plan/arrangement.h"

namespace ng {

struct PlanSets::Set {
  PlanData plan;
  const neon::DataSetKind* kind;
  std::string document_path;
  PlanPlace place;
  std::shared_ptr<const neon::DataSet> loaded;  // null until first used

  const neon::DataSet& load() {
    if (loaded) return *loaded;
    // Folders named by a document must be inside its folder; the user may choose any folder.
    const bool beside = !plan.folder.empty() && !plan.folder_by_user;
    const std::string folder = beside ? path_inside(document_path, plan.folder) : plan.folder;
    const std::string within = beside ? folder_of(document_path) : "";
    try {
      loaded = std::make_shared<const neon::DataSet>(
          neon::load_data_set(*kind, folder, plan.seed, within));
    } catch (const Error& error) {
      if (error.fault() != Fault::user) throw;
      place.pass_on(error.diagnostic());
    }
    return *loaded;
  }
};

namespace {

const neon::DataSetKind& kind_of(const PlanData& data, const PlanPlace& place) {
  if (const auto* kind = neon::data_set_named(data.generator)) return *kind;
  std::vector<std::string> names = {"mixture_of_gaussians"};
  std::string known = names[0];
  for (const neon::DataSetKind& kind : neon::data_set_table()) {
    names.emplace_back(kind.name);
    known += ", " + names.back();
  }
  const std::string meant = nearest(data.generator, names);
  place.fail("unknown generator", quote(data.generator), "one of: " + known,
             meant.empty() ? "" : "did you mean " + quote(meant) + "?");
}

struct Reference {
  std::string set, part, array;
};

Reference split(const std::string& text) {
  const std::size_t array = text.rfind('.');
  const std::size_t part = array == text.npos ? text.npos : text.rfind('.', array - 1);
  if (array == text.npos || part == text.npos || array == 0) return {text, {}, {}};
  return {text.substr(0, part), text.substr(part + 1, array - part - 1), text.substr(array + 1)};
}

void require_known(const Reference& reference, const neon::DataSetKind& kind,
                   const std::string& text, const PlanPlace& place) {
  std::string known;
  for (const std::string_view part : kind.parts) {
    for (const std::string_view array : kind.arrays) {
      if (reference.part == part && reference.array == array) return;
      known += (known.empty() ? "" : ", ") + reference.set + "." + std::string(part) + "." +
               std::string(array);
    }
  }
  place.fail("unknown data", quote(text), "one of: " + known);
}

// Length of the parameter's recurrent or batch axis. `said` is the plan's value, 0 if it has none.
std::int64_t length_of(const Op& parameter, bool recurrent, std::int64_t said,
                       const PlanPlace& place) {
  std::int64_t length = said;
  bool found = false;
  for (std::size_t i = 0; i < parameter.axes().size(); ++i) {
    const Axis& axis = parameter.axes()[i];
    if (recurrent ? !axis.is_recurrent() : !axis.is_batch()) continue;
    found = true;
    length = axis.known_length().value_or(said);
  }
  const std::string what = recurrent ? "recurrent axis" : "batch axis";
  if (!found || length < 1) {
    place.fail("a placeholder bound to a data set has no " + what + " of known length",
               describe(parameter.value()),
               std::string("an axis named ") + (recurrent ? "REC" : "N") + ", or with that role");
  }
  if (said > 0 && said != length) {
    place.fail(recurrent ? "the plan's \"time_steps\" differs from the placeholder's recurrent axis"
                         : "the plan's \"batch\" differs from the placeholder's batch axis",
               std::to_string(said) + " in the plan, " + std::to_string(length) + " in " +
                   describe(parameter.value()),
               "equal numbers",
               std::string("omit ") + (recurrent ? "\"time_steps\"" : "\"batch\"") +
                   ": the length of the placeholder's axis is used");
  }
  return length;
}

// State of a source, created at the first call.
struct Feed {
  const neon::DataArray* array = nullptr;
  std::unique_ptr<neon::BatchOrder> order;
  std::int64_t steps = 0;  // window length; 0: samples
};

// Checks that the largest index in `array` is valid for each class axis.
void require_places(const neon::DataSet& set, const neon::DataArray& array,
                    const std::vector<ClassAxis>& classes, const PlanPlace& place) {
  if (classes.empty()) return;
  double largest = 0;
  for (std::int64_t i = 0; i < array.value.size(); ++i) {
    largest = std::max(largest, array.value.at(i));
  }
  const auto needed = static_cast<std::int64_t>(largest) + 1;
  for (const ClassAxis& each : classes) {
    if (needed <= each.axis.known_length().value_or(needed)) continue;
    const std::string length = std::to_string(each.axis.length());
    place.fail(
        "the data has more classes than the axis that it indexes",
        quote(array.name) + " of " + set.origin + ", of " + std::to_string(set.classes.size()) +
            " classes, has indices up to " + std::to_string(needed - 1),
        "at most " + std::to_string(each.axis.length() - 1) + ": the axis " +
            quote(each.axis.name()) + " of " + describe(*each.reader) + " is " + length + " long",
        set.is_text
            ? "run with --length " + each.axis.name() + "=" + std::to_string(set.classes.size()) +
                  ", or set \"vocabulary\" to the axis in the plan's data: then it gets the "
                  "length of the text's vocabulary"
            : "run with --length " + each.axis.name() + "=" + std::to_string(needed) +
                  ", or use other data");
  }
}

}  // namespace

PlanSets::PlanSets(const Document& document, const RunPlan& plan) {
  for (const PlanData& data : plan.data) {
    if (data.is_mixture()) continue;
    const PlanPlace place{document.path, data.document_line, "plan, data " + quote(data.name)};
    sets_.emplace(data.name, std::make_shared<Set>(
                                 Set{data, &kind_of(data, place), document.path, place, {}}));
  }
}

LoadedSets PlanSets::loaded() const {
  LoadedSets all;
  for (const auto& [name, set] : sets_) {
    if (!set->loaded) continue;
    all.samples[name] = set->loaded->parts.front().count();
    all.notes.insert(all.notes.end(), set->loaded->notes.begin(), set->loaded->notes.end());
  }
  return all;
}

bool PlanSets::has(const std::string& reference) const {
  const std::size_t point = reference.find('.');
  return sets_.contains(split(reference).set) || sets_.contains(reference.substr(0, point));
}

PlannedSource PlanSets::source(const std::string& text, const Op& parameter,
                               const std::vector<ClassAxis>& classes,
                               const PlanPlace& place) const {
  Reference reference = split(text);
  if (!sets_.contains(reference.set)) reference = {text.substr(0, text.find('.')), {}, {}};
  const std::shared_ptr<Set> set = sets_.at(reference.set);
  require_known(reference, *set->kind, text, place);
  const std::int64_t batch = length_of(parameter, false, set->plan.batch, place);
  const std::int64_t steps =
      set->kind->is_text ? length_of(parameter, true, set->plan.time_steps, place) : 0;
  const auto feed = std::make_shared<Feed>();
  feed->steps = steps;
  const auto load = [=] {
    if (feed->order) return;
    using Way = neon::BatchOrder::Way;
    feed->array = &set->load().array(reference.part, reference.array);
    const std::int64_t length = feed->array->value.shape[0];
    const bool chance = set->plan.shuffle && reference.part == "train";
    try {
      feed->order = std::make_unique<neon::BatchOrder>(
          steps > 0 ? neon::window_count(length, steps, steps) : length, batch,
          chance      ? Way::by_chance
          : steps > 0 ? Way::streams
                      : Way::in_turn,
          set->plan.shuffle.value_or(0));
    } catch (const Error& error) {
      place.pass_on(error.diagnostic());
    }
  };
  const auto value = [=](const Moment& moment) {
    load();
    const auto numbers = feed->order->samples(moment.epoch, moment.batch);
    if (steps == 0) {
      return arranged(neon::gathered(feed->array->value, numbers), feed->array->axes, parameter,
                      place);
    }
    return arranged(neon::windows(feed->array->value, numbers, steps, steps), {"N", "REC"},
                    parameter, place);
  };
  // Creates the first batch when loading, so that axis mismatches are reported before the run.
  const auto load_and_try = [=] {
    load();
    value(Moment{});
    require_places(*set->loaded, *feed->array, classes, place);
  };
  return {value, load_and_try,
          [=] {
            load();
            return feed->order->batches();
          },
          [=](const Moment& moment) {
            load();
            return feed->order->own_samples(moment.batch);
          }};
}

}  // namespace ng
