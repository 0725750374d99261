# SPDX-License-Identifier: Apache-2.0
"""Trains the sample models and writes them to sample_graphs/models.

    python3 sample_graphs/src/write_models.py [NAME...]

Needs the packages numpy, onnx, onnxruntime and torch; takes about five minutes. The files of a
model are NAME.onnx; NAME.inputs.npz, the values that a run starts with; NAME.expected.npz, the
outputs of ONNX Runtime; and NAME.labels.txt or NAME.vocab.txt with the name of each class or token,
a line each. Training rounds differently on other machines, so that the weights are not reproducible
to the bit.
"""

import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional

SAMPLES = pathlib.Path(__file__).resolve().parents[1]
MODELS = SAMPLES / "models"
OPSET = 17

TEXT = """\
a tensor is an array whose axes have names.
an op computes a tensor from other tensors.
a graph is made of ops and of the edges between them.
a pass rewrites a graph into a graph with equal results.
a kernel computes several ops in one loop.
a buffer holds a tensor until its last reader has run.
"""


class Model:
    """An ONNX graph under construction; values are named by the node that computes them."""

    def __init__(self):
        self.nodes, self.weights = [], []

    def weight(self, name, value):
        self.weights.append(numpy_helper.from_array(np.array(value, order="C"), name))
        return name

    def node(self, kind, name, inputs, outputs=None, **attributes):
        outputs = outputs or [name]
        self.nodes.append(helper.make_node(kind, inputs, outputs, name=name, **attributes))
        return outputs[0]

    def conv(self, name, x, layer, **attributes):
        """A convolution that keeps height and width, divided by its stride."""
        weight = self.weight(name + ".weight", layer.weight.detach().numpy())
        bias = self.weight(name + ".bias", layer.bias.detach().numpy())
        return self.node("Conv", name, [x, weight, bias], strides=list(layer.stride),
                         pads=list(layer.padding) * 2, **attributes)

    def affine(self, name, x, layer):
        weight = self.weight(name + ".weight", layer.weight.detach().numpy().T)
        product = self.node("MatMul", name + "/matmul", [x, weight])
        bias = self.weight(name + ".bias", layer.bias.detach().numpy())
        return self.node("Add", name + "/add", [product, bias])

    def save(self, name, title, text, inputs, outputs, feeds):
        graph = helper.make_graph(self.nodes, title, inputs, outputs, self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)],
                                  ir_version=8, producer_name="sample_graphs/src/write_models.py")
        model.doc_string = text
        onnx.checker.check_model(model, full_check=True)
        path = MODELS / f"{name}.onnx"
        onnx.save(model, path)
        values = onnxruntime.InferenceSession(path).run(None, feeds)
        np.savez(MODELS / f"{name}.inputs.npz", **feeds)
        np.savez(MODELS / f"{name}.expected.npz",
                 **{each.name: value for each, value in zip(outputs, values)})
        return values


def floats(name, shape):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def train(module, batch_loss, steps, rate=3e-3):
    optimizer = torch.optim.Adam(module.parameters(), rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps)
    for step in range(steps):
        optimizer.zero_grad()
        loss = batch_loss()
        loss.backward()
        optimizer.step()
        schedule.step()
    print(f"loss {loss.item():.4f}")


def read_idx(name):
    data = (SAMPLES / "digits" / name).read_bytes()
    shape = [int.from_bytes(data[4 + 4 * i:8 + 4 * i], "big") for i in range(data[3])]
    return np.frombuffer(data, np.uint8, offset=4 + 4 * data[3]).reshape(shape)


def shifted(images):
    """Each image moved by up to two pixels."""
    return torch.stack([torch.roll(image, tuple(np.random.randint(-2, 3, 2)), (-2, -1))
                        for image in images])


class LeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(1, 6, 5, padding=2), nn.Conv2d(6, 12, 5)
        self.hidden, self.scores = nn.Linear(12 * 5 * 5, 24), nn.Linear(24, 10)

    def forward(self, x):
        x = functional.max_pool2d(torch.relu(self.conv1(x)), 2)
        x = functional.max_pool2d(torch.relu(self.conv2(x)), 2)
        return self.scores(torch.relu(self.hidden(x.flatten(1))))


