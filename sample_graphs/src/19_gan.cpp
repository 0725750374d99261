// SPDX-License-Identifier: Apache-2.0
// Writes 19_gan.ngraph: a generative adversarial network. The generator learns to produce points in
// eight clusters on a ring; the discriminator learns to distinguish its points from real ones.
// Points and noise are drawn in the graph.
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "engine/neon/neon.h"
#include "engine/neon/optimizers/adam.h"
#include "sample_graphs/src/sample.h"

namespace {

namespace neon = ng::neon;
using ng::Axes;
using ng::Axis;
using ng::Op;

constexpr int clusters = 8;
constexpr double radius = 2, deviation = 0.05;
constexpr double reach = 4 * deviation;  // maximum distance from the centre of a cluster
constexpr double enough = 0.01;          // share of all points for a cluster to count as covered
// Weight of the gradient penalty of the discriminator at real points.
constexpr double flatness = 0.1;

// The distribution to imitate.
class Ring {
 public:
  const Axis P = ng::make_axis(2, "P"), M = ng::make_axis(clusters, "M");

  Ring() {
    const ng::ScopedName scope("ring");
    ng::Tensor places(ng::DType::f32, {clusters, 2});
    for (int i = 0; i < clusters; ++i) {
      const double angle = 2 * std::numbers::pi * i / clusters;
      places.set(2 * i, radius * std::cos(angle));
      places.set(2 * i + 1, radius * std::sin(angle));
    }
    middles_ = ng::constant(places, {M, P}).named("middles");
  }

  // New points at each run, with equal probability for all clusters.
  Op draw(const Axis& N) const {
    const ng::ScopedName scope("ring", true);
    const Op none = ng::constant(ng::Tensor(0.0), Axes(N));
    const Op which = ng::floordivide(ng::uniform(none, 0, clusters), 1.0).named("cluster");
    const Op middle = ng::dot(middles_, ng::one_hot(which, M));
    return (middle + ng::normal(middle, 0, deviation)).named("real");
  }

  // The share of points in each cluster.
  Op shares(const Op& points, const Axis& N) const {
    const Op away = ng::square(ng::broadcast(points, {M, P, N}) - middles_);
    const Op belongs = ng::sum(away, ng::out_axes({M, N})) <= reach * reach;
    return ng::mean(belongs, ng::out_axes(Axes(M))).named("shares");
  }

 private:
  Op middles_;
};

using Net = neon::LayerOf<neon::Sequential>;

// Two layers of 64 ReLU units, and `out`.
Net make_net(const std::string& name, const Axes& hidden, const Axis& out, double slope) {
  neon::Layers layers;
  for (const Axis& H : hidden) {
    layers.push_back(neon::affine(
        {.weight_init = neon::kaiming(), .axes = H, .activation = neon::rectlin(slope)}));
  }
  layers.push_back(neon::affine({.weight_init = neon::glorot(), .axes = out}));
  return neon::sequential(layers, name);
}

struct Players {
  Axis Z = ng::make_axis(8, "Z"), logit = ng::make_axis(1, "logit");
  Axes hidden = {ng::make_axis(64, "H"), ng::make_axis(64, "K")};
  Net generator, discriminator;

  explicit Players(const Ring& ring)
      : generator(make_net("generator", hidden, ring.P, 0)),
        discriminator(make_net("discriminator", hidden, logit, 0.2)) {}

