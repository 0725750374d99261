# SPDX-License-Identifier: Apache-2.0
"""Structural rules of the source tree. Each function takes the tree and returns a list of
violations."""

import pathlib
import re

from prose_rules import identifiers_are_plain, no_idioms

# Includes run downward only: a file may include its own room and rooms on lower floors.
FLOORS = {
    "engine/base": 1,
    "engine/kernels": 2, "engine/parsing": 2,
    "engine/graph": 3, "engine/runtime": 3,
    "engine/ops": 4, "engine/backends": 4, "engine/records": 4,
    "engine/lowering": 5, "engine/autodiff": 5, "engine/formats": 5,
    "engine/passes": 6, "engine/frontends": 6,
    "engine/session": 7,
    "engine/documents": 8, "engine/trace": 8, "engine/analysis": 8, "engine/provenance": 8,
    "engine/deploy": 8, "engine/distributed": 8,
    "engine/comparison": 9, "engine/neon": 9, "engine/remote": 9, "engine/tables": 9,
    "engine/python": 10, "engine/c_api": 10, "engine/editing": 10,
    "views": 11,
    "app/cli": 12, "app/hdf5": 12,
    "app/images": 12, "app/layout": 12, "app/link": 12, "app/manual": 11,
    "app/settings": 12,
    "app/drafts": 13, "app/saved": 13, "app/scripts": 13,
    "app/window": 14,
}
# Records are plain structs: besides engine/base and the parsers they use these vocabularies only.
RECORD_HEADERS = {"engine/graph/axis_name.h", "engine/graph/family.h",
                  "engine/graph/op_traits.h", "engine/runtime/buffer_kind.h",
                  "engine/runtime/gpu_use.h"}
# Besides engine/base, engine/records and engine/tables, views include these headers: functions of
# records, and files that are read without the live engine.
VIEW_HEADERS = {
    "engine/analysis/axis_facts.h", "engine/analysis/document_difference.h",
    "engine/analysis/difference/main_op.h", "engine/analysis/health_log.h",
    "engine/analysis/memory_facts.h", "engine/analysis/pass_moves.h",
    "engine/analysis/roofline.h", "engine/analysis/compare/tensor_difference.h",
    "engine/documents/binding/checkpoint_match.h",
    "engine/documents/binding/match_checkpoints.h",
    "engine/documents/checkpoint_contents.h", "engine/documents/op_docs.h",
    "engine/documents/open_tensors.h",
    "engine/graph/family.h",
    "engine/documents/tensor_window.h",
    "engine/formats/overlays/overlay.h",
    "engine/trace/event_query.h", "engine/trace/timeline.h", "engine/trace/trace_file.h",
}
# Folders that every view may include; any other folder of views/ is a view of its own.
SHARED_VIEW_FOLDERS = {"core", "widgets", "layout"}
BACKENDS = ("reference", "cpu", "gpu")

SOURCE_ROOTS = ("engine", "views", "app", "tests", "sample_graphs")
SOURCE_SUFFIXES = (".h", ".cpp", ".py", ".cu")
MOST_COLUMNS = 100
# Sizes are warnings: a thing this large is often two things, and a reader decides.
MOST_LINES = 1000
MOST_BASE_CODE = 3240
MOST_FILES = 80  # of one folder
MOST_SOURCES = 4  # .cpp files of one class
MOST_METHODS = 64  # declared by one class
MOST_PICTURE_BYTES = 150_000
# Classes whose methods forward to a member, with the reason.
PROXIES = {
    "Results": "a sequence: access to its values",
}
# Table file, pattern of its rows, record type, suffix of the record's name, documentation fields.
TABLES = (
    ("engine/ops/op_table.cpp", r"&(\w+)_op\b", "OpDef", "_op", (".doc",)),
    ("engine/ops/elementwise/elementwise.h", r"&(\w+)_op\b", "OpDef", "_op", (".doc",)),
    ("engine/passes/pipeline.cpp", r"&(\w+)\b", "Pass", "", (".sentence", ".reason")),
    ("engine/backends/backend_table.cpp", r"&(\w+)_backend\b", None, "", ()),
    ("engine/formats/format_table.cpp", r"&(\w+)_format\b", "Format", "_format", (".title",)),
    ("views/view_table.cpp", r"^\s*\{\.id = \"([\w-]+)\"", None, "", ()),
    ("app/cli/command_table.cpp", r"^\s*(?:\{\"([\w-]+)\"|&(\w+)_command\b)", None, "", ()),
)


