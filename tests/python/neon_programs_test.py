# SPDX-License-Identifier: Apache-2.0
"""Tests of what the programs of sample_graphs share: data sets, and functions for images."""
import contextlib
import importlib.util
import io
import os
import struct
import tempfile
import unittest
import wave
import zlib

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends import neon
from ngraph.frontends.neon import ax
from ngraph.frontends.neon.data import ALPHABET, read_recording, spectrum
from ngraph.frontends.neon.data.picture_files import read_picture
from ngraph.util.errors import BadFile


def value(op, *fed):
    with contextlib.closing(ngt.make_transformer()) as transformer:
        return transformer.computation(op, *fed[::2])(*fed[1::2])


class Folder(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = held.name

    def write(self, name, contents):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(contents if isinstance(contents, bytes) else contents.encode())
        return path


class Videos(Folder):
    def test_frames_are_chosen_evenly(self):
        for clip in ("a/1", "a/2", "b/1", "b/2"):
            for frame in range(4):
                grey = bytes([10 * frame + (clip[0] == "b")] * 4)
                self.write(f"{clip}/{frame}.pgm", b"P5 2 2 255\n" + grey)
        folder = neon.VideoFolder(self.folder, frames=2, size=2)
        train, valid = folder.load_data()
        self.assertEqual(folder.classes, ["a", "b"])
        self.assertEqual(train["video"]["data"].shape, (2, 3, 2, 2, 2))
        self.assertEqual(train["video"]["data"][:, 0, :, 0, 0].tolist(), [[0, 20], [1, 21]])
        self.assertEqual(valid["label"]["data"].tolist(), [0, 1])

    def test_synthetic_clips_move(self):
        folder = neon.VideoFolder(frames=4, size=16)
        video, label = (folder.load_data()[0][name]["data"] for name in ("video", "label"))
        moves = [not np.array_equal(clip[:, 0], clip[:, 1]) for clip in video]
        self.assertEqual(moves, [folder.classes[each] != "still" for each in label])


class CensusData(Folder):
    ROW = ("39, State-gov, 77516, Bachelors, 13, Never-married, Adm-clerical, Not-in-family, "
           "White, Male, 2174, 0, {}, United-States, {}\n")

    def test_published_files(self):
        self.write("adult.data", self.ROW.format(40, "<=50K") + self.ROW.format(60, ">50K") + "\n")
        self.write("adult.test", "|1x3 Cross validator\n" + self.ROW.format(50, ">50K."))
        train, test = neon.Census(self.folder).load_data()
        self.assertEqual(train["label"]["data"].tolist(), [0, 1])
        self.assertEqual(test["label"]["data"].tolist(), [1])
        self.assertEqual(train["numbers"]["data"][:, 4].round(3).tolist(), [-1, 1])
        self.assertEqual(test["numbers"]["data"][0, 4], 0)
        self.assertEqual(train["categories"]["data"][0].tolist(),
                         test["categories"]["data"][0].tolist())

    def test_a_short_line_is_refused(self):
        self.write("adult.data", "39, State-gov\n")
        self.write("adult.test", "")
        with self.assertRaisesRegex(BadFile, "line 1: 2 fields, expected 15"):
            neon.Census(self.folder).load_data()


class Series(Folder):
    def test_columns_are_standardized(self):
        self.write("a.csv", "x,y\n" + "".join(f"{i},{i % 2}\n" for i in range(10)))
        train, valid = neon.TimeSeries(self.folder).load_data()
        self.assertEqual(len(train["inp"]["data"]) + len(valid["inp"]["data"]), 8)
        np.testing.assert_array_equal(train["inp"]["data"][1:], train["tgt"]["data"][:-1])
        self.assertAlmostEqual(float(train["inp"]["data"][0, 1]), -1)

    def test_missing_values_are_refused(self):
        # Rows next to each other are one step apart.
        for row in ("", "nan", "inf"):
            self.write("a.csv", f"t,x\n0,1\n1,2\n2,{row}\n3,4\n")
            with self.assertRaisesRegex(BadFile, "row 3 of the numbers"):
                neon.TimeSeries(self.folder).load_data()
        self.write("a.csv", "\ufeff0,1\n1,2\n2,3\n")
        train, valid = neon.TimeSeries(self.folder, train_split=1).load_data()
        self.assertEqual(len(train["inp"]["data"]), 2)

    def test_other_files_are_refused(self):
        self.write("a.csv", "words only\n")
        with self.assertRaisesRegex(BadFile, "fewer than two rows"):
            neon.TimeSeries(self.folder).load_data()


class Pictures(Folder):
    def test_palettes_are_left_to_pillow(self):
        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + \
                struct.pack(">I", zlib.crc32(kind + body))

        path = os.path.join(self.folder, "p.png")
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" +
                       chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 1, 8, 3, 0, 0, 0)) +
                       chunk(b"PLTE", bytes([9, 8, 7, 1, 2, 3])) +
                       chunk(b"IDAT", zlib.compress(bytes([0, 1, 0]))) + chunk(b"IEND", b""))
        if importlib.util.find_spec("PIL"):
            self.assertEqual(read_picture(path).tolist(), [[[1, 2, 3], [9, 8, 7]]])
        else:
            with self.assertRaisesRegex(BadFile, "install Pillow"):
                read_picture(path)


