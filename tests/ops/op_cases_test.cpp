// SPDX-License-Identifier: Apache-2.0
// Tests every op case: expected value, backends against the reference, gradient by differences,
// document round trip.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <set>

#include "engine/documents/document.h"
#include "engine/graph/graph.h"
#include "engine/ops/fused.h"
#include "engine/ops/op_table.h"
#include "engine/ops/opaque.h"
#include "engine/ops/scan/scan.h"
#include "engine/session/compile_options.h"
#include "tests/ops/op_cases.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

QString title(const OpCase& c) {
  return QString::fromStdString(c.op + ", " + c.variant);
}

void each_case(const std::function<void(const OpCase&)>& check) {
  for (const OpCase& c : all_op_cases()) check(c);
}

Values expected_values(const OpCase& c) {
  Values values;
  for (std::size_t i = 0; i < c.expected.size(); ++i) {
    if (!c.results[i].value().has_type()) {
      values.push_back(std::nullopt);
      continue;
    }
    values.push_back(Tensor::from(DType::f64, c.results[i].axes().lengths(), c.expected[i]));
  }
  return values;
}

bool contains(const std::vector<Op>& results, std::string_view op) {
  std::vector<Value> roots;
  for (const Op& result : results) roots.push_back(result.value());
  for (const NodePtr& node : ordered_nodes(std::span<const Value>(roots))) {
    if (node->def->name == op) return true;
  }
  return op == "computation";  // every case is run through one
}

// Sum of the first result times fixed weights: a scalar whose gradient covers every element.
Op weighted_sum(const Op& result) {
  std::vector<double> weights;
  for (std::int64_t i = 0; i < result.axes().element_count(); ++i) {
    weights.push_back(std::cos(1.0 + static_cast<double>(i)));
  }
  const Op weight =
      constant(Tensor::from(DType::f64, result.axes().lengths(), weights), result.axes());
  return sum(result * weight, out_axes(Axes()));
}

// Central differences of `f` by every element of input `which`.
std::vector<double> differences(const Computation& f, const Feeds& inputs, std::size_t which) {
  std::vector<Tensor> arguments;
  for (const auto& [placeholder, value] : inputs) {
    arguments.push_back(broadcast_to(value, DType::f64, value.shape, "an input"));
  }
  std::vector<double> slopes;
  for (std::int64_t i = 0; i < arguments[which].size(); ++i) {
    const double x = arguments[which].at(i), h = 6e-6 * std::max(1.0, std::abs(x));
    arguments[which].set(i, x + h);
    const double above = f.call(arguments).item();
    arguments[which].set(i, x - h);
    const double below = f.call(arguments).item();
    arguments[which].set(i, x);
    slopes.push_back((above - below) / (2 * h));
  }
  return slopes;
}

void check_gradient(const OpCase& c, std::size_t which) {
  const Op cost = weighted_sum(c.results[0]);
  const Op gradient = deriv(cost, c.inputs[which].first);
  const TransformerPtr transformer = allocate_transformer("reference");
  std::vector<Op> parameters;
  for (const auto& [placeholder, value] : c.inputs) parameters.push_back(placeholder);
  const Computation f = transformer->add_computation(computation({cost}, parameters), in_double());
  const Values derived = run_once("reference", {gradient}, c.inputs, in_double());
  const QString wrong =
      difference(derived[0]->values(), differences(f, c.inputs, which), 1e-6, 1e-7);
  QVERIFY2(wrong.isEmpty(),
           qPrintable(QString("%1: gradient by input %2: %3").arg(title(c)).arg(which).arg(wrong)));
}

void check_backend(const OpCase& c, const std::string& transformer, const CompileOptions& options,
                   double rtol, double atol) {
  const Values found = run_once(transformer, c.results, c.inputs, options);
  const Values expected = run_once("reference", c.results, c.inputs);
  const QString wrong = difference(found, expected, rtol, atol);
  QVERIFY2(wrong.isEmpty(), qPrintable(title(c) + ": " + wrong));
}

}  // namespace

