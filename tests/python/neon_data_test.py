# SPDX-License-Identifier: Apache-2.0
"""Tests iterators batch by batch, and data sets from published files, folders and synthetic."""
import os
import pickle
import struct
import tarfile
import tempfile
import unittest
import zlib

import numpy as np

from ngraph.frontends import neon
from ngraph.frontends.neon.data.imdb import pad_sentences, preprocess_text


class Batches(unittest.TestCase):
    def test_one_at_a_time(self):
        batches = neon.ArrayIterator({"x": np.arange(6), "y": np.arange(6) * 2}, 2)
        self.assertEqual(next(batches)["x"].tolist(), [0, 1])
        self.assertEqual(batches.next()["y"].tolist(), [4, 6])
        self.assertEqual([batch["iteration"] for batch in batches], [3])
        self.assertRaises(StopIteration, batches.next)
        batches.reset()
        self.assertEqual(len(list(batches)), 3)

    def test_lists_and_single_arrays(self):
        batches = neon.ArrayIterator([np.arange(6).reshape(3, 2), np.arange(3)], 3)
        batch = next(batches)
        self.assertEqual((batch[0].shape, batch[1].tolist()), ((3, 2), [0, 1, 2]))
        self.assertEqual(sorted(batches.make_placeholders()), [0, 1])
        self.assertEqual(next(neon.ArrayIterator(np.arange(4), 2))[0].tolist(), [0, 1])
        for none in (0, -1):
            with self.assertRaisesRegex(ValueError, "at least one sample"):
                neon.ArrayIterator(np.arange(4), none)

    def test_names_of_added_arrays_are_refused(self):
        for data, previous in (({"tgt_txt": np.arange(20), "iteration": np.arange(20)}, False),
                               ({"tgt_txt": np.arange(20), "prev_tgt": np.arange(20)}, True)):
            with self.assertRaisesRegex(ValueError, "its own 'iteration'|its own 'prev_tgt'"):
                neon.SequentialArrayIterator(data, 5, 2, get_prev_target=previous)
        with self.assertRaisesRegex(ValueError, "its own 'iteration'"):
            neon.ArrayIterator({"iteration": np.arange(4)}, 2)
        neon.SequentialArrayIterator({"prev_tgt": np.arange(20)}, 5, 2)

    def test_the_recurrent_axis_gets_its_length(self):
        data = {"x": {"data": np.zeros((4, 7)), "axes": ("N", "REC")}}
        x = neon.ArrayIterator(data, 2).make_placeholders()["x"]
        self.assertEqual((x.axes.recurrent_axis(), neon.ax.REC.length), (neon.ax.REC, 7))

    def test_the_previous_target(self):
        text = {"inp_txt": np.arange(20), "tgt_txt": np.arange(20)}
        batches = neon.SequentialArrayIterator(text, 5, 2, shuffle=False, get_prev_target=True)
        self.assertIn("prev_tgt", batches.make_placeholders())
        self.assertEqual(next(batches)["prev_tgt"].tolist(), [[0, 0, 1, 2, 3], [4, 5, 6, 7, 8]])


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, *names):
        path = os.path.join(self.folder, *names)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path


class EmptyFolders(Folder):
    def test_empty_and_absent_folders_give_synthetic_data(self):
        for path, why in ((self.folder, "empty"), (f"{self.folder}/none", "not exist")):
            for kind in (neon.MNIST, neon.CIFAR100, neon.IMDB):
                with self.assertLogs("ngraph", "WARNING") as logged:
                    self.assertIn("synthetic", kind(path).origin)
                self.assertIn(why, logged.output[0])