class Tree:
    """The source files below a root, read once."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.texts = {}
        for top in SOURCE_ROOTS:
            for path in sorted((self.root / top).rglob("*")):
                if path.suffix in SOURCE_SUFFIXES and path.is_file():
                    name = path.relative_to(self.root).as_posix()
                    self.texts[name] = path.read_text(encoding="utf-8")
        self.documents = {}
        for path in sorted((*self.root.glob("*.md"),
                            *(found for top in (*SOURCE_ROOTS, "resources")
                              for found in (self.root / top).rglob("*.md")))):
            name = path.relative_to(self.root).as_posix()
            self.documents[name] = path.read_text(encoding="utf-8")

    def below(self, *tops):
        return {n: t for n, t in self.texts.items() if n.split("/")[0] in tops}


def room_of(name):
    parts = name.split("/")
    for depth in (2, 1):
        room = "/".join(parts[:depth])
        if room in FLOORS and len(parts) > depth:
            return room
    return None


def includes_of(text):
    return [(number, match[1] == "<", match[2])
            for number, line in enumerate(text.splitlines(), 1)
            if (match := re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line))]


def includes_run_downward(tree):
    complaints = []
    for name, text in tree.below("engine", "views", "app").items():
        own = room_of(name)
        if own is None and name.count("/") > 1:
            complaints.append(f"{name}: the room has no floor in FLOORS")
        for number, system, target in includes_of(text):
            other = room_of(target)
            if own is None or other is None or system or other == own:
                continue
            if FLOORS[other] >= FLOORS[own]:
                complaints.append(f"{name}:{number}: {own} (floor {FLOORS[own]}) includes {target} "
                                  f"(floor {FLOORS[other]})")
    return complaints


def includes_start_at_the_root(tree):
    complaints = []
    for name, text in tree.texts.items():
        for number, system, target in includes_of(text):
            if system or target.endswith(".moc") or (tree.root / target).is_file():
                continue
            complaints.append(f"{name}:{number}: no such file below the root: {target}")
    return complaints


def no_qt_in_the_engine(tree):
    return [f"{name}:{number}: the engine includes Qt: {target}"
            for name, text in tree.below("engine").items()
            for number, _, target in includes_of(text)
            if re.match(r"Q[A-Za-z]+(/|$)|q[a-z]+\.h$", target)]


def views_include_records_and_themselves(tree):
    complaints = []
    for name, text in tree.below("views").items():
        folder = name.split("/")[1]
        for number, system, target in includes_of(text):
            if system:
                continue
            parts = target.split("/")
            if parts[0] == "engine" and parts[1] not in ("base", "records", "tables") \
                    and target not in VIEW_HEADERS:
                complaints.append(f"{name}:{number}: a view may include records and tables only, "
                                  f"not {target}")
            if parts[0] != "views" or len(parts) < 3 or name.count("/") < 2:
                continue
            if parts[1] != folder and parts[1] not in SHARED_VIEW_FOLDERS:
                complaints.append(f"{name}:{number}: a view includes another view: {target}")
            if folder in ("core", "widgets") and parts[1] not in ("core", folder):
                complaints.append(f"{name}:{number}: a shared views folder includes {target}")
    return complaints


def the_window_names_no_view(tree):
    """What the window needs of a view is in its row of view_table."""
    return [f"{name}:{number}: the window includes a view: {target}"
            for name, text in tree.below("app").items()
            for number, system, target in includes_of(text)
            if not system and target.startswith("views/") and target.count("/") > 1
            and target.split("/")[1] not in SHARED_VIEW_FOLDERS]


def records_are_plain(tree):
    return [f"{name}:{number}: records are plain structs and must not include {target}"
            for name, text in tree.below("engine").items() if room_of(name) == "engine/records"
            for number, system, target in includes_of(text)
            if not system and target not in RECORD_HEADERS
            and room_of(target) not in ("engine/base", "engine/parsing", "engine/records")]


def backends_do_not_include_each_other(tree):
    complaints = []
    for name, text in tree.below("engine").items():
        own = re.match(r"engine/backends/(\w+)/", name)
        for number, _, target in includes_of(text):
            other = re.match(r"engine/backends/(\w+)/", target)
            if own and other and own[1] != other[1] and {own[1], other[1]} <= set(BACKENDS):
                complaints.append(f"{name}:{number}: a backend includes another: {target}")
    return complaints


def files_are_small(tree):
    return [f"{name}: {lines} lines, at most {MOST_LINES}; split it"
            for name, text in tree.texts.items()
            if (lines := text.count("\n")) > MOST_LINES]


def lines_are_short(tree):
    """Comments and code. Raw strings are texts of other languages, users' programs are as found."""
    raw = re.compile(r"R\"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)\"", re.DOTALL)
    return [f"{name}:{number}: {len(line)} columns, at most {MOST_COLUMNS}"
            for name, text in tree.texts.items()
            if not name.startswith("tests/python/seed_programs/")
            for number, line in enumerate(
                raw.sub(lambda m: "\n" * m[0].count("\n"), text).split("\n"), 1)
            if len(line) > MOST_COLUMNS]


