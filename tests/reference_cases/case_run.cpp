// SPDX-License-Identifier: Apache-2.0
#include "tests/reference_cases/case_run.h"

#include <cmath>
#include <cstdlib>
#include <iterator>
#include <set>
#include <sstream>

#include "engine/base/error.h"
#include "engine/graph/names.h"
#include "engine/runtime/print_sink.h"
#include "engine/session/compile.h"
#include "tests/reference_cases/case_neon.h"
#include "tests/reference_cases/case_ops.h"

namespace ng::cases {
namespace {

std::string axes_text(const Axes& axes) {
  std::string text;
  for (const Axis& axis : axes) {
    text += (text.empty() ? "" : ", ") + axis.name() + " " + std::to_string(axis.length());
    if (axis.is_flattened()) text += " (" + axes_text(Axes(axis.members())) + ")";
  }
  return text;
}

std::string axes_text(const Json& axes) {
  std::string text;
  for (const Json& axis : axes) {
    text += (text.empty() ? "" : ", ") + axis[0].get<std::string>() + " " +
            std::to_string(axis[1].get<std::int64_t>());
    if (axis.size() > 2) text += " (" + axes_text(axis[2]) + ")";
  }
  return text;
}

// "1.5 at 3, recorded 2", or empty. Where terms cancel, the record has the rounding error of its
// terms: one ULP of the largest element is allowed.
std::string difference(const Tensor& found, const Tensor& recorded, double rtol, double atol) {
  constexpr double rounding = 0x1p-23;
  for (std::int64_t i = 0; i < recorded.size(); ++i) {
    const double size = std::abs(recorded.at(i));
    if (std::isfinite(size)) atol = std::max(atol, rounding * size);
  }
  for (std::int64_t i = 0; i < recorded.size(); ++i) {
    const double x = found.at(i), y = recorded.at(i);
    const bool near = std::isfinite(y) && std::abs(x - y) <= atol + rtol * std::abs(y);
    if (std::isnan(x) ? std::isnan(y) : x == y || near) continue;
    return std::to_string(x) + " at " + std::to_string(i) + ", recorded " + std::to_string(y);
  }
  return {};
}

// An automatic name without its number, because the number also counts constants and temporaries
// inside the original's composites: "AssignableTensorOp_12" -> "AssignableTensorOp".
std::string kind_of_name(const std::string& name) {
  const std::size_t digits = name.find_last_not_of("0123456789");
  const bool numbered = digits + 1 < name.size() && name[digits] == '_';
  return numbered ? name.substr(0, digits) : name;
}

// True if the recorded storage was created by an op of the original, or in the scope of a layer or
// optimizer, and not by the node.
bool made_by_original(const Json& recorded, const std::string& op) {
  const std::string kind = recorded.at("kind");
  return recorded.at("name").get<std::string>().find('/') != std::string::npos ||
         (kind == "temporary" && op != "temporary") ||
         (kind == "persistent" && op != "persistent_tensor");
}

bool is_from_optimizer(const std::string& path) {
  const std::string scope = path.substr(0, path.find('/'));
  return scope == "GradientDescentMomentum" || scope == "RMSProp" || scope == "Adam" ||
         scope == "Adagrad";
}

// Numbers and words of printed output, without the surrounding brackets.
std::vector<std::string> printed_words(std::string text) {
  std::erase_if(text, [](char c) { return c == '[' || c == ']' || c == ','; });
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

bool same_print(const std::string& found, const std::string& recorded) {
  const auto a = printed_words(found), b = printed_words(recorded);
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto& x, auto& y) {
    char* end = nullptr;
    const double number = std::strtod(y.c_str(), &end);
    return *end ? x == y : std::abs(std::strtod(x.c_str(), nullptr) - number) <= 1e-5;
  });
}

class Run {
 public:
  Run(const Case& c, const std::string& transformer)
      : case_(c), scope_{c, {}, {}}, transformer_(allocate_transformer(transformer)) {}

  std::string stage = "axes";
  std::string printed;

  void everything() {
    for (const CaseAxis& axis : case_.axes) {
      scope_.axes[axis.key] = axis.length.is_null()
                                  ? make_axis(axis.name)
                                  : make_axis(axis.length.get<std::int64_t>(), axis.name);
    }
    for (const CaseNode& node : case_.nodes) {
      stage = "build:" + node.id;
      scope_.nodes[node.id] = build_node(scope_, node);
    }
    for (const CaseComputation& computation : case_.computations) compile(computation);
    for (std::size_t i = 0; i < case_.calls.size(); ++i) {
      stage = "call:" + std::to_string(i);
      call(i);
    }
  }

