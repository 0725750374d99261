# SPDX-License-Identifier: Apache-2.0
"""Tests event files for TensorBoard: records, checksums, and each kind of value."""
import io
import os
import struct
import tempfile
import unittest
import wave

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends.neon.data.picture_files import read_picture
from ngraph.op_graph.tensorboard.events import crc32c
from ngraph.op_graph.tensorboard.tensorboard import TensorBoard, ngraph_to_tf_graph_def
from ngraph.op_graph.tensorboard.tensorboardpass import TensorBoardPass


def records(path):
    """The data of each record, after a check of both sums."""
    def unmasked(given):
        rotated = given - 0xA282EAD8 & 0xFFFFFFFF
        return rotated << 15 & 0xFFFFFFFF | rotated >> 17

    with open(path, "rb") as file:
        data = file.read()
    found = []
    while data:
        (length, sum_of_length), rest = struct.unpack("<QI", data[:12]), data[12:]
        assert unmasked(sum_of_length) == crc32c(data[:8])
        found.append(rest[:length])
        assert unmasked(struct.unpack("<I", rest[length:length + 4])[0]) == crc32c(rest[:length])
        data = rest[length + 4:]
    return found


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at


def fields(data):
    """The values by field number: bytes, integers, and floats."""
    found, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            if key & 7 == 2:
                size, at = varint(data, at)
            else:
                size = {1: 8, 5: 4}[key & 7]
            value, at = data[at:at + size], at + size
            if key & 7 != 2:
                value, = struct.unpack({1: "<d", 5: "<f"}[key & 7], value)
        found.setdefault(key >> 3, []).append(value)
    return found


