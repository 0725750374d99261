#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sentiment of film reviews: word embeddings, a recurrent layer, and two classes.

    python3 imdb.py                                       # synthetic reviews
    python3 imdb.py -w ~/imdb --layer_type lstm           # the published file imdb.pkl
"""
import ngraph as ng
from ngraph.frontends import neon
from ngraph.frontends.neon import ax


def make_recurrent(layer_type, units):
    init = neon.GlorotInit()
    if layer_type == "rnn":
        return neon.Recurrent(units, init, activation=neon.Tanh(), return_sequence=False)
    if layer_type == "birnn":
        return neon.BiRNN(units, init, activation=neon.Tanh(), return_sequence=False, sum_out=True,
                          reset_cells=True)
    kind = {"lstm": neon.LSTM, "gru": neon.GRU}[layer_type]
    return kind(units, init, activation=neon.Tanh(), gate_activation=neon.Logistic(),
                return_sequence=False)


def make_net(options):
    return neon.Sequential([
        neon.LookupTable(options.vocab_size, options.embed_dim, neon.UniformInit(-0.05, 0.05)),
        make_recurrent(options.layer_type, options.hidden_size),
        neon.Affine(neon.GlorotInit(), axes=ax.Y, bias_init=neon.ConstantInit(),
                    activation=neon.Softmax())], name="sentiment")


def main():
    parser = neon.TrainingArgparser(description=__doc__)
    parser.add_argument("--layer_type", default="gru", choices=["rnn", "birnn", "lstm", "gru"])
    parser.add_argument("--hidden_size", type=int, default=32, help="number of recurrent units")
    parser.add_argument("--embed_dim", type=int, default=32, help="length of word embeddings")
    parser.add_argument("--vocab_size", type=int, default=2000, help="number of words")
    parser.add_argument("--time_steps", type=int, default=64, help="last words of each review")
    options = parser.parse_args()
    reviews = neon.IMDB(options.data_dir, options.vocab_size, options.time_steps)
    data = reviews.load_data()
    train_set = neon.ArrayIterator(data["train"], options.batch_size, options.num_iterations,
                                   shuffle=True)
    valid_set = neon.ArrayIterator(data["valid"], options.batch_size)
    inputs = train_set.make_placeholders()
    ax.Y.length = reviews.nclass
    net, classes = make_net(options), ng.one_hot(inputs["label"], axis=ax.Y)

    cost = ng.cross_entropy_multi(net(inputs["review"]), classes, usebits=True)
    step = neon.Adam(learning_rate=0.002, gradient_clip_value=1)(cost)
    with neon.Layer.inference_mode_on():
        odds = net(inputs["review"])
    neon.run_training(
        options, train_set, valid_set, inputs,
        {"batch_cost": ng.sequential([step, neon.batch_mean(cost)])},
        {"cross_ent_loss": ng.cross_entropy_multi(odds, classes, usebits=True),
         "misclass_pct": neon.misclassification(odds, inputs["label"])},
        title="Sentiment of film reviews",
        description="Word embeddings, a recurrent layer, and two classes.")


if __name__ == "__main__":
    main()
