# SPDX-License-Identifier: Apache-2.0
"""Tests neon's data, loops, callbacks, savers and example programs from Python."""
import contextlib
import gc
import importlib.util
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends import neon
from ngraph.frontends.common.utils import CommonSGDOptimizer, ConvParameters
from ngraph.frontends.neon import ax

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "sample_graphs"


class Iterators(unittest.TestCase):

    def test_the_last_batch_wraps_to_the_front(self):
        data = {"x": {"data": np.arange(5), "axes": ("N",)}}
        batches = list(neon.ArrayIterator(data, 2))
        self.assertEqual([batch["x"].tolist() for batch in batches], [[0, 1], [2, 3], [4, 0]])
        self.assertEqual([batch["iteration"] for batch in batches], [1, 2, 3])
        more = list(neon.ArrayIterator(data, 2, total_iterations=6))
        self.assertEqual([batch["x"].tolist() for batch in more[3:]], [[1, 2], [3, 4], [0, 1]])

    def test_shuffled_epochs_are_complete(self):
        np.random.seed(0)
        iterator = neon.ArrayIterator({"x": np.arange(6)}, 2, total_iterations=6, shuffle=True)
        seen = [batch["x"] for batch in iterator]
        first, second = np.concatenate(seen[:3]), np.concatenate(seen[3:])
        self.assertEqual(sorted(first), list(range(6)))
        self.assertEqual(sorted(second), list(range(6)))
        self.assertNotEqual(first.tolist(), second.tolist())
        self.assertEqual(list(iterator), [])
        iterator.reset()
        self.assertEqual(len(list(iterator)), 6)

    def test_placeholders_have_the_names_of_the_axes(self):
        data = {"image": {"data": np.zeros((8, 3, 4)), "axes": ("N", "H", "W")},
                "label": np.zeros(8)}
        inputs = neon.ArrayIterator(data, 4).make_placeholders(include_iteration=True)
        self.assertEqual(inputs["image"].axes.names, ("N", "H", "W"))
        self.assertEqual(inputs["image"].axes.lengths, (4, 3, 4))
        self.assertEqual(inputs["label"].axes.batch_axis(), ax.N)
        self.assertEqual(inputs["iteration"].axes.lengths, ())

    def test_bad_data_are_refused(self):
        with self.assertRaisesRegex(ValueError, "fewer"):
            neon.ArrayIterator({"x": np.arange(3)}, 4)
        with self.assertRaisesRegex(ValueError, "different numbers"):
            neon.ArrayIterator({"x": np.arange(3), "y": np.arange(4)}, 2)
        with self.assertRaisesRegex(ValueError, "dict"):
            neon.SequentialArrayIterator(np.arange(3), 2, 1)
        with self.assertRaisesRegex(ValueError, "windows"):
            neon.SequentialArrayIterator({"x": np.arange(10)}, 6, 2)

    def test_windows_are_sequential_or_continue(self):
        data = {"inp_txt": np.arange(13), "tgt_txt": np.arange(1, 14)}
        in_turn = neon.SequentialArrayIterator(data, 3, 2, shuffle=False)
        self.assertEqual([batch["inp_txt"].tolist() for batch in in_turn],
                         [[[0, 1, 2], [3, 4, 5]], [[6, 7, 8], [9, 10, 11]]])
        iterator = neon.SequentialArrayIterator(data, 3, 2, get_prev_target=True)
        batches = list(iterator)
        self.assertEqual(batches[0]["inp_txt"].tolist(), [[0, 1, 2], [6, 7, 8]])
        self.assertEqual(batches[1]["inp_txt"].tolist(), [[3, 4, 5], [9, 10, 11]])
        self.assertEqual(batches[0]["prev_tgt"].tolist(), [[0, 1, 2], [6, 7, 8]])
        backward = next(iter(neon.SequentialArrayIterator(data, 3, 2, shuffle=False,
                                                          reverse_target=True)))
        self.assertEqual(backward["tgt_txt"].tolist(), [[3, 2, 1], [6, 5, 4]])
        inputs = iterator.make_placeholders()
        self.assertEqual(inputs["inp_txt"].axes.names, ("N", "REC"))
        self.assertEqual(sorted(inputs), ["inp_txt", "prev_tgt", "tgt_txt"])

    def test_missing_data_sets_are_synthetic(self):
        with self.assertLogs(level="WARNING") as logged:
            train, valid = neon.MNIST(path="/nowhere").load_data()
        self.assertIn("/nowhere", logged.output[0])
        self.assertEqual(train["image"]["axes"], ("N", "H", "W"))
        self.assertEqual(train["image"]["data"].shape[1:], (28, 28))
        self.assertEqual(len(valid["image"]["data"]), len(valid["label"]["data"]))
        self.assertEqual(neon.CIFAR10().load_data()[0]["image"]["data"].shape[1:], (3, 32, 32))
        text = neon.PTB()
        data = text.load_data()
        np.testing.assert_array_equal(data["train"]["inp_txt"]["data"][1:],
                                      data["train"]["tgt_txt"]["data"][:-1])
        self.assertEqual(text.token_to_index[text.vocab[3]], 3)
        self.assertLess(data["train"]["inp_txt"]["data"].max(), text.vocab_size)


