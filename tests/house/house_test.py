# SPDX-License-Identifier: Apache-2.0
"""Checks the source tree against the structural rules, and the rules against planted faults."""

import pathlib
import sys
import tempfile
import unittest

import house_rules as rules

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPDX = "// SPDX-License-Identifier: Apache-2.0\n"


class HouseTest(unittest.TestCase):
    """One test per rule, added below."""

    @classmethod
    def setUpClass(cls):
        cls.tree = rules.Tree(ROOT)

    def test_the_ten_largest_files(self):
        sizes = sorted(((text.count("\n"), name) for name, text in self.tree.texts.items()),
                       reverse=True)
        self.assertGreater(len(sizes), 10)
        for lines, name in sizes[:10]:
            print(f"{lines:5} {name}")

    def test_sizes(self):
        for each in rules.SIZES:
            for warning in each(self.tree):
                print("warning: " + warning)


def add_rule(rule):
    def test(self):
        complaints = rule(self.tree)
        if complaints:
            self.fail("\n" + "\n".join(complaints))
    setattr(HouseTest, f"test_{rule.__name__}", test)


for each in rules.RULES:
    add_rule(each)


class PlantedFaults(unittest.TestCase):
    """Every rule finds its own kind of fault."""

    def complaints(self, rule, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder, name.replace("__", "/").replace("_dot_", "."))
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return rule(rules.Tree(folder))

    def finds(self, rule, **files):
        self.assertTrue(self.complaints(rule, **files), rule.__name__)

    def allows(self, rule, **files):
        self.assertEqual(self.complaints(rule, **files), [])

    def test_includes(self):
        down = rules.includes_run_downward
        self.finds(down, engine__graph__a_dot_h='#include "engine/ops/b.h"\n')
        self.finds(down, engine__graph__a_dot_h='#include "engine/runtime/b.h"\n')
        self.finds(down, engine__session__a_dot_h='#include "views/core/b.h"\n')
        self.finds(down, engine__trace__a_dot_h='#include "engine/analysis/b.h"\n')
        self.finds(down, engine__records__a_dot_h='#include "engine/session/b.h"\n')
        self.finds(down, engine__attic__a_dot_h="\n")
        self.allows(down, engine__ops__a_dot_h='#include "engine/graph/b.h"\n')
        self.allows(down, app__cli__a_dot_cpp='#include "engine/session/b.h"\n')
        self.finds(rules.includes_start_at_the_root, engine__ops__a_dot_h='#include "b.h"\n')
        self.finds(rules.no_qt_in_the_engine, engine__ops__a_dot_h="#include <QString>\n")
        self.finds(rules.no_qt_in_the_engine, engine__ops__a_dot_h="#include <QtCore/QString>\n")

    def test_views(self):
        see = rules.views_include_records_and_themselves
        self.finds(see, views__run__a_dot_cpp='#include "views/graph/canvas/canvas.h"\n')
        self.finds(see, views__run__a_dot_cpp='#include "engine/graph/axis.h"\n')
        self.finds(see, views__run__a_dot_cpp='#include "engine/session/transformer.h"\n')
        self.finds(see, views__run__a_dot_cpp='#include "engine/analysis/what_if.h"\n')
        self.finds(see, views__core__a_dot_cpp='#include "views/run/run_view.h"\n')
        self.allows(see, views__run__a_dot_cpp='#include "views/core/view.h"\n'
                                               '#include "engine/base/error.h"\n'
                                               '#include "engine/records/records.h"\n'
                                               '#include "engine/trace/timeline.h"\n')
        plain = rules.records_are_plain
        self.finds(plain, engine__records__a_dot_h='#include "engine/graph/graph.h"\n')
        self.allows(plain, engine__records__a_dot_h='#include "engine/graph/family.h"\n'
                                                    '#include "engine/base/error.h"\n')
        self.finds(rules.backends_do_not_include_each_other,
                   engine__backends__cpu__a_dot_h='#include "engine/backends/gpu/b.h"\n')
        self.finds(rules.colours_come_from_the_theme, views__run__a_dot_cpp='f("#12ab9f");\n')
        self.allows(rules.colours_come_from_the_theme, views__core__theme_dot_cpp='"#12ab9f"\n')

    def test_window(self):
        window = rules.the_window_names_no_view
        self.finds(window, app__window__a_dot_h='#include "views/run/run_view.h"\n')
        self.finds(rules.includes_run_downward,
                   app__drafts__a_dot_h='#include "app/window/docks.h"\n')
        self.allows(window, app__window__a_dot_h='#include "views/view_table.h"\n'
                                                 '#include "views/widgets/run_text.h"\n')

    def test_numbers(self):
        rule = rules.numbers_have_no_locale
        self.finds(rule, engine__ops__a_dot_cpp='snprintf(text, 9,\n    "%-3d %.*g", 1, 2, x);\n')
        self.finds(rule, engine__ops__a_dot_cpp='std::sscanf(text, "%lf", &x);\n')
        self.finds(rule, engine__ops__a_dot_cpp="x = std::strtod(text, nullptr);\n")
        self.allows(rule, engine__ops__a_dot_cpp='snprintf(text, 9, "%d", 1);\nf("%g");\n'
                                                 'R"(printf("%g", x);)"\n')

    def test_files(self):
        self.finds(rules.files_are_small, engine__ops__a_dot_cpp="\n" * (rules.MOST_LINES + 1))
        short = rules.lines_are_short
        self.finds(short, engine__ops__a_dot_cpp="int " + "a" * 96 + ";\n")
        self.finds(short, tests__a_dot_py="# " + "µ" * 99)
        self.allows(short, engine__ops__a_dot_cpp="// " + "µ" * 97 + "\n")
        self.allows(short, engine__ops__a_dot_cpp='f(R"(int a;\n' + "a" * 101 + ')");\n')
        small = rules.folders_are_small
        many = {f"engine__attic__a{i}_dot_h": "\n" for i in range(rules.MOST_FILES + 1)}
        self.finds(small, **many)
        many.popitem()
        self.allows(small, **many)
        few = rules.classes_have_few_sources
        halls = {f"engine__attic__a{i}_dot_cpp": "void Hall::open() {\n"
                 for i in range(rules.MOST_SOURCES + 1)}
        self.finds(few, **halls)
        self.finds(few, **{name: "const std::vector<int>& ng::Hall::rows(\n" for name in halls})
        self.finds(few, **{name: "Hall::Hall(int rows)\n" for name in halls})
        self.allows(few, **{name: "  Hall::open();\nint door() {\n" for name in halls})
        halls["engine__hall__a_dot_cpp"] = halls.pop("engine__attic__a0_dot_cpp")
        self.allows(few, **halls)
        wide = rules.classes_have_few_methods
        many = "".join(f"  int room{i}() const {{ return {{}}; }}\n"
                       for i in range(rules.MOST_METHODS + 1))
        hall = "class Hall : public House {{\n public:\n  Hall();\n{}}};\n".format
        self.finds(wide, engine__attic__a_dot_h=hall(many))
        self.allows(wide, engine__attic__a_dot_h=hall(many.replace(" const {", " override {")))
        self.allows(wide, engine__attic__a_dot_h=hall(" signals:\n" + many + " private:\n"))
        self.allows(wide, engine__attic__a_dot_h=hall("  int room(int);\n" * 65
                                                      + "  int a = f();\n" * 65))
        proxy = rules.no_class_is_a_proxy
        one = "  int room{0}() const {{ return house_.room{0}(); }}\n".format
        self.finds(proxy, engine__attic__a_dot_h=hall("".join(map(one, range(4)))))
        self.allows(proxy, engine__attic__a_dot_h=hall("".join(map(one, range(4))) + "  int a();\n"
                                                       "  int b();\n  int c();\n  int d();\n"))
        apart = "int Hall::room{0}() const {{\n  return house_->room{0}();\n}}\n".format
        self.finds(proxy, engine__attic__a_dot_cpp="".join(map(apart, range(4))),
                   engine__attic__a_dot_h=hall("".join(f"  int room{i}() const;\n"
                                                       for i in range(4))))
        self.finds(rules.base_is_small,
                   engine__base__a_dot_h="int a;\n" * (rules.MOST_BASE_CODE + 1))
        start = rules.files_start_with_licence_and_purpose
        self.finds(start, engine__ops__a_dot_cpp="int a;\n")
        self.finds(start, engine__ops__a_dot_h=SPDX + "#pragma once\n")
        self.finds(start, engine__ops__a_dot_h=SPDX + "// It.\n")
        self.allows(start, engine__ops__a_dot_h=SPDX + "// It.\n#pragma once\n")
        self.finds(rules.no_unfinished_work, engine__ops__a_dot_cpp="// TO" + "DO: it\n")
        self.finds(rules.no_machine_specific_paths, app__cli__a_dot_cpp='"/wo' + 'rk/main"\n')
        self.finds(rules.no_machine_specific_paths, app__cli__a_dot_cpp='"/tm' + 'p/x"\n')
        self.finds(rules.sources_are_built, tests__support__a_dot_cpp="",
                   tests__CMakeLists_dot_txt="support/b.cpp")

    def test_idioms(self):
        plain = rules.no_idioms
        self.finds(plain, engine__ops__a_dot_h="// What is told.\n")
        self.finds(plain, engine__ops__a_dot_h="/* Anew. */\n")
        self.finds(plain, engine__ops__a_dot_h="// It goes\n// on.\n")
        self.finds(plain, engine__ops__a_dot_cpp='f("it goes "\n  "on");\n')
        self.finds(plain, engine__ops__a_dot_cpp='f(R"(a wish)");\n')
        self.finds(plain, engine__ops__a_dot_cpp="f('\"');  // a look-alike\n")
        self.finds(plain, engine__python__a_dot_py='"""The yardstick."""\n')
        self.finds(plain, engine__python__a_dot_py="x = 1  # yet to come\n")
        self.finds(plain, engine__README_dot_md="It holds to it.\n")
        self.finds(plain, CHANGELOG_dot_md="- The weightiest terms.\n")
        self.finds(plain, resources__docs__a_dot_md="It tells of it.\n")
        self.allows(plain, engine__ops__a_dot_h="bool told_;  // `wish` is null, indeed untold\n")
        self.allows(plain, engine__ops__a_dot_cpp="told(wish, anew);\nint deed = 1'000;\n")
        self.allows(plain, engine__python__a_dot_py="told = [wish]\n")
        self.allows(plain, README_dot_md="See `told()`.\n\n```\ntold(wish)\n```\n")
        self.allows(plain, tests__house__a_dot_py="# told\n")

    def test_identifiers(self):
        plain = rules.identifiers_are_plain
        self.finds(plain, views__run__a_dot_h="bool told_;\n")
        self.finds(plain, app__link__a_dot_h="void setHalts(int);\n")
        self.finds(plain, tests__views__a_dot_cpp="int first_deed = 0;\n")
        self.finds(plain, views__run__a_dot_h="bool goesOn();\n")
        self.allows(plain, views__run__a_dot_h="int wholesome, toldo;  // odd\n")
        self.allows(plain, views__run__a_dot_cpp='f("halt");\nif (!parser.go_on()) return;\n')
        self.finds(plain, engine__ops__a_dot_h="bool told_;\n")

    def test_tables(self):
        table = {"engine__ops__op_table_dot_cpp": "rows = {&exp_op};\n"}
        record = 'const OpDef exp_op = {\n    .doc = "%s",\n};\n'
        self.finds(rules.rows_have_tests, tests__a_dot_cpp="// exp is nice\n", **table)
        self.allows(rules.rows_have_tests, tests__a_dot_cpp="exp(x);\n", **table)
        self.finds(rules.rows_are_documented, engine__ops__e_dot_cpp=record % "", **table)
        self.finds(rules.rows_are_documented, **table)
        self.allows(rules.rows_are_documented,
                    engine__ops__e_dot_cpp=record % "The exponential.", **table)
        asks = 'if (node->def == &exp_op) return;\nif (row.op != "exp") return;\n'
        self.finds(rules.ops_are_asked_for_traits, engine__passes__e_dot_cpp=asks, **table)
        self.allows(rules.ops_are_asked_for_traits, engine__ops__e_dot_cpp=asks, **table)
        self.allows(rules.ops_are_asked_for_traits,
                    engine__passes__e_dot_cpp='f(exp_op); row.name == "exp";\n', **table)
        self.finds(rules.rows_have_tests, tests__a_dot_cpp="",
                   views__view_table_dot_cpp='    {.id = "run"},\n')
        view = {"views__view_table_dot_cpp": '    {.id = "run"},\n'}
        self.finds(rules.views_have_pages, **view)
        page = {**view, "resources__docs__views__run_dot_md": "![a](../../pictures/run.png)\n"}
        drawn = {**page, "resources__pictures__pictures_dot_list": "run  a.ngraph\n"}
        self.finds(rules.views_have_pages, **page)
        self.finds(rules.views_have_pages, **drawn)
        self.allows(rules.views_have_pages, resources__pictures__run_dot_png="", **drawn)
        self.finds(rules.views_have_pages, resources__pictures__run_dot_png="x" * 200_000, **drawn)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"] + sys.argv[1:])
