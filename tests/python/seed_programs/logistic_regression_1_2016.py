# SPDX-License-Identifier: Apache-2.0
import ngraph as ng
import ngraph.transformers as ngt

ax = ng.make_name_scope("ax")
ax.N = ng.make_axis(length=128, batch=True)
ax.C = ng.make_axis(length=4)

alpha = ng.placeholder(axes=())

X = ng.placeholder(axes=[ax.C, ax.N])
Y = ng.placeholder(axes=[ax.N])

W = ng.variable(axes=[ax.C - 1], initial_value=0)

Y_hat = ng.sigmoid(ng.dot(W, X))
L = ng.cross_entropy_binary(Y_hat, Y, out_axes=()) / ng.batch_size(Y_hat)

grad = ng.deriv(L, W)

update = ng.assign(W, W - alpha * grad / ng.tensor_size(Y_hat))

transformer = ngt.make_transformer()
update_fun = transformer.computation([L, W, update], alpha, X, Y)

import gendata

g = gendata.MixtureGenerator([.5, .5], (ax.C.length,))
XS, YS = g.gen_data(ax.N.length, 10)

for i in range(10):
    for xs, ys in zip(XS, YS):
        loss_val, w_val, _ = update_fun(5.0 / (1 + i), xs, ys)
        print("W: %s, loss %s" % (w_val, loss_val))
