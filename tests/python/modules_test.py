# SPDX-License-Identifier: Apache-2.0
"""Tests helper modules that programs import."""
import io
import os
import pickle
import tarfile
import tempfile
import unittest
from unittest import mock

import numpy as np

import ngraph as ng
from ngraph.frontends import neon
from ngraph.frontends.common import utils
from ngraph.frontends.common.learning_rate_policies import (
    get_learning_rate_policy_callback, lr_policies, lr_policy_step)
from ngraph.op_graph import ctc, debug
from ngraph.transformers.cputransform import CPUTransformer
from ngraph.util import persist
from ngraph.util.replaced_file import replaced_file
from ngraph.util.pygen import PyGen, PyModule, indenting


class Names(unittest.TestCase):
    def test_neon_has_make_axes(self):
        self.assertEqual(neon.make_axes([neon.ax.N]), ng.make_axes([neon.ax.N]))

    def test_modules_of_single_ops(self):
        self.assertIs(debug.PrintOp, ng.PrintOp)
        self.assertEqual((ctc.CTCOp, ctc.ctc), (ng.CTCOp, ng.ctc))


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_paths(self):
        inside = os.path.join(self.folder, "a", "b")
        self.assertEqual(persist.valid_path_append(inside, "", "x.bin"),
                         (inside, os.path.join(inside, "x.bin")))
        self.assertTrue(os.path.isdir(inside))
        self.assertEqual(persist.valid_path_append(inside, "x"), os.path.join(inside, "x"))
        self.assertEqual(persist.valid_path_append(inside), inside)
        path = os.path.join(self.folder, "c", "file")
        self.assertEqual(persist.ensure_dirs_exist(path), path)
        self.assertTrue(os.path.isdir(os.path.dirname(path)))

    def test_cache(self):
        with mock.patch.dict(os.environ, {"NGRAPH_DATA_CACHE": self.folder}):
            self.assertEqual(persist.get_data_cache_or_nothing("x"),
                             os.path.join(self.folder, "x"))
        with mock.patch.dict(os.environ):
            os.environ.pop("NGRAPH_DATA_CACHE", None)
            self.assertEqual(persist.get_data_cache_or_nothing(), "")
            self.assertEqual(persist.get_data_cache_dir(self.folder, "x"),
                             os.path.join(self.folder, "x"))

    def test_download(self):
        source = os.path.join(self.folder, "source.bin")
        with open(source, "wb") as file:
            file.write(b"12345")
        target = os.path.join(self.folder, "target.bin")
        persist.fetch_file(f"file://{self.folder}", "source.bin", target, 5)
        with open(target, "rb") as file:
            self.assertEqual(file.read(), b"12345")
        with self.assertRaises(OSError):
            persist.fetch_file(f"file://{self.folder}", "source.bin", target, 6)
        # A failed download leaves nothing behind, not even a part.
        with self.assertRaises(OSError):
            persist.fetch_file(f"file://{self.folder}", "missing.bin", target + "2", 5)
        self.assertEqual(sorted(os.listdir(self.folder)), ["source.bin", "target.bin"])

    def test_replaced_files_have_the_usual_rights(self):
        path = os.path.join(self.folder, "x.bin")
        with replaced_file(path) as whole, open(whole, "wb") as file:
            file.write(b"new")
        with open(os.path.join(self.folder, "usual"), "wb"):
            pass
        self.assertEqual(os.stat(path).st_mode, os.stat(os.path.join(self.folder, "usual")).st_mode)
        with self.assertRaises(ValueError), replaced_file(path):
            raise ValueError
        self.assertEqual(sorted(os.listdir(self.folder)), ["usual", "x.bin"])

    def test_pickles_of_plain_data_only(self):
        given = {"data": np.arange(6).reshape(2, 3), "labels": [1, 2], "name": b"x"}
        read = persist.pickle_load(io.BytesIO(pickle.dumps(given, protocol=2)))
        np.testing.assert_array_equal(read["data"], given["data"])
        self.assertEqual(read["labels"], [1, 2])
        with self.assertRaises(pickle.UnpicklingError):
            persist.pickle_load(io.BytesIO(pickle.dumps(os.getcwd)))

    def test_archives_stay_in_their_folder(self):
        path = os.path.join(self.folder, "x.tar")
        for name, refused in (("inside/file", False), ("../outside", True)):
            with tarfile.open(path, "w") as archive:
                member = tarfile.TarInfo(name)
                member.size = 3
                archive.addfile(member, io.BytesIO(b"abc"))
            if refused:
                with self.assertRaises(ValueError):
                    persist.extract_archive(path, self.folder)
            else:
                persist.extract_archive(path, self.folder)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "inside", "file")))


