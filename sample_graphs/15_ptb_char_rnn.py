#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A recurrent layer guesses the next character of a text.

    python3 15_ptb_char_rnn.py                            # made text
    python3 15_ptb_char_rnn.py -w ~/ptb -t 2000           # the Penn treebank
    python3 15_ptb_char_rnn.py --layer_type birnn
"""
from contextlib import closing

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends.neon import (
    PTB, Affine, BiRNN, Layer, NgraphArgparser, Preprocess, Recurrent, RMSProp,
    SequentialArrayIterator, Sequential, Softmax, Tanh, UniformInit, ax, loop_train,
    make_bound_computation, make_default_callbacks)

parser = NgraphArgparser(description=__doc__)
parser.add_argument('--layer_type', default='rnn', choices=['rnn', 'birnn'])
parser.add_argument('--time_steps', type=int, default=150)
parser.add_argument('--hidden_size', type=int, default=500)
parser.set_defaults(batch_size=50)
args = parser.parse_args()

tree_bank_data = PTB(path=args.data_dir)
ptb_data = tree_bank_data.load_data()
train_set = SequentialArrayIterator(ptb_data['train'], batch_size=args.batch_size,
                                    time_steps=args.time_steps,
                                    total_iterations=args.num_iterations)
valid_set = SequentialArrayIterator(ptb_data['valid'], batch_size=args.batch_size,
                                    time_steps=args.time_steps)

inputs = train_set.make_placeholders()
ax.Y.length = len(tree_bank_data.vocab)


def expand_onehot(x):
    """A one at each character's place."""
    return ng.one_hot(x, axis=ax.Y)


init = UniformInit(low=-0.08, high=0.08)
if args.layer_type == 'rnn':
    rlayer = Recurrent(args.hidden_size, init, activation=Tanh())
else:
    rlayer = BiRNN(args.hidden_size, init, activation=Tanh(), return_sequence=True, sum_out=True)

seq1 = Sequential([Preprocess(functor=expand_onehot),
                   rlayer,
                   Affine(init, activation=Softmax(), bias_init=init, axes=(ax.Y,))])

optimizer = RMSProp()
train_prob = seq1(inputs['inp_txt'])
train_loss = ng.cross_entropy_multi(train_prob, ng.one_hot(inputs['tgt_txt'], axis=ax.Y),
                                    usebits=True)
batch_cost = ng.sequential([optimizer(train_loss), ng.mean(train_loss, out_axes=())])
train_outputs = dict(batch_cost=batch_cost)

with Layer.inference_mode_on():
    inference_prob = seq1(inputs['inp_txt'])
eval_loss = ng.cross_entropy_multi(inference_prob, ng.one_hot(inputs['tgt_txt'], axis=ax.Y),
                                   usebits=True)
eval_outputs = dict(cross_ent_loss=eval_loss)

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
