# SPDX-License-Identifier: Apache-2.0
"""Tests exporting documents as Python programs: the program rebuilds the document and computes the
same values."""
import ast
import json
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy as np

EXPORTED = os.environ.get("NGRAPH_EXPORTED_PROGRAMS", "")
CLI = os.environ.get("NGRAPH_CLI", "ngraph")
NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)")
SLOW = set()
SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "sample_graphs"

DOCUMENTS = [*sorted(SAMPLES.glob("*.ngraph")),
             pathlib.Path(__file__).with_name("odd_graph.ngraph")]


def graph_of(program, folder):
    """The document that a program builds and its other files, as sent to the workbench."""
    path = os.path.join(folder, "socket")
    sent = []

    def listen(server):
        link, _ = server.accept()
        with link, link.makefile("rb") as stream:
            while size := stream.read(4):
                header, payload = stream.read(struct.unpack("<I", size)[0]).split(b"\n", 1)
                header = json.loads(header)
                if header["kind"] == "graph":
                    sent.append({})
                    for file in header["files"]:
                        sent[-1][file["name"]] = payload[:file["bytes"]]
                        payload = payload[file["bytes"]:]

    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen()
        window = threading.Thread(target=listen, args=(server,), daemon=True)
        window.start()
        ran = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=300,
                             env={**os.environ, "NGRAPH_WORKBENCH": path}, check=False)
        if ran.returncode != 0:
            raise AssertionError(ran.stderr)
        window.join(300)
    os.unlink(path)
    return json.loads(sent[-1].pop("graph.ngraph")), sent[-1]


def array_in(content, name):
    """The bytes of an array in a safetensors file."""
    size = struct.unpack_from("<Q", content)[0]
    start, end = json.loads(content[8:8 + size])[name]["data_offsets"]
    return content[8 + size + start:8 + size + end]


