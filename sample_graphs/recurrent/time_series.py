#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prediction of the next element of a series of numbers by a recurrent layer.

    python3 time_series.py                                # a curve with noise
    python3 time_series.py -w ~/series --layer_type lstm  # a file .csv with an element per row
"""
import ngraph as ng
from ngraph.frontends import neon


def make_net(layer_type, units, out_axis):
    init = neon.GlorotInit()
    if layer_type == "rnn":
        memory = neon.Recurrent(units, init, activation=neon.Tanh())
    else:
        memory = neon.LSTM(units, init, activation=neon.Tanh(), gate_activation=neon.Logistic())
    return neon.Sequential([memory, neon.Affine(init, axes=out_axis, bias_init=init,
                                                activation=neon.Identity())], name="predictor")


def main():
    parser = neon.TrainingArgparser(description=__doc__)
    parser.add_argument("--layer_type", default="rnn", choices=["rnn", "lstm"])
    parser.add_argument("--time_steps", type=int, default=20, help="elements per window")
    parser.add_argument("--hidden_size", type=int, default=32, help="number of recurrent units")
    parser.set_defaults(batch_size=32)
    options = parser.parse_args()
    train, valid = neon.TimeSeries(options.data_dir).load_data()
    train_set = neon.SequentialArrayIterator(train, options.time_steps, options.batch_size,
                                             options.num_iterations, tgt_key="tgt", stride=5)
    valid_set = neon.SequentialArrayIterator(valid, options.time_steps, options.batch_size,
                                             tgt_key="tgt", stride=5)
    inputs = train_set.make_placeholders()
    net = make_net(options.layer_type, options.hidden_size, inputs["tgt"].axes.feature_axes())

    cost = ng.squared_L2(net(inputs["inp"]) - inputs["tgt"],
                         out_axes=inputs["tgt"].axes.batch_axes())
    step = neon.RMSProp(learning_rate=0.005, gradient_clip_value=5)(cost)
    with neon.Layer.inference_mode_on():
        error = ng.squared_L2(net(inputs["inp"]) - inputs["tgt"],
                              out_axes=inputs["tgt"].axes.batch_axes())
    neon.run_training(
        options, train_set, valid_set, inputs,
        {"batch_cost": ng.sequential([step, neon.batch_mean(cost)])}, {"squared_error": error},
        title="Prediction of a time series",
        description="A recurrent layer predicts the next element of a series of numbers.")


if __name__ == "__main__":
    main()
