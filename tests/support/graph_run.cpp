// SPDX-License-Identifier: Apache-2.0
// Runs a graph once on a new transformer, and compares results.
#include "tests/support/graph_run.h"

#include <cmath>

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

QString difference(const std::vector<double>& found, const std::vector<double>& expected,
                   double rtol, double atol) {
  if (found.size() != expected.size()) {
    return QString("%1 elements, expected %2").arg(found.size()).arg(expected.size());
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double f = found[i], e = expected[i];
    const bool same = (std::isnan(f) && std::isnan(e)) || f == e;
    if (same || std::abs(f - e) <= atol + rtol * std::abs(e)) continue;
    return QString("element %1 is %2, expected %3").arg(i).arg(f, 0, 'g', 17).arg(e, 0, 'g', 17);
  }
  return {};
}

QString difference(const Values& found, const Values& expected, double rtol, double atol) {
  if (found.size() != expected.size()) return "different number of results";
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].has_value() != expected[i].has_value()) {
      return QString("result %1: only one of them has a value").arg(i);
    }
    if (!found[i]) continue;
    if (found[i]->shape != expected[i]->shape) return QString("result %1: different shapes").arg(i);
    const QString text = difference(found[i]->values(), expected[i]->values(), rtol, atol);
    if (!text.isEmpty()) return QString("result %1: %2").arg(i).arg(text);
  }
  return {};
}

}  // namespace ng
