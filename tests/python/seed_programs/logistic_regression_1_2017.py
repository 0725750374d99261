# SPDX-License-Identifier: Apache-2.0
import ngraph as ng
import ngraph.transformers as ngt

N = ng.make_axis(length=128, name='N')
C = ng.make_axis(length=4)

alpha = ng.placeholder(axes=())

X = ng.placeholder(axes=[C, N])
Y = ng.placeholder(axes=[N])

W = ng.variable(axes=[C], initial_value=0)

Y_hat = ng.sigmoid(ng.dot(W, X))
L = ng.cross_entropy_binary(Y_hat, Y, out_axes=()) / ng.batch_size(Y_hat)

grad = ng.deriv(L, W)

update = ng.assign(W, W - alpha * grad / ng.tensor_size(Y_hat))

import gendata

g = gendata.MixtureGenerator([.5, .5], (C.length,))
XS, YS = g.gen_data(N.length, 10)

from contextlib import closing

with closing(ngt.make_transformer()) as transformer:
    update_fun = transformer.computation([L, W, update], alpha, X, Y)

    for i in range(10):
        for xs, ys in zip(XS, YS):
            loss_val, w_val, _ = update_fun(5.0 / (1 + i), xs, ys)
            print("W: %s, loss %s" % (w_val, loss_val))
