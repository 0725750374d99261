# SPDX-License-Identifier: Apache-2.0
"""The networks of networks.h in jax: a step is one compiled function that donates its weights."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import peer
from jax_arrays import ready, sampled, uneven

RATE = 0.01


def classes(shape, count):
    return jnp.asarray((np.arange(np.prod(shape)) * 7 % count).astype(np.int32))


def dense(x, weights, bias):
    return x @ weights.T + bias


class Trained:
    """A network with its data: a call is a training step. `outputs(weights, x)` returns rows of
    scores."""

    def __init__(self, x, labels):
        self.x, self.labels, outputs = x, labels, self.outputs
        self.forward_compiled = jax.jit(outputs)

        def loss_of(weights, x, labels):
            logs = jax.nn.log_softmax(outputs(weights, x))
            return -jnp.take_along_axis(logs, labels[:, None], 1).mean()

        @functools.partial(jax.jit, donate_argnums=0)
        def step(weights, x, labels):
            loss, gradients = jax.value_and_grad(loss_of)(weights, x, labels)
            return jax.tree.map(lambda w, g: w - RATE * g, weights, gradients), loss

        self.step = step
        self.weights = self.start()

    def __call__(self):
        self.weights, loss = self.step(self.weights, self.x, self.labels)
        return ready(loss)

    def values(self):
        self.weights = self.start()
        return [self().item() for _ in range(3)]

    def forward(self):
        return ready(self.forward_compiled(self.weights, self.x))

    def forward_values(self):
        return sampled(self.forward().T)


class Mlp(Trained):
    def __init__(self):
        super().__init__(jnp.array(uneven((784, 128), 1).T), classes((128,), 10))

    @staticmethod
    def start():
        return {"w1": uneven((1000, 784), 0.04), "b1": jnp.zeros(1000),
                "w2": uneven((10, 1000), 0.04), "b2": jnp.zeros(10)}

    @staticmethod
    def outputs(w, x):
        return dense(jax.nn.relu(dense(x, w["w1"], w["b1"])), w["w2"], w["b2"])


def convolved(x, filters, bias):
    """Images N, H, W, C and filters R, S, C, K: XLA's preferred layout on the CPU."""
    made = lax.conv_general_dilated(x, filters, (1, 1), ((2, 2), (2, 2)),
                                    dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return lax.reduce_window(jax.nn.relu(made + bias), -jnp.inf, lax.max, (1, 2, 2, 1),
                             (1, 2, 2, 1), "VALID")


class Convnet(Trained):
    def __init__(self, batch):
        x = uneven((3, 32, 32, batch), 1).transpose(3, 1, 2, 0)
        super().__init__(x, classes((batch,), 10))

    @staticmethod
    def start():
        w3 = uneven((500, 2048), 0.02).reshape(500, 32, 8, 8).transpose(0, 2, 3, 1)
        return {"f1": uneven((3, 5, 5, 16), 0.1).transpose(1, 2, 0, 3), "b1": jnp.zeros(16),
                "f2": uneven((16, 5, 5, 32), 0.05).transpose(1, 2, 0, 3), "b2": jnp.zeros(32),
                "w3": w3.reshape(500, 2048), "b3": jnp.zeros(500),
                "w4": uneven((10, 500), 0.05), "b4": jnp.zeros(10)}

    @staticmethod
    def outputs(w, x):
        x = convolved(convolved(x, w["f1"], w["b1"]), w["f2"], w["b2"]).reshape(-1, 2048)
        return dense(jax.nn.relu(dense(x, w["w3"], w["b3"])), w["w4"], w["b4"])


class Lstm(Trained):
    def __init__(self, cells, batch):
        self.cells = cells
        i, j = np.arange(30).reshape(30, 1), np.arange(batch).reshape(1, batch)
        x = jax.nn.one_hot((i * 5 + j * 3) % 64, 64, dtype=jnp.float32)
        super().__init__(x, classes((30, batch), 64))

    def start(self):
        return {"w": uneven((4 * self.cells, 64), 0.1),
                "r": uneven((4 * self.cells, self.cells), 0.1), "b": jnp.zeros(4 * self.cells),
                "v": uneven((64, self.cells), 0.1), "c": jnp.zeros(64)}

    def outputs(self, w, x):
        def point(carry, of_x):
            state, cell = carry
            i, f, g, o = jnp.split(of_x + state @ w["r"].T, 4, 1)
            cell = jax.nn.sigmoid(f) * cell + jax.nn.sigmoid(i) * jnp.tanh(g)
            state = jax.nn.sigmoid(o) * jnp.tanh(cell)
            return (state, cell), state

        nothing = jnp.zeros((x.shape[1], self.cells))
        states = lax.scan(point, (nothing, nothing), dense(x, w["w"], w["b"]))[1]
        return dense(states, w["v"], w["c"]).reshape(-1, 64)


def cases():
    return peer.network_cases(Mlp, Convnet, Lstm)