  // Difference of everything() from the records; empty if all agree.
  std::string difference_from_records() const {
    std::string text;
    for (const auto& [id, result] : case_.results.items()) {
      if (!result.is_null()) text += result_difference(id, result);
    }
    text += state_difference() + parameter_difference();
    std::size_t recorded = 0;
    for (const NamedTensor& entry : case_.outputs.tensors) {
      ++recorded;
      const auto found = values_.find(entry.name);
      text += found == values_.end() ? entry.name + " has no value; "
                                     : value_difference(entry, found->second);
    }
    if (values_.size() != recorded) text += "more values than are recorded; ";
    if (!case_.printed.empty() && !same_print(printed, case_.printed)) {
      text += "printed '" + printed + "', recorded '" + case_.printed + "'; ";
    }
    return text;
  }

 private:
  struct Compiled {
    std::vector<std::string> returns;
    Computation computation;
  };

  void compile(const CaseComputation& row) {
    stage = "computation:" + row.id;
    Compiled& compiled = computations_[row.id];
    if (row.returns.is_string()) compiled.returns = {row.returns.get<std::string>()};
    if (row.returns.is_array()) compiled.returns = row.returns.get<std::vector<std::string>>();
    std::vector<Op> results, parameters;
    for (const std::string& id : compiled.returns) results.push_back(scope_.op(id));
    if (row.parameters == std::vector<std::string>{"all"}) {
      compiled.computation = transformer_->computation(results, all_placeholders);
      return;
    }
    for (const std::string& id : row.parameters) parameters.push_back(scope_.op(id));
    compiled.computation = transformer_->computation(results, parameters);
  }

  void call(std::size_t i) {
    const CaseCall& row = case_.calls[i];
    const CaseNode none;
    const Arguments arguments(scope_, none);
    const Compiled& compiled = computations_.at(row.computation);
    Results results;
    if (row.feed_dict.is_null()) {
      std::vector<Tensor> values;
      for (const Json& value : row.arguments) values.push_back(arguments.as_tensor(value));
      results = compiled.computation.call(values);
    } else {
      if (!row.arguments.empty()) refuse(ErrorKind::value, "values by position and by feed_dict");
      FeedDict feed;
      for (const auto& [id, value] : row.feed_dict.items()) {
        feed.emplace_back(scope_.op(id), arguments.as_tensor(value));
      }
      results = compiled.computation.feed(feed);
    }
    for (std::size_t k = 0; k < compiled.returns.size(); ++k) {
      if (!results.has_value(k)) continue;
      values_["c" + std::to_string(i) + "/" + compiled.returns[k]] = results[k];
    }
  }

  std::string result_difference(const std::string& id, const Json& recorded) const {
    const Op op = scope_.op(id);
    const bool valueless = recorded.value("dtype", Json()).is_null();
    if (valueless) return op.value().has_type() ? id + " has a value; " : "";
    if (!op.value().has_type()) return id + " has no value; ";
    std::string text;
    const std::string axes = axes_text(op.axes()), wanted = axes_text(recorded.at("axes"));
    if (axes != wanted) text += id + " is over (" + axes + "), recorded (" + wanted + "); ";
    const std::string dtype = recorded.at("dtype");
    if (name(op.dtype()) != dtype) {
      text += id + " is " + std::string(name(op.dtype())) + ", recorded " + dtype + "; ";
    }
    return text;
  }

  std::string value_difference(const NamedTensor& recorded, const Tensor& found) const {
    if (found.shape != recorded.tensor.shape) {
      return recorded.name + " has shape " + to_string(found.shape) + ", recorded " +
             to_string(recorded.tensor.shape) + "; ";
    }
    if (found.dtype != recorded.tensor.dtype) {
      return recorded.name + " is " + std::string(name(found.dtype)) + ", recorded " +
             std::string(name(recorded.tensor.dtype)) + "; ";
    }
    if (case_.random) return {};
    const std::string text = difference(found, recorded.tensor, case_.rtol, case_.atol);
    return text.empty() ? "" : recorded.name + " is " + text + "; ";
  }

  // Compares placeholders, variables and persistent tensors in order of creation.
  std::string state_difference() const {
    if (case_.state.is_null()) return {};
    std::string text;
    std::size_t at = 0;
    for (const CaseNode& node : case_.nodes) {
      if (node.op != "placeholder" && node.op != "variable" && node.op != "persistent_tensor" &&
          node.op != "temporary") {
        continue;
      }
      const Op op = scope_.op(node.id);
      // The original's views, stacks and ctc had their own storage.
      while (at < case_.state.size() && made_by_original(case_.state[at], node.op)) ++at;
      if (at >= case_.state.size()) return text + node.id + " is not among the recorded state; ";
      const Json& recorded = case_.state[at++];
      if (kind_of_name(op.name()) != kind_of_name(recorded.at("name"))) {
        text += node.id + " is named " + op.name() + ", recorded " +
                recorded.at("name").get<std::string>() + "; ";
      }
      if (axes_text(op.axes()) != axes_text(recorded.at("axes"))) text += node.id + "'s axes; ";
      if (name(op.dtype()) != recorded.at("dtype")) text += node.id + "'s dtype; ";
    }
    return text;
  }

