// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/run_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "engine/base/quote.h"
#include "engine/base/result_name.h"
#include "engine/formats/documents/plan_callback.h"
#include "engine/graph/node.h"
#include "engine/neon/plan/plan_arrays.h"
#include "engine/neon/plan/plan_images.h"
#include "engine/neon/plan/plan_sets.h"
#include "engine/neon/plan/read_image.h"
#include "engine/ops/sequencing.h"
#include "engine/runtime/representable.h"

namespace ng {
namespace {

using Loads = std::vector<std::function<void()>>;

Expression expression_of(const PlanPlace& place, const std::string& text,
                         std::vector<std::string> variables) {
  try {
    return Expression(text, std::move(variables));
  } catch (const Error& error) {
    place.pass_on(error.diagnostic());
  }
}

// Binds the computation, placeholders and sources of one part of a plan.
class Binder {
 public:
  Binder(const Document& document, const RunPlan& plan, Loads& loads)
      : document_(document), arrays_(document, plan), sets_(document, plan), loads_(loads) {}

  std::function<LoadedSets()> loaded() const {
    return [sets = sets_] { return sets.loaded(); };
  }

  PlannedCalls bind(const std::string& computation, const std::vector<PlanBinding>& bindings,
                    const PlanPlace& place) {
    PlannedCalls calls;
    calls.computation = computation_named(computation, place);
    const ComputationParts parts = parts_of(calls.computation.node());
    for (const PlanBinding& binding : bindings) require_parameter(binding, parts, place);
    require_sources(bindings, parts, place);
    for (const NodePtr& parameter : parts.parameters) {
      PlannedSource source = source_for(calls.computation, Op(parameter), bindings, place);
      if (source.load) loads_.push_back(source.load);
      if (source.batches) calls.lengths.push_back(source.batches);
      if (source.own_samples) calls.own.push_back(source.own_samples);
      calls.sources.push_back(std::move(source.value));
    }
    return calls;
  }

 private:
  Op computation_named(const std::string& name, const PlanPlace& place) const {
    try {
      return document_.computation(name);
    } catch (const Error& error) {
      place.pass_on(error.diagnostic());
    }
  }

  void require_parameter(const PlanBinding& binding, const ComputationParts& parts,
                         const PlanPlace& place) const {
    std::string known;
    for (const NodePtr& parameter : parts.parameters) {
      if (parameter->label->name == binding.placeholder) return;
      known += (known.empty() ? "" : ", ") + parameter->label->name;
    }
    place.at(binding.document_line, "source of " + quote(binding.placeholder))
        .fail("a binding does not match a parameter of the computation " + quote(parts.name),
              quote(binding.placeholder), known.empty() ? "none" : "one of: " + known);
  }

  // Reports all parameters without a source at once.
  static void require_sources(const std::vector<PlanBinding>& bindings,
                              const ComputationParts& parts, const PlanPlace& place) {
    Diagnostic diagnostic;
    for (const NodePtr& parameter : without_source(parts.parameters, bindings)) {
      diagnostic.found += (diagnostic.found.empty() ? "" : "; ") + describe(*parameter);
      diagnostic.ops.push_back(parameter->id);
    }
    if (diagnostic.ops.empty()) return;
    const bool one = diagnostic.ops.size() == 1;
    diagnostic.what = one ? "a parameter of the computation has no source"
                          : "parameters of the computation have no source";
    diagnostic.expected = one ? "a binding for it" : "a binding for each";
    diagnostic.action = "use a value, schedule, file, data or random numbers";
    place.pass_on(std::move(diagnostic));
  }

  PlannedSource source_for(const Op& computation, const Op& parameter,
                           const std::vector<PlanBinding>& bindings, const PlanPlace& place) {
    const PlanBinding* found = nullptr;
    for (const PlanBinding& binding : bindings) {
      if (binding.placeholder != parameter.name()) continue;
      if (found) {
        place.at(binding.document_line, "source of " + quote(binding.placeholder))
            .fail("a placeholder has two sources", quote(parameter.name()), "one binding");
      }
      found = &binding;
    }
    return source(*found, computation, parameter,
                  place.at(found->document_line, "source of " + quote(found->placeholder)));
  }

  PlannedSource source(const PlanBinding& binding, const Op& computation, const Op& parameter,
                       const PlanPlace& place) {
    switch (binding.source) {
      case PlanBinding::Source::schedule: return {schedule(binding, place)};
      case PlanBinding::Source::value: {
        const TensorPtr value = in_shape(binding.value.value, parameter, place);
        return {[value](const Moment&) { return value; }};
      }
      case PlanBinding::Source::file:
        if (names_image(binding.file))
          return stream(image_of_file(binding, parameter, document_.path, place), parameter, place);
        return stream(arrays_.of_file(binding.file, binding.array, place), parameter, place);
      case PlanBinding::Source::data:
        if (sets_.has(binding.data)) {
          return sets_.source(binding.data, parameter, class_axes(computation, parameter), place);
        }
        return stream(arrays_.of_data(binding.data, place), parameter, place);
      case PlanBinding::Source::random: return {random(binding.random, parameter, place)};
    }
    return {};
  }