def folders_are_small(tree):
    files = {}
    for name in tree.below("engine", "views", "app"):
        files.setdefault(name.rsplit("/", 1)[0], []).append(name)
    return [f"{folder}: {len(names)} files, at most {MOST_FILES}; divide it by subject"
            for folder, names in files.items() if len(names) > MOST_FILES]


def sources_of_classes(tree):
    """.cpp files by room and class: those with a method's definition at the start of a line."""
    method = re.compile(r"^(?=\w)(?:[\w:<>,*&\[\] ]+[ *&])?(?:\w+::)*([A-Z]\w*)::~?\w+\(",
                        re.MULTILINE)
    found = {}
    for name, text in tree.below("engine", "views", "app").items():
        if not name.endswith(".cpp"):
            continue
        for each in method.finditer(text):
            room = "/".join(name.split("/")[:2])
            found.setdefault((room, each[1]), set()).add(name)
    return found


def classes_have_few_sources(tree):
    return [f"{room}: {owner} has {len(names)} .cpp files, at most {MOST_SOURCES}; divide it by "
            f"responsibility: {', '.join(sorted(names))}"
            for (room, owner), names in sources_of_classes(tree).items()
            if len(names) > MOST_SOURCES]


def class_bodies(text):
    """Name and body of each class and struct of a header; nested braces are replaced by ';'."""
    text = re.sub(r"//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'", "", text)
    for head in re.finditer(r"\b(?:class|struct)\s+(\w+)(?:\s+final)?\s*(?::[^;{(]*)?\{", text):
        depth, body = 1, []
        for letter in text[head.end():]:
            depth += (letter == "{") - (letter == "}")
            if depth == 0:
                break
            if depth == 1:
                body.append(";" if letter == "}" else letter)
        yield head[1], "".join(body)


def methods_of(name, body):
    """Names of the methods that a class declares itself: without constructors, overrides and
    signals."""
    body = re.sub(r"\bsignals\s*:.*?(?=\b(?:public|private|protected)\b[^;]*?:(?!:)|\Z)", "", body,
                  flags=re.DOTALL)
    body = re.sub(r"\b(?:public|private|protected)\b\s*(?:slots)?\s*:(?!:)"
                  r"|\bQ_[A-Z]+\b(?:\([^)]*\))?", "", body)
    found = set()
    for declaration in body.split(";"):
        method = re.search(r"([\w~]+|operator\S+?)\s*\(", declaration)
        before = declaration[:method.start()] if method else "="
        is_type = re.match(r"\s*(?:using|friend|enum|class|struct|typedef|static_assert)\b", before)
        if "=" not in before and not is_type and before.count("<") == before.count(">") \
                and method[1].lstrip("~") != name and "override" not in declaration:
            found.add(method[1])
    return found


def classes_have_few_methods(tree):
    return [f"{header}: {name} declares {len(methods)} methods, at most {MOST_METHODS}; divide it "
            "by responsibility"
            for header, text in tree.below("engine", "views", "app").items()
            if header.endswith(".h")
            for name, body in class_bodies(text)
            if len(methods := methods_of(name, body)) > MOST_METHODS]


# A call of a member as all that a method does, in the class or in its source.
FORWARDED = r"\{\s*(?:return\s+)?(\w+_)(?:\.|->)\w+\([^;{}]*\);\s*\}"


def forwards_of(name, text):
    """Member to which most methods of the class forward, and how many do."""
    counts = {}
    inside_class = rf"^(?:class|struct) {name}\b[^;{{]*\{{(.*?)^\}};"
    for inside in re.finditer(inside_class, text, re.M | re.S):
        for found in re.finditer(r"^  [^\n;{}()]*\w\([^;{}]*\)(?: const)?(?: override)?\s*"
                                 + FORWARDED, inside[1], re.M):
            counts[found[1]] = counts.get(found[1], 0) + 1
    for found in re.finditer(rf"^[^\n;{{}}()]*\b{name}::\w+\([^;{{}}]*\)(?: const)?\s*{FORWARDED}",
                             text, re.M):
        counts[found[1]] = counts.get(found[1], 0) + 1
    return max(counts.items(), key=lambda item: item[1], default=("", 0))


