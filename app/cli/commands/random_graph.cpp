// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/random_graph.h"

#include <cmath>
#include <random>

#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/names.h"
#include "engine/ngraph.h"

namespace ng::cli {
namespace {

// Ops that each block adds, including the update of its variables: a deriv, a multiply, a subtract
// and an assign per variable.
constexpr std::int64_t updateOps = 4;
constexpr std::int64_t denseOps = 5 + 2 * updateOps;
constexpr std::int64_t scaleOps = 3 + updateOps;
constexpr std::int64_t normaliseOps = 8;
constexpr std::int64_t mergeOps = 3;
constexpr int mostBranches = 4, mostBlocks = 3;
constexpr std::int64_t stageOps =  // upper bound
    mostBranches * mostBlocks * denseOps + (mostBranches - 1) * (denseOps + mergeOps);
constexpr std::int64_t fixedOps = 3 + denseOps + 9 + 2 * updateOps + 1;
static_assert(fixedOps == fewestOps);

constexpr std::int64_t features = 6, hidden = 8, batch = 32;

class Builder {
 public:
  Builder(std::int64_t ops, std::uint32_t seed) : ops_(ops), left_(ops - fixedOps), random_(seed) {}

  Document build() {
    Op flow = dense(x_, c_, "input");
    for (int number = 1; left_ >= stageOps; ++number) flow = stage(flow, number);
    for (int place = 0; left_ > 0; ++place) flow = block(flow, place);
    const Op cost = head(flow);
    std::vector<Op> updates;
    for (const Op& v : cost.variables()) updates.push_back(assign(v, v - alpha_ * deriv(cost, v)));
    return document(cost, doall(updates).named("updates"));
  }

 private:
  std::uint32_t below(std::uint32_t end) { return random_() % end; }

  Tensor weights(const Axes& axes, std::int64_t fanIn) {
    Tensor tensor(DType::f32, axes.lengths());
    const double most = 1 / std::sqrt(static_cast<double>(fanIn));
    for (std::int64_t i = 0; i < tensor.size(); ++i) {
      // Few digits keep documents small.
      tensor.set(i, std::round((below(2001) / 1000.0 - 1) * most * 1000) / 1000);
    }
    return tensor;
  }

  // Dense layer from any axis to the other hidden axis.
  Op dense(const Op& x, const Axis& in, const std::string& name) {
    const ScopedName scope(name);
    const Axis out = in == h_ ? g_ : h_;
    const Op w = variable(Axes{out, in}, weights(Axes{out, in}, in.length())).named("W");
    const Op b = variable(out, 0.0).named("b");
    const Op sum = dot(w, x) + b;
    return below(3) ? tanh(sum) : sigmoid(sum);
  }

  Op scale(const Op& x) {
    const Op s = variable(x.axes() - n_, 1.0).named("scale");
    return tanh(s * x);
  }

  Op normalise(const Op& x) {
    const Axes over = x.axes() - n_;
    const Op centred = x - mean(x, reduce_over(over));
    return centred / sqrt(mean(square(centred), reduce_over(over)) + 0.01);
  }

  Op unary(const Op& x) {
    --left_;
    switch (below(3)) {
      case 0: return tanh(x);
      case 1: return sigmoid(x);
      default: return -x;
    }
  }

  // Adds a random block that fits into the remaining number of ops.
  Op block(const Op& x, int place) {
    const std::uint32_t kind = below(4);
    const Axis axis = (x.axes() - n_)[0];
    if (kind <= 1 && left_ >= denseOps) {
      left_ -= denseOps;
      return dense(x, axis, "dense_" + std::to_string(place));
    }
    if (kind == 2 && left_ >= normaliseOps) {
      left_ -= normaliseOps;
      return normalise(x);
    }
    if (kind == 3 && left_ >= scaleOps) {
      left_ -= scaleOps;
      return scale(x);
    }
    return unary(x);
  }

  // Parallel branches that are summed. Branches that end on the other hidden axis get a dense layer
  // first.
  Op stage(const Op& flow, int number) {
    const ScopedName scope("stage_" + std::to_string(number));
    std::vector<Op> ends;
    const int branches = 2 + static_cast<int>(below(mostBranches - 1));
    for (int branch = 0; branch < branches; ++branch) {
      Op end = flow;
      const int blocks = 1 + static_cast<int>(below(mostBlocks));
      for (int i = 0; i < blocks; ++i) end = block(end, branch * mostBlocks + i);
      ends.push_back(end);
    }
    Op all = ends.front();
    for (std::size_t i = 1; i < ends.size(); ++i) {
      Op end = ends[i];
      if (!(end.axes() == all.axes())) {
        left_ -= denseOps;
        end = dense(end, (end.axes() - n_)[0], "bridge_" + std::to_string(i));
      }
      left_ -= mergeOps;
      all = (all + end) * 0.5;
    }
    return all;
  }

  Op head(const Op& flow) {
    const Axes in = flow.axes() - n_;
    const Op w = variable(in, weights(in, hidden)).named("W_out");
    const Op b = variable(Axes(), 0.0).named("b_out");
    const Op y = sigmoid(dot(w, flow) + b).named("prediction");
    const Op cost = cross_entropy_binary(y, y_, out_axes(Axes())) / batch_size(y);
    return cost.named("L");
  }

  Document document(const Op& cost, const Op& updates) {
    std::vector<Op> results = {cost, updates};
    Document made;
    made.title = "Random training graph of " + std::to_string(ops_) + " ops";
    made.description = "A generated graph for tests with large documents.";
    made.made_by = "ngraph generate";
    made.computations = {computation(results, {alpha_, x_, y_}).named("train")};
    made.plan = plan();
    for (const NodePtr& node : ordered_nodes({made.computations[0].value()})) {
      if (node != made.computations[0].value().node) made.ops.emplace_back(node);
    }
    check(static_cast<std::int64_t>(made.ops.size()) == ops_, "the blocks miscount their ops");
    return made;
  }

  static RunPlan plan() {
    RunPlan plan;
    plan.computation = "train";
    plan.epochs = 2;
    plan.batches = 5;
    PlanData data;
    data.name = "mixture";
    data.probabilities = {.5, .5};
    data.shape = {features};
    data.batch = batch;
    data.parts = {{"train", plan.batches}};
    plan.data = {data};
    auto bind = [&plan](const std::string& placeholder,
                        PlanBinding::Source source) -> PlanBinding& {
      PlanBinding& binding = plan.bindings.emplace_back();
      binding.placeholder = placeholder;
      binding.source = source;
      return binding;
    };
    bind("alpha", PlanBinding::Source::schedule).schedule = "0.1/(1+epoch)";
    bind("X", PlanBinding::Source::data).data = "mixture.train.xs";
    bind("Y", PlanBinding::Source::data).data = "mixture.train.ys";
    PlanPlot plot;
    plot.series = "L";
    plot.x_title = "iteration";
    plot.y_title = "loss";
    plan.plots = {plot};
    return plan;
  }

  std::int64_t ops_, left_;
  std::mt19937 random_;
  Axis c_ = make_axis(features, "C"), n_ = make_axis(batch, "N");
  Axis h_ = make_axis(hidden, "H"), g_ = make_axis(features, "G");
  Op alpha_ = placeholder(Axes()).named("alpha");
  Op x_ = placeholder(Axes{c_, n_}).named("X"), y_ = placeholder(n_).named("Y");
};

}  // namespace

Document randomTrainingGraph(std::int64_t ops, std::uint32_t seed) {
  check(ops >= fewestOps, "too few ops for a training graph");
  return Builder(ops, seed).build();
}

}  // namespace ng::cli
