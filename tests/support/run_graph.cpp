// SPDX-License-Identifier: Apache-2.0
#include "tests/support/run_graph.h"

#include <cmath>
#include <cstdio>

#include "engine/session/compile_options.h"

namespace ng {

Values run_once(const std::string& transformer, const std::vector<Op>& results, const Feeds& feeds,
                const CompileOptions& options) {
  const TransformerPtr made = allocate_transformer(transformer);
  std::vector<Op> parameters;
  std::vector<Tensor> arguments;
  for (const auto& [placeholder, value] : feeds) {
    parameters.push_back(placeholder);
    arguments.push_back(value);
  }
  CompileOptions verified = options;
  verified.verify = true;
  const Results values =
      made->add_computation(computation(results, parameters), verified).call(arguments);
  return {values.begin(), values.end()};
}

Values run_once(const std::string& transformer, const std::vector<Op>& results,
                const Feeds& feeds) {
  return run_once(transformer, results, feeds, CompileOptions());
}

CompileOptions in_double() {
  CompileOptions options;
  options.double_throughout = true;
  return options;
}

std::string difference_text(const std::vector<double>& found, const std::vector<double>& expected,
                            double rtol, double atol) {
  if (found.size() != expected.size()) {
    return std::to_string(found.size()) + " elements, expected " + std::to_string(expected.size());
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double f = found[i], e = expected[i];
    const bool same = (std::isnan(f) && std::isnan(e)) || f == e;
    if (same || std::abs(f - e) <= atol + rtol * std::abs(e)) continue;
    char text[120];
    std::snprintf(text, sizeof text, "element %zu is %.17g, expected %.17g", i, f, e);
    return text;
  }
  return {};
}

std::string difference_text(const Values& found, const Values& expected, double rtol, double atol) {
  if (found.size() != expected.size()) return "different number of results";
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string result = "result " + std::to_string(i) + ": ";
    if (found[i].has_value() != expected[i].has_value())
      return result + "only one of them has a value";
    if (!found[i]) continue;
    if (found[i]->shape != expected[i]->shape) return result + "different shapes";
    const std::string text = difference_text(found[i]->values(), expected[i]->values(), rtol, atol);
    if (!text.empty()) return result + text;
  }
  return {};
}

}  // namespace ng