def write_digits():
    images = torch.tensor(read_idx("train-images-idx3-ubyte"))[:, None] / 255
    labels = torch.tensor(read_idx("train-labels-idx1-ubyte")).long()
    net = LeNet()

    def batch_loss():
        rows = torch.randint(len(images), (64,))
        return functional.cross_entropy(net(shifted(images[rows])), labels[rows])

    train(net, batch_loss, 600)
    tests = torch.tensor(read_idx("t10k-images-idx3-ubyte"))[:, None] / 255
    answers = torch.tensor(read_idx("t10k-labels-idx1-ubyte")).long()
    wrong = (net(tests).argmax(1) != answers).sum().item()
    print(f"digits: misclassified {wrong} of {len(tests)}")

    model = Model()
    x = "image"
    for i, layer in enumerate((net.conv1, net.conv2), 1):
        x = model.conv(f"/features/conv{i}", x, layer)
        x = model.node("Relu", f"/features/relu{i}", [x])
        x = model.node("MaxPool", f"/features/pool{i}", [x], kernel_shape=[2, 2], strides=[2, 2])
    x = model.node("Flatten", "/classifier/flatten", [x])
    x = model.affine("/classifier/hidden", x, net.hidden)
    x = model.node("Relu", "/classifier/relu", [x])
    x = model.affine("/classifier/scores", x, net.scores)
    model.node("Softmax", "probabilities", [x], axis=-1)
    words = "zero one two three four five six seven eight nine".split()
    (MODELS / "digits.labels.txt").write_text("\n".join(words) + "\n")
    shown = int(np.flatnonzero(answers.numpy() == 3)[0])
    model.save("digits", "A convolutional network that reads a digit",
               "Two convolutions with pooling and two affine layers, trained on the 256 images of "
               "sample_graphs/digits. Input: grey values 0..1, a bright digit on a dark ground.",
               [floats("image", ["batch", 1, 28, 28])], [floats("probabilities", ["batch", 10])],
               {"image": tests[shown:shown + 1].numpy()})


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv1, self.conv2 = (nn.Conv2d(width, width, 3, padding=1) for _ in range(2))

    def forward(self, x):
        return torch.relu(x + self.conv2(torch.relu(self.conv1(x))))


class Circles(nn.Module):
    def __init__(self, width=10, blocks=4):
        super().__init__()
        self.stem = nn.Conv2d(3, width, 3, stride=2, padding=1)
        self.blocks = nn.ModuleList(Residual(width) for _ in range(blocks))
        self.head = nn.Conv2d(width, 1, 3, padding=1)

    def forward(self, x):
        x = torch.relu(self.stem(x))
        for block in self.blocks:
            x = block(x)
        return self.head(functional.interpolate(x, scale_factor=2, mode="nearest"))


def draw_shapes(count, size, random):
    """Images of discs and rectangles in random colours, and the mask of the discs."""
    y, x = np.mgrid[:size, :size]
    images = np.empty((count, 3, size, size), np.float32)
    masks = np.zeros((count, 1, size, size), np.float32)
    for image, mask in zip(images, masks):
        image[:] = random.uniform(0, 0.4, (3, 1, 1))
        for round_one in random.permutation([True, True, False, False]):
            radius = random.uniform(size / 10, size / 5)
            across, down = random.uniform(radius, size - radius, 2)
            if round_one:
                inside = (x - across) ** 2 + (y - down) ** 2 < radius ** 2
            else:
                inside = (abs(x - across) < radius) & (abs(y - down) < radius * 0.8)
            image[:, inside] = random.uniform(0.3, 1, (3, 1))
            mask[0, inside] = round_one
        image += random.normal(0, 0.03, image.shape)
    return torch.tensor(images.clip(0, 1)), torch.tensor(masks)


def write_circles():
    size = 64
    random = np.random.default_rng(0)
    net = Circles()

    def batch_loss():
        images, masks = draw_shapes(16, size, random)
        return functional.binary_cross_entropy_with_logits(net(images), masks)

    train(net, batch_loss, 900, 5e-3)
    images, masks = draw_shapes(64, size, np.random.default_rng(1))
    found = net(images) > 0
    union = (found | (masks > 0)).sum().item()
    print(f"circles: intersection over union {(found & (masks > 0)).sum().item() / union:.3f}")

    model = Model()
    x = model.conv("/stem/conv", "image", net.stem)
    x = model.node("Relu", "/stem/relu", [x])
    for i, block in enumerate(net.blocks):
        within = f"/blocks/{i}"
        inner = model.conv(f"{within}/conv1", x, block.conv1)
        inner = model.node("Relu", f"{within}/relu1", [inner])
        inner = model.conv(f"{within}/conv2", inner, block.conv2)
        x = model.node("Add", f"{within}/add", [x, inner])
        x = model.node("Relu", f"{within}/relu2", [x])
    scales = model.weight("/head/scales", np.array([1, 1, 2, 2], np.float32))
    x = model.node("Resize", "/head/resize", [x, "", scales], mode="nearest",
                   coordinate_transformation_mode="asymmetric", nearest_mode="floor")
    x = model.conv("/head/conv", x, net.head)
    model.node("Sigmoid", "mask", [x])
    model.save("circles", "A residual network that finds circles",
               "Four equal residual blocks at half resolution; the output is the probability of "
               "each pixel to be in a circle. Input: colours 0..1, 64 x 64 pixels.",
               [floats("image", ["batch", 3, size, size])],
               [floats("mask", ["batch", 1, size, size])], {"image": images[:1].numpy()})


class Writer(nn.Module):
    def __init__(self, vocabulary, width=24, hidden=48):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.gru = nn.GRU(width, hidden, batch_first=True)
        self.scores = nn.Linear(hidden, vocabulary)

    def forward(self, ids):
        return self.scores(self.gru(self.embedding(ids))[0])