  // A function of the call only, so that runs can be resumed and rewound.
  static PlanSource random(const PlanRandom& drawn, const Op& parameter, const PlanPlace& place) {
    if (!parameter.axes().all_lengths_known()) {
      place.fail("random numbers need the lengths of all axes", describe(parameter.value()),
                 "axes with lengths");
    }
    return [drawn, parameter](const Moment& moment) {
      auto made = std::make_shared<Tensor>(parameter.dtype(), parameter.axes().lengths());
      draw(drawn, moment.iteration, *made);
      return made;
    };
  }

  // In parts that stay in the first cache.
  static void draw(const PlanRandom& drawn, std::int64_t call, Tensor& made) {
    const bool integers = !is_float(made.dtype);
    std::array<double, 512> part;
    for (std::int64_t first = 0; first < made.size(); first += std::ssize(part)) {
      const auto count = static_cast<std::size_t>(std::min(std::ssize(part), made.size() - first));
      const std::span<double> numbers(part.data(), count);
      drawn.draw(call, first, numbers);
      if (made.dtype == DType::f32) {
        std::copy(numbers.begin(), numbers.end(), made.as<float>() + first);
        continue;
      }
      for (std::size_t i = 0; i < count; ++i) {
        const double number = integers ? std::floor(numbers[i]) : numbers[i];
        made.set(first + static_cast<std::int64_t>(i), number);
      }
    }
  }

  PlanSource schedule(const PlanBinding& binding, const PlanPlace& place) {
    const Expression expression = expression_of(place, binding.schedule, schedule_variables());
    return [expression](const Moment& moment) {
      const double values[] = {static_cast<double>(moment.epoch), static_cast<double>(moment.batch),
                               static_cast<double>(moment.iteration)};
      auto value = std::make_shared<Tensor>(DType::f64, Shape());
      value->set(0, expression(values));
      return value;
    };
  }

  struct Stream {
    std::vector<TensorPtr> batches;
    std::int64_t own_of_last = INT64_MAX;
  };

  // Feeds batches in order, starting over after the last. They are created on first use.
  PlannedSource stream(const MakeBatches& make, const Op& parameter, const PlanPlace& place) {
    auto made = std::make_shared<Stream>();
    const auto load = [made, make, parameter, place] {
      if (!made->batches.empty()) return;
      SplitBatches split = split_batches(make(), parameter.axes());
      if (!parameter.axes().empty() && parameter.axes()[0].is_batch()) {
        made->own_of_last = split.own_of_last;
      }
      for (const Tensor& batch : split.batches) {
        made->batches.push_back(in_shape(batch, parameter, place));
      }
    };
    const auto place_of = [made, load](const Moment& moment) {
      load();
      return static_cast<std::size_t>(moment.batch) % made->batches.size();
    };
    const auto own = [made, place_of](const Moment& moment) {
      return place_of(moment) + 1 == made->batches.size() ? made->own_of_last : INT64_MAX;
    };
    return {[made, place_of](const Moment& moment) { return made->batches[place_of(moment)]; },
            load,
            [made, load] {
              load();
              return std::ssize(made->batches);
            },
            own};
  }

  // `value` in the shape and dtype of the parameter; unchanged if it broadcasts or lengths are
  // unknown.
  static TensorPtr in_shape(const Tensor& value, const Op& parameter, const PlanPlace& place) {
    const Axes& axes = parameter.axes();
    const Shape& shape = value.shape;
    bool fits = shape.size() <= axes.size();
    for (std::size_t i = 0; fits && i < shape.size(); ++i) {
      const auto length = axes[axes.size() - shape.size() + i].known_length();
      fits = shape[i] == 1 || !length || shape[i] == *length;
    }
    if (!fits) {
      place.fail("a value does not have the shape of its placeholder", to_string(shape),
                 describe(parameter.value()));
    }
    if (auto fault = unrepresentable(value, parameter.dtype(), describe(parameter.value()))) {
      place.pass_on(std::move(*fault));
    }
    if (!axes.all_lengths_known() || value.size() != axes.element_count()) {
      return std::make_shared<const Tensor>(value);
    }
    return std::make_shared<const Tensor>(
        broadcast_to(value, parameter.dtype(), axes.lengths(), describe(parameter.value())));
  }

