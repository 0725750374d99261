// SPDX-License-Identifier: Apache-2.0
// Writes 18_dqn_cartpole.ngraph: deep Q-learning that balances a pole on a cart.
// Environment, replay memory, action selection and training are ops of one graph; each call makes
// one step of all of them.
#include <cstdlib>

#include "engine/neon/neon.h"
#include "engine/neon/optimizers/adam.h"
#include "sample_graphs/src/cart_pole.h"
#include "sample_graphs/src/replay.h"
#include "sample_graphs/src/sample.h"

namespace {

namespace neon = ng::neon;
using ng::Axis;
using ng::Op;

constexpr double discount = 0.98;
// Number of calls between copies of the network to its target. Each copy propagates
// what was learned from a failure back by one step of the environment.
constexpr double copy_every = 10;
// Weight of q in the running mean of networks at each call. Single batches make the policy of q
// fluctuate; the mean is stable.
constexpr double share = 0.005;
constexpr std::int64_t remembered = 500;  // steps per environment
// Episodes start anywhere on the track: from the middle alone its ends are rarely reached.
constexpr double reach = 2;

// Scales a state by its limits: position, speed, angle, angular speed.
Op in_units(const Op& state) {
  const double units[] = {sample::CartPole::far, 2, sample::CartPole::steep, 2};
  ng::Tensor scale(ng::DType::f32, {4});
  for (int i = 0; i < 4; ++i) scale.set(i, 1 / units[i]);
  return state * ng::constant(scale, state.axes().find_by_name("S"));
}

// Maps a state over S to the value of each action: minus the discounted probability of failure.
neon::LayerOf<neon::Sequential> make_net(const std::vector<Axis>& hidden, const Axis& A,
                                         const std::string& name) {
  neon::Layers layers = {neon::preprocess(in_units)};
  for (const Axis& H : hidden) {
    layers.push_back(
        neon::affine({.weight_init = neon::kaiming(), .axes = H, .activation = neon::rectlin()}));
  }
  layers.push_back(neon::affine({.weight_init = neon::glorot(), .axes = A}));
  return neon::sequential(layers, name);
}

struct Agent {
  Axis A = ng::make_axis(2, "A");
  std::vector<Axis> hidden = {ng::make_axis(64, "H"), ng::make_axis(64, "K")};
  neon::LayerOf<neon::Sequential> q = make_net(hidden, A, "q");
  neon::LayerOf<neon::Sequential> target = make_net(hidden, A, "target");
  neon::LayerOf<neon::Sequential> steady = make_net(hidden, A, "steady");