class Events(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.board = TensorBoard(os.path.join(folder.name, "logs"), run="first")

    def file(self, run="first"):
        folder = os.path.join(self.folder, "logs", run)
        name, = os.listdir(folder)
        self.assertIn("tfevents", name)
        return os.path.join(folder, name)

    def values(self):
        """Step and (tag, field number, value) of each event that has a summary."""
        for data in records(self.file())[1:]:
            event = fields(data)
            value = fields(fields(event[5][0])[1][0])
            number, = value.keys() - {1}
            yield event[2][0], value[1][0].decode(), number, value[number][0]

    def test_checksums(self):
        self.assertEqual(crc32c(b"123456789"), 0xE3069283)
        self.board.add_scalar("a", 1)
        with open(self.file(), "rb") as file:
            # The start of every event file: the length of the version's event and its sum.
            self.assertEqual(file.read(12), b"\x18" + bytes(7) + b"\xa3\x7fK\"")
        self.assertEqual(fields(records(self.file())[0])[3], [b"brain.Event:2"])

    def test_scalars_of_two_runs(self):
        self.board.add_scalar("train cost", 0.5, step=300)
        self.board.add_scalar("train cost", np.float32(0.25), step=301)
        self.assertEqual(list(self.values()), [(300, "train_cost", 2, 0.5),
                                               (301, "train_cost", 2, 0.25)])
        self.board.add_run("second")
        self.board.add_scalar("a", 2)
        self.board.add_run("first")
        self.board.add_scalar("a", 3)
        self.assertEqual((len(records(self.file())), len(records(self.file("second")))), (4, 2))

    def test_a_run_without_a_name(self):
        board = TensorBoard(os.path.join(self.folder, "logs"))
        board.add_scalar("a", 1)
        self.assertRegex(board.run, r"^\d{6}T\d{6}$")
        self.assertEqual(len(records(self.file(board.run))), 2)
        other = TensorBoard(os.path.join(self.folder, "logs"))
        other.add_scalar("a", 1)
        self.assertNotEqual(other.run, board.run)

    def test_histograms(self):
        self.board.add_histogram("h", np.array([[-1.0, 0], [2, 2]]), step=1)
        (_, _, number, held), = self.values()
        histogram = fields(held)
        self.assertEqual([number] + [histogram[i][0] for i in range(1, 6)], [5, -1, 2, 4, 3, 9])
        limits, counts = (np.frombuffer(histogram[i][0]) for i in (6, 7))
        self.assertEqual(counts.tolist(), [1, 1, 2])
        self.assertTrue(-1 <= limits[0] < limits[1] == 0 < 2 <= limits[2] < 2.2)
        for wrong in ([], [np.nan]):
            with self.assertRaisesRegex(ValueError, "h: .*finite"):
                self.board.add_histogram("h", wrong)

    def test_images(self):
        pixels = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
        self.board.add_image("i", pixels)
        self.board.add_image("grey", np.array([[0, 1.0]]))
        (_, _, number, held), (_, _, _, grey) = self.values()
        image = fields(held)
        self.assertEqual((number, image[1], image[2], image[3]), (4, [2], [4], [3]))
        path = os.path.join(self.folder, "i.png")
        with open(path, "wb") as file:
            file.write(image[4][0])
        np.testing.assert_array_equal(read_picture(path), pixels)
        self.assertEqual(fields(grey)[3], [1])
        for wrong in (np.zeros((2, 2, 2)), np.full((2, 2), 7.0)):
            with self.assertRaisesRegex(ValueError, "^i: "):
                self.board.add_image("i", wrong)

    def test_recordings(self):
        samples = np.array([[1, -2], [300, -32768], [0, 5]])
        self.board.add_audio("a", samples, 8000)
        (_, _, number, held), = self.values()
        audio = fields(held)
        self.assertEqual((number, audio[1], audio[2], audio[3], audio[5]),
                         (6, [8000], [2], [3], [b"audio/wav"]))
        with wave.open(io.BytesIO(audio[4][0])) as file:
            self.assertEqual((file.getframerate(), file.getnchannels()), (8000, 2))
            np.testing.assert_array_equal(
                np.frombuffer(file.readframes(3), "<i2").reshape(3, 2), samples)
        for wrong in ([40000], [0.5, -0.5]):
            with self.assertRaisesRegex(ValueError, "32767"):
                self.board.add_audio("a", wrong, 8000)

    def test_graphs(self):
        x = ng.placeholder([ng.make_axis(3, name="C")]).named("pixels")
        with ng.metadata(part="top", depth=2):
            y = ng.exp(x + 1).named("top value")
        graph = {node["name"]: node for node in ngraph_to_tf_graph_def(y)["node"]}
        self.assertIn("pixels", graph)
        self.assertIn({"key": "part", "value": {"s": "top"}}, graph["top_value"]["attr"])
        self.assertLessEqual(set(graph["top_value"]["input"]), set(graph))
        self.board.add_graph(y)
        nodes = [fields(each) for each in fields(fields(records(self.file())[1])[4][0])[1]]
        self.assertEqual([node[1][0].decode() for node in nodes], list(graph))
        shape = {fields(each)[1][0]: fields(each)[2][0] for each in nodes[-1][5]}[b"axes"]
        self.assertEqual(fields(fields(fields(shape)[7][0])[2][0]), {1: [3], 2: [b"C"]})

    def test_a_graph_with_an_axis_without_length(self):
        x = ng.placeholder([ng.make_axis(name="later")])
        node, = ngraph_to_tf_graph_def(x)["node"]
        self.assertEqual(node["attr"][0]["value"]["shape"]["dim"], [{"size": -1, "name": "later"}])
        self.board.add_graph(x)

    def test_a_pass(self):
        logs = os.path.join(self.folder, "passes")
        x = ng.placeholder([ng.make_axis(3)])
        with ngt.make_transformer() as transformer:
            transformer.register_graph_pass(TensorBoardPass(logs))
            self.assertEqual(transformer.computation(x + 1, x)([1, 2, 3]).tolist(), [2, 3, 4])
        run, = os.listdir(logs)
        name, = os.listdir(os.path.join(logs, run))
        self.assertEqual(len(records(os.path.join(logs, run, name))), 2)


if __name__ == "__main__":
    unittest.main()