  const Document& document_;
  PlanArrays arrays_;
  PlanSets sets_;
  Loads& loads_;
};

void require_sound(const PlanCallback& callback, const std::vector<PlanCallback>& all,
                   const PlanPlace& place) {
  if (const auto fault = fault_of_callback(callback)) {
    place.at(callback.document_line, "callback, " + std::string(fault->field))
        .fail(fault->what, fault->found, fault->expected, fault->action);
  }
  const bool shared =
      !callback.file.empty() && std::any_of(all.begin(), all.end(), [&](const PlanCallback& other) {
        return &other != &callback && other.file == callback.file;
      });
  if (shared) {
    place.at(callback.document_line, "callback, file")
        .fail("two callbacks write the same file", quote(callback.file), "different files");
  }
}

void require_names(const RunPlan& plan, const std::string& path) {
  std::set<std::string> names;
  for (const PlanData& data : plan.data) {
    if (names.insert(data.name).second) continue;
    PlanPlace{path, data.document_line, "plan, data " + quote(data.name)}.fail(
        "two data entries of a plan have the same name", quote(data.name), "unique names");
  }
}

void require_plot(const PlanPlot& plot, const BoundPlan& bound, const PlanPlace& place) {
  std::string known;
  for (const Value& result : parts_of(bound.calls.computation.node()).results) {
    if (!result.has_type()) continue;
    const std::string name = to_string(ResultName{result.node->label->name, result.result});
    if (name == plot.series && result.axes().empty()) return;
    if (result.axes().empty()) known += (known.empty() ? "" : ", ") + name;
  }
  for (const PlannedEvaluation& evaluation : bound.evaluations) {
    if (evaluation.name == plot.series) return;
    known += (known.empty() ? "" : ", ") + evaluation.name;
  }
  place.at(plot.document_line, "plot of " + quote(plot.series))
      .fail("a plot names a series that the plan does not compute", quote(plot.series),
            known.empty() ? "a scalar result" : "one of: " + known);
}

// A scalar, or a value over the batch axis and optionally the recurrent axis.
bool can_be_evaluated(const Value& value) {
  if (!value.has_type()) return false;
  const Axes& axes = value.axes();
  int batch = 0, recurrent = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    batch += axes[i].is_batch();
    recurrent += axes[i].is_recurrent();
  }
  return axes.empty() || (batch == 1 && batch + recurrent == static_cast<int>(axes.size()));
}

void require_values(const Op& computation, const PlanPlace& place) {
  const ComputationParts parts = parts_of(computation.node());
  if (!parts.results.empty() && can_be_evaluated(parts.results[0])) return;
  place.fail("an evaluation needs a scalar, or a value of each sample",
             parts.results.empty() ? "no result" : describe(parts.results[0]),
             "a computation whose first result has no axes, or the batch axis and optionally the "
             "recurrent axis");
}

}  // namespace

BoundPlan::BoundPlan(const Document& document) {
  if (!document.plan) {
    Diagnostic diagnostic;
    diagnostic.what = (document.path.empty() ? "the document" : quote(document.path)) +
                      std::string(" has no run plan");
    diagnostic.action = "add a \"plan\", or run one computation and feed its values";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  const RunPlan& plan = *document.plan;
  const PlanPlace place{document.path, plan.document_line, "plan"};
  place_ = place;
  require_names(plan, document.path);
  Binder binder(document, plan, loads_);
  epochs = plan.epochs;
  batches = plan.batches;
  plots = plan.plots;
  callbacks = plan.callbacks;
  for (const PlanCallback& callback : callbacks) require_sound(callback, callbacks, place);
  require_countable();
  calls = binder.bind(plan.computation, plan.bindings, place);
  for (const PlanEvaluation& evaluation : plan.evaluations) {
    const PlanPlace at = place.at(evaluation.document_line, "evaluation " + quote(evaluation.name));
    PlannedEvaluation planned;
    planned.name = evaluation.name;
    planned.calls = binder.bind(evaluation.computation, evaluation.bindings, at);
    require_values(planned.calls.computation, at);
    if (evaluation.batches < 0) {
      at.fail("an evaluation has an invalid number of batches", std::to_string(evaluation.batches),
              "0 (all of its data) or more");
    }
    planned.batches = evaluation.batches;
    planned.at_start = evaluation.at_start;
    planned.reduction =
        expression_of(at, evaluation.reduction, {"sum", "mean", "min", "max", "last", "count"});
    evaluations.push_back(std::move(planned));
  }
  for (const PlanPlot& plot : plots) require_plot(plot, *this, place);
  loaded_ = binder.loaded();
}

void BoundPlan::require_countable() const {
  if (epochs >= 1 && batches >= 0 && (batches == 0 || epochs <= INT64_MAX / batches)) return;
  place_.fail("a plan has too many or too few iterations",
              std::to_string(epochs) + " epochs of " + std::to_string(batches) + " batches",
              "at least 1 and at most 2^63 iterations");
}

void BoundPlan::load() {
  for (const auto& load : loads_) load();
  if (batches == 0) batches = calls.whole_batches();
  for (PlannedEvaluation& evaluation : evaluations) {
    if (evaluation.batches == 0) evaluation.batches = evaluation.calls.whole_batches();
  }
  require_countable();
  LoadedSets sets = loaded_();
  samples = std::move(sets.samples);
  notes = std::move(sets.notes);
}

std::vector<NodePtr> without_source(const std::vector<NodePtr>& parameters,
                                    const std::vector<PlanBinding>& bindings) {
  std::vector<NodePtr> without;
  for (const NodePtr& parameter : parameters) {
    const auto binds = [&](const PlanBinding& each) {
      return each.placeholder == parameter->label->name;
    };
    if (std::none_of(bindings.begin(), bindings.end(), binds)) without.push_back(parameter);
  }
  return without;
}

void check_plan(const Document& document) {
  if (document.plan) BoundPlan{document};
}

}  // namespace ng
