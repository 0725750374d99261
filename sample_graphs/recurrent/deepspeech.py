#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Deep Speech 2 (Amodei and others: "Deep Speech 2: end-to-end speech recognition in English and
Mandarin", 2015), reduced: a convolution over time, bidirectional recurrent layers, the ctc cost.

    python3 deepspeech.py                                 # synthetic recordings of tones
    python3 deepspeech.py -w ~/librispeech                # dev-clean.tar.gz
    python3 deepspeech.py --manifest recordings.tsv       # a path and a text per line
"""
import ngraph as ng
from ngraph.frontends import neon
from ngraph.frontends.neon import ax
from ngraph.frontends.neon.data import ALPHABET


def time_to_recurrent(features):
    """Return a result of a convolution over W as a sequence."""
    time = next(axis for axis in features.axes if axis.name == "W")
    return ng.map_roles(features, {"W": ng.make_axis(time.length, name="REC")})


def make_net(filters, units, depth):
    init = neon.GlorotInit()
    clipped = neon.Rectlinclip()
    layers = [
        neon.Convolution((1, 11, filters), init, strides={"H": 1, "W": 2}, padding={"W": 5},
                         bias_init=neon.ConstantInit(), activation=clipped, name="conv"),
        neon.Preprocess(time_to_recurrent, name="time")]
    for number in range(1, depth + 1):
        layers.append(neon.BiRNN(units, init, activation=neon.Tanh(), sum_out=True,
                                 reset_cells=True, name=f"birnn{number}"))
    return neon.Sequential(layers + [
        neon.Affine(init, nout=units, bias_init=neon.ConstantInit(), activation=clipped,
                    name="hidden"),
        neon.Affine(init, axes=ax.Y, bias_init=neon.ConstantInit(), activation=neon.Identity(),
                    name="letters")], name="deepspeech")


def main():
    parser = neon.TrainingArgparser(description=__doc__)
    parser.add_argument("--manifest", help="file with a path and a text per line")
    parser.add_argument("--version", default="dev-clean", help="part of Librispeech")
    parser.add_argument("--nfilters", type=int, default=64, help="filters of the convolution")
    parser.add_argument("--hidden_size", type=int, default=64, help="number of recurrent units")
    parser.add_argument("--depth", type=int, default=2, help="number of recurrent layers")
    parser.set_defaults(batch_size=8)
    options = parser.parse_args()
    speech = neon.Librispeech(options.manifest, options.data_dir, options.version)
    data = neon.speech_arrays(speech.load_data())
    count = len(data["audio"]["data"]) * 4 // 5
    train = {name: {**each, "data": each["data"][:count]} for name, each in data.items()}
    valid = {name: {**each, "data": each["data"][count:]} for name, each in data.items()}
    train_set = neon.SpeechIterator(train, options.batch_size, options.num_iterations)
    valid_set = neon.SpeechIterator(valid, options.batch_size)
    inputs = train_set.make_placeholders()
    ax.Y.length = len(ALPHABET)
    net = make_net(options.nfilters, options.hidden_size, options.depth)

    def cost_of_batch():
        letters = net(inputs["audio"])
        order = [letters.axes.recurrent_axis(), ax.N, ax.Y]
        letters = ng.axes_with_order(letters, order)
        return ng.ctc(letters, inputs["char_map"], inputs["audio_length"],
                      inputs["trans_length"])

    cost = cost_of_batch()
    step = neon.Adam(learning_rate=0.002, gradient_clip_norm=20)(cost)
    with neon.Layer.inference_mode_on():
        evaluated = {"ctc_cost": cost_of_batch()}
    neon.run_training(
        options, train_set, valid_set, inputs,
        {"batch_cost": ng.sequential([step, neon.batch_mean(cost)])}, evaluated,
        title="Speech recognition with the ctc cost",
        description="A convolution over time, bidirectional recurrent layers, and letters.")


if __name__ == "__main__":
    main()