class Cifar100(Folder):
    def check(self):
        train, test = neon.CIFAR100(self.folder).load_data()
        self.assertEqual(train["image"]["data"].shape, (3, 3, 32, 32))
        self.assertEqual(train["label"]["data"].tolist(), [1, 2, 3])
        self.assertEqual(test["image"]["data"][1, 0, 0, 0], 3)
        fine, _ = neon.CIFAR100(self.folder, fine=True).load_data()
        self.assertEqual(fine["label"]["data"].tolist(), [11, 12, 13])

    def test_the_archive(self):
        held = {"data": np.arange(9216, dtype=np.uint8).reshape(3, 3072) * 0 + np.uint8(3),
                "coarse_labels": [1, 2, 3], "fine_labels": [11, 12, 13]}
        for name in ("train", "test"):
            with open(self.path("cifar-100-python", name), "wb") as file:
                pickle.dump(held, file, protocol=2)
        self.check()
        with tarfile.open(self.path("cifar-100-python.tar.gz"), "w:gz") as archive:
            archive.add(self.path("cifar-100-python"), "cifar-100-python")
        for name in ("train", "test"):
            os.unlink(self.path("cifar-100-python", name))
        self.check()

    def test_the_binary_version(self):
        rows = np.full((3, 3074), 3, np.uint8)
        rows[:, 0], rows[:, 1] = [1, 2, 3], [11, 12, 13]
        for name in ("train.bin", "test.bin"):
            rows.tofile(self.path(name))
        self.check()

    def test_synthetic(self):
        train, _ = neon.CIFAR100().load_data()
        self.assertEqual(len(np.unique(train["label"]["data"])), 20)


class Texts(Folder):
    def test_reviews(self):
        texts, labels = [[5, 6], [7] * 9, [30000, 1]], [0, 1, 1]
        with open(self.path("imdb.pkl"), "wb") as file:
            pickle.dump((texts, labels), file)
        parts = neon.IMDB(self.folder, sentence_length=4, shuffle=False).load_data(test_split=0.4)
        self.assertEqual(parts["train"]["review"]["data"].tolist(), [[0, 1, 8, 9]])
        self.assertEqual(parts["valid"]["review"]["data"].tolist(), [[10] * 4, [0, 1, 2, 4]])
        self.assertEqual(parts["valid"]["label"]["data"].tolist(), [1, 1])

    def test_preparation_of_texts(self):
        self.assertEqual(preprocess_text([[0, 8]], 10), [[1, 3, 2]])
        self.assertEqual(preprocess_text([[0, 8]], None, start=None), [[3, 11]])
        self.assertEqual(pad_sentences([[1], [1, 2, 3]], 0, pad_from="right").tolist(),
                         [[1, 0, 0], [1, 2, 3]])

    def test_synthetic_reviews_are_separable(self):
        np.random.seed(0)  # of the shuffle, which decides what is in the part "train"
        train = neon.IMDB(vocab_size=500).load_data()["train"]
        reviews, labels = train["review"]["data"], train["label"]["data"]
        counts = [np.bincount(reviews[labels == label].ravel(), minlength=500) for label in (0, 1)]
        self.assertGreater(np.abs(counts[0] - counts[1]).max(), 500)
        self.assertLess(reviews.max(), 500)

    def test_shakespeare(self):
        with open(self.path("shakespeare_input.txt"), "w", encoding="utf-8") as file:
            file.write("ababababaz")
        text = neon.Shakespeare(self.folder)
        self.assertEqual(text.vocab, ["a", "b"])
        self.assertEqual(text.train.tolist(), [1, 2, 1, 2, 1, 2, 1, 2, 1])
        self.assertEqual((text.test.tolist(), text.index_to_token[0]), ([0], "<UNK>"))
        self.assertGreater(len(neon.Shakespeare().train), 10000)


class Tours(Folder):
    def test_published_files(self):
        line = "0 0 1 0 1 1 0 1 output 1 2 3 4 1\n"
        for name in ("tsp4.txt", "tsp4_test.txt"):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(line * 2)
        data = neon.TSP("tsp4.txt", "tsp4_test.txt", self.folder).load_data()
        self.assertEqual(data["train"]["inp_txt"].shape, (2, 4, 2))
        self.assertEqual(data["test"]["tgt_txt"][0].tolist(), [0, 1, 2, 3])
        self.assertEqual(data["test"]["teacher_tgt"][0, 2].tolist(), [1, 1])

    def test_synthetic_tours_are_short(self):
        train = neon.TSP("tsp10.txt", "tsp10_test.txt").load_data()["train"]
        tours = train["teacher_tgt"]
        lengths = np.linalg.norm(tours - np.roll(tours, -1, axis=1), axis=-1).sum(axis=1)
        self.assertEqual(tours.shape, (1000, 10, 2))
        self.assertLess(lengths.mean(), 3.1)  # random tours: 5.2


