# SPDX-License-Identifier: Apache-2.0
"""Tests command-line options, progress bars with logs, and file names of the saver."""
import io
import logging
import os
import tempfile
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends import neon
from ngraph.frontends.neon.logging import PBStreamHandler, ProgressBar


class Options(unittest.TestCase):
    def setUp(self):
        self.addCleanup(ngt.set_transformer_factory, ngt.make_transformer_factory("cpu"))
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def parser(self, **kwargs):
        return neon.NgraphArgparser(default_config_files=[], **kwargs)

    def test_progress(self):
        given = self.parser().parse_args([])
        self.assertEqual((given.progress_bar, given.no_progress_bar), (True, False))
        given = self.parser().parse_args(["--no_progress_bar"])
        self.assertEqual((given.progress_bar, given.no_progress_bar), (False, True))

    def test_programs_add_options_of_any_name(self):
        parser = self.parser(description="a program")
        parser.add_argument("-eval", action="store_true")
        parser.add_argument("-e", "--examples", type=int)
        parser.add_argument("-l", "--layers", type=int)
        parser.add_argument("-s", "--size", type=int)
        parser.add_argument("--manifest")
        parser.add_argument("-z", "--batch_size", type=int, default=7)
        given = parser.parse_args("-eval -l 3 -s 4 -e 5 --manifest m.tsv".split())
        self.assertEqual((given.eval, given.layers, given.size, given.examples, given.manifest,
                          given.batch_size), (True, 3, 4, 5, "m.tsv", 7))

    def test_manifests_evaluations_and_files(self):
        given = self.parser().parse_args([])
        self.assertEqual([given.manifest, given.manifest_root, given.eval_freq, given.logfile,
                          given.save_path], [None] * 5)
        given = self.parser().parse_args("--manifest a --manifest b --manifest_root d -eval 2 "
                                         "-s model.npz".split())
        self.assertEqual((given.manifest, given.manifest_root, given.eval_freq, given.save_path),
                         (["a", "b"], "d", 2, "model.npz"))
        training = neon.TrainingArgparser(default_config_files=[])
        for option in ("-s", "--save", "--save_path"):
            self.assertEqual(training.parse_args([option, "model.npz"]).save, "model.npz")

    def test_messages_are_added_to_the_log(self):
        path, logger = os.path.join(self.folder, "new", "log.txt"), logging.getLogger()
        self.addCleanup(setattr, logger, "handlers", list(logger.handlers))
        logger.handlers = [logging.NullHandler()]
        self.parser().parse_args(["-l", path])
        logger.error("a message")
        logger.handlers[-1].close()
        with open(path) as file:
            self.assertIn("a message", file.read())

    def test_other_defaults(self):
        parser = self.parser(default_overrides={"batch_size": 3})
        self.assertEqual(parser.parse_args([]).batch_size, 3)
        self.assertIn("cpu", parser.backend_names())

    def test_a_configuration_file(self):
        path = os.path.join(self.folder, "neon.cfg")
        with open(path, "w") as file:
            file.write("[neon]\n# a comment\nbatch_size = 5\nno_progress_bar: true\n")
        given = self.parser().parse_args(["-c", path])
        self.assertEqual((given.batch_size, given.progress_bar), (5, False))
        self.assertEqual(self.parser().parse_args(["-c", path, "-z", "6"]).batch_size, 6)
        every = neon.NgraphArgparser(default_config_files=[path, "/nowhere"])
        self.assertEqual(every.parse_args([]).batch_size, 5)


class Progress(unittest.TestCase):
    def test_every_element_is_counted(self):
        bar = ProgressBar(unit="batches", total=4)
        self.assertEqual(list(bar(range(4))), [0, 1, 2, 3])
        self.assertEqual(bar.n, 4)
        self.assertEqual(list(ProgressBar(iter("ab"))), ["a", "b"])

    def test_logs_are_written(self):
        stream, logger = io.StringIO(), logging.getLogger("neon_tools_test")
        handler = PBStreamHandler(stream=stream, level=logging.INFO)
        logger.addHandler(handler)
        self.addCleanup(logger.removeHandler, handler)
        logger.propagate = False
        logger.setLevel(logging.INFO)
        for number in ProgressBar()(range(2)):
            logger.info("number %d", number)
            logger.debug("not shown")
        self.assertEqual(stream.getvalue(), "number 0\nnumber 1\n")


