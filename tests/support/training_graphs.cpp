// SPDX-License-Identifier: Apache-2.0
// Computations for compiler tests: small ones built here, and those of the sample documents that
// the reference computes quickly.
#include "tests/support/training_graphs.h"

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>

#include "engine/documents/document.h"
#include "engine/graph/op_def.h"
#include "engine/session/compile_options.h"
#include "tests/support/checkout.h"

namespace ng {
namespace {

constexpr int calls = 3;

// Values in (-1, 1), the same on every machine.
class Numbers {
 public:
  double next() { return static_cast<double>(random_()) / 2147483648.0 - 1; }
  Tensor over(const Axes& axes) {
    Tensor tensor(DType::f32, axes.lengths());
    for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, next());
    return tensor;
  }
  Tensor labels(const Axes& axes) {
    Tensor tensor(DType::f32, axes.lengths());
    for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, next() > 0 ? 1 : 0);
    return tensor;
  }
  // One class of the first axis per step of the second.
  Tensor one_hot(const Axes& axes) {
    Tensor tensor(DType::f32, axes.lengths());
    const std::int64_t classes = axes[0].length(), batch = axes[1].length();
    for (std::int64_t n = 0; n < batch; ++n) {
      const auto label = static_cast<std::int64_t>((next() + 1) / 2 * static_cast<double>(classes));
      tensor.set(std::min(label, classes - 1) * batch + n, 1);
    }
    return tensor;
  }

 private:
  std::mt19937 random_{7};
};

std::vector<Op> descend(const Op& cost, double rate) {
  std::vector<Op> updates;
  for (const Op& v : cost.variables()) updates.push_back(assign(v, v - rate * deriv(cost, v)));
  return updates;
}

TriedComputation tried(const std::string& name, const std::vector<Op>& results,
                       const std::vector<Op>& parameters,
                       const std::function<std::vector<Tensor>()>& feed) {
  TriedComputation made{name, computation(results, parameters), {}};
  for (int i = 0; i < calls; ++i) made.arguments.push_back(feed());
  return made;
}

TriedComputation logistic(Numbers& numbers) {
  const Axis c = make_axis(4, "C"), n = make_axis(128, "N");
  const Op x = placeholder(Axes{c, n}), y = placeholder(n), w = variable(Axes(c - 1), 0.0);
  const Op y_hat = sigmoid(dot(w, x));
  const Op cost = cross_entropy_binary(y_hat, y, out_axes(Axes())) / batch_size(y_hat);
  return tried("logistic", {cost, w, doall(descend(cost, 5))}, {x, y}, [&, c, n] {
    return std::vector<Tensor>{numbers.over(Axes{c, n}), numbers.labels(n)};
  });
}

TriedComputation mlp(Numbers& numbers) {
  const Axis c = make_axis(7, "C"), h = make_axis(9, "H"), k = make_axis(3, "K"),
             n = make_axis(16, "N");
  const Op x = placeholder(Axes{c, n}), t = placeholder(Axes{k, n});
  const Op w1 = variable(Axes{h, c}, numbers.over(Axes{h, c})), b1 = variable(h, 0.1);
  const Op w2 = variable(Axes{k, h}, numbers.over(Axes{k, h})), b2 = variable(k, 0.0);
  const Op hidden = tanh(dot(w1, x) + b1);
  const Op y = softmax(dot(w2, hidden) + b2);
  const Op cost = mean(cross_entropy_multi(y, t), out_axes(Axes()));
  return tried("mlp", {cost, y, w1, b2, doall(descend(cost, .5))}, {x, t}, [&, c, k, n] {
    return std::vector<Tensor>{numbers.over(Axes{c, n}), numbers.one_hot(Axes{k, n})};
  });
}

// h = tanh(W h + U x), three times with the same weights, and all gradients.
TriedComputation recurrent(Numbers& numbers) {
  const Axis h = make_axis(5, "H"), c = make_axis(3, "C"), n = make_axis(4, "N");
  const Op x = placeholder(Axes{c, n});
  const Op w = variable(Axes{h, h - 1}, numbers.over(Axes{h, h - 1}));
  const Op u = variable(Axes{h, c - 1}, numbers.over(Axes{h, c - 1}));
  Op state = tanh(dot(u, x));
  for (int i = 0; i < 2; ++i) state = tanh(dot(w, state) + dot(u, x));
  const Op cost = sum(square(state), out_axes(Axes()));
  return tried("recurrent", {cost, deriv(cost, u), w, doall(descend(cost, .01))}, {x},
               [&, c, n] { return std::vector<Tensor>{numbers.over(Axes{c, n})}; });
}