def gru_weights(gru):
    """Those of ONNX, whose gates are in the order update, reset, new."""
    def ordered(x):
        reset, update, new = x.detach().numpy().reshape(3, -1, *x.shape[1:])
        return np.concatenate([update, reset, new])[None]
    biases = [ordered(gru.bias_ih_l0), ordered(gru.bias_hh_l0)]
    return ordered(gru.weight_ih_l0), ordered(gru.weight_hh_l0), np.concatenate(biases, axis=1)


def next_character(net):
    """The body of the loop: the state and the last id give the next id."""
    body = Model()
    taken = body.node("Gather", "writer/lookup", ["embedding.weight", "last"])
    body.node("GRU", "writer/gru", [taken, "gru.w", "gru.r", "gru.b", "", "state"],
                      ["", "state_out"], hidden_size=net.gru.hidden_size, linear_before_reset=1)
    product = body.node("MatMul", "writer/matmul", ["state_out", "scores.weight"])
    scores = body.node("Add", "writer/scores", [product, "scores.bias"])
    body.node("ArgMax", "last_out", [scores], axis=-1, keepdims=0)
    body.node("Squeeze", "written", ["last_out", "unit_axes"])
    body.node("Identity", "go_on_out", ["go_on"])
    hidden = net.gru.hidden_size
    integers = TensorProto.INT64
    value = helper.make_tensor_value_info
    return helper.make_graph(
        body.nodes, "next character",
        [value("step", integers, []), value("go_on", TensorProto.BOOL, []),
         floats("state", [1, 1, hidden]), value("last", integers, [1, 1])],
        [value("go_on_out", TensorProto.BOOL, []), floats("state_out", [1, 1, hidden]),
         value("last_out", integers, [1, 1]), value("written", integers, [])])


def write_sentences(prompt="a kernel", length=72):
    tokens = sorted(set(TEXT))
    ids = torch.tensor([tokens.index(c) for c in TEXT])
    net = Writer(len(tokens))
    window = 48

    def batch_loss():
        starts = torch.randint(len(ids) - window, (16,))
        rows = torch.stack([ids[i:i + window + 1] for i in starts.tolist()])
        return functional.cross_entropy(net(rows[:, :-1]).transpose(1, 2), rows[:, 1:])

    train(net, batch_loss, 700, 1e-2)

    model = Model()
    w, r, b = gru_weights(net.gru)
    model.weight("embedding.weight", net.embedding.weight.detach().numpy())
    for name, value in (("gru.w", w), ("gru.r", r), ("gru.b", b)):
        model.weight(name, value)
    model.weight("scores.weight", net.scores.weight.detach().numpy().T)
    model.weight("scores.bias", net.scores.bias.detach().numpy())
    model.weight("unit_axes", np.array([0, 1], np.int64))
    batch = model.weight("batch_axis", np.array([1], np.int64))
    steps = model.weight("length", np.array(length, np.int64))
    go_on = model.weight("always", np.array(True))
    taken = model.node("Gather", "/prompt/lookup", ["embedding.weight", "prompt"])
    rows = model.node("Unsqueeze", "/prompt/rows", [taken, batch])
    model.node("GRU", "/prompt/gru", [rows, "gru.w", "gru.r", "gru.b"], ["/prompt/states", "read"],
               hidden_size=net.gru.hidden_size, linear_before_reset=1)
    product = model.node("MatMul", "/prompt/matmul", ["read", "scores.weight"])
    scores = model.node("Add", "/prompt/scores", [product, "scores.bias"])
    first = model.node("ArgMax", "/prompt/first", [scores], axis=-1, keepdims=0)
    model.node("Loop", "/writer/loop", [steps, go_on, "read", first],
               ["/writer/state", "/writer/last", "/writer/rest"], body=next_character(net))
    one = model.weight("one", np.array([1], np.int64))
    start = model.node("Reshape", "/writer/start", [first, one])
    model.node("Concat", "text", ["prompt", start, "/writer/rest"], axis=0)
    (MODELS / "sentences.vocab.txt").write_text(
        "".join({"\n": "\u010a", " ": "\u2581"}.get(c, c) + "\n" for c in tokens), "utf-8")
    integers = helper.make_tensor_value_info
    values = model.save(
        "sentences", "A recurrent network that continues a sentence",
        f"A GRU of {net.gru.hidden_size} units reads a prompt character by character; a loop then "
        f"writes the {length + 1} most probable characters. It knows six sentences about graphs.",
        [integers("prompt", TensorProto.INT64, ["length"])],
        [integers("text", TensorProto.INT64, ["written"])],
        {"prompt": np.array([tokens.index(c) for c in prompt])})
    print("sentences:", repr("".join(tokens[i] for i in values[0])))


def main():
    wanted = sys.argv[1:]
    MODELS.mkdir(exist_ok=True)
    for write in (write_circles, write_digits, write_sentences):
        name = write.__name__.removeprefix("write_")
        if wanted and name not in wanted:
            continue
        torch.manual_seed(0)
        np.random.seed(0)
        write()


if __name__ == "__main__":
    main()