class Saver(unittest.TestCase):
    def test_a_name_without_suffix_is_a_numpy_archive(self):
        v = ng.variable([ng.make_axis(2)], initial_value=[1, 2]).named("saver_v")
        computation = ng.computation(v * 1)
        with tempfile.TemporaryDirectory() as folder, ngt.make_transformer() as transformer:
            transformer.add_computation(computation)
            path = os.path.join(folder, "w")
            saver = neon.Saver()
            saver.save(filename=path, transformer=transformer, computation=computation)
            with np.load(f"{path}.npz") as arrays:
                np.testing.assert_array_equal(arrays["saver_v"], [1, 2])
            transformer.set_tensor_view_value(v, [3, 4])
            saver.restore(transformer, computation, path)
            np.testing.assert_array_equal(transformer.get_tensor_view_value(v), [1, 2])

    def test_a_cut_archive_is_damaged(self):
        v = ng.variable([], initial_value=1).named("saver_cut")
        computation = ng.computation(v * 1)
        with tempfile.TemporaryDirectory() as folder, ngt.make_transformer() as transformer:
            path = os.path.join(folder, "w.npz")
            neon.Saver().save(path, transformer=transformer, computation=computation)
            os.truncate(path, os.path.getsize(path) - 30)
            with self.assertRaisesRegex(ValueError, "damaged"):
                neon.Saver().restore(transformer, computation, path)

    def test_archives_that_do_not_fit_are_named(self):
        v = ng.variable([ng.make_axis(2)], initial_value=[1, 2]).named("saver_v")
        computation = ng.computation(v * 1)
        with tempfile.TemporaryDirectory() as folder, ngt.make_transformer() as transformer:
            path = os.path.join(folder, "w.npz")
            for value, message in ((np.array([1e300, 1]), "infinite in float32"),
                                   (np.array([1j, 1]), "complex128"), (np.array(["a", "b"]), "<U1"),
                                   (np.array([None, 1], dtype=object), "holds objects")):
                np.savez(path, saver_v=value)
                with self.assertRaisesRegex(ValueError, f"w.npz.*{message}"):
                    neon.Saver().restore(transformer, computation, path)
            np.savez(path, saver_v=np.array([3, np.inf]))
            neon.Saver().restore(transformer, computation, path)
            neon.Saver().save(path, False, transformer, computation)
            with open(path, "r+b") as file:
                data = file.read()
                file.seek(data.index(np.float32(3).tobytes()))
                file.write(b"x")
            with self.assertRaisesRegex(ValueError, "w.npz.*damaged"):
                neon.Saver().restore(transformer, computation, path)
            np.testing.assert_array_equal(transformer.get_tensor_view_value(v), [3, np.inf])

    def test_names_are_those_of_the_ops(self):
        v = ng.variable((), initial_value=3).named("file")
        with tempfile.TemporaryDirectory() as folder, ngt.make_transformer() as transformer:
            for compress in (False, True):
                path = os.path.join(folder, "w.npz")
                neon.Saver().save(path, compress, transformer, ng.computation(v * 1))
                with np.load(path) as arrays:
                    self.assertEqual(arrays["file"], 3)
            self.assertEqual(os.listdir(folder), ["w.npz"])

    def test_a_refused_value_changes_nothing(self):
        a = ng.variable([ng.make_axis(2)], initial_value=[1, 2]).named("saver_a")
        b = ng.variable((), initial_value=5, dtype=np.int32).named("saver_b")
        with tempfile.TemporaryDirectory() as folder, ngt.make_transformer() as transformer:
            path = os.path.join(folder, "w.npz")
            np.savez(path, saver_a=[7, 8], saver_b=1.5)
            with self.assertRaises(ValueError):
                neon.Saver().restore(transformer, ng.computation(a + b), path)
            np.testing.assert_array_equal(transformer.get_tensor_view_value(a), [1, 2])
            self.assertEqual(transformer.get_tensor_view_value(b), 5)


if __name__ == "__main__":
    unittest.main()