def canonical(document, file):
    """Ops of the computations in the order in which they are reached, without ids. `file` returns
    the content of a file next to the document."""
    ops = {op["id"]: op for op in document["ops"]}
    axes = {axis["axis"]: (axis.get("name", axis["axis"]),
                           {k: v for k, v in axis.items() if k not in ("axis", "name")})
            for axis in document["axes"]}
    numbers, rows = {}, []

    def axis_of(use):
        if isinstance(use, list):
            return [axis_of(each) for each in use]
        base = use if use in axes else use.rstrip("0123456789")[:-1]
        return [*axes[base], use[len(base):]]

    def tensor(value):
        # A single value if all elements are equal, because the package creates variables that way.
        if "file" in value:
            content = array_in(file(value["file"]), value["name"])
            if value["tensor"] == "float32" and content == content[:4] * (len(content) // 4):
                return ["float32", struct.unpack_from("<f", content)[0]]
            return [value["tensor"], value["shape"], content]
        if len(set(map(str, value["values"]))) == 1:
            return [value["tensor"], value["values"][0]]
        return [value["tensor"], value["shape"], value["values"]]

    def attribute(key, value):
        if isinstance(value, dict) and "tensor" in value:
            return tensor(value)
        is_axes = isinstance(value, list) and key.endswith(("axes", "axis"))
        return [axis_of(each) for each in value] if is_axes else value

    def visit(op_id):
        if op_id in numbers:
            return numbers[op_id]
        op = ops[op_id]
        operands = [visit_operand(each) for each in op.get("operands", [])]
        step = [[visit(each) for each in op["step"]["parameters"]],
                [visit_operand(each) for each in op["step"]["results"]]] if "step" in op else []
        attributes = {k: attribute(k, v) for k, v in op.get("attributes", {}).items()}
        numbers[op_id] = len(numbers)
        rows.append((op["op"], op.get("name"), operands, step, attributes))
        return numbers[op_id]

    def visit_operand(operand):
        op_id, result = (operand, 0) if isinstance(operand, int) else operand
        return visit(op_id), result

    computations = [(each["name"], [visit_operand(r) for r in each["results"]],
                     [visit(p) for p in each["parameters"]], each["returns"])
                    for each in sorted(document["computations"], key=lambda each: each["name"])]
    return rows, computations


def values_of(document, plan, files, folder):
    """Results of the plan's first two batches, then of its evaluations over one batch."""
    short = {**plan, "epochs": 1, "batches": min(2, plan["batches"] or 2), "callbacks": [],
             "evaluations": [{**each, "batches": 1, "at_start": False}
                             for each in plan.get("evaluations", [])]}
    path = os.path.join(folder, "values.ngraph")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({**document, "plan": short}, file)
    for name, content in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
    ran = subprocess.run([CLI, "run", path], capture_output=True, text=True, timeout=300,
                         check=False)
    if ran.returncode != 0:
        raise AssertionError(ran.stderr)
    return [float(number) for number in NUMBER.findall(ran.stdout)]


class ExportTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def convert(self, sample, suffix=".py", name="program"):
        program = os.path.join(self.folder, name + suffix)
        made = subprocess.run([CLI, "convert", str(sample), program], capture_output=True,
                              text=True, timeout=600, check=False)
        return program, made

    def edited(self, *expressions):
        """The path of a document that these expressions of `ngraph edit` make."""
        path = os.path.join(self.folder, "edited.ngraph")
        options = [part for each in expressions for part in ("--do", each)]
        made = subprocess.run([CLI, "edit", path, "--new", *options], capture_output=True,
                              text=True, timeout=300, check=False)
        self.assertEqual(made.returncode, 0, made.stderr)
        return pathlib.Path(path)

    def check_round_trip(self, document):
        program, made = self.convert(document)
        self.assertEqual(made.returncode, 0, made.stderr)
        built, files = graph_of(program, self.folder)
        stored = {path.name: path.read_bytes() for path in document.parent.glob("*.safetensors")}
        wanted = json.loads(document.read_text(encoding="utf-8"))
        self.assertEqual(canonical(built, files.__getitem__),
                         canonical(wanted, stored.__getitem__))

    def test_constants_keep_their_types(self):
        longer = str(list(range(40)))
        for dtype in ("float64", "float32", "float16", "bfloat16", "int8", "int32", "int64",
                      "uint8", "uint64", "bool"):
            with self.subTest(dtype):
                self.check_round_trip(self.edited(
                    f"a=constant([1,0],axes=(A: 2),dtype='{dtype}')",
                    f"b=constant(1,dtype='{dtype}')",
                    f"c=constant({longer},axes=(L: 40),dtype='{dtype}')",
                    f"v=variable(axes=(L),dtype='{dtype}',initial_value={longer})",
                    "s=stack([a,a],axis=(S: 2))", "f=computation([b,c,s,v])"))

    def test_constants_keep_all_digits(self):
        self.check_round_trip(self.edited(
            "a=constant([0.1,0.2],axes=(A: 2),dtype='float64')",
            "b=constant(9007199254740993,dtype='int64')", "f=computation([a,b])"))

    def values_and_types(self, program):
        """Results of the computation `f` of a program without parameters."""
        with open(program, "a", encoding="utf-8") as file:
            file.write("print([(str(v.dtype), v.tolist()) for v in f()])\n")
        ran = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=300,
                             check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return ast.literal_eval(ran.stdout)

    def test_float32_results_of_other_default_types(self):
        expressions = [
            "i=variable(axes=(A: 3),dtype='int32',initial_value=[3,5,4])",
            "y=variable(axes=(A),dtype='float64',initial_value=[0.1,0.3,0.2])",
            "v=value_of(i,dtype='float32')", "w=value_of(y,dtype='float32')",
            "p=argmax(y,out_axes=[])", "set(p,dtype='float32')",
            "q=argmin(y,out_axes=[])", "set(q,dtype='int32')"]
        source = self.edited(*expressions, "f=computation([v,w,p,q])")
        program, made = self.convert(source)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(self.values_and_types(program), [
            ("float32", [3, 5, 4]), ("float32", np.float32([0.1, 0.3, 0.2]).tolist()),
            ("float32", 1), ("int32", 0)])
        program, made = self.convert(source, ".cpp")
        self.assertEqual(made.returncode, 3)
        self.assertIn("in this language no function gives this type to the op 'p'", made.stderr)
        program, made = self.convert(self.edited(*expressions, "f=computation([v,w,q])"), ".cpp")
        self.assertEqual(made.returncode, 0, made.stderr)
        text = pathlib.Path(program).read_text(encoding="utf-8")
        self.assertIn("ng::value_of(i, ng::DType::f32)", text)
        self.assertIn("ng::value_of(y, ng::DType::f32)", text)

    def test_numbers_keep_their_type_in_ops_of_others(self):
        source = self.edited(
            "i=variable(axes=(A: 2),dtype='int32',initial_value=[1073741824,-7])",
            "y=variable(axes=(A),dtype='float64',initial_value=[0.7,-1.3])",
            "a=i*3", "set(a,dtype='int32')", "b=y*0.1", "set(b,dtype='float64')",
            "c=where(i>0,2.5,i)", "set(c,dtype='int64')", "f=computation([a,b,c])")
        self.check_round_trip(source)
        program, _ = self.convert(source)
        self.assertEqual(self.values_and_types(program), [
            ("int32", [2147483647, -21]),
            ("float64", [0.7 * float(np.float32(0.1)), -1.3 * float(np.float32(0.1))]),
            ("int64", [2, -7])])

    def test_samples_round_trip(self):
        for sample in DOCUMENTS:
            with self.subTest(sample.name):
                program, made = self.convert(sample, name=sample.stem)
                self.assertEqual(made.returncode, 0, made.stderr)
                self.check_same(sample, *graph_of(program, self.folder))

    def check_same(self, sample, built, files):
        document = json.loads(sample.read_text(encoding="utf-8"))
        stored = {path.name: path.read_bytes() for path in SAMPLES.glob("*.safetensors")}
        self.assertEqual(canonical(built, files.__getitem__),
                         canonical(document, stored.__getitem__))
        if "plan" not in document:
            return
        for folder in ("digits", "planted_nan"):
            shutil.copytree(SAMPLES / folder, os.path.join(self.folder, folder),
                            dirs_exist_ok=True)
        wanted = values_of(document, document["plan"], stored, self.folder)
        found = values_of(built, document["plan"], files, self.folder)
        self.assertGreater(len(wanted), 1)
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-6)

    def test_cpp_samples_round_trip(self):
        built = sorted(pathlib.Path(EXPORTED).glob("exported_*.cpp"))
        self.assertGreater(len(built), 3)
        for source in built:
            name = source.stem.removeprefix("exported_")
            with self.subTest(name):
                path = os.path.join(self.folder, "exported.ngraph")
                ran = subprocess.run([source.with_suffix(""), source.with_suffix(".npz")],
                                     env={**os.environ, "NGRAPH_EXPORTED": path}, timeout=300,
                                     capture_output=True, text=True, check=False)
                self.assertEqual(ran.returncode, 0, ran.stderr)
                files = {each.name: each.read_bytes()
                         for each in pathlib.Path(self.folder).glob("*.safetensors")}
                document = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
                (sample,) = (each for each in DOCUMENTS if each.stem == name)
                self.check_same(sample, document, files)

    def test_every_sample_is_written_in_cpp(self):
        for sample in DOCUMENTS:
            with self.subTest(sample.name):
                program, made = self.convert(sample, ".cpp", sample.stem)
                self.assertEqual(made.returncode, 0, made.stderr)
                text = pathlib.Path(program).read_text(encoding="utf-8")
                for each in json.loads(sample.read_text(encoding="utf-8"))["computations"]:
                    self.assertIn(f'.named("{each["name"]}"));', text)

    def test_ops_without_a_function_are_rejected_by_name(self):
        document = {"ngraph": 1, "axes": [], "ops": [
            {"id": 1, "op": "placeholder", "name": "x", "attributes": {"axes": []}},
            {"id": 2, "op": "kept_value", "name": "kept", "operands": [1, 1]}],
            "computations": [{"id": 3, "name": "f", "results": [2], "parameters": [1],
                              "returns": "single"}]}
        source = os.path.join(self.folder, "kept.ngraph")
        with open(source, "w", encoding="utf-8") as file:
            json.dump(document, file)
        for suffix in (".py", ".cpp"):
            program, made = self.convert(source, suffix)
            self.assertEqual(made.returncode, 3)
            self.assertIn("no public function makes the op 'kept'", made.stderr)
            self.assertFalse(os.path.exists(program))

    def test_large_arrays_are_separate_files(self):
        values = [i / 7 for i in range(100)]
        document = {"ngraph": 1, "axes": [{"axis": "class", "length": 100}], "ops": [
            {"id": 1, "op": "constant", "name": "a \"name\"", "attributes": {
                "axes": ["class"], "value": {"tensor": "float32", "shape": [100],
                                             "values": values}}},
            {"id": 2, "op": "negative", "name": "lambda", "operands": [1]}],
            "computations": [{"id": 3, "name": "f", "results": [2], "parameters": [],
                              "returns": "single"}]}
        source = os.path.join(self.folder, "large.ngraph")
        with open(source, "w", encoding="utf-8") as file:
            json.dump(document, file)
        program, made = self.convert(source)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertTrue(os.path.exists(program[:-3] + ".npz"))
        with open(program, "a", encoding="utf-8") as file:
            file.write("print(float(f()[99]))\n")
        ran = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=600,
                             check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertAlmostEqual(float(ran.stdout), -99 / 7, places=5)

    def test_a_foreign_file_of_arrays_is_kept(self):
        def written(values, suffix=".py"):
            return self.convert(self.edited(
                f"c=constant({values},axes=(L: 20))", "f=computation([c])"), suffix)

        first = list(range(20))
        arrays = os.path.join(self.folder, "program.npz")
        np.savez(arrays, c=np.arange(3))
        before = pathlib.Path(arrays).read_bytes()
        for suffix in (".py", ".cpp"):
            program, made = written(first, suffix)
            self.assertEqual(made.returncode, 3)
            self.assertIn("program.npz", made.stderr)
            self.assertIn("choose another name", made.stderr)
            self.assertFalse(os.path.exists(program))
        # A program of the user that reads it is no reason to replace it.
        program = os.path.join(self.folder, "program.py")
        pathlib.Path(program).write_text('arrays = np.load("program.npz")\n', encoding="utf-8")
        self.assertEqual(written(first)[1].returncode, 3)
        # A document without large arrays does not write such a file.
        _, made = self.convert(self.edited("c=constant(2)", "f=computation([c])"))
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(pathlib.Path(arrays).read_bytes(), before)

    def test_arrays_of_an_earlier_export_are_replaced(self):
        def code(values, suffix=".py"):
            return self.convert(self.edited(
                f"c=constant({values},axes=(L: 20))", "f=computation([c])"), suffix)[1].returncode

        first, second = list(range(20)), list(range(20, 40))
        arrays = os.path.join(self.folder, "program.npz")
        for values in (first, first, second):
            self.assertEqual(code(values), 0)
            np.testing.assert_array_equal(np.load(arrays)["c_value"], values)
        # A program in the other language shares equal arrays, and does not replace others.
        self.assertEqual(code(first, ".cpp"), 3)
        self.assertEqual(code(second, ".cpp"), 0)
        np.testing.assert_array_equal(np.load(arrays)["c_value"], second)


if __name__ == "__main__":
    unittest.main()
