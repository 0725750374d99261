# SPDX-License-Identifier: Apache-2.0
"""Which tests depend on files that changed: `affected_tests.py BUILD BASE`.

Prints a line `targets NAME...` for Ninja and a line `tests NAME...` for CTest. BASE is a commit;
files that git does not track yet are changed too. What depends on what is read from build.ninja and
from the dependencies that the compiler reported in the last build. A file that no build step reads
(a document, a recorded value) affects the tests of its folder below tests/, elsewhere all tests."""

import collections
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = {path.name for path in (ROOT / "tests").iterdir()}


def output_of(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def changed_files(base):
    names = output_of("git", "diff", "--name-only", base).splitlines()
    names += output_of("git", "ls-files", "--others", "--exclude-standard").splitlines()
    return sorted(set(names))


def paths_of(text):
    """The paths of a line of build.ninja, which escapes spaces, colons and dollars."""
    paths = re.findall(r"(?:\$.|[^\s$])+", text)
    return [re.sub(r"\$(.)", r"\1", path) for path in paths if path != "|"]


class Dependencies:
    """The users of every file and the inputs of every output, with paths relative to the build
    folder or absolute."""

    def __init__(self, build):
        self.build = build
        self.users = collections.defaultdict(set)
        self.inputs = collections.defaultdict(set)
        self._read_edges()
        self._read_headers()

    def _read_edges(self):
        text = (self.build / "build.ninja").read_text()
        for line in re.findall(r"^build (.+)$", text, re.M):
            outputs, rest = re.split(r"(?<!\$):", line, maxsplit=1)
            rule, _, inputs = rest.strip().partition(" ")
            inputs, _, ordered = inputs.partition("||")
            if "LINKER" in rule:  # shared libraries, and programs that a test starts
                inputs += " " + ordered
            for output in paths_of(outputs):
                self.inputs[output].update(paths_of(inputs))
            for source in paths_of(inputs):
                self.users[source].update(paths_of(outputs))

    def _read_headers(self):
        for line in output_of("ninja", "-C", str(self.build), "-t", "deps").splitlines():
            if line.startswith("    "):
                self.users[line.strip()].add(target)
            elif line and not line.startswith("ninja:"):
                target = line.split(": #deps", 1)[0]

    def affected_by(self, names):
        """All outputs of build steps that depend on these files."""
        found, reached = set(), []
        for name in names:
            reached += [str(ROOT / name), f"../../{name}"]  # ccache makes paths relative
        while reached:
            for user in self.users[reached.pop()] - found:
                found.add(user)
                reached.append(user)
        return found


class Test:
    def __init__(self, row, build):
        self.name = row["name"]
        properties = {each["name"]: each["value"] for each in row.get("properties", [])}
        self.command = self._files(row.get("command", []), build)
        labels = properties.get("LABELS", [])
        self.folder = next((label for label in labels if label in FOLDERS), "")
        environment = properties.get("ENVIRONMENT", [])
        self.from_python = any("PYTHONPATH=" in value for value in environment)
        self.named = self._files((value.partition("=")[2] for value in environment), build)

    @staticmethod
    def _files(words, build):
        return [word.removeprefix(str(build) + "/") for word in words]

    def is_affected(self, affected, dependencies):
        if self.from_python and any(path.startswith("python/ngraph/_engine") for path in affected):
            return True
        if not self.command:  # its program was never built
            return True
        program = self.command[0]
        if not program.endswith("_tests"):
            return any(part in affected for part in self.command + self.named)
        parts = [part for part in dependencies.inputs[program]
                 if part in affected and "_autogen" not in part]
        own_class = f"/{self.command[1]}.cpp.o"
        return any(part.endswith(own_class) or not part.endswith("_test.cpp.o") for part in parts)


def folders_of(names, dependencies):
    """The folders of tests whose files no build step reads; None: all tests are affected."""
    folders = set()
    for name in names:
        if name.endswith(("CMakeLists.txt", ".cmake")) or name in ("dev", "CMakePresets.json"):
            return None
        if dependencies.affected_by([name]):
            continue
        parts = name.split("/")
        if parts[0] == "tests" and len(parts) > 2 and parts[1] not in ("reference", "golden"):
            folders.add(parts[1])
        elif name.startswith("engine/python/"):
            folders.add("python")
        else:
            return None
    return folders


def main(build, base):
    build = pathlib.Path(build).resolve()
    names = changed_files(base)
    dependencies = Dependencies(build)
    rows = json.loads(output_of("ctest", "--test-dir", str(build), "--show-only=json-v1"))["tests"]
    tests = [Test(row, build) for row in rows]
    folders = folders_of(names, dependencies)
    if folders is not None:
        affected = dependencies.affected_by(names)
        if names:
            folders.add("house")  # its rules are about all files
        tests = [test for test in tests
                 if test.folder in folders or test.is_affected(affected, dependencies)]
    print("targets", *sorted({test.folder + "_tests" for test in tests}))
    print("tests", *sorted({test.name for test in tests}))


if __name__ == "__main__":
    main(*sys.argv[1:])