class OpCasesTest : public QObject {
  Q_OBJECT
 private slots:
  void every_row_has_a_case();
  void expected_values_on_reference();
  void expected_values_in_double();
  void cpu_agrees_with_reference();
  void cpu_agrees_without_fusion();
  void gradients();
  void documents_round_trip();
  void every_op_has_a_cost();
};

void OpCasesTest::every_row_has_a_case() {
  std::set<std::string_view> covered;
  each_case([&](const OpCase& c) {
    if (contains(c.results, c.op)) covered.insert(find_op(c.op)->name);
  });
  for (const OpDef* row : op_table()) {
    if (row == &fused_op || row == &parameter_op) continue;  // created by the pass fuse only
    if (row == &scan_parameter_op) continue;                 // inside the cases of scan
    if (row == &opaque_op) continue;                         // cannot run
    QVERIFY2(covered.count(row->name), std::string(row->name).c_str());
  }
}

void OpCasesTest::expected_values_on_reference() {
  each_case([](const OpCase& c) {
    const Values found = run_once("reference", c.results, c.inputs);
    const QString wrong = difference(found, expected_values(c), 2e-7, 1e-7);
    QVERIFY2(wrong.isEmpty(), qPrintable(title(c) + ": " + wrong));
  });
}

void OpCasesTest::expected_values_in_double() {
  each_case([](const OpCase& c) {
    const Values found = run_once("reference", c.results, c.inputs, in_double());
    const QString wrong = difference(found, expected_values(c), 2e-8, 2e-9);
    QVERIFY2(wrong.isEmpty(), qPrintable(title(c) + ": " + wrong));
  });
}

void OpCasesTest::cpu_agrees_with_reference() {
  each_case([](const OpCase& c) { check_backend(c, "cpu", CompileOptions(), 1e-6, 1e-6); });
}

void OpCasesTest::cpu_agrees_without_fusion() {
  CompileOptions apart;
  apart.passes.disabled = {"fuse"};
  each_case([&](const OpCase& c) { check_backend(c, "cpu", apart, 1e-6, 1e-6); });
}

void OpCasesTest::gradients() {
  int checked = 0;
  each_case([&](const OpCase& c) {
    if (!c.smooth || !c.results[0].value().has_type()) return;
    for (std::size_t i = 0; i < c.inputs.size(); ++i, ++checked) check_gradient(c, i);
  });
  QVERIFY2(checked > 60, "too few inputs were checked");
}

// Saved, loaded and run again: bit-identical.
void OpCasesTest::documents_round_trip() {
  QTemporaryDir folder;
  const std::string path = folder.filePath("case.ngraph").toStdString();
  each_case([&](const OpCase& c) {
    std::vector<Op> parameters;
    std::vector<Tensor> arguments;
    for (const auto& [placeholder, value] : c.inputs) {
      parameters.push_back(placeholder);
      arguments.push_back(value);
    }
    Document document;
    document.computations = {computation(c.results, parameters)};
    save_document(document, path);
    const Document again = load_document(path);
    const TransformerPtr transformer = allocate_transformer("reference");
    const Results found = transformer->add_computation(again.computations.at(0)).call(arguments);
    const QString wrong = difference(Values(found.begin(), found.end()),
                                     run_once("reference", c.results, c.inputs), 0, 0);
    QVERIFY2(wrong.isEmpty(), qPrintable(title(c) + ": " + wrong));
  });
}

// FLOP and bytes of every row, and of every op the cases build and compile to.
void OpCasesTest::every_op_has_a_cost() {
  for (const OpDef* row : op_table()) QVERIFY2(row->flops, std::string(row->name).c_str());
  each_case([](const OpCase& c) {
    std::vector<Value> roots;
    for (const Op& result : c.results) roots.push_back(result.value());
    for (const NodePtr& node : ordered_nodes(std::span<const Value>(roots))) {
      const bool counts = node->def->flops(*node) >= 0 && byte_traffic(*node) >= 0;
      QVERIFY2(counts, qPrintable(title(c) + ": " + describe(*node).c_str()));
    }
  });
}

NGRAPH_TEST(OpCasesTest, QCoreApplication)
#include "op_cases_test.moc"
