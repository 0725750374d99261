// SPDX-License-Identifier: Apache-2.0
// Tests that disabling passes, singly or together, changes no value: every computation on cpu
// against the reference transformer.
#include <QtTest>
#include <map>
#include <random>

#include "engine/graph/op_def.h"
#include "engine/passes/pass.h"
#include "engine/passes/pass_options.h"
#include "engine/records/pass_phase.h"
#include "engine/session/compile_options.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"
#include "tests/support/training_graphs.h"

using namespace ng;

namespace {

// Names of all passes that can be disabled.
std::vector<std::string> optional_passes() {
  std::vector<std::string> names;
  for (const Pass* pass : pass_table()) {
    if (!pass->required) names.emplace_back(pass->name);
  }
  return names;
}

CompileOptions without(const std::set<std::string>& disabled) {
  CompileOptions options;
  options.passes.disabled = disabled;
  return options;
}

// Reference values, computed once per computation.
const std::vector<Values>& expected_of(const TriedComputation& tried) {
  static std::map<std::string, std::vector<Values>> known;
  const auto found = known.find(tried.name);
  if (found != known.end()) return found->second;
  return known[tried.name] = run_calls(tried, "reference");
}

void check(const TriedComputation& tried, const CompileOptions& options, const QString& how) {
  const std::vector<Values>& expected = expected_of(tried);
  const std::vector<Values> found = run_calls(tried, "cpu", options);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const QString wrong = difference(found[i], expected[i], 1e-5, 2e-6);
    QVERIFY2(wrong.isEmpty(), qPrintable(QString("%1, %2, call %3: %4")
                                             .arg(QString::fromStdString(tried.name), how)
                                             .arg(i)
                                             .arg(wrong)));
  }
}

}  // namespace

class BackendsAgreeTest : public QObject {
  Q_OBJECT
 private slots:
  void all_passes();
  void no_passes();
  void each_pass_alone_data() { add_passes(); }
  void each_pass_alone();
  void each_pass_disabled_data() { add_passes(); }
  void each_pass_disabled();
  void pipelines_in_other_orders_data();
  void pipelines_in_other_orders();
  void impossible_pipelines();
  void all_dots_by_library();
  void interpreter();
  void host_compiler();
  void reference_in_double();
  void with_every_op_watched();

