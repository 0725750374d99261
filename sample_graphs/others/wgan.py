#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Wasserstein GAN (Arjovsky, Chintala, Bottou, 2017): a generator learns points on a ring, a critic
with clipped weights compares them with real ones.

    python3 wgan.py -t 2000
"""
import numpy as np

import ngraph as ng
from ngraph.frontends import neon

CLUSTERS = 8


def ring(count, seed):
    """Points of clusters on a ring, and noise for the generator."""
    random = np.random.RandomState(seed)
    angles = random.randint(CLUSTERS, size=count) * 2 * np.pi / CLUSTERS
    points = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return {"points": {"data": points + random.normal(0, 0.05, points.shape), "axes": ("N", "F")},
            "noise": {"data": random.normal(0, 1, (count, 4)), "axes": ("N", "noise")}}


def make_mlp(units, out_axes, name):
    def affine(**outputs):
        return neon.Affine(neon.KaimingInit(), bias_init=neon.ConstantInit(), **outputs)
    return neon.Sequential([affine(nout=units, activation=neon.Rectlin(slope=0.1)),
                            affine(nout=units, activation=neon.Rectlin(slope=0.1)),
                            affine(activation=neon.Identity(), **out_axes)], name=name)


def main():
    parser = neon.TrainingArgparser(description=__doc__)
    parser.add_argument("--hidden_size", type=int, default=64, help="units of each layer")
    parser.add_argument("--clip", type=float, default=0.1, help="largest weight of the critic")
    parser.add_argument("--critic_steps", type=int, default=5, help="per step of the generator")
    options = parser.parse_args()
    train_set = neon.ArrayIterator(ring(20000, 0), options.batch_size, options.num_iterations,
                                   shuffle=True)
    valid_set = neon.ArrayIterator(ring(1000, 1), options.batch_size)
    inputs = train_set.make_placeholders(include_iteration=True)
    generator = make_mlp(options.hidden_size, {"axes": inputs["points"].axes.feature_axes()},
                         "generator")
    critic = make_mlp(options.hidden_size, {"nout": 1}, "critic")

    made = generator(inputs["noise"])
    distance = neon.batch_mean(critic(inputs["points"])) - neon.batch_mean(critic(made))
    # The critic makes a step in each iteration, the generator in every one of `critic_steps`.
    often = {"name": "fixed", "base_lr": 0.0005}
    turn = ng.equal(ng.mod(inputs["iteration"], options.critic_steps), 0)
    rarely = {"name": "provided", "lr_placeholder": 0.0005 * turn}
    critic_step = neon.RMSProp(decay_rate=0.9, learning_rate=often, name="critic_rmsprop",
                               weight_clip_value=options.clip)(
        -distance, variables=critic.variables.values())
    generator_step = neon.RMSProp(decay_rate=0.9, learning_rate=rarely, name="generator_rmsprop")(
        distance, variables=generator.variables.values())
    with neon.Layer.inference_mode_on():
        points = generator(inputs["noise"])
    radius = ng.sqrt(ng.sum(ng.square(points), out_axes=points.axes.batch_axes()))
    neon.run_training(
        options, train_set, valid_set, inputs,
        {"batch_cost": ng.sequential([ng.doall([critic_step, generator_step]), distance])},
        {"distance_to_ring": ng.absolute(radius - 1)},
        title="A Wasserstein GAN of points on a ring",
        description="A critic with clipped weights compares generated and real points.",
        epochs=1000)


if __name__ == "__main__":
    main()
