# SPDX-License-Identifier: Apache-2.0
"""Runs every command line of `ngraph` and `ngraph-workbench` in the code blocks of README.md and
resources/docs: those of a page in order, in a folder with the files that they name.

Usage: commands_test.py ROOT FOLDER_OF_PROGRAMS [options of unittest]
"""
import os
import pathlib
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

ROOT, PROGRAMS = (pathlib.Path(folder) for folder in sys.argv[1:3])
SAMPLES = ROOT / "sample_graphs"
MODELS = ROOT / "tests" / "onnx" / "models"
TENSORFLOW = ROOT / "tests" / "tensorflow" / "models"
PYTORCH = ROOT / "tests" / "pytorch" / "models"
KERAS = ROOT / "tests" / "keras" / "models"

# Words in capitals stand for what is the user's; here for:
WORDS = {
    "FILE": "FILE.ngraph", "A": "as_written", "B": "fuse", "DIR": "folder",
    "mnist=FOLDER": "mnist=digits", "./libX.so": "cpu",
}
# On these pages also:
WORDS_OF_PAGES = {
    "checkpoints.md": {"FILE": "A.safetensors", "OTHER": "B.safetensors"},
}
SAMPLES_OF_LINES = {  # lines whose FILE is another sample than 05_logistic_part2
    "--data mnist=FOLDER": "10_mnist_mlp", "'unit: has_nan'": "07_planted_nan",
    "--computation train": "03_logistic_part1",
}
STATUSES = {"diff": 1, "--break": 1}  # also good: there are differences; the run has stopped


def blocks(page):
    """Yield the lines of a page's code blocks."""
    inside = False
    for line in page.read_text().splitlines():
        if line.startswith("```"):
            inside = not inside
        elif inside:
            yield line


def commands(page):
    """Yield the command lines of a page, without comments and optional parts."""
    for line in blocks(page):
        if re.match(r"(\w+=\S+ )?(ngraph|ngraph-workbench) ", line):
            yield re.sub(r" \[[^\]]*\](?= |$)", "", re.split(r" {2,}#| # ", line)[0].strip())


def run(words, folder):
    home = {"QT_QPA_PLATFORM": "offscreen", "HOME": str(folder.parent)}
    return subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600,
                          env=os.environ | home)


class Files:
    """The files that the command lines name, in a folder; those that take time only if named."""

    def __init__(self, folder, text):
        self.folder, self.text = folder, text
        copied = {
            "FILE.ngraph": SAMPLES / "05_logistic_part2.ngraph",
            "DOCUMENT.ngraph": SAMPLES / "05_logistic_part2.ngraph",
            "A.ngraph": SAMPLES / "05_logistic_part2.ngraph",
            "B.ngraph": SAMPLES / "04_logistic_part2_older.ngraph",
            "model.onnx": MODELS / "torch_mlp.onnx", "model.pt2": PYTORCH / "mlp.pt2",
            "A.onnx": MODELS / "lenet.onnx", "B.onnx": MODELS / "resnet_block.onnx",
            "values.npz": MODELS / "torch_mlp.npz",
            "graph.pb": TENSORFLOW / "mlp.pb",
            "model.ckpt.index": TENSORFLOW / "training.index",
            "saved_model": TENSORFLOW / "saved_model",
            "model.keras": KERAS / "mlp.keras", "model.weights.h5": KERAS / "mlp.weights.h5",
        }
        for name, source in copied.items():
            target = folder / name
            shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
        (folder / "sample_graphs").symlink_to(SAMPLES)
        shutil.copy(TENSORFLOW / "training.data-00000-of-00001",
                    folder / "model.ckpt.data-00000-of-00001")
        (folder / "train.py").write_text("import ngraph as ng\nx = ng.placeholder(axes=())\n")
        (folder / "VALUES.csv").write_text("op,importance\nW,0.5\n")
        self.input()
        self.image()
        self.digits()
        for name in ("A.safetensors", "B.safetensors"):
            self.made(name, "run", "FILE.ngraph", "--save", name)
        for name in ("laptop.ngcap", "server.ngcap"):
            self.made(name, "capture", "FILE.ngraph", name)
        self.made("edited.cpp", "kernels", "FILE.ngraph", "--show", "k0", "--as", "source")

    def made(self, name, *words):
        """Make a file by a command, which writes or prints it."""
        if name not in self.text:
            return
        result = run([PROGRAMS / "ngraph", *words], self.folder)
        if result.returncode != 0:
            raise RuntimeError(result.stdout)
        if not (self.folder / name).exists():
            (self.folder / name).write_text(result.stdout)

    def input(self):
        """Write an array of 12 features of a sample."""
        header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 12)}".ljust(117) + "\n"
        (self.folder / "input.npy").write_bytes(
            b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
            struct.pack("<12f", *range(12)))

    def image(self):
        """Write a grey image of 28 times 28 pixels as PNG."""
        def chunk(kind, data):
            checked = kind + data
            return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))
        rows = (b"\0" + bytes(range(0, 224, 8))) * 28
        (self.folder / "three.png").write_bytes(
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", 28, 28, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))

    def digits(self):
        """Write an MNIST data set of 256 images in the idx format."""
        folder = self.folder / "digits"
        folder.mkdir()
        for part in ("train", "t10k"):
            images = struct.pack(">4i", 0x803, 256, 28, 28) + bytes(256 * 28 * 28)
            labels = struct.pack(">2i", 0x801, 256) + bytes(i % 10 for i in range(256))
            (folder / f"{part}-images-idx3-ubyte").write_bytes(images)
            (folder / f"{part}-labels-idx1-ubyte").write_bytes(labels)


class Commands(unittest.TestCase):
    def test_every_command_line_runs(self):
        pages = [ROOT / "README.md", *sorted((ROOT / "resources" / "docs").rglob("*.md"))]
        lines = {page: list(commands(page)) for page in pages}
        self.assertGreater(sum(map(len, lines.values())), 50)
        with tempfile.TemporaryDirectory() as home:
            for i, page in enumerate(pages):
                folder = pathlib.Path(home, str(i))
                folder.mkdir()
                self.page(page, lines[page], folder)

    def page(self, page, lines, folder):
        words = WORDS | WORDS_OF_PAGES.get(page.name, {})
        Files(folder, " ".join(lines) + " ".join(words.values()))
        for line in lines:
            with self.subTest(page=page.name, line=line):
                self.line(line, words, folder)

    def line(self, line, words, folder):
        for part, sample in SAMPLES_OF_LINES.items():
            if part in line:
                words = words | {"FILE": str(SAMPLES / f"{sample}.ngraph")}
        settings, command = [], shlex.split(line)
        while "=" in command[0]:
            settings.append(command.pop(0))
        command = [words.get(word, word) for word in command]
        picture = {"--screenshot", "--export", "--json"} & set(command)
        if command[0] == "ngraph-workbench" and not picture:
            command += ["--screenshot", "shown.png"]  # else the window stays open
        command[0] = str(PROGRAMS / command[0])
        result = run(["env", *settings, *command], folder)
        good = {0} | {status for word, status in STATUSES.items() if word in command}
        self.assertIn(result.returncode, good, result.stdout[-2000:])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
