#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pointer network (Vinyals, Fortunato, Jaitly, 2015) for the travelling salesman: an LSTM reads
cities, a second one points to the next city of the tour.

    python3 pointer_net.py                                # synthetic problems of 5 cities
    python3 pointer_net.py -w ~/tsp --train_file tsp5.txt --test_file tsp5_test.txt
"""
import numpy as np

import ngraph as ng
from ngraph.frontends import neon


class PointerNet:
    """Scores of each city at each step of the tour."""

    def __init__(self, units):
        init = neon.GlorotInit()

        def lstm(name):
            return neon.LSTM(units, init, activation=neon.Tanh(), gate_activation=neon.Logistic(),
                             name=name)
        self.encoder, self.decoder = lstm("encoder"), lstm("decoder")
        self.attended = ng.make_axis(units, name="attended")
        self.of_city = neon.Linear(init, axes=self.attended, name="of_city")
        self.of_step = neon.Linear(init, axes=self.attended, name="of_step")
        self.weights = ng.variable([self.attended], initial_value=init(
            ng.make_axes(self.attended))).named("pointer_weights")

    def __call__(self, cities, before, city_axis):
        """`cities` and `before`, the city before each step, are coordinates over time."""
        read, cell = self.encoder(cities, return_cell_state=True)
        time = cities.axes.recurrent_axis()
        last = [ng.slice_along_axis(state, time, time.length - 1) for state in (read, cell)]
        written = self.decoder(before, init_state=last)
        # The results of both layers are over time; those of the encoder become the cities.
        keys = ng.map_roles(self.of_city(read), {time.name: city_axis})
        scores = ng.dot(self.weights, ng.tanh(keys + self.of_step(written)))
        return ng.softmax(scores, normalization_axes=ng.make_axes(city_axis))


def with_previous(part):
    """Add the coordinates of the city before each step, 0 at the first."""
    along = part["teacher_tgt"]
    before = np.concatenate([np.zeros_like(along[:, :1]), along[:, :-1]], axis=1)
    axes = ("N", "REC", "F")
    return {"inp_txt": {"data": part["inp_txt"], "axes": axes},
            "before": {"data": before, "axes": axes},
            "tgt_txt": {"data": part["tgt_txt"], "axes": ("N", "REC")}}


def main():
    parser = neon.TrainingArgparser(description=__doc__)
    parser.add_argument("--train_file", default="tsp5.txt", help="problems with their tours")
    parser.add_argument("--test_file", default="tsp5_test.txt")
    parser.add_argument("--hidden_size", type=int, default=64, help="number of recurrent units")
    options = parser.parse_args()
    data = neon.TSP(options.train_file, options.test_file, options.data_dir).load_data()
    train_set = neon.ArrayIterator(with_previous(data["train"]), options.batch_size,
                                   options.num_iterations, shuffle=True)
    valid_set = neon.ArrayIterator(with_previous(data["test"]), options.batch_size)
    inputs = train_set.make_placeholders()
    city = ng.make_axis(inputs["tgt_txt"].axes.recurrent_axis().length, name="city")
    net, target = PointerNet(options.hidden_size), ng.one_hot(inputs["tgt_txt"], axis=city)

    def odds():
        return net(inputs["inp_txt"], inputs["before"], city)

    cost = ng.cross_entropy_multi(odds(), target)
    step = neon.Adam(learning_rate=0.003, gradient_clip_norm=2)(cost)
    with neon.Layer.inference_mode_on():
        guessed = odds()
    neon.run_training(
        options, train_set, valid_set, inputs,
        {"batch_cost": ng.sequential([step, neon.batch_mean(cost)])},
        {"cross_ent_loss": ng.cross_entropy_multi(guessed, target),
         "misclass_pct": ng.not_equal(ng.argmax(guessed, reduction_axes=ng.make_axes(city)),
                                      inputs["tgt_txt"])},
        title="A pointer network for the travelling salesman",
        description="An LSTM reads cities, a second one points to the next city of the tour.")


if __name__ == "__main__":
    main()
