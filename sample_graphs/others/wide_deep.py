#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Wide and deep learning (Cheng and others, 2016): a linear model of pairs of categories, and a
network over embeddings and numbers, predict whether an income is above 50,000.

    python3 wide_deep.py                                  # synthetic persons
    python3 wide_deep.py -w ~/census                      # adult.data and adult.test
"""
import ngraph as ng
from ngraph.frontends import neon

ROWS = 1000  # of the tables of categories and of pairs


class WideDeep:
    """The probability of the larger income."""

    def __init__(self, embed_dim):
        init = neon.GlorotInit()
        self.wide = neon.LookupTable(ROWS, 1, neon.ConstantInit(), name="wide")
        self.embedding = neon.LookupTable(ROWS, embed_dim, neon.UniformInit(-0.1, 0.1),
                                          name="embedding")

        def affine(units, name):
            features = ng.make_axis(units, name="features")
            return neon.Affine(init, axes=features, bias_init=neon.ConstantInit(),
                               activation=neon.Rectlin(), name=name)
        self.of_embedding, self.of_numbers = affine(64, "of_embedding"), affine(32, "of_numbers")
        self.hidden = affine(50, "hidden")
        self.score = neon.Affine(init, nout=1, bias_init=neon.ConstantInit(),
                                 activation=neon.Identity(), name="score")

    def __call__(self, inputs):
        batch = ng.make_axes(inputs["label"].axes.batch_axis())
        first = self.of_embedding(self.embedding(inputs["categories"]))
        second = self.of_numbers(inputs["numbers"])
        both = ng.concat_along_axis([first, second], first.axes.feature_axes()[0])
        deep = ng.sum(self.score(self.hidden(both)), out_axes=batch)
        return ng.sigmoid(deep + ng.sum(self.wide(inputs["crosses"]), out_axes=batch))


def main():
    parser = neon.TrainingArgparser(description=__doc__)
    parser.add_argument("--embed_dim", type=int, default=8, help="length of the embeddings")
    parser.set_defaults(batch_size=64)
    options = parser.parse_args()
    train, test = neon.Census(options.data_dir, ROWS).load_data()
    train_set = neon.ArrayIterator(train, options.batch_size, options.num_iterations, shuffle=True)
    valid_set = neon.ArrayIterator(test, options.batch_size)
    inputs = train_set.make_placeholders()
    net, none = WideDeep(options.embed_dim), ng.make_axes(())

    odds = net(inputs)
    cost = ng.cross_entropy_binary(odds, inputs["label"], out_axes=odds.axes)
    step = neon.Adam(learning_rate=0.003)(cost)
    with neon.Layer.inference_mode_on():
        odds = net(inputs)
    neon.run_training(
        options, train_set, valid_set, inputs,
        {"batch_cost": ng.sequential([step, ng.mean(cost, out_axes=none)])},
        {"cross_ent_loss": ng.cross_entropy_binary(odds, inputs["label"], out_axes=odds.axes),
         "misclass_pct": ng.not_equal(ng.greater(odds, 0.5), inputs["label"])},
        title="Wide and deep: incomes of the census",
        description="A linear model of pairs of categories, and a network over embeddings and "
                    "numbers.")


if __name__ == "__main__":
    main()
