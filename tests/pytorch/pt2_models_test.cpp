// SPDX-License-Identifier: Apache-2.0
// Tests that programs of torch.export give the outputs that PyTorch recorded for them
// (write_models.py writes both), and how they are shown.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <set>

#include "engine/documents/document.h"
#include "engine/documents/models/export_onnx.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/format_table.h"
#include "engine/formats/onnx/stack_trace.h"
#include "engine/frontends/pytorch/aten_ops.h"
#include "engine/graph/node.h"
#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/opaque.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"
#include "engine/session/transformer.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"
#include "tests/tensorflow/tensorflow_check.h"

using namespace ng;

namespace {

const QString folder = testing::sourceFile("tests/pytorch/models/");

std::string model(const char* name) {
  return (folder + name).toStdString();
}

// The sum of the first one, twice the second's, and so on.
Op weighted_sum(const std::vector<Op>& ops) {
  Op total = constant(0.0);
  for (std::size_t i = 0; i < ops.size(); ++i)
    total = total + sum(ops[i], out_axes({})) * double(i + 1);
  return total;
}

}  // namespace

class Pt2ModelsTest : public QObject {
  Q_OBJECT
 private slots:
  void equal_to_pytorch_data();
  void equal_to_pytorch();
  void frozen_parameters_stay();
  void gradients_are_those_of_pytorch_data();
  void gradients_are_those_of_pytorch();
  void a_changed_view_is_refused();
  void advice_is_given_where_it_can_help();
  void checks_are_left_out();
  void weights_have_the_names_of_modules();
  void open_lengths_are_symbols();
  void lines_of_the_program_are_kept_data();
  void lines_of_the_program_are_kept();
  void user_lines_are_innermost();
  void buffers_are_updated_in_each_run_data();
  void buffers_are_updated_in_each_run();
  void changed_views_update_buffers();
  void updates_are_not_written_as_onnx();
  void files_are_recognised();
  void rows_are_distinct();
};

void Pt2ModelsTest::equal_to_pytorch_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("transformer");
  const QStringList found = QDir(folder).entryList({"*.pt2"}, QDir::Files, QDir::Name);
  QVERIFY(found.size() >= 8);
  for (const QString& name : found) {
    if (name == "diagonal.pt2" || name == "raveled.pt2" || name.startsWith("unknown")) continue;
    for (const char* transformer : {"cpu", "reference"})
      QTest::addRow("%s on %s", qPrintable(name), transformer) << name << QString(transformer);
  }
}

void Pt2ModelsTest::equal_to_pytorch() {
  QFETCH(QString, name);
  QFETCH(QString, transformer);
  const ModelOutcome outcome =
      check_tensorflow((folder + name).toStdString(), transformer.toStdString(), 1e-5);
  QVERIFY2(outcome.kind == ModelOutcome::Kind::equal, outcome.text.c_str());
}

void Pt2ModelsTest::frozen_parameters_stay() {
  const Document document = load_document((folder + "frozen.pt2").toStdString());
  const auto kind = [&](const char* name) { return document.find(name).node().def->name; };
  QCOMPARE(kind("fixed"), "persistent_tensor");
  QCOMPARE(kind("mixed"), "variable");
  QCOMPARE(kind("scale"), "variable");  // of one element
}

void Pt2ModelsTest::gradients_are_those_of_pytorch_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("transformer");
  for (const char* name :
       {"gradients", "formulas", "ties", "frozen", "loss_gradients", "curves", "quantised"})
    for (const char* transformer : {"cpu", "reference"})
      QTest::addRow("%s on %s", name, transformer) << QString(name) << QString(transformer);
}