  // The action with the larger value: 1 for a push to the right.
  Op better(const Op& values, const Axis& environments) const {
    return ng::argmax(values, ng::out_axes(environments));
  }
  Op one_of(const Op& action) const { return ng::one_hot(action, A); }
};

// One step of all environments, as stored in the replay memory.
struct Step {
  Op before, action, after;
  std::vector<Op> updates;
};

Step act(const Agent& agent, const sample::CartPole& cart, const Axis& N, const Op& epsilon) {
  Op chosen;
  Step step;
  {
    const ng::ScopedName scope("environment");
    step.before = ng::persistent_tensor({cart.S, N}, 0.0).named("state");
  }
  const Op values = agent.q(step.before);
  {
    const ng::ScopedName scope("explore");
    const Op any = ng::constant(ng::Tensor(0.0), ng::Axes(N));
    const Op random = ng::less(ng::uniform(any), epsilon), coin = ng::less(ng::uniform(any), 0.5);
    chosen = (random * coin + (1 - random) * agent.better(values, N)).named("action");
    step.action = agent.one_of(chosen);
  }
  const ng::ScopedName scope("environment", true);
  const Op age = ng::persistent_tensor(ng::Axes(N), 0.0).named("age");
  step.after = cart.next(step.before, chosen).named("next");
  const Op fallen = cart.fallen(step.after).named("fallen");
  const Op over = ng::maximum(fallen, age + 1 >= sample::CartPole::longest).named("over");
  const Op going = 1 - over;
  step.updates = {ng::assign(step.before, going * step.after + over * cart.start(N, reach)),
                  ng::assign(age, going * (age + 1))};
  return step;
}

// Squared difference between the value of the chosen action and its target (double Q-learning: one
// network selects the next action, the other one evaluates it).
Op loss_of(const Agent& agent, const sample::CartPole& cart, const Op& before, const Op& action,
           const Op& after, const Axis& B) {
  const Op now = agent.q(before), next = agent.q(after), judged = agent.target(after);
  const ng::ScopedName scope("learn");
  const Op fell = cart.fallen(after);
  const Op later = ng::sum(judged * agent.one_of(agent.better(next, B)), ng::out_axes(B));
  const Op goal = ng::stop_gradient(discount * (1 - fell) * later - fell).named("goal");
  const Op value = ng::sum(now * action, ng::out_axes(B)).named("value");
  return ng::square(value - goal);
}

std::vector<Op> copies(const Agent& agent, const Op& count) {
  const ng::ScopedName scope("copy");
  const Op due = ng::equal(count % copy_every, 0.0).named("due");
  const std::vector<Op> from = agent.q->variables(), to = agent.target->variables();
  const std::vector<Op> means = agent.steady->variables();
  std::vector<Op> assigns;
  for (std::size_t i = 0; i < to.size(); ++i) {
    assigns.push_back(ng::assign(to[i], due * from[i] + (1 - due) * to[i]));
    assigns.push_back(ng::assign(means[i], means[i] + share * (from[i] - means[i])));
  }
  return assigns;
}

// Mean number of steps that the pole stays up, in fresh environments E without random actions.
Op mean_return(const Agent& agent, const sample::CartPole& cart) {
  const ng::ScopedName scope("trial");
  const Axis T = ng::make_axis(sample::CartPole::longest, "T");
  const Axis E = ng::make_axis(100, "E", ng::batch());
  const Op none = ng::constant(ng::Tensor(0.0), ng::Axes(E));
  const ng::ScanResult end =
      ng::scan(T, {cart.start(E), none, none}, {},
               [&](const std::vector<Op>& states, const std::vector<Op>&) {
                 const Op standing = (1 - states[1]).named("standing");
                 const Op next = cart.next(states[0], agent.better(agent.steady(states[0]), E));
                 return ng::ScanStep{
                     {next, ng::maximum(states[1], cart.fallen(next)), states[2] + standing}, {}};
               });
  return ng::mean(end.states[2], ng::out_axes({})).named("mean_return");
}

ng::RunPlan plan() {
  ng::RunPlan plan;
  plan.computation = "update";
  plan.epochs = 25;
  plan.batches = 200;
  plan.bindings = {sample::fed_by_schedule("epsilon", "max(0.1, 1 - epoch/5)"),
                   sample::fed_by_schedule("alpha", "0.002*(1 - epoch/25)")};
  ng::PlanEvaluation evaluation;
  evaluation.name = "mean return";
  evaluation.computation = "mean_return";
  plan.evaluations = {evaluation};
  plan.plots = {{"L", "loss", "iteration", "squared error of the value"},
                {"mean return", "", "epoch", "steps that the pole stands, of 200 at most"}};
  return plan;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2) neon::seed_parameters(std::strtoull(argv[2], nullptr, 10));
  const Axis N = ng::make_axis(32, "N"), B = ng::make_axis(256, "B", ng::batch());
  const Op epsilon = ng::placeholder({}).named("epsilon");
  const Op alpha = ng::placeholder({}).named("alpha");
  const Op count = ng::persistent_tensor({}, 0.0).named("count");
  const sample::CartPole cart;
  const Agent agent;

  Step step = act(agent, cart, N, epsilon);
  std::vector<Op> updates = step.updates;
  Op before, action, after;
  {
    const ng::ScopedName scope("replay");
    sample::Replay memory(remembered, N, count);
    const std::size_t b = memory.keep(cart.S, "before"), a = memory.keep(agent.A, "action");
    const std::size_t c = memory.keep(cart.S, "after");
    updates.push_back(memory.write(b, step.before));
    updates.push_back(memory.write(a, step.action));
    updates.push_back(memory.write(c, step.after));
    before = memory.read(b, B), action = memory.read(a, B), after = memory.read(c, B);
  }
  // A network has variables after its first call.
  const Op trial = mean_return(agent, cart);
  const Op errors = loss_of(agent, cart, before, action, after, B);
  const Op L = ng::mean(errors, ng::out_axes({})).named("L");
  neon::Adam adam(neon::ProvidedRate{alpha});
  updates.push_back(adam(errors, {.variables = agent.q->variables()}));
  for (const Op& copy : copies(agent, count)) updates.push_back(copy);
  {
    const ng::ScopedName scope("copy", true);
    updates.push_back(ng::assign(count, count + 1));
  }
  const Op all_updates = ng::doall(updates).named("all_updates");

  ng::Document document;
  document.title = "Deep Q-learning: a pole that learns to stand";
  document.description =
      "32 carts take one step at each call: the net q chooses left or right, or chance does, with "
      "probability epsilon. The last 500 steps of each are remembered; of 256 of them q learns "
      "what its actions are worth: a fall costs 1, a step later 0.98 times as much. A second net, "
      "target, judges the action that q would take next, and is made like q every 10 calls "
      "(double Q-learning). A third one, steady, is the mean of what q was lately. After each "
      "epoch of 200 calls it alone leads 100 fresh carts that start in the middle: mean return is "
      "how many steps, of 200, their poles stand.";
  document.computations = {
      ng::computation({L, all_updates}, {epsilon, alpha}).named("update"),
      ng::computation({trial}, {}, ng::Returns::single).named("mean_return"),
  };
  document.plan = plan();
  return sample::write(document, argc, argv, __FILE__);
}
