// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/models/export_onnx.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "engine/formats/onnx/onnx_file.h"
#include "engine/frontends/onnx/folding.h"
#include "engine/frontends/onnx_export/export_model.h"
#include "engine/frontends/onnx_export/open_dimensions.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"
#include "engine/passes/passes.h"

namespace ng {
namespace {

bool changes_state(const Op& computation) {
  const auto nodes = ordered_nodes({computation.value()});
  return std::any_of(nodes.begin(), nodes.end(), [](const NodePtr& node) {
    const Traits& traits = node->def->traits;
    return traits.is_effect() || traits.random;
  });
}

Op computation_for_inference(const Document& document) {
  const Op first = document.computation();
  std::vector<Op> tried = {first};
  if (document.plan) {
    for (const PlanEvaluation& evaluation : document.plan->evaluations)
      tried.push_back(document.computation(evaluation.computation));
  }
  tried.insert(tried.end(), document.computations.begin(), document.computations.end());
  const auto found =
      std::find_if(tried.begin(), tried.end(), [](const Op& op) { return !changes_state(op); });
  return found == tried.end() ? first : *found;
}

bool only_assigns(const Value& result) {
  return result.node->def->traits.kind == OpKind::update;
}

// What the results hold after a run: state that is a result has its value after the updates.
std::vector<Value> values_after(const ComputationParts& parts) {
  Graph graph;
  graph.results = parts.results;
  graph.parameters = parts.parameters;
  const PassOptions options;
  PassContext context{options, {}, {}, {}};
  const CreationCounter ids;
  return version_state.run(graph, context).results;
}

struct Written {
  Op computation;
  std::vector<Value> values = {};  // of the results, where these do not have their own
};

// The computation without results that only assign to state, unless there are no others.
Written without_updates(const Op& computation) {
  const ComputationParts parts = parts_of(computation.node());
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < parts.results.size(); ++i)
    if (!only_assigns(parts.results[i])) kept.push_back(i);
  if (kept.empty() || kept.size() == parts.results.size()) return {computation};
  const std::vector<Value> after = values_after(parts);
  std::vector<Op> results, parameters;
  std::vector<Value> values;
  for (const std::size_t i : kept) {
    results.emplace_back(parts.results[i]);
    values.push_back(is_assignable(*parts.results[i].node) ? after[i] : parts.results[i]);
  }
  for (const NodePtr& parameter : parts.parameters) parameters.emplace_back(parameter);
  return {ng::computation(results, parameters), std::move(values)};
}

struct Export {
  onnx::Model model;
  ExportedModel facts;
};

Op chosen_computation(const Document& document, const std::string& name) {
  return name.empty() ? computation_for_inference(document) : document.computation(name);
}

Export exported(const Document& document, const std::string& computation) {
  const Op chosen = chosen_computation(document, computation);
  const Written written = without_updates(chosen);
  const std::size_t left_out =
      parts_of(chosen.node()).results.size() - parts_of(written.computation.node()).results.size();
  return {onnx::export_model(written.computation, document.title, written.values),
          {chosen.name(), {}, left_out}};
}

// A document with other lengths of the dimensions that may stay open.
class OpenExport {
 public:
  OpenExport(const Document& document, LoadOptions options, std::string computation)
      : document_(document), options_(std::move(options)), computation_(std::move(computation)) {
    if (document.is_model) {
      lengths_ = document.open_lengths;
      for (const auto& [symbol, length] : options_.axis_lengths) lengths_.erase(symbol);
    } else if (options_.batch_size == 0) {
      add_batch();
    }
    own_ = lengths_;
    // Longer than shapes, so that nothing along an axis is taken for one.
    for (auto& [symbol, length] : lengths_)
      length = std::max<std::int64_t>(length, onnx::FoldShapesOnly::most + 1);
  }

  // Lengths that cannot be open are those of the document.
  Export run() {
    std::vector<SetLength> set;
    for (;;) {
      Export first = with_possible_lengths(set);
      onnx::OpenDimensions dimensions(std::move(first.model));
      const std::size_t before = set.size();
      for (const auto& [symbol, length] : lengths_) {
        std::string why = open(dimensions, symbol, length);
        if (why.empty())
          first.facts.open.push_back(symbol);
        else
          set.push_back({symbol, own_.at(symbol), std::move(why)});
      }
      if (set.size() == before) {
        first.model = dimensions.result();
        first.facts.set = std::move(set);
        return first;
      }
      for (const SetLength& each : set) lengths_.erase(each.symbol);
    }
  }