 private:
  static void add_passes() {
    QTest::addColumn<QString>("pass");
    for (const std::string& name : optional_passes()) {
      QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
  }
};

void BackendsAgreeTest::all_passes() {
  for (const auto& tried : all_tried_computations()) check(tried, without({}), "all passes");
}

void BackendsAgreeTest::no_passes() {
  const auto names = optional_passes();
  for (const auto& tried : all_tried_computations()) {
    check(tried, without({names.begin(), names.end()}), "no passes");
  }
}

void BackendsAgreeTest::each_pass_alone() {
  QFETCH(QString, pass);
  const auto names = optional_passes();
  std::set<std::string> disabled(names.begin(), names.end());
  disabled.erase(pass.toStdString());
  for (const auto& tried : all_tried_computations())
    check(tried, without(disabled), "only " + pass);
}

void BackendsAgreeTest::each_pass_disabled() {
  QFETCH(QString, pass);
  for (const auto& tried : all_tried_computations()) {
    check(tried, without({pass.toStdString()}), "without " + pass);
  }
}

// The passes between state versioning and fusion, in any order and with repetitions.
void BackendsAgreeTest::pipelines_in_other_orders_data() {
  QTest::addColumn<int>("graph");
  for (int i = 0; i < static_cast<int>(training_graphs().size()); ++i) {
    QTest::addRow("graph %d", i) << i;
  }
}

void BackendsAgreeTest::pipelines_in_other_orders() {
  QFETCH(int, graph);
  std::mt19937 random(3 + static_cast<unsigned>(graph));
  const std::vector<TriedComputation> all = training_graphs();
  const Pipeline usual = passes_of(default_pipeline(), PassPhase::graph);
  const std::vector<const Pass*> movable(usual.begin() + 3, usual.end() - 1);
  const int orders = 60 / static_cast<int>(all.size()) + 1;
  for (int i = 0; i < orders; ++i) {
    CompileOptions options;
    if (random() % 2) options.pipeline.push_back(find_pass("stable_patterns"));
    for (const char* name : {"expand_deriv", "version_state"}) {
      options.pipeline.push_back(find_pass(name));
      if (random() % 3 == 0) options.pipeline.push_back(find_pass("stable_patterns"));
    }
    for (int k = 0; k < 10; ++k) options.pipeline.push_back(movable[random() % movable.size()]);
    if (random() % 4) options.pipeline.push_back(find_pass("fuse"));
    QString how;
    for (const Pass* pass : options.pipeline) how += QString::fromUtf8(pass->name.data()) + ",";
    check(all[static_cast<std::size_t>(graph)], options, how);
  }
}

// An order that would change the meaning of a graph is rejected with the reason.
void BackendsAgreeTest::impossible_pipelines() {
  const std::pair<std::vector<const char*>, const char*> wrong[] = {
      {{"version_state"}, "before expand_deriv"},
      {{"expand_deriv"}, "'version_state' is missing"},
      {{"simplify", "expand_deriv", "version_state"}, "before version_state"},
      {{"expand_deriv", "version_state", "fuse", "simplify"}, "after fuse"},
      {{"expand_deriv", "version_state", "fuse", "fuse"}, "after fuse"},
      {{"expand_deriv", "version_state", "liveness", "simplify"}, "after a program pass"},
      {{"expand_deriv", "version_state", "memory_plan", "liveness"}, "not in its place"},
      {{"expand_deriv", "version_state", "liveness", "liveness"}, "not in its place"},
  };
  for (const auto& [names, why] : wrong) {
    CompileOptions options;
    for (const char* name : names) options.pipeline.push_back(find_pass(name));
    QString said = "nothing";
    try {
      run_calls(training_graphs()[0], "cpu", options);
    } catch (const Error& error) {
      said = error.what();
    }
    QVERIFY2(said.contains(why), qPrintable(said));
  }
}

void BackendsAgreeTest::all_dots_by_library() {
  CompileOptions options;
  options.passes.library_dot_flops = 0;
  for (const auto& tried : all_tried_computations()) check(tried, options, "dots by library");
}

void BackendsAgreeTest::interpreter() {
  qputenv("NGRAPH_JIT", "none");
  for (const auto& tried : all_tried_computations()) check(tried, without({}), "interpreter");
  qunsetenv("NGRAPH_JIT");
}

// Without the plugin the host's compiler is used; without that, the interpreter.
void BackendsAgreeTest::host_compiler() {
  qputenv("NGRAPH_JIT", "host");
  for (const auto& tried : training_graphs()) check(tried, without({}), "host compiler");
  qunsetenv("NGRAPH_JIT");
}

void BackendsAgreeTest::reference_in_double() {
  for (const auto& tried : all_tried_computations()) {
    const auto expected = run_calls(tried, "reference", in_double());
    const auto found = run_calls(tried, "reference");
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const QString wrong = difference(found[i], expected[i], 1e-5, 2e-6);
      QVERIFY2(wrong.isEmpty(), qPrintable(QString::fromStdString(tried.name) + ": " + wrong));
    }
  }
}

// Watching stores values and splits kernels there; results and watched values agree.
void BackendsAgreeTest::with_every_op_watched() {
  for (const auto& tried : all_tried_computations()) {
    CompileOptions options;
    for (const NodePtr& node : ordered_nodes({tried.computation.value()})) {
      const Traits& traits = node->def->traits;
      if (node->results.empty() || traits.is_sequencing() || traits.is_source()) continue;
      options.watched.push_back(Value{node, 0});
    }
    check(tried, options, "everything watched");
    std::vector<std::vector<double>> values[2];
    for (int i : {0, 1}) {
      const TransformerPtr transformer = allocate_transformer(i ? "cpu" : "reference");
      const Computation f = transformer->add_computation(tried.computation, options);
      f.call(tried.arguments[0]);
      for (std::size_t k = 0; k < options.watched.size(); ++k) {
        values[i].push_back(f.watched(k).values());
      }
    }
    for (std::size_t k = 0; k < options.watched.size(); ++k) {
      // Terms of a second derivative nearly cancel, so the tolerance is one digit wider.
      const QString wrong = difference(values[1][k], values[0][k], 4e-5, 2e-5);
      QVERIFY2(wrong.isEmpty(),
               qPrintable(QString::fromStdString(tried.name + ": " + describe(options.watched[k]) +
                                                 ": " + wrong.toStdString())));
    }
  }
}

NGRAPH_TEST(BackendsAgreeTest, QCoreApplication)
#include "backends_agree_test.moc"