class Line:
    """Learns y = 2 x with one weight."""

    def __init__(self, transformer, optimizer=None):
        x = np.linspace(-1, 1, 12)
        self.train_set = neon.ArrayIterator({"x": x, "y": 2 * x}, 4, total_iterations=9)
        self.valid_set = neon.ArrayIterator({"x": x[:10], "y": 2 * x[:10]}, 4)
        inputs = self.train_set.make_placeholders()
        self.w = ng.variable((), initial_value=0.5).named("line_w")
        error = ng.square(self.w * inputs["x"] - inputs["y"])
        step = (optimizer or neon.GradientDescentMomentum(0.1, 0.5))(error)
        outputs = dict(batch_cost=ng.sequential([step, ng.mean(error, out_axes=())]))
        self.train = neon.make_bound_computation(transformer, outputs, inputs)
        self.evaluate = neon.make_bound_computation(transformer, dict(error=error), inputs)


class Recorder(neon.Callback):
    """Records the phases it is called with."""

    def __init__(self):
        self.phases = []

    def __call__(self, transformer, callback_data, phase, data, idx):
        self.phases.append((phase.name, idx))


class Loops(unittest.TestCase):

    def setUp(self):
        self.transformer = ngt.make_transformer()
        self.addCleanup(self.transformer.close)

    def run_line(self, output_file=None, **options):
        line = Line(self.transformer, **options)
        callbacks = neon.make_default_callbacks(
            self.transformer, output_file, 3, line.train, 9, line.valid_set, line.evaluate, False)
        recorder = Recorder()
        callbacks.append(recorder)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            neon.loop_train(line.train_set, line.train, callbacks)
        return line, callbacks, recorder, printed.getvalue()

    def test_costs_fall_and_intervals_are_printed(self):
        line, callbacks, recorder, printed = self.run_line()
        costs = np.asarray(callbacks.callback_data["cost/train"])
        self.assertEqual(len(costs), 9)
        self.assertLess(costs[6:].mean(), 0.2 * costs[:3].mean())
        self.assertEqual(len(callbacks.callback_data["cost/error"]), 3)
        self.assertEqual(printed.count("Avg Train cost"), 3)
        self.assertIn(f"{costs[:3].mean()}", printed)
        self.assertEqual(recorder.phases[:4], [("train_pre_", None), ("interval_pre_", 0),
                                               ("minibatch_pre_", 0), ("minibatch_post", 0)])
        self.assertEqual([name for name, _ in recorder.phases].count("interval_post"), 3)
        self.assertEqual(recorder.phases[-1], ("train_post", None))

    def test_evaluation_is_the_mean_of_exactly_the_samples(self):
        line = Line(self.transformer)
        found = neon.loop_eval(line.valid_set, line.evaluate)["error"]
        x = np.linspace(-1, 1, 12)[:10]
        self.assertAlmostEqual(found, np.mean((1.5 * x) ** 2), places=6)

    def test_outputs_without_a_batch_axis_count_whole(self):
        data = neon.ArrayIterator({"x": np.arange(8.0).reshape(8, 1)}, batch_size=2)
        fed = data.make_placeholders()
        axis = ng.make_axis(10, name="Q")
        output = ng.constant(np.arange(10.0), [axis]) + 0 * ng.sum(fed["x"], out_axes=())
        bound = neon.make_bound_computation(self.transformer, {"output": output}, fed)
        self.assertAlmostEqual(neon.loop_eval(data, bound)["output"], 4.5)

    def test_recorded_data_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            _, callbacks, _, _ = self.run_line(f"{folder}/run.npz")
            with np.load(f"{folder}/run.npz") as kept:
                np.testing.assert_array_equal(kept["cost/train"],
                                              np.asarray(callbacks.callback_data["cost/train"]))
                self.assertEqual(kept["config/total_iterations"], 9)
            self.assertEqual(os.listdir(folder), ["run.npz"])

    @unittest.skipUnless(importlib.util.find_spec("h5py"), "h5py is missing (python3-h5py)")
    def test_recorded_data_is_hdf5_if_available(self):
        import h5py
        with tempfile.TemporaryDirectory() as folder:
            _, callbacks, _, _ = self.run_line(f"{folder}/run.hdf5")
            with h5py.File(f"{folder}/run.hdf5") as kept:
                np.testing.assert_array_equal(kept["cost/train"],
                                              np.asarray(callbacks.callback_data["cost/train"]))
                self.assertEqual(kept["config"].attrs["total_iterations"], 9)
                self.assertEqual(kept["cost/train"].attrs["time_markers"], "minibatch")

    def test_a_nan_cost_ends_the_training_and_names_its_origin(self):
        with self.assertRaisesRegex(FloatingPointError, "iteration") as stopped:
            self.run_line(optimizer=neon.GradientDescentMomentum(1e30))
        self.assertRegex(str(stopped.exception), r"first in <.*neon_training_test.py:\d+")

    def test_an_array_with_nan_is_named(self):
        line = Line(self.transformer)
        line.train_set.data_arrays["x"][9] = np.nan
        callbacks = neon.make_default_callbacks(self.transformer, None, 3, line.train, 9,
                                                use_progress_bar=False)
        with contextlib.redirect_stdout(io.StringIO()), \
                self.assertRaisesRegex(FloatingPointError, "iteration 3(.|\n)*array 'x'"):
            neon.loop_train(line.train_set, line.train, callbacks)

    def test_older_callbacks_are_called_without_the_transformer(self):
        phases = []

        class Older(neon.Callback):
            def __call__(self, callback_data, phase, data, idx):
                phases.append((callback_data["config"].attrs["total_iterations"], phase.name))
        line = Line(self.transformer)
        callbacks = neon.make_default_callbacks(
            output_file=None, frequency=3, train_computation=line.train, total_iterations=9,
            use_progress_bar=False)
        callbacks.insert(0, Older())
        with contextlib.redirect_stdout(io.StringIO()):
            neon.loop_train(line.train_set, line.train, callbacks)
        self.assertEqual(phases[0], (9, "train_pre_"))
        self.assertEqual(len(phases), 2 + 2 * 9 + 2 * 3)

    def test_an_incomplete_evaluation_is_rejected(self):
        with self.assertRaisesRegex(ValueError, "together"):
            neon.make_default_callbacks(self.transformer, None, 1, lambda data: None, 1,
                                        eval_set=[1])

    def test_missing_arrays_are_named(self):
        line = Line(self.transformer)
        with self.assertRaisesRegex(KeyError, "y"):
            line.train({"x": np.zeros(4)})