def no_class_is_a_proxy(tree):
    """A class most of whose methods forward to one member adds a place to read and no idea."""
    complaints = []
    for header, text in tree.below("engine", "views", "app").items():
        if not header.endswith(".h"):
            continue
        code = re.sub(r"//[^\n]*", "", text + tree.texts.get(header[:-2] + ".cpp", ""))
        for name, body in class_bodies(text):
            methods = methods_of(name, body)
            member, count = forwards_of(name, code) if len(methods) > 3 else ("", 0)
            if name not in PROXIES and count > 3 and count * 2 > len(methods):
                complaints.append(f"{header}: {count} of {len(methods)} methods of {name} forward "
                                  f"to {member}; let its users have the member")
    return complaints


def base_is_small(tree):
    code = 0
    for name, text in tree.texts.items():
        if name.startswith("engine/base/"):
            code += sum(1 for line in text.splitlines()
                        if line.strip() and not line.strip().startswith("//"))
    return [f"engine/base: {code} lines of code, at most {MOST_BASE_CODE}"] \
        if code > MOST_BASE_CODE else []


def files_start_with_licence_and_purpose(tree):
    complaints = []
    for name, text in tree.texts.items():
        lines = text.splitlines()
        if lines and lines[0].startswith("#!"):
            lines = lines[1:]
        mark = "#" if name.endswith(".py") else "//"
        if not lines or lines[0] != f"{mark} SPDX-License-Identifier: Apache-2.0":
            complaints.append(f"{name}: the first line is not the licence line")
        elif name.endswith(".h"):
            if len(lines) < 2 or not lines[1].startswith("// "):
                complaints.append(f"{name}: no description below the licence line")
            if "#pragma once" not in lines:
                complaints.append(f"{name}: lacks #pragma once")
    return complaints


def colours_come_from_the_theme(tree):
    return [f"{name}:{number}: a literal colour; take it from the theme"
            for name, text in tree.below("engine", "views", "app").items()
            if not name.startswith("views/core/theme")
            for number, line in enumerate(text.splitlines(), 1)
            if re.search(r"#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?\b", line)]


def no_unfinished_work(tree):
    words = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
    return [f"{name}:{number}: unfinished work: {line.strip()}"
            for name, text in tree.texts.items()
            for number, line in enumerate(text.splitlines(), 1) if words.search(line)]


def numbers_have_no_locale(tree):
    """printf and strtod use the decimal comma of a host's locale; engine/base/number.h does not.
    Raw strings are texts of other programs."""
    raw = re.compile(r"R\"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)\"", re.DOTALL)
    found = re.compile(r"\bs?n?printf\([^;]*?(?<!\\)\"[^\"]*%[-+ #0]*[\d.*]*l?[aefg]|"
                       r"\bsscanf\([^;]*?\"[^\"]*%\*?\d*l?[aefg]|"
                       r"\b(?:strto[df]|atof|std::sto[df]|std::stold)\(", re.IGNORECASE)
    complaints = []
    for name, text in tree.below("engine", "views").items():
        text = raw.sub(lambda m: "\n" * m[0].count("\n"), text)
        for each in found.finditer(text):
            complaints.append(f"{name}:{text.count(chr(10), 0, each.start()) + 1}: follows the "
                              f"locale: {each[0][:40]}")
    return complaints


def no_machine_specific_paths(tree):
    anywhere = r"/(?:wo" + r"rk|ro" + r"ot)/"
    in_sources = anywhere + r"|/(?:ho" + r"me/|tm" + r"p\b)"
    return [f"{name}:{number}: a machine-specific path: {line.strip()}"
            for name, text in tree.texts.items()
            for number, line in enumerate(text.splitlines(), 1)
            if re.search(rf"(?<![\w.])(?:{anywhere if name.startswith('tests/') else in_sources})",
                         line)]


def sources_are_built(tree):
    """Sources of programs and test classes are found by their place; the others of tests are
    listed."""
    lists = "\n".join(path.read_text(encoding="utf-8")
                      for top in SOURCE_ROOTS
                      for path in (tree.root / top).rglob("CMakeLists.txt"))
    listed = set(re.findall(r"[\w./]+\.cpp", lists))
    names = {entry.rsplit("/", 1)[-1] for entry in listed}
    return [f"{name}: not listed in any CMakeLists.txt" for name in tree.texts
            if name.startswith("tests/") and name.endswith(".cpp")
            and not name.endswith("_test.cpp") and name.rsplit("/", 1)[-1] not in names]