// Arrays "grad.NAME" are of the weighted sum of the outputs, "second.NAME" of that of the
// gradients.
void Pt2ModelsTest::gradients_are_those_of_pytorch() {
  QFETCH(QString, transformer);
  QFETCH(QString, name);
  const Document document = load_document((folder + name + ".pt2").toStdString());
  Notes notes;
  Reader reader((folder + name + ".npz").toStdString());
  const TensorFile recorded = read_npz(reader, notes);
  const ComputationParts parts = parts_of(document.computations[0].node());
  const ScopedResultType type(DType::f64);
  std::vector<Op> outputs, gradients, parameters;
  for (const Value& result : parts.results) outputs.emplace_back(result);
  std::vector<Tensor> expected, given;
  for (const NodePtr& parameter : parts.parameters) {
    parameters.emplace_back(Value{parameter, 0});
    given.push_back(*recorded.find("in." + parameters.back().name()));
  }
  const auto differentiate = [&](const Op& total, const std::string& prefix) {
    for (const NamedTensor& array : recorded.tensors) {
      if (!array.name.starts_with(prefix)) continue;
      gradients.push_back(deriv(total, document.find(array.name.substr(prefix.size()))));
      expected.push_back(array.tensor);
    }
  };
  differentiate(weighted_sum(outputs), "grad.");
  QVERIFY(gradients.size() >= 2);
  differentiate(weighted_sum(gradients), "second.");
  const auto values = allocate_transformer(transformer.toStdString())
                          ->computation(gradients, parameters)
                          .call(given);
  for (std::size_t i = 0; i < expected.size(); ++i)
    for (std::int64_t at = 0; at < expected[i].size(); ++at)
      QVERIFY2(std::abs(values[i].at(at) - expected[i].at(at)) <=
                   1e-4 * std::max(1.0, std::abs(expected[i].at(at))),
               qPrintable(QString("%1 of %2: %3").arg(at).arg(i).arg(values[i].at(at))));
}

// The programs change a diagonal of a tensor, or its elements through an op that is not imported,
// and read the whole tensor later.
void Pt2ModelsTest::a_changed_view_is_refused() {
  for (const char* name : {"diagonal.pt2", "raveled.pt2"}) {
    const ModelOutcome outcome = check_tensorflow(model(name), "cpu", 1e-5);
    QVERIFY2(outcome.kind == ModelOutcome::Kind::refused, name);
    QVERIFY2(outcome.text.find("run_decompositions()") != std::string::npos, outcome.text.c_str());
  }
}

// A program after run_decompositions() has no more ops to compose of others.
void Pt2ModelsTest::advice_is_given_where_it_can_help() {
  for (const char* name : {"unknown.pt2", "unknown_core.pt2"}) {
    const ModelOutcome outcome = check_tensorflow(model(name), "cpu", 1e-5);
    QVERIFY2(outcome.kind == ModelOutcome::Kind::refused, name);
    QVERIFY2(outcome.text.find("not imported") != std::string::npos, outcome.text.c_str());
    const bool advises = outcome.text.find("run_decompositions()") != std::string::npos;
    QCOMPARE(advises, name == std::string("unknown.pt2"));
  }
}

void Pt2ModelsTest::checks_are_left_out() {
  for (const Op& op : load_document(model("checked.pt2")).ops)
    QVERIFY2(op.node().def != &opaque_op, op.name().c_str());
}

void Pt2ModelsTest::weights_have_the_names_of_modules() {
  const Document document = load_document(model("mlp.pt2"));
  std::vector<std::string> names;
  for (const Op& op : document.ops) names.push_back(op.name());
  for (const char* expected :
       {"x", "net/0/weight", "net/0/bias", "net/1/relu_", "net/2/weight", "softmax"})
    QVERIFY2(std::find(names.begin(), names.end(), expected) != names.end(), expected);
}

void Pt2ModelsTest::open_lengths_are_symbols() {
  LoadOptions options;
  const Document plain = load_document(model("mlp.pt2"), options);
  QCOMPARE(plain.open_lengths.size(), std::size_t{1});
  options.axis_lengths[plain.open_lengths.begin()->first] = 5;
  const Document longer = load_document(model("mlp.pt2"), options);
  QCOMPARE(longer.open_lengths.begin()->second, std::int64_t{5});
}

void Pt2ModelsTest::lines_of_the_program_are_kept_data() {
  QTest::addColumn<QString>("file");
  QTest::newRow("exported") << "training/convnet.pt2";
  QTest::newRow("without ops that change operands") << "training/convnet_core.pt2";
}

void Pt2ModelsTest::lines_of_the_program_are_kept() {
  QFETCH(QString, file);
  const Document document = load_document((folder + file).toStdString());
  int lines = 0, first = 0;
  for (const Op& op : document.ops) {
    const Label& label = *op.node().label;
    if (op.name() == "norm/batch_norm" || op.name() == "norm/getitem") first = label.line;
    if (label.line == 0) continue;
    ++lines;
    QCOMPARE(label.file, std::string("write_models.py"));
  }
  QVERIFY2(lines >= 8 && first > 0, qPrintable(QString::number(lines)));
}