class Savers(unittest.TestCase):

    def save_after_three(self, path):
        """The costs of batches 4 to 6 after saving, and all batches."""
        with ngt.make_transformer() as transformer:
            line = Line(transformer)
            batches = list(line.train_set)
            for batch in batches[:3]:
                line.train(batch)
            saver = neon.Saver()
            saver.setup_save(transformer, line.train.outputs)
            saver.save(path)
            return [line.train(batch)["batch_cost"] for batch in batches[3:6]], batches

    def check_file(self, filename):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, filename)
            wanted, batches = self.save_after_three(path)
            gc.collect()  # releases the names of destroyed models
            with ngt.make_transformer() as transformer:
                line = Line(transformer)
                restorer = neon.Saver()
                restorer.setup_restore(transformer, line.train.outputs, path)
                self.assertEqual(restorer.restore(), [])
                found = [line.train(batch)["batch_cost"] for batch in batches[3:6]]
        np.testing.assert_array_equal(found, wanted)

    def test_a_checkpoint_continues_the_training(self):
        self.check_file("line.safetensors")

    def test_an_npz_file_does_too(self):
        self.check_file("line.npz")

    def test_refusals(self):
        saver = neon.Saver()
        with self.assertRaisesRegex(ValueError, "setup_save"):
            saver.save("nowhere")
        with self.assertRaisesRegex(ValueError, "setup_restore"):
            saver.restore()
        transformer = ngt.make_transformer()
        self.addCleanup(transformer.close)
        line = Line(transformer)
        with self.assertRaises(FileNotFoundError):
            saver.setup_restore(transformer, line.train.outputs, "/nowhere/at.all")
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/other.npz"
            np.savez(path, another=np.zeros(3))
            saver.setup_restore(transformer, line.train.outputs, path)
            with self.assertRaisesRegex(ValueError, "missing"):
                saver.restore()
            self.assertEqual(saver.restore(allow_missing=True), ["another"])
            path, more = f"{folder}/line.safetensors", ng.variable([]).named("another")
            both = list(line.train.outputs.values()) + [more * 1]
            saver.save(path, transformer=transformer, computation=both)
            saver.setup_restore(transformer, line.train.outputs, path)
            self.assertEqual(saver.restore(), ["another"])


