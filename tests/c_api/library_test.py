# SPDX-License-Identifier: Apache-2.0
"""The symbols of libngraph.so against the recorded list, and calls through ctypes.
Arguments: the library, the C test program, the sample graphs."""

import ctypes
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

LIBRARY, PROGRAM, SAMPLES = sys.argv[1:4]
HERE = pathlib.Path(__file__).parent


class Error(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("code", ctypes.c_int)] + [
        (name, ctypes.c_char_p) for name in ("what", "where", "found", "expected", "action")]


class TensorInfo(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("dtype", ctypes.c_int),
                ("rank", ctypes.c_int), ("axes", ctypes.POINTER(ctypes.c_char_p)),
                ("lengths", ctypes.POINTER(ctypes.c_int64)), ("bytes", ctypes.c_size_t)]


class LibraryTest(unittest.TestCase):
    def test_only_the_recorded_symbols_are_visible(self):
        listed = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True,
                                text=True, check=True).stdout
        visible = {line.split()[-1].split("@")[0] for line in listed.splitlines()} - {"NGRAPH_1"}
        recorded = set((HERE / "symbols.txt").read_text().split())
        self.assertEqual(visible, recorded)

    def test_c_program(self):
        with tempfile.TemporaryDirectory() as folder:
            ran = subprocess.run([PROGRAM, SAMPLES, folder], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("all calls", ran.stdout)

    @unittest.skipIf("NGRAPH_SANITIZED" in os.environ, "a sanitized library needs its runtime")
    def test_ctypes(self):
        api = ctypes.CDLL(LIBRARY)
        pointer = ctypes.c_void_p
        document, transformer, computation = pointer(), pointer(), pointer()
        path = str(pathlib.Path(SAMPLES, "05_logistic_part2.ngraph")).encode()
        zero = ctypes.c_size_t(0)
        self.assertEqual(api.ngraph_document_load(path, None, None, zero,
                                                  ctypes.byref(document)), 0)
        self.assertEqual(api.ngraph_transformer_open(b"cpu", ctypes.byref(transformer)), 0)
        self.assertEqual(api.ngraph_compile(transformer, document, b"update", None,
                                            ctypes.byref(computation)), 0)
        arrays, sizes = self.arrays(api, computation, "input")
        results, result_sizes = self.arrays(api, computation, "result")
        losses = []
        for _ in range(3):
            code = api.ngraph_call(computation, *self.lists(arrays, sizes),
                                   *self.lists(results, result_sizes), None, None)
            self.assertEqual(code, 0)
            losses.append(ctypes.cast(results[0], ctypes.POINTER(ctypes.c_float))[0])
        self.assertGreater(losses[0], losses[2])
        self.assertGreater(losses[2], 0)
        for handle in (document, transformer, computation):
            self.assertEqual(api.ngraph_release(handle), 0)
        self.assertEqual(api.ngraph_release(document), 100)
        error = Error(size=ctypes.sizeof(Error))
        self.assertEqual(api.ngraph_last_error(ctypes.byref(error)), 0)
        self.assertIn(b"released", error.what)

    @unittest.skipIf("NGRAPH_SANITIZED" in os.environ, "a sanitized library needs its runtime")
    @unittest.skipUnless(shutil.which("rustc"), "rustc is not installed")
    def test_rust(self):
        folder = str(pathlib.Path(LIBRARY).parent)
        with tempfile.TemporaryDirectory() as made:
            program = str(pathlib.Path(made, "call_library"))
            built = subprocess.run(
                ["rustc", "--edition", "2021", str(HERE / "call_library.rs"), "-o", program,
                 "-L", folder, "-C", f"link-arg=-Wl,-rpath,{folder}"],
                capture_output=True, text=True)
            self.assertEqual(built.returncode, 0, built.stderr)
            sample = str(pathlib.Path(SAMPLES, "05_logistic_part2.ngraph"))
            ran = subprocess.run([program, sample], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("losses", ran.stdout)

    def arrays(self, api, computation, kind):
        count = ctypes.c_size_t()
        self.assertEqual(getattr(api, f"ngraph_{kind}_count")(computation, ctypes.byref(count)), 0)
        arrays, sizes = [], []
        for i in range(count.value):
            info = TensorInfo(size=ctypes.sizeof(TensorInfo))
            describe = getattr(api, f"ngraph_{kind}_describe")
            self.assertEqual(describe(computation, ctypes.c_size_t(i), ctypes.byref(info)), 0)
            values = [(7 * k + 3) % 11 / 20 for k in range(info.bytes // 4)]
            arrays.append((ctypes.c_float * len(values))(*values))
            sizes.append(info.bytes)
        return arrays, sizes

    @staticmethod
    def lists(arrays, sizes):
        pointers = (ctypes.c_void_p * len(arrays))(*(ctypes.addressof(a) for a in arrays))
        return pointers, (ctypes.c_size_t * len(sizes))(*sizes), ctypes.c_size_t(len(arrays))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
