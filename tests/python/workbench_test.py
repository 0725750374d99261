# SPDX-License-Identifier: Apache-2.0
"""Tests NGRAPH_WORKBENCH: a program connects to a window, simulated by a socket, and runs without
one."""
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest

PROGRAM = """
    import os
    import ngraph as ng
    import ngraph.transformers as ngt
    x = ng.placeholder(axes=()).named("x")
    W = ng.variable(axes=(), initial_value=0).named("W")
    step = ngt.make_transformer().computation([x + W, ng.assign(W, W + 1)], x)
    for i in range(100):
        step(i)
    assert "NGRAPH_WORKBENCH" not in os.environ
    """


NAMED = """
    import ngraph as ng
    import ngraph.transformers as ngt
    from ngraph.frontends import neon
    kept = []
    a = ng.placeholder(axes=())
    b = ng.variable(axes=(), initial_value=1)
    for i in range(3):
        x = ng.placeholder(axes=())
        kept.append(x)
    c, d = ng.placeholder(axes=()), ng.placeholder(axes=())
    e = f = ng.placeholder(axes=())
    g = ng.placeholder(axes=()).named("explicit")
    r = ng.placeholder(axes=(), name="argument")
    h = ng.placeholder(axes=())
    h.named("later")
    with ng.name_scope("scope"):
        k = ng.placeholder(axes=())
    m = ng.variable(
        axes=(),
        initial_value=2)
    def make():
        inner = ng.placeholder(axes=())
        return inner
    def give():
        return ng.placeholder(axes=())
    n, o = make(), give()
    p = give()
    exec("q = ng.placeholder(axes=())")
    s = [ng.placeholder(axes=()) for _ in range(1)][0]
    t = ng.placeholder(axes=()).named("u")
    u = ng.placeholder(axes=())
    C = ng.make_axis(length=2, name="C")
    layer = neon.Affine(weight_init=neon.ConstantInit(1), nout=3, bias_init=neon.ConstantInit(0))
    v = layer(ng.constant([[1.], [2.]], axes=[C, ng.make_axis(length=1, name="N")]))
    given = [a, *kept, c, d, e, g, h, k, n, o, p, q, r, s, t, u]
    assert a.name.startswith("AssignableTensorOp"), a.name
    total = b + m + sum(given)
    step = ngt.make_transformer().computation([total, v], *given)
    assert step(*range(len(given)))[0] == 3 + sum(range(len(given)))
    """


class Window(threading.Thread):
    """Listens at `path`, stores one program's messages, and answers the first with `commands`."""

    def __init__(self, path, commands=()):
        super().__init__(daemon=True)
        self.messages, self.payloads, self.commands = [], [], commands
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(path)
        self.server.listen()
        self.server.settimeout(60)
        self.start()

    def run(self):
        link, _ = self.server.accept()
        with link, link.makefile("rb") as stream:
            for command in self.commands:
                body = json.dumps(command).encode() + b"\n"
                link.sendall(struct.pack("<I", len(body)) + body)
            while size := stream.read(4):
                header, payload = stream.read(struct.unpack("<I", size)[0]).split(b"\n", 1)
                self.messages.append(json.loads(header))
                self.payloads.append(payload)

    def of(self, kind):
        return [each for each in self.messages if each["kind"] == kind]


class WorkbenchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(folder.name, "socket")

    def window(self, commands=()):
        window = Window(self.path, commands)
        self.addCleanup(window.server.close)
        return window

    def run_program(self, text, **environment):
        program = os.path.join(self.folder, "train.py")
        with open(program, "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(text))
        return subprocess.run([sys.executable, program, "--fast"], capture_output=True, text=True,
                              timeout=600, env={**os.environ, **environment}, check=False)

    def test_program_is_shown(self):
        window = self.window()
        ran = self.run_program(PROGRAM, NGRAPH_WORKBENCH=self.path)
        window.join(300)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        hello = window.messages[0]
        self.assertEqual((hello["program"], hello["arguments"]), ("train.py", ["--fast"]))
        document = json.loads(window.payloads[window.messages.index(window.of("graph")[-1])])
        self.assertEqual({op["name"] for op in document["ops"] if "name" in op}, {"x", "W"})
        line = next(op["line"] for op in document["ops"] if op.get("name") == "W")
        self.assertEqual(line, 6)
        last = window.of("called")[-1]
        self.assertEqual(last["count"], 100)
        value = struct.unpack_from("<f", window.payloads[window.messages.index(last)])[0]
        self.assertEqual(value, 99 + 99)
        self.assertEqual(window.messages[-1], {"kind": "end", "error": ""})

    def test_ops_have_the_names_of_python_variables(self):
        window = self.window()
        ran = self.run_program(NAMED, NGRAPH_WORKBENCH=self.path)
        window.join(300)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        document = json.loads(window.payloads[window.messages.index(window.of("graph")[-1])])
        named = {op["name"] for op in document["ops"] if "name" in op}
        own = {"explicit", "argument", "later", "u"}
        variables = {"a", "b", "x", "x_0", "x_1", "scope/k", "m", "inner", "q", "u_0"}
        self.assertLessEqual(own | variables, named)
        # Tuples, two names, results of functions and parts of expressions, and what a layer makes.
        self.assertFalse(named & set("cdefghnoprstv"), named)

    def test_errors_are_sent(self):
        window = self.window()
        ran = self.run_program("import ngraph\nraise ValueError('planted')\n",
                               NGRAPH_WORKBENCH=self.path)
        window.join(300)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("ValueError: planted", ran.stderr)
        self.assertEqual(window.messages[-1]["error"], "ValueError: planted")

    def test_window_ends_a_stopped_program(self):
        window = self.window([{"kind": "pause", "ops": [], "reason": ""}])
        program = PROGRAM.replace("range(100)", "range(10**9)")
        with open(os.path.join(self.folder, "train.py"), "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(program))
        running = subprocess.Popen([sys.executable, os.path.join(self.folder, "train.py")],
                                   stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "NGRAPH_WORKBENCH": self.path})
        for _ in range(6000):
            if any(each["halted"] for each in window.of("halted")):
                break
            threading.Event().wait(0.05)
        running.send_signal(2)  # Ctrl-C while the program is halted
        self.assertIn("KeyboardInterrupt", running.communicate(timeout=300)[1])

    def test_program_continues_without_a_window(self):
        for where in (self.path, "1"):
            ran = self.run_program(PROGRAM, NGRAPH_WORKBENCH=where, XDG_RUNTIME_DIR=self.folder,
                                   NGRAPH_WORKBENCH_PROGRAM="/bin/false")
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertEqual(ran.stderr.count("\n"), 1, ran.stderr)
            self.assertIn("running without the workbench", ran.stderr)

    def test_no_cost_without_the_variable(self):
        text = "import sys, ngraph\nassert 'ngraph.workbench' not in sys.modules\n"
        environment = {k: v for k, v in os.environ.items() if k != "NGRAPH_WORKBENCH"}
        ran = subprocess.run([sys.executable, "-c", text], env=environment, timeout=600,
                             capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)


if __name__ == "__main__":
    unittest.main()
