#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two convolutions and an affine layer tell ten kinds of small pictures apart.

    python3 13_cifar10_conv.py                        # look-alike pictures
    python3 13_cifar10_conv.py -w ~/cifar10 -t 2000   # the published files
"""
from contextlib import closing

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends.neon import (
    CIFAR10, Affine, ArrayIterator, Convolution, GradientDescentMomentum, Layer, NgraphArgparser,
    Pooling, Preprocess, Rectlin, Sequential, Softmax, UniformInit, ax, loop_train,
    make_bound_computation, make_default_callbacks)

parser = NgraphArgparser(description=__doc__)
parser.add_argument('--use_batch_norm', action='store_true', help='batch norm in place of bias')
args = parser.parse_args()

train_data, valid_data = CIFAR10(args.data_dir).load_data()
train_set = ArrayIterator(train_data, args.batch_size, total_iterations=args.num_iterations)
valid_set = ArrayIterator(valid_data, args.batch_size)

inputs = train_set.make_placeholders()
ax.Y.length = 10


def cifar_mean_subtract(x):
    """The pictures without the mean colour of the training set."""
    mean = ng.constant(np.array([104., 119., 127.]), axes=[x.axes.channel_axis()])
    return (x - mean) / 255.


init_uni = UniformInit(-0.1, 0.1)
seq1 = Sequential([Preprocess(functor=cifar_mean_subtract),
                   Convolution((5, 5, 16), filter_init=init_uni, activation=Rectlin(),
                               batch_norm=args.use_batch_norm),
                   Pooling((2, 2), strides=2),
                   Convolution((5, 5, 32), filter_init=init_uni, activation=Rectlin(),
                               batch_norm=args.use_batch_norm),
                   Pooling((2, 2), strides=2),
                   Affine(nout=500, weight_init=init_uni, activation=Rectlin(),
                          batch_norm=args.use_batch_norm),
                   Affine(axes=ax.Y, weight_init=init_uni, activation=Softmax())])

optimizer = GradientDescentMomentum(0.01, 0.9)
train_prob = seq1(inputs['image'])
train_loss = ng.cross_entropy_multi(train_prob, ng.one_hot(inputs['label'], axis=ax.Y))
batch_cost = ng.sequential([optimizer(train_loss), ng.mean(train_loss, out_axes=())])
train_outputs = dict(batch_cost=batch_cost)

with Layer.inference_mode_on():
    inference_prob = seq1(inputs['image'])
errors = ng.not_equal(ng.argmax(inference_prob, out_axes=[ax.N]), inputs['label'])
eval_loss = ng.cross_entropy_multi(inference_prob, ng.one_hot(inputs['label'], axis=ax.Y))
eval_outputs = dict(cross_ent_loss=eval_loss, misclass_pct=errors)

with closing(ngt.make_transformer()) as transformer:
    train_computation = make_bound_computation(transformer, train_outputs, inputs)
    loss_computation = make_bound_computation(transformer, eval_outputs, inputs)

    cbs = make_default_callbacks(transformer=transformer,
                                 output_file=args.output_file,
                                 frequency=args.iter_interval,
                                 train_computation=train_computation,
                                 total_iterations=args.num_iterations,
                                 eval_set=valid_set,
                                 loss_computation=loss_computation,
                                 use_progress_bar=args.progress_bar)

    loop_train(train_set, train_computation, cbs)