class Speech(Folder):
    def recording(self, name, seconds, pitch):
        path = os.path.join(self.folder, name)
        time = np.arange(int(8000 * seconds)) / 8000
        with wave.open(path, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(8000)
            file.writeframes((16000 * np.sin(2 * np.pi * pitch * time)).astype("<i2").tobytes())
        return path

    def test_the_band_of_a_tone_is_the_loudest(self):
        samples, rate = read_recording(self.recording("a.wav", 0.5, 1000))
        bands = spectrum(samples, rate, 20)
        self.assertEqual(bands.shape, (49, 20))
        self.assertEqual(set(bands.argmax(axis=1)), {4})  # of 20 from 0 to 4000 Hz

    def test_arrays_and_batches(self):
        for name, seconds in (("a.wav", 0.2), ("b.wav", 0.4), ("long.wav", 2)):
            self.recording(name, seconds, 500)
        manifest = self.write("all.tsv", "@FILE\tSTRING\na.wav\tAB\nb.wav\tc 'D?\nlong.wav\tE\n")
        data = neon.speech_arrays(manifest, bands=4, max_seconds=1)
        self.assertEqual(data["audio"]["data"].shape, (2, 4, 39))
        np.testing.assert_allclose(data["audio_length"]["data"], [100 * 19 / 39, 100])
        batches = neon.SpeechIterator(data, 2)
        inputs = batches.make_placeholders()
        self.assertEqual(inputs["char_map"].axes.lengths, (8,))
        letters = "".join(ALPHABET[each] for each in next(batches)["char_map"])
        self.assertEqual(letters, "ABC 'D__")

    def test_other_recordings_are_refused(self):
        with self.assertRaises(BadFile):
            read_recording(self.write("a.wav", b"no recording"))


class Images(unittest.TestCase):
    def setUp(self):
        ax.N.length = 1
        axes = [ax.N, ng.make_axis(1, name="C"), ng.make_axis(2, name="H"),
                ng.make_axis(2, name="W")]
        self.x, self.pixels = ng.placeholder(axes), np.array([[[[1., 2], [3, 4]]]])

    def test_pixels_are_repeated(self):
        made = neon.enlarged(self.x, 2)
        self.assertEqual([axis.name for axis in made.axes], ["N", "C", "H", "W"])
        self.assertEqual(value(made, self.x, self.pixels)[0, 0].tolist(),
                         [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]])

    def test_mean_of_channels(self):
        self.assertEqual(value(neon.spatial_mean(self.x), self.x, self.pixels).tolist(), [[2.5]])

    def test_small_images_are_refused(self):
        parser = neon.ImageArgparser(image_size=64, smallest=32)
        said = io.StringIO()
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(said):
            parser.parse_args(["--image_size", "31"])
        self.assertIn("takes images of 32 x 32 or larger", said.getvalue())


class Windows(unittest.TestCase):
    def test_filters_do_not_pad_axes_that_they_lack(self):
        axes = [ng.make_axis(length, name=name) for name, length in zip("CHWN", (1, 3, 3, 1))]
        image = ng.placeholder(axes)
        for shape in ((3, 3, 1), {"H": 3, "W": 3, "K": 1}):
            layer = neon.Convolution(shape, neon.ConstantInit(1.), padding=1)
            y = layer(image)
            self.assertEqual(y.axes.names, ("C", "H", "W", "N"))
            with ng.testing.executor(y, image) as run:
                self.assertEqual(run(np.ones((1, 3, 3, 1)))[0, :, :, 0].tolist(),
                                 [[4, 6, 4], [6, 9, 6], [4, 6, 4]])
        same = neon.Deconvolution({"H": 3, "W": 3, "K": 1}, neon.ConstantInit(1.), padding=1)
        self.assertEqual(same(image).axes.lengths, (1, 3, 3, 1))
        for wrong in ({"H": 3, "W": 3}, {"H": 3, "X": 3, "K": 1}):
            with self.assertRaises(ValueError):
                neon.Convolution(wrong, neon.ConstantInit(1.))
        with self.assertRaisesRegex(ValueError, "keys of windows"):
            neon.Pooling({"H": 2, "heigth": 2})

    def test_the_previous_of_a_reversed_target_is_the_element_after_it(self):
        data = {"inp_txt": np.arange(1, 7), "tgt_txt": np.arange(1, 7)}
        batch = next(neon.SequentialArrayIterator(data, 3, 2, reverse_target=True,
                                                  get_prev_target=True, shuffle=False))
        self.assertEqual(batch["tgt_txt"].tolist(), [[3, 2, 1], [6, 5, 4]])
        self.assertEqual(batch["prev_tgt"].tolist(), [[0, 3, 2], [0, 6, 5]])


if __name__ == "__main__":
    unittest.main()