class Speech(Folder):
    def test_a_manifest_of_published_files(self):
        with open(self.path("dev-clean", "1", "2", "1-2.trans.txt"), "w") as file:
            file.write("1-2-0000 HELLO THERE\n1-2-0001 YES\n")
        path = neon.Librispeech(path=self.folder).load_data()
        with open(path) as file:
            lines = file.read().splitlines()
        self.assertEqual(lines[0], "@FILE\tSTRING")
        self.assertEqual(lines[1], f"{self.path('dev-clean', '1', '2', '1-2-0000.flac')}"
                                   "\tHELLO THERE")
        self.assertEqual(len(lines), 3)

    def test_synthetic_recordings(self):
        speech = neon.Librispeech()
        with open(speech.load_data()) as file:
            recording, text = file.read().splitlines()[1].split("\t")
        self.assertGreater(os.path.getsize(recording), 1000 * len(text))
        self.assertRaises(ValueError, neon.Librispeech, version="none")


def png_of(pixels):
    def chunk(kind, body):
        return struct.pack(">I4s", len(body), kind) + body + b"\0\0\0\0"
    height, width, _ = pixels.shape
    rows = b"".join(b"\1" + np.diff(row.astype(np.int16), axis=0, prepend=np.zeros((1, 3)))
                    .astype(np.uint8).tobytes() for row in pixels)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0,
                                                             0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Pictures(Folder):
    def test_folders_of_classes(self):
        pixels = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)
        for name in ("a", "b"):
            for number in range(5):
                with open(self.path(name, f"{number}.png"), "wb") as file:
                    file.write(png_of(pixels + number))
        data = neon.ImageFolder(self.folder, size=(4, 6))
        train, valid = data.load_data()
        self.assertEqual(data.classes, ["a", "b"])
        self.assertEqual(train["label"]["data"].tolist(), [0] * 4 + [1] * 4)
        np.testing.assert_array_equal(valid["image"]["data"][0], pixels.transpose(2, 0, 1))

    def test_parts_and_other_sizes(self):
        for part, grey in (("train", 10), ("val", 20)):
            with open(self.path(part, "a", "0.pgm"), "wb") as file:
                file.write(b"P5 4 4 255\n" + bytes([grey]) * 16)
        train, valid = neon.ImageFolder(self.folder, size=2).load_data()
        self.assertEqual(train["image"]["data"].shape, (1, 3, 2, 2))
        self.assertEqual(valid["image"]["data"].max(), 20)

    def test_a_class_of_one_picture(self):
        for name, count in (("a", 1), ("b", 2)):
            for number in range(count):
                with open(self.path(name, f"{number}.pgm"), "wb") as file:
                    file.write(b"P5 1 1 255\n" + bytes([number]))
        train, valid = neon.ImageFolder(self.folder, size=1).load_data()
        self.assertEqual(train["label"]["data"].tolist(), [0, 1])
        self.assertEqual(valid["label"]["data"].tolist(), [1])
        os.unlink(self.path("b", "1.pgm"))
        train, valid = neon.ImageFolder(self.folder, size=1).load_data()
        self.assertEqual(train["label"]["data"].tolist(), [0, 1])
        self.assertEqual(valid["image"]["data"].shape, (0, 3, 1, 1))

    def test_damaged_pictures_are_refused(self):
        for name, data in (("x.png", b"\x89PNG\r\n\x1a\n"), ("x.pgm", b"P5 9999 99999 255\n12")):
            path = self.path("a", name)
            with open(path, "wb") as file:
                file.write(data)
            with self.assertRaises(ValueError):
                neon.ImageFolder(self.folder).load_data()
            os.unlink(path)

    def test_synthetic(self):
        train, _ = neon.ImageFolder(size=(16, 8)).load_data()
        self.assertEqual(train["image"]["data"].shape[1:], (3, 16, 8))


if __name__ == "__main__":
    unittest.main()
