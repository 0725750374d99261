// SPDX-License-Identifier: Apache-2.0
// Tests that names of ops and axes do not decide what is compiled: a graph that is built again,
// with other automatic names, uses the machine code in the cache, on cpu and on gpu.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/backends/cpu/cpu_source.h"
#include "engine/backends/gpu/gpu_source.h"
#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// A loop, a reduction, shared operands, and an epilogue: every place where a text has names.
Computation built(Transformer& transformer, const std::string& prefix) {
  const Axis n = make_axis(7, prefix + "N"), c = make_axis(33, prefix + "C");
  const Op x = placeholder(Axes{n, c}).named(prefix + "x"), w = variable(Axes{c}, 0.5);
  const Op part = (x * w + x).named(prefix + "part");
  const Op mean = sum(part, out_axes(Axes{n})) / 33.0;
  const ScanResult loop =
      scan(n, {constant(0.0)}, {mean}, [](const auto& states, const auto& elements) {
        return ScanStep{{states[0] * 0.5 + elements[0]}, {}};
      });
  return transformer.computation({tanh(part), loop.states[0], assign(w, w * 0.5)}, x);
}

std::string cpu_text(const Computation& computation, NamesInText names) {
  std::string text;
  for_each_program(computation.compilation().program, [&](const Program& program) {
    for (const CpuUnits::Unit& unit : cpu_units(program, 32, names).units) text += unit.text;
  });
  return text;
}

std::string gpu_text(const Computation& computation) {
  std::string text;
  for_each_program(computation.compilation().program,
                   [&](const Program& program) { text += gpu_source(program).text; });
  return text;
}

}  // namespace

class NeutralNamesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_graph_built_again_is_not_compiled_again() {
    QTemporaryDir folder;
    qputenv("NGRAPH_CACHE_DIR", folder.path().toUtf8());
    const auto entries = [&] { return QDir(folder.path()).entryList({"*.obj"}).size(); };
    const TransformerPtr first = allocate_transformer("cpu");
    built(*first, "")(Tensor(DType::f32, {7, 33}));
    const auto compiled = entries();
    if (compiled == 0) QSKIP("no compiler writes to the cache");
    const TransformerPtr second = allocate_transformer("cpu");
    built(*second, "")(Tensor(DType::f32, {7, 33}));
    QCOMPARE(entries(), compiled);
    const TransformerPtr third = allocate_transformer("cpu");
    built(*third, "other_")(Tensor(DType::f32, {7, 33}));
    QCOMPARE(entries(), compiled);
    qunsetenv("NGRAPH_CACHE_DIR");
  }

  void texts_that_are_compiled_have_no_names() {
    const TransformerPtr transformer = allocate_transformer("cpu");
    const Computation one = built(*transformer, ""), other = built(*transformer, "other_");
    QVERIFY(cpu_text(one, NamesInText::neutral).size() > 1000);
    QCOMPARE(cpu_text(other, NamesInText::neutral), cpu_text(one, NamesInText::neutral));
    QVERIFY(cpu_text(other, NamesInText::neutral).find("other_") == std::string::npos);
    QVERIFY(cpu_text(other, NamesInText::of_ops).find("other_") != std::string::npos);
    QVERIFY(gpu_text(one).size() > 1000);
    QCOMPARE(gpu_text(other), gpu_text(one));
  }
};

NGRAPH_TEST(NeutralNamesTest)
#include "neutral_names_test.moc"