class Code(unittest.TestCase):
    def test_modules(self):
        module = PyModule(prefix="made")
        module.compile("def hello(who):\n    return 'Hello ' + who\n")
        module.compile("def twice(who):\n    return hello(who) + hello(who)\n")
        self.assertEqual(module["twice"]("W"), "Hello WHello W")
        module.execute("import math")
        self.assertEqual(module.evaluate("math.floor(2.5)"), 2)
        self.assertEqual(len(module.filenames), 2)

    def test_text(self):
        class Writer(PyGen):
            def name(self, x):
                return f"_{x}"
        writer = Writer()
        writer.append("def f({x}):", x="a")
        with indenting(writer):
            writer.append("return {}", "a")
        self.assertEqual(writer.code, "def f(_a):\n    return _a\n")
        writer.endl()
        self.assertEqual(writer.code_length, 3)
        self.assertTrue(writer.take_code() and not writer.code)


class Common(unittest.TestCase):
    def test_parameters_of_windows(self):
        by_axis = {axis: number for number, axis in enumerate("CDHW", 1)}
        made = utils.make_convparams(7, by_axis, by_axis, by_axis, by_axis)
        self.assertEqual((made["K"], made["T"], made["R"], made["S"]), (7, 2, 3, 4))
        self.assertEqual((made["str_d"], made["pad_h"], made["dil_w"]), (2, 3, 4))
        made = utils.make_poolparams("avg", by_axis, by_axis, by_axis)
        self.assertEqual((made["op"], made["J"], made["S"], made["pad_c"]), ("avg", 1, 4, 1))

    def test_padding_of_importers(self):
        sizes = (2, 5, 6, 3), (2, 3, 3, 7), (1, 2, 2, 1)
        self.assertEqual(utils.common_conv2d_pool_output_shape(*sizes, "SAME"), (2, 3, 3, 7))
        self.assertEqual(utils.common_conv2d_pool_output_shape(*sizes, "VALID"), (2, 2, 2, 7))
        self.assertEqual(utils.common_conv2d_pool_padding(*sizes, "SAME"), (0, 1, 0, 1))
        self.assertEqual(utils.common_conv2d_pool_padding(*sizes, "VALID"), (0, 0, 0, 0))
        with self.assertRaises(ValueError):
            utils.common_conv2d_pool_padding(*sizes, "same")

    def test_squeeze(self):
        op = ng.placeholder([ng.make_axis(1, name="a"), ng.make_axis(3, name="b")])
        self.assertEqual(utils.squeeze_axes([op])[0].axes.names, ("b",))

    def test_rates_as_functions(self):
        policy = {"name": "step", "base_lr": 0.5, "gamma": 0.1, "step": 2}
        step = ng.placeholder(())
        for made in (lr_policy_step(policy), lr_policies["step"]["obj"](policy),
                     get_learning_rate_policy_callback(policy)):
            self.assertAlmostEqual(float(made(step).value(3)), 0.05)
        self.assertEqual(lr_policy_step.req_args, ("name", "base_lr", "gamma", "step"))
        with self.assertRaises(NotImplementedError):
            get_learning_rate_policy_callback({"name": "none"})

    def test_gradient_descent_by_a_function(self):
        w = ng.variable([], initial_value=1)
        optimizer = utils.CommonSGDOptimizer(lambda iteration: 0.1 / (1 + iteration))
        step = optimizer.minimize(w * w, [w])
        with ng.testing.executor([step, w], optimizer.get_iter_buffer()) as run:
            self.assertAlmostEqual(float(run(0)[1]), 0.8, 6)
            self.assertAlmostEqual(float(run(1)[1]), 0.72, 6)


class CpuTransformer(unittest.TestCase):
    def test_it_is_the_default(self):
        with CPUTransformer() as transformer:
            self.assertEqual(transformer.transformer_name, "cpu")
            self.assertEqual(float(transformer.computation(ng.constant(2) + 1)()), 3)


if __name__ == "__main__":
    unittest.main()