void Pt2ModelsTest::user_lines_are_innermost() {
  const std::string lib = "/usr/lib/python3/dist-packages/torch/";
  const std::string trace =
      "  File \"/home/me/torch/net.py\", line 9, in forward\n    x\n  File \"" + lib +
      "nn/modules/conv.py\", line 5, in forward\n    y";
  QCOMPARE(onnx::user_line(trace).file, std::string("/home/me/torch/net.py"));
  QCOMPARE(onnx::user_line(trace).line, 9);
  QCOMPARE(onnx::user_line("File \"a.py\", line 1\nFile \"b.py\", line 2, in f").line, 2);
  const std::string generated = "File \"a.py\", line 1\nFile \"<eval_with_key>.6\", line 6, in g";
  QCOMPARE(onnx::user_line(generated).line, 1);
  for (const char* none : {"", "File \"", "File \"a.py", "File \"a.py\", line x"})
    QCOMPARE(onnx::user_line(none).line, 0);
}

void Pt2ModelsTest::buffers_are_updated_in_each_run_data() {
  lines_of_the_program_are_kept_data();
}

// The counter of batches of a module in training.
void Pt2ModelsTest::buffers_are_updated_in_each_run() {
  QFETCH(QString, file);
  const Document document = load_document((folder + file).toStdString());
  const auto counter = std::find_if(document.ops.begin(), document.ops.end(), [](const Op& op) {
    return op.name() == "norm/num_batches_tracked";
  });
  QVERIFY(counter != document.ops.end());
  for (const char* transformer : {"cpu", "reference"}) {
    const TransformerPtr made = allocate_transformer(transformer);
    const ComputationParts parts = parts_of(document.computations[0].node());
    std::vector<Op> results, parameters;
    for (const Value& result : parts.results) results.emplace_back(result);
    for (const NodePtr& parameter : parts.parameters) parameters.emplace_back(Value{parameter, 0});
    QCOMPARE(results.size(), std::size_t{4});  // an output, three buffers
    const Computation run = made->computation(results, parameters);
    const Tensor x(DType::f32, {6, 2, 6, 6});
    for (int call = 1; call <= 3; ++call) {
      run.call(std::vector<Tensor>{x});
      QCOMPARE(made->value(*counter).value().item(), double(call));
    }
  }
}

// A run writes into a view of the buffer.
void Pt2ModelsTest::changed_views_update_buffers() {
  const Document document = load_document(model("views.pt2"));
  const auto cache = std::find_if(document.ops.begin(), document.ops.end(),
                                  [](const Op& op) { return op.name() == "cache"; });
  QVERIFY(cache != document.ops.end());
  const ComputationParts parts = parts_of(document.computations[0].node());
  std::vector<Op> results, parameters;
  for (const Value& result : parts.results) results.emplace_back(result);
  for (const NodePtr& parameter : parts.parameters) parameters.emplace_back(Value{parameter, 0});
  QCOMPARE(results.size(), std::size_t{10});  // nine outputs, one buffer
  const TransformerPtr made = allocate_transformer("cpu");
  made->computation(results, parameters)
      .call(std::vector<Tensor>{Tensor(DType::f32, {2, 3}), Tensor(DType::f32, {2, 2, 2})});
  const Tensor value = made->value(*cache).value();
  int written = 0;
  for (std::int64_t i = 0; i < value.size(); ++i) written += value.at(i) != 0 ? 1 : 0;
  QCOMPARE(written, 5);  // of 6 elements, for inputs of zeros
}

void Pt2ModelsTest::updates_are_not_written_as_onnx() {
  const QTemporaryDir out;
  const std::string path = out.filePath("net.onnx").toStdString();
  const Document document = load_document(model("training/convnet.pt2"));
  const ExportedModel written = export_onnx(document, path);
  QCOMPARE(written.left_out, std::size_t{3});
  const Document again = load_document(path);
  QCOMPARE(parts_of(again.computations[0].node()).results.size(), std::size_t{1});
}

void Pt2ModelsTest::files_are_recognised() {
  Reader reader(model("convnet.pt2"));
  QCOMPARE(&recognise(reader), format_named("pt2"));
  Notes notes;
  const TensorDirectory directory = list_tensors(reader, notes);
  QVERIFY(directory.tensors.size() >= 7);
}

void Pt2ModelsTest::rows_are_distinct() {
  std::set<std::string_view> names;
  for (const pytorch::OpRow& row : pytorch::all_rows()) {
    QVERIFY2(names.insert(row.name).second, std::string(row.name).c_str());
    QVERIFY(row.build);
  }
  QVERIFY(names.size() >= 280);
}

NGRAPH_TEST(Pt2ModelsTest)
#include "pt2_models_test.moc"