class Helpers(unittest.TestCase):

    def test_refused_callbacks_and_names(self):
        with ngt.make_transformer() as transformer:
            line = Line(transformer)

            def callbacks(frequency):
                return neon.make_default_callbacks(
                    frequency=frequency, train_computation=line.train, total_iterations=2,
                    use_progress_bar=False)
            with self.assertRaisesRegex(ValueError, "frequency"):
                callbacks(2.5)
            with self.assertRaisesRegex(ValueError, "more batches than"), \
                    contextlib.redirect_stdout(io.StringIO()):
                neon.loop_train(line.train_set, line.train, callbacks(1))
        with self.assertRaisesRegex(ValueError, "'x' has 2 axes"):
            neon.ArrayIterator({"x": {"data": np.zeros((4, 2)), "axes": ("N",)}}, 2)

    def test_sizes_of_windows(self):
        self.assertEqual(ConvParameters(7, 3, stride=2).get_padding_size("same"), (1, 1))
        self.assertEqual(ConvParameters(6, 3, stride=2).get_padding_size("same"), (0, 1))
        self.assertEqual(ConvParameters(6, 3, dilation=2).get_padding_size("causal"), (4, 0))
        self.assertEqual(ConvParameters(6, 3).get_output_size("valid"), 4)
        self.assertEqual(ConvParameters(4, 3, stride=2).get_transposed_output_size(0), 9)
        with self.assertRaises(ValueError):
            ConvParameters(2, 5).get_output_size(0)
        with self.assertRaises(NotImplementedError):
            ConvParameters(6, 3).get_padding_size("caffe_full")

    def test_spatial_axes_come_first(self):
        x = ng.placeholder([ng.make_axis(n, name=name) for n, name in
                            ((2, "N"), (5, "W"), (4, "H"))])
        y = neon.reorder_spatial_axes(x)
        self.assertEqual(y.axes.names, ("C", "D", "H", "W", "N"))
        self.assertEqual(y.axes.lengths, (1, 1, 4, 5, 2))
        with self.assertRaisesRegex(ValueError, "batch"):
            neon.reorder_spatial_axes(ng.placeholder([ng.make_axis(4, name="H")]))

    def test_plain_descent(self):
        w = ng.variable((), initial_value=1.0)
        with ngt.make_transformer() as transformer:
            run = transformer.computation(CommonSGDOptimizer(0.25).minimize(ng.square(w)))
            self.assertEqual([float(run()) for _ in range(3)], [1, 0.25, 0.0625])

    def test_options_of_programs(self):
        options = neon.NgraphArgparser().parse_args(["-z", "32", "-t", "5", "-b", "reference"])
        self.addCleanup(ngt.set_transformer_factory, ngt.make_transformer_factory("cpu"))
        self.assertEqual((options.batch_size, options.num_iterations), (32, 5))
        with ngt.make_transformer() as transformer:
            self.assertEqual(transformer.transformer_name, "reference")


class Programs(unittest.TestCase):
    """Runs the example networks for a few batches of synthetic data."""

    def costs(self, program, *options):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "run.npz")
            run = subprocess.run(
                [sys.executable, "-B", str(SAMPLES / program), "-r", "0", "-o", output,
                 "-w", os.path.join(folder, "none"), *options],
                capture_output=True, text=True, timeout=300, check=False, cwd=folder)
            self.assertEqual(run.returncode, 0, run.stderr)
            with np.load(output) as kept:
                return kept["cost/train"], kept["cost/cross_ent_loss"]

    def test_files_are_checked_before_the_training(self):
        with tempfile.TemporaryDirectory() as folder:
            for save, output, message in (("none/w.npz", "o.npz", "there is no folder"),
                                          ("w.npz", "none/o.npz", "there is no folder"),
                                          (folder, "o.npz", "this is a folder")):
                run = subprocess.run(
                    [sys.executable, "-B", str(SAMPLES / "10_mnist_mlp.py"), "-t", "2", "-r", "0",
                     "-s", save, "-o", output, "-w", os.path.join(folder, "none")],
                    capture_output=True, text=True, timeout=300, check=False, cwd=folder)
                self.assertNotEqual(run.returncode, 0)
                self.assertIn(message, run.stderr)
                self.assertEqual(os.listdir(folder), [])

    def test_digits(self):
        train, evaluated = self.costs("10_mnist_mlp.py", "-t", "60", "--iter_interval", "30")
        self.assertLess(train[-10:].mean(), 0.7 * train[:10].mean())
        self.assertLess(evaluated[1], evaluated[0])

    def test_pictures(self):
        train, _ = self.costs("13_cifar10_conv.py", "-t", "12", "-z", "32",
                              "--iter_interval", "12")
        self.assertAlmostEqual(train[0], np.log(10), delta=0.3)
        self.assertTrue(np.isfinite(train).all())

    def test_text(self):
        for layer_type in ("rnn", "birnn"):
            train, _ = self.costs("15_ptb_char_rnn.py", "-t", "6", "--iter_interval", "6",
                                  "--time_steps", "12", "--hidden_size", "24",
                                  "--layer_type", layer_type)
            self.assertLess(train[-1], train[0])


if __name__ == "__main__":
    unittest.main()