  Op points(const Axis& N) const {
    Op noise;
    {
      const ng::ScopedName scope("noise", true);
      noise = ng::normal(ng::constant(ng::Tensor(0.0), {Z, N}));
    }
    return generator(noise);
  }
  // Loss of the discriminator's logits against the truth: 1 for real, 0 for generated points.
  Op cost(const Op& scores, double truth) const {
    return ng::cross_entropy_binary(ng::sigmoid(scores), truth, ng::reduce_over(Axes(logit)));
  }
  // Gradient penalty at real points (Mescheder, Geiger and Nowozin 2018: "Which training
  // methods for GANs do actually converge?"): training takes gradients of a gradient.
  Op slope(const Op& scores, const Op& real, const Axis& N) const {
    const Op all = ng::sum(scores, ng::out_axes({}));
    return ng::squared_L2(ng::deriv(all, real), ng::out_axes(Axes(N))).named("slope");
  }
};

// One Adam step that minimizes `cost` over the variables of `net`.
Op descend(const Net& net, const Op& cost, const Op& alpha) {
  neon::AdamOptions options{{}, 0.5, 0.9};
  options.name = "Adam_" + net->name();
  return neon::Adam(neon::ProvidedRate{alpha}, options)(cost, {.variables = net->variables()});
}

Op update(const Ring& ring, const Players& players) {
  const Axis N = ng::make_axis(256, "N");
  const Op alpha = ng::placeholder({}).named("alpha");
  const Op real = ring.draw(N);
  const Op score_real = players.discriminator(real);
  const Op score_made = players.discriminator(players.points(N));
  const Op score_next = players.discriminator(players.points(N));
  Op cost_d, cost_g;
  {
    const ng::ScopedName scope("unmask");
    cost_d = players.cost(score_real, 1) + players.cost(score_made, 0) +
             flatness * players.slope(score_real, real, N);
  }
  {
    const ng::ScopedName scope("deceive");
    cost_g = players.cost(score_next, 1);
  }
  const Op L_d = ng::mean(cost_d, ng::out_axes({})).named("L_discriminator");
  const Op L_g = ng::mean(cost_g, ng::out_axes({})).named("L_generator");
  const Op turns = ng::sequential(
      {descend(players.discriminator, cost_d, alpha), descend(players.generator, cost_g, alpha)});
  return ng::computation({L_d, L_g, ng::doall({turns}).named("steps")}, {alpha}).named("update");
}

ng::RunPlan plan() {
  ng::RunPlan plan;
  plan.computation = "update";
  plan.epochs = 50;
  plan.batches = 100;
  plan.bindings = {sample::fed_by_schedule("alpha", "0.002*(1 - epoch/50)")};
  ng::PlanEvaluation covered;
  covered.name = covered.computation = "covered";
  ng::PlanEvaluation inside;
  inside.name = inside.computation = "inside";
  plan.evaluations = {covered, inside};
  plan.plots = {{"L_discriminator", "loss of the discriminator", "iteration", "batch loss"},
                {"L_generator", "loss of the generator", "iteration", "batch loss"},
                {"covered", "", "epoch", "clusters that are imitated, of 8"},
                {"inside", "", "epoch", "part of the points that lies in a cluster"}};
  return plan;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2) neon::seed_parameters(std::strtoull(argv[2], nullptr, 10));
  const Ring ring;
  const Players players(ring);
  const Op updating = update(ring, players);

  const Axis E = ng::make_axis(1024, "E", ng::batch());
  Op made = players.points(E), covered, inside;
  {
    const ng::ScopedName scope("count");
    const Op shares = ring.shares(made, E);
    covered = ng::sum(shares >= enough, ng::out_axes({})).named("covered");
    inside = ng::sum(shares, ng::out_axes({})).named("inside");
    made = ng::value_of(made).named("points");
  }
  ng::Document document;
  document.title = "A generative adversarial net: points on a ring";
  document.description =
      "The generator makes points of 8 normal numbers each. The discriminator learns to tell them "
      "from points of 8 narrow clusters on a ring of radius 2; then the generator takes a step "
      "toward what the discriminator takes for real. The discriminator's slope at real points "
      "is part of its loss, which keeps the generator from running after one cluster. After each "
      "epoch 1,024 points are made: covered counts the clusters with 1 % of them or more within 4 "
      "deviations of their middle.";
  document.computations = {
      updating,
      ng::computation({covered, made}, {}).named("covered"),
      ng::computation({inside}, {}).named("inside"),
  };
  document.plan = plan();
  return sample::write(document, argc, argv, __FILE__);
}