def table_rows(tree, table, pattern):
    text = tree.texts.get(table, "")
    found = re.findall(pattern, re.sub(r"//.*", "", text), re.MULTILINE)
    rows = [row if isinstance(row, str) else next(part for part in row if part) for row in found]
    return list(dict.fromkeys(rows))


def tests_mention(tests, row):
    # Quoted, called, or as the record: the word in a sentence does not count.
    words = rf'"{row}[" ]|\b{row}\s*\(|\b{row}_(?:op|format|backend|command)\b|&{row}\b|ng::{row}\b'
    return re.search(words, tests) is not None


def rows_have_tests(tree):
    tests = "\n".join(text for name, text in tree.below("tests").items()
                      if not name.startswith("tests/house/"))
    return [f"{table}: no test mentions the row {row}"
            for table, pattern, *_ in TABLES
            for row in table_rows(tree, table, pattern) if not tests_mention(tests, row)]


def ops_are_asked_for_traits(tree):
    """Outside engine/ops nobody tests which op an op is: a trait of its record answers."""
    names = "|".join(row for table, pattern, record, *_ in TABLES if record == "OpDef"
                     for row in table_rows(tree, table, pattern))
    asks = re.compile(r"[=!]= *&(?:\w+::)*\w+_op\b|&(?:\w+::)*\w+_op *[=!]="
                      r"|\b(?:op|op_name|def->name|def\.name|kind_name) *[=!]= *"
                      rf"[\"'](?:{names})[\"']")
    return [f"{name}:{number}: asks for the op's identity, not for a trait: {line.strip()}"
            for name, text in tree.below("engine", "views", "app").items()
            if not name.startswith("engine/ops/")
            for number, line in enumerate(text.splitlines(), 1) if asks.search(line)]


def views_have_pages(tree):
    """Each view has a page with a picture that ./dev pictures writes."""
    rows = tree.root / "resources/pictures/pictures.list"
    listed = rows.read_text(encoding="utf-8").splitlines() if rows.is_file() else ()
    drawn = {line.split()[0] for line in listed if line and line[0] != "#"}
    complaints = []
    for view in table_rows(tree, "views/view_table.cpp", r"^\s*\{\.id = \"([\w-]+)\""):
        page = tree.documents.get(f"resources/docs/views/{view}.md")
        if page is None:
            complaints.append(f"resources/docs/views/{view}.md is missing")
        elif f"(../../pictures/{view}.png)" not in page or view not in drawn:
            complaints.append(f"resources/docs/views/{view}.md: no picture of {view} in "
                              "resources/pictures/pictures.list, or not shown")
    for name in sorted(drawn):
        picture = tree.root / "resources/pictures" / f"{name}.png"
        if not picture.is_file() or picture.stat().st_size > MOST_PICTURE_BYTES:
            complaints.append(f"resources/pictures/{name}.png is missing or too large: write it "
                              "with ./dev pictures")
    return complaints


def rows_are_documented(tree):
    complaints = []
    for table, pattern, record, suffix, fields in TABLES:
        if record is None:
            continue
        folder = table.rsplit("/", 1)[0]
        texts = "\n".join(t for n, t in tree.texts.items() if n.startswith(folder + "/"))
        for row in table_rows(tree, table, pattern):
            block = re.search(rf"^const {record} {row}{suffix} = \{{(.*?)^\}};", texts,
                              re.MULTILINE | re.DOTALL)
            if not block:
                complaints.append(f"{table}: the record of the row {row} is not in {folder}")
                continue
            for field in fields:
                if not re.search(rf"{re.escape(field)}\s*=\s*\"[^\"]{{10,}}", block[1]):
                    complaints.append(f"{folder}: {row}{suffix} lacks {field}")
    return complaints


SIZES = (files_are_small, folders_are_small, classes_have_few_sources, classes_have_few_methods,
         base_is_small)
RULES = (
    includes_run_downward, includes_start_at_the_root, no_qt_in_the_engine,
    views_include_records_and_themselves, the_window_names_no_view, records_are_plain,
    backends_do_not_include_each_other, no_class_is_a_proxy, lines_are_short,
    files_start_with_licence_and_purpose, colours_come_from_the_theme, no_unfinished_work,
    no_idioms, identifiers_are_plain, numbers_have_no_locale, no_machine_specific_paths,
    sources_are_built, rows_have_tests, rows_are_documented, ops_are_asked_for_traits,
    views_have_pages,
)
