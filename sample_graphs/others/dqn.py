#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Deep Q-learning (Mnih and others: "Human-level control through deep reinforcement learning",
2015) of a cart that balances a pole.

    python3 dqn.py -t 2000

The environment is CartPole-v1 of the package gymnasium if it is installed, else the same equations
here. 18_dqn_cartpole.ngraph is a document in which the environment is part of the graph.
"""
import contextlib
import importlib.util

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends import neon
from ngraph.frontends.neon import ax

DISCOUNT = 0.98
LONGEST = 200  # steps of an episode


class CartPole:
    """A pole on a cart (Barto, Sutton, Anderson, 1983), with the interface of gymnasium."""

    def reset(self, seed=None):
        if seed is not None:
            self.random = np.random.RandomState(seed)
        self.state = self.random.uniform(-0.05, 0.05, 4)
        return self.state, {}

    def step(self, action):
        x, speed, angle, turning = self.state
        force = 10.0 if action == 1 else -10.0
        pull = (force + 0.05 * turning ** 2 * np.sin(angle)) / 1.1
        turn = (9.8 * np.sin(angle) - np.cos(angle) * pull) / (
            0.5 * (4 / 3 - 0.1 * np.cos(angle) ** 2 / 1.1))
        push = pull - 0.05 * turn * np.cos(angle) / 1.1
        self.state = self.state + 0.02 * np.array([speed, push, turning, turn])
        fell = abs(self.state[0]) > 2.4 or abs(self.state[2]) > 0.2095
        return self.state, 1.0, fell, False, {}


class Carts:
    """Environments that step together and start again when their episode ends."""

    def __init__(self, count, seed):
        if importlib.util.find_spec("gymnasium"):
            import gymnasium
            self.all = [gymnasium.make("CartPole-v1") for _ in range(count)]
        else:
            self.all = [CartPole() for _ in range(count)]
        self.states = np.array([cart.reset(seed=seed + i)[0] for i, cart in enumerate(self.all)])
        self.steps = np.zeros(count, int)

    def step(self, actions):
        """Return the states after the actions, and which carts fell."""
        after, fell = np.empty_like(self.states), np.zeros(len(self.all))
        self.steps += 1
        for i, (cart, action) in enumerate(zip(self.all, actions)):
            after[i], _, fell[i], cut, _ = cart.step(int(action))
            self.states[i] = after[i]
            if fell[i] or cut or self.steps[i] >= LONGEST:
                self.states[i], self.steps[i] = cart.reset()[0], 0
        return after, fell


class Memory:
    """The last transitions: arrays by name."""

    def __init__(self, size=20000):
        self.size, self.arrays = size, {}

    def add(self, **rows):
        for name, new in rows.items():
            kept = self.arrays.get(name)
            self.arrays[name] = (new if kept is None else np.concatenate([kept, new]))[-self.size:]

    def sample(self, count):
        chosen = np.random.randint(len(self.arrays["state"]), size=count)
        return {name: array[chosen] for name, array in self.arrays.items()}


def make_net(name):
    init = neon.GlorotInit()
    return neon.Sequential([
        neon.Affine(init, nout=64, bias_init=neon.ConstantInit(), activation=neon.Rectlin()),
        neon.Affine(init, nout=64, bias_init=neon.ConstantInit(), activation=neon.Rectlin()),
        neon.Affine(init, axes=ax.Y, bias_init=neon.ConstantInit(), activation=neon.Identity())],
        name=name)


class Agent:
    """The networks q and target, and their computations on batches."""

    def __init__(self, transformer, count):
        ax.N.length, ax.Y.length = count, 2
        features = ng.make_axis(4, name="F")
        state, after = ng.placeholder([ax.N, features]), ng.placeholder([ax.N, features])
        action, fell = ng.placeholder([ax.N]), ng.placeholder([ax.N])
        q, target = make_net("q"), make_net("target")
        values, later = q(state), ng.max(target(after), reduction_axes=ng.make_axes(ax.Y))
        chosen = ng.sum(values * ng.one_hot(action, axis=ax.Y), out_axes=ng.make_axes(ax.N))
        worth = ng.stop_gradient((1 - fell) * (1 + DISCOUNT * later))
        cost = ng.squared_L2(chosen - worth, out_axes=ng.make_axes(ax.N))
        step = neon.Adam(learning_rate=0.001, gradient_clip_norm=10)(
            cost, variables=q.variables.values())
        inputs = {"state": state, "action": action, "after": after, "fell": fell}
        self.learn = neon.make_bound_computation(
            transformer, {"cost": ng.sequential([step, neon.batch_mean(cost)])}, inputs)
        self.best = transformer.computation(
            ng.argmax(values, reduction_axes=ng.make_axes(ax.Y)), state)
        copied = [(target.variables[name], op) for name, op in q.variables.items()]
        self.copy = transformer.computation(ng.doall(
            [ng.assign(to, ng.cast_axes(op, to.axes)) for to, op in copied]))

    def mean_return(self, count):
        """Return the mean number of steps before the pole falls, at most LONGEST."""
        carts, standing, steps = Carts(count, seed=1000), np.ones(count), 0.0
        for _ in range(LONGEST):
            _, fell = carts.step(self.best(carts.states))
            standing *= 1 - fell
            steps += standing.mean()
        return steps


def main():
    parser = neon.TrainingArgparser(description=__doc__)
    parser.set_defaults(batch_size=64)
    options = parser.parse_args()
    if options.document:
        parser.error("--document: see 18_dqn_cartpole.ngraph")
    carts, memory = Carts(options.batch_size, seed=0), Memory()
    with contextlib.closing(ngt.make_transformer()) as transformer:
        agent = Agent(transformer, options.batch_size)
        if options.restore:
            neon.Saver().restore(transformer, agent.learn, options.restore)
        agent.copy()
        for iteration in range(1, options.num_iterations + 1):
            chance = max(0.05, 1 - iteration / 500)
            state, random = carts.states.copy(), np.random.rand(options.batch_size) < chance
            action = np.where(random, np.random.randint(2, size=options.batch_size),
                              agent.best(state))
            after, fell = carts.step(action)
            memory.add(state=state, action=action, after=after, fell=fell)
            cost = agent.learn(memory.sample(options.batch_size))["cost"]
            if iteration % 50 == 0:
                agent.copy()
            if iteration % options.iter_interval == 0:
                print(f"Iteration {iteration}: cost {float(cost):.4g}, mean return "
                      f"{agent.mean_return(options.batch_size):.1f} of {LONGEST}", flush=True)
        print(f"At the end: mean_return {agent.mean_return(options.batch_size):.4g}")
        if options.save:
            neon.Saver().save(options.save, transformer=transformer, computation=agent.learn)


if __name__ == "__main__":
    main()
