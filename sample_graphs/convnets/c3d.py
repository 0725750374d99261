#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""C3D (Tran and others: "Learning spatiotemporal features with 3D convolutional networks", 2014):
classifies video clips by convolutions over time, height and width.

    python3 c3d.py --image_size 32 --width 0.125          # synthetic clips of moving squares
    python3 c3d.py -w ~/videos                            # folders of frames per clip and class
"""
import ngraph as ng
from ngraph.frontends import neon
from ngraph.frontends.neon import ax


def conv(name, filters):
    return neon.Convolution((3, 3, 3, filters), neon.KaimingInit(), padding=1,
                            bias_init=neon.ConstantInit(), activation=neon.Rectlin(), name=name)


def pool(name, frames=2):
    return neon.Pooling((frames, 2, 2), strides={"D": frames, "H": 2, "W": 2}, name=name)


def affine(name, units):
    return neon.Affine(neon.KaimingInit(), nout=units, bias_init=neon.ConstantInit(),
                       activation=neon.Rectlin(), name=name)


def make_net(width):
    def scaled(count):
        return max(1, round(count * width))
    return neon.Sequential([
        neon.Preprocess(lambda video: (video - 128) / 64),
        conv("conv1", scaled(64)), pool("pool1", frames=1),
        conv("conv2", scaled(128)), pool("pool2"),
        conv("conv3a", scaled(256)), conv("conv3b", scaled(256)), pool("pool3"),
        conv("conv4a", scaled(512)), conv("conv4b", scaled(512)), pool("pool4"),
        conv("conv5a", scaled(512)), conv("conv5b", scaled(512)), pool("pool5"),
        affine("affine6", scaled(4096)), neon.Dropout(keep=0.5, name="dropout6"),
        affine("affine7", scaled(4096)), neon.Dropout(keep=0.5, name="dropout7"),
        neon.Affine(neon.GlorotInit(), axes=ax.Y, bias_init=neon.ConstantInit(),
                    activation=neon.Softmax(), name="classes")], name="c3d")


def main():
    parser = neon.ImageArgparser(image_size=112, smallest=32, description=__doc__)
    parser.add_argument("--frames", type=int, default=16, help="frames of each clip, from 16")
    options = parser.parse_args()
    folder = neon.VideoFolder(options.data_dir, options.frames, options.image_size)
    train, valid = folder.load_data()
    train_set = neon.ArrayIterator(train, options.batch_size, options.num_iterations, shuffle=True)
    valid_set = neon.ArrayIterator(valid, options.batch_size)
    inputs = train_set.make_placeholders()
    ax.Y.length = len(folder.classes)
    net, classes = make_net(options.width), ng.one_hot(inputs["label"], axis=ax.Y)

    cost = ng.cross_entropy_multi(net(inputs["video"]), classes)
    step = neon.GradientDescentMomentum(0.01, momentum_coef=0.9, gradient_clip_norm=5)(cost)
    with neon.Layer.inference_mode_on():
        odds = net(inputs["video"])
    neon.run_training(
        options, train_set, valid_set, inputs,
        {"batch_cost": ng.sequential([step, neon.batch_mean(cost)])},
        {"cross_ent_loss": ng.cross_entropy_multi(odds, classes),
         "misclass_pct": neon.misclassification(odds, inputs["label"])},
        title="C3D: video clips by their motion",
        description="Eight convolutions over time, height and width.")


if __name__ == "__main__":
    main()