// Reductions over several axes followed by elementwise ops, and running means.
TriedComputation normalised(Numbers& numbers) {
  const Axis c = make_axis(6, "C"), h = make_axis(5, "H"), n = make_axis(3, "N");
  const Op x = placeholder(Axes{c, h, n});
  const Op running = persistent_tensor(c, 0.0);
  const Op m = mean(x, out_axes(Axes(c)));
  const Op deviation = sqrt(mean(square(x - m), out_axes(Axes(c))) + .001);
  const Op y = maximum((x - m) / deviation, 0.0);
  const Op update = assign(running, running * .9 + m * .1);
  const Op last = sequential({update, y * running});
  return tried("normalised", {y, max(x), min(y, reduce_over(Axes{h, n})), last, running}, {x},
               [&, c, h, n] { return std::vector<Tensor>{numbers.over(Axes{c, h, n})}; });
}

// Ordered effects, and state written twice.
TriedComputation ordered(Numbers& numbers) {
  const Axis c = make_axis(2, "C");
  const Op a = variable(c, 1.0), b = variable(c, 2.0), x = placeholder(c);
  const Op before = value_of(a);
  const Op swap = doall({assign(a, b), assign(b, a)});
  const Op all = sequential({before, swap, assign(a, a + x), assign(b, a * b), a - b});
  return tried("ordered", {before, all, a, b, a * 2.0}, {x},
               [&, c] { return std::vector<Tensor>{numbers.over(c)}; });
}

Tensor plausible(Numbers& numbers, const Op& parameter) {
  const Axes& axes = parameter.axes();
  if (!is_float(parameter.dtype())) return numbers.labels(axes);
  // A learning rate: with a large one training diverges, and rounding differences are amplified.
  if (axes.empty()) return Tensor(numbers.next() / 100);
  const bool labels = axes.size() == 1 && axes.batch_axis();
  return labels ? numbers.labels(axes) : numbers.over(axes);
}

// Limit for the reference's plain loops; larger networks have their own tests.
constexpr std::int64_t most_flops = 15'000'000;

std::int64_t flops_of(const Node& root) {
  std::set<const Node*> seen = {&root};
  std::vector<const Node*> open = {&root};
  std::int64_t total = 0;
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    total += node->def->flops(*node);
    for (const Value& operand : node->operands) {
      if (seen.insert(operand.node.get()).second) open.push_back(operand.node.get());
    }
  }
  return total;
}

}  // namespace

std::vector<TriedComputation> training_graphs() {
  Numbers numbers;
  const Op x = placeholder(Axes()), b = placeholder(Axes()), c = placeholder(Axes());
  const Op d = 4.0 * b;
  return {tried("x + 1", {x + 1.0}, {x}, [] { return std::vector<Tensor>{2.0}; }),
          tried("4b + c", {d, d + c}, {b, c}, [] { return std::vector<Tensor>{2.0, 7.0}; }),
          logistic(numbers),
          mlp(numbers),
          recurrent(numbers),
          normalised(numbers),
          ordered(numbers)};
}

std::vector<TriedComputation> sample_documents() {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(testing::source_file("sample_graphs"))) {
    if (entry.path().extension() == ".ngraph") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<TriedComputation> all;
  Numbers numbers;
  for (const std::string& path : paths) {
    const Document document = load_document(path);
    for (const Op& node : document.computations) {
      if (flops_of(node.node()) > most_flops) continue;
      TriedComputation made{fs::path(path).filename().string() + " " + node.name(), node, {}};
      for (int i = 0; i < calls; ++i) {
        std::vector<Tensor> arguments;
        for (const NodePtr& parameter : parts_of(node.node()).parameters) {
          arguments.push_back(plausible(numbers, parameter));
        }
        made.arguments.push_back(std::move(arguments));
      }
      all.push_back(std::move(made));
    }
  }
  return all;
}

std::vector<TriedComputation> all_tried_computations() {
  std::vector<TriedComputation> all = training_graphs();
  for (TriedComputation& sample : sample_documents()) all.push_back(std::move(sample));
  return all;
}

std::vector<Values> run_calls(const TriedComputation& tried, const std::string& transformer,
                              const CompileOptions& options) {
  const TransformerPtr made = allocate_transformer(transformer);
  CompileOptions verified = options;
  verified.verify = true;
  const Computation f = made->add_computation(tried.computation, verified);
  std::vector<Values> all;
  for (const auto& arguments : tried.arguments) {
    const Results results = f.call(arguments);
    all.emplace_back(results.begin(), results.end());
  }
  return all;
}

std::vector<Values> run_calls(const TriedComputation& tried, const std::string& transformer) {
  return run_calls(tried, transformer, CompileOptions());
}

}  // namespace ng