  // Compares recorded layer parameters, by name within the layer and by axes, in any order.
  std::string parameter_difference() const {
    std::multiset<std::string> made;
    for (const auto& [id, built] : scope_.nodes) {
      const Neon* object = std::get_if<Neon>(&built);
      const auto* layer = object ? std::get_if<neon::LayerPtr>(object) : nullptr;
      if (!layer) continue;
      for (const auto& parameter : all_parameters(**layer)) {
        made.insert(parameter.name + " (" + axes_text(parameter.op.axes()) + ")");
      }
    }
    std::string text;
    for (const Json& recorded : case_.state) {
      const std::string path = recorded.at("name");
      if (path.find('/') == std::string::npos || is_from_optimizer(path)) continue;
      if (recorded.at("kind") == "temporary") continue;
      const std::string wanted = unscoped_name(path) + " (" + axes_text(recorded.at("axes")) + ")";
      const auto found = made.find(wanted);
      if (found == made.end()) {
        text += "no layer has the parameter " + wanted + "; ";
      } else {
        made.erase(found);
      }
    }
    return text;
  }

  const Case& case_;
  CaseScope scope_;
  TransformerPtr transformer_;
  std::map<std::string, Compiled> computations_;
  std::map<std::string, Tensor> values_;
};

// Redirects printed output to `sink` during its lifetime.
class SinkUntilEnd {
 public:
  explicit SinkUntilEnd(PrintSink sink) : outer_(set_print_sink(std::move(sink))) {}
  ~SinkUntilEnd() { set_print_sink(std::move(outer_)); }
  SinkUntilEnd(const SinkUntilEnd&) = delete;
  SinkUntilEnd& operator=(const SinkUntilEnd&) = delete;

 private:
  PrintSink outer_;
};

// Position of a stage in the order a case passes through them.
std::pair<int, std::size_t> place(const Case& c, const std::string& stage) {
  const std::string kind = stage.substr(0, stage.find(':'));
  const std::string id = kind.size() < stage.size() ? stage.substr(kind.size() + 1) : "";
  if (kind == "axes") return {0, 0};
  if (kind == "call") return {3, std::stoul(id)};
  const auto position = [&](const auto& rows) {
    const auto at = std::find_if(rows.begin(), rows.end(), [&](auto& row) { return row.id == id; });
    return static_cast<std::size_t>(at - rows.begin());
  };
  return kind == "build" ? std::pair(1, position(c.nodes)) : std::pair(2, position(c.computations));
}

// The original's exception classes that correspond to our error kinds. The original also raises
// RuntimeError and TypeError for bad values.
bool stands_for(ErrorKind kind, const std::string& type) {
  const bool unmatched = kind == ErrorKind::unmatched_axes;
  if (type == "UnmatchedAxesError") return unmatched;
  if (type == "IncompatibleAxesError") return unmatched || kind == ErrorKind::incompatible_axes;
  if (type == "DuplicateAxisNames") return kind == ErrorKind::duplicate_axes;
  if (type == "KeyError") return kind == ErrorKind::key;
  if (type == "IndexError") return kind == ErrorKind::index;
  if (type == "RuntimeError" && kind == ErrorKind::runtime) return true;
  return kind == ErrorKind::value || kind == ErrorKind::duplicate_axes || unmatched ||
         kind == ErrorKind::incompatible_axes;
}

std::string error_difference(const Case& c, const Run& run, const Error* error) {
  if (!c.error && !error) return {};
  if (!c.error) return "refused at " + run.stage + ": " + error->what();
  if (!error) return "must be refused at " + c.error->stage + " with " + c.error->type;
  if (place(c, run.stage) > place(c, c.error->stage)) {
    return "refused at " + run.stage + ", recorded " + c.error->stage;
  }
  if (stands_for(error->kind(), c.error->type)) return {};
  return "refused with another kind than " + c.error->type + ": " + error->what();
}

}  // namespace

Verdict run_case(const Case& c, const std::string& transformer) {
  reset_name_counters();
  reset_axis_names();
  Run run(c, transformer);
  const SinkUntilEnd sink([&](const std::string& line) { run.printed += line + '\n'; });
  try {
    run.everything();
  } catch (const MissingOp& missing) {
    return {{}, missing.what()};
  } catch (const Error& error) {
    return {error_difference(c, run, &error), {}};
  } catch (const Json::exception& misfit) {
    // The engine's function has no argument of this kind.
    Diagnostic diagnostic;
    diagnostic.what = misfit.what();
    const Error error(Fault::user, ErrorKind::value, diagnostic);
    return {error_difference(c, run, &error), {}};
  } catch (const std::exception& error) {
    return {"not understood at " + run.stage + ": " + error.what(), {}};
  }
  if (c.error) return {error_difference(c, run, nullptr), {}};
  return {run.difference_from_records(), {}};
}

}  // namespace ng::cases