 private:
  using Lengths = std::map<std::string, std::int64_t>;

  void add_batch() {
    const ComputationParts parts = parts_of(chosen_computation(document_, computation_).node());
    for (const NodePtr& parameter : parts.parameters)
      for (const Axis& axis : parameter->results[0].axes)
        if (axis.is_batch() && !options_.axis_lengths.contains(axis.name()))
          lengths_.emplace(axis.name(), axis.length());
  }

  Export at(const Lengths& lengths) const {
    LoadOptions options = options_;
    for (const auto& [symbol, length] : lengths) options.axis_lengths[symbol] = length;
    const onnx::FoldShapesOnly folding(!lengths.empty());
    return exported(load_document(document_.path, options), computation_);
  }

  // Shortens those that the document does not allow: at least 2, since 1 also means that an axis is
  // broadcast. Returns whether one is shorter now.
  bool shorten() {
    bool shorter = false;
    for (auto& [symbol, length] : lengths_) {
      const std::int64_t least = std::max<std::int64_t>(own_.at(symbol), 2);
      std::string why;
      if (length == least || attempt({{symbol, length}}, why)) continue;
      length = least;
      shorter = true;
    }
    return shorter;
  }

  // Sets those that the document does not allow: alone, or all if only together.
  Export with_possible_lengths(std::vector<SetLength>& set) {
    std::string together;
    if (std::optional<Export> made = attempt(lengths_, together)) return *std::move(made);
    if (shorten()) return with_possible_lengths(set);
    const std::size_t before = set.size();
    for (const auto& each : lengths_)
      if (std::string why; !attempt({each}, why))
        set.push_back({each.first, own_.at(each.first), std::move(why)});
    if (set.size() == before)
      for (const auto& [symbol, length] : lengths_)
        set.push_back({symbol, own_.at(symbol), together});
    for (const SetLength& each : set) lengths_.erase(each.symbol);
    return at(lengths_);
  }

  // Nothing, and why, if the document does not allow these lengths.
  std::optional<Export> attempt(const Lengths& lengths, std::string& why) const {
    try {
      return at(lengths);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::cancelled) throw;
      why = error.diagnostic().what;
      return std::nullopt;
    }
  }

  // Lengths at which what depends on `length` by steps differs: quotients, remainders, limits. Not
  // much longer ones, because constants may grow with the square.
  static std::array<std::int64_t, 2> distant(std::int64_t length) {
    if (length <= 64) return {2 * length + 3, 4 * length + 37};
    return {(length / 8 + 2) * 8, 2 * length + 37};
  }

  // Returns what stands against it. The document need not allow the distant lengths.
  std::string open(onnx::OpenDimensions& dimensions, const std::string& symbol,
                   std::int64_t length) const {
    Lengths lengths = lengths_;
    const auto [far, farther] = distant(length);
    for (const std::int64_t each : {length + 1, far, farther}) {
      lengths[symbol] = each;
      std::string why;
      const std::optional<Export> other = attempt(lengths, why);
      if (other) why = dimensions.open(symbol, other->model);
      const bool counts = other || each == length + 1;
      if (counts && !why.empty()) return why;
    }
    return {};
  }

  const Document& document_;
  const LoadOptions options_;
  const std::string computation_;
  Lengths lengths_, own_;  // of the dimensions that may stay open; as in the document
};

ExportedModel write(Export made, const std::string& path) {
  made.facts.weights = write_onnx(made.model, path);
  return std::move(made.facts);
}

}  // namespace

ExportedModel export_onnx(const Document& document, const std::string& path,
                          const std::string& computation) {
  return write(exported(document, computation), path);
}

ExportedModel export_open_onnx(const Document& document, const LoadOptions& options,
                               const std::string& path, const std::string& computation) {
  return write(OpenExport(document, options, computation).run(), path);
}

}  // namespace ng
