// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/shaped_graph.h"

#include <random>

#include "engine/graph/graph.h"
#include "engine/ngraph.h"

namespace ng::cli {
namespace {

constexpr const char* shapes[] = {"chain", "dense", "fan", "random"};
constexpr std::size_t denseOperands = 30;

using Ops = std::vector<Op>;

Ops chain(const Op& x, std::int64_t ops) {
  Ops made{x};
  for (std::int64_t i = 1; i < ops; ++i) made.push_back(tanh(made.back()));
  return made;
}

Ops fan(const Op& x, std::int64_t ops) {
  const Op centre = tanh(x);
  Ops made{x, centre};
  for (std::int64_t i = 3; i < ops; ++i) made.push_back(i % 2 ? tanh(centre) : exp(centre));
  made.push_back(doall(Ops(made.begin() + 2, made.end())));
  return made;
}

Ops dense(const Op& x, std::int64_t ops) {
  Ops made{x};
  for (std::int64_t i = 1; i < ops; ++i) {
    const std::size_t first = made.size() > denseOperands ? made.size() - denseOperands : 0;
    made.push_back(doall(Ops(made.begin() + static_cast<std::ptrdiff_t>(first), made.end())));
  }
  return made;
}

Ops random(const Op& x, std::int64_t ops, std::uint32_t seed) {
  std::mt19937 generator(seed);
  Ops made{x, tanh(x)};
  std::vector<bool> read(static_cast<std::size_t>(ops) + 2);
  while (static_cast<std::int64_t>(made.size()) < ops - 1) {
    const std::size_t a = generator() % made.size(), b = generator() % made.size();
    read[a] = read[b] = true;
    made.push_back(generator() % 2 ? made[a] * made[b] : made[a] - made[b]);
  }
  Ops ends;
  for (std::size_t i = 0; i < made.size(); ++i)
    if (!read[i]) ends.push_back(made[i]);
  made.push_back(doall(ends));
  return made;
}

}  // namespace

std::span<const char* const> graphShapes() {
  return shapes;
}

Document shapedGraph(const std::string& shape, std::int64_t ops, std::uint32_t seed) {
  const Op x = placeholder({}).named("x");
  const Ops made = shape == "chain"   ? chain(x, ops)
                   : shape == "fan"   ? fan(x, ops)
                   : shape == "dense" ? dense(x, ops)
                                      : random(x, ops, seed);
  Document document;
  document.title = std::to_string(ops) + " ops, " + shape;
  document.description = "A generated graph for layout tests.";
  document.made_by = "ngraph generate";
  document.computations = {computation({made.back()}, {x}).named("last")};
  const NodePtr root = document.computations[0].value().node;
  for (const NodePtr& node : ordered_nodes({document.computations[0].value()}))
    if (node != root) document.ops.emplace_back(node);
  return document;
}

}  // namespace ng::cli
