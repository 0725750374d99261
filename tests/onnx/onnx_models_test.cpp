// SPDX-License-Identifier: Apache-2.0
// Tests that models give the outputs that ONNX Runtime, PyTorch or scikit-learn recorded for them,
// and how they are shown. `./dev test-frameworks` writes the models again.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <set>

#include "engine/base/reader.h"
#include "engine/documents/document.h"
#include "engine/documents/models/export_onnx.h"
#include "engine/documents/models/model_calls.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/graph/op_def.h"
#include "engine/neon/plan/run_plan.h"
#include "engine/ngraph.h"
#include "engine/ops/opaque.h"
#include "engine/ops/sequencing.h"
#include "tests/onnx/model_check.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const QString folder = testing::sourceFile("tests/onnx/models/");

std::string model(const char* name) {
  return (folder + name + ".onnx").toStdString();
}

}  // namespace

class OnnxModelsTest : public QObject {
  Q_OBJECT
 private slots:
  void equal_to_the_framework_data();
  void equal_to_the_framework();
  void gradients_at_zeros_are_finite();
  void dimensions_are_unified();
  void ids_and_names_are_the_same_at_each_opening();
  void lines_of_the_program_are_kept();
  void axes_are_named_by_their_use();
  void lengths_are_chosen_and_noted();
  void inputs_become_constants();
  void runs_by_its_own_plan();
  void saves_as_a_document();
  void calls_cut_padding();
  void only_a_run_of_an_opaque_op_is_refused();
  void reasons_name_the_axes_of_the_document();
  void loops_are_written_as_scans_data();
  void loops_are_written_as_scans();
};

void OnnxModelsTest::equal_to_the_framework_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("transformer");
  const QStringList files = QDir(folder).entryList({"*.onnx"}, QDir::Files, QDir::Name);
  QVERIFY(files.size() >= 37);
  for (const QString& file : files) {
    for (const char* transformer : {"cpu", "reference"}) {
      const QString name = file.chopped(5);
      QTest::addRow("%s on %s", qPrintable(name), transformer) << name << QString(transformer);
    }
  }
}

// Also behind norms of 0 and a query that is masked as a whole.
void OnnxModelsTest::gradients_at_zeros_are_finite() {
  const Document document = load_document(model("zeros"));
  const ComputationParts parts = parts_of(document.computation().node());
  Op total = constant(0.0);
  for (const Value& result : parts.results) total = total + sum(Op(result), out_axes({}));
  const Op x(parts.parameters[0]);
  const std::vector<double> rows{1, -2, 3, 1, .5, 2, 1, -1, 0, 0, 0, 0};
  const Results gradient = allocate_transformer("cpu")
                               ->computation({deriv(total, x)}, {x})
                               .call({Tensor::from(DType::f32, {3, 4}, rows)});
  for (const double each : gradient[0].values()) QVERIFY(std::isfinite(each));
}

void OnnxModelsTest::equal_to_the_framework() {
  QFETCH(QString, name);
  QFETCH(QString, transformer);
  const ModelOutcome outcome =
      check_model((folder + name).toStdString(), transformer.toStdString(), 1e-4);
  QVERIFY2(outcome.kind == ModelOutcome::Kind::equal, outcome.text.c_str());
}

// The layers of the MLP have equal widths, but one tensor never has one axis twice.
void OnnxModelsTest::dimensions_are_unified() {
  const Document document = load_document(model("mlp"));
  const Axes x = document.find("x").axes();
  QCOMPARE(QString::fromStdString(x[0].name()), QString("batch"));
  QVERIFY(x[0].is_batch());
  QCOMPARE(document.find("probability").axes()[0], x[0]);
  QCOMPARE(document.find("w0").axes()[1], x[1]);
  QVERIFY(document.find("w1").axes()[0] != document.find("w1").axes()[1]);
  QCOMPARE(document.find("relu0").axes()[1], document.find("b0").axes()[0]);
  const Document image = load_document(model("lenet"));
  const Axes pixels = image.find("image").axes();
  QCOMPARE(QString::fromStdString(pixels[1].name()), QString("C"));
  QCOMPARE(QString::fromStdString(pixels[2].name()), QString("H"));
  QCOMPARE(QString::fromStdString(pixels[3].name()), QString("W"));
}

void OnnxModelsTest::ids_and_names_are_the_same_at_each_opening() {
  const Document first = load_document(model("bert")), second = load_document(model("bert"));
  QCOMPARE(first.ops.size(), second.ops.size());
  std::set<std::string> names;
  for (std::size_t i = 0; i < first.ops.size(); ++i) {
    QCOMPARE(first.ops[i].id(), second.ops[i].id());
    QCOMPARE(first.ops[i].name(), second.ops[i].name());
    QVERIFY2(names.insert(first.ops[i].name()).second, first.ops[i].name().c_str());
    QCOMPARE(first.ops[i].node().label->file, std::string());  // not a source of the engine
  }
  QVERIFY(names.contains("embedding") && names.contains("attention.weights"));
}

namespace {

// A field of a message, of less than 128 bytes.
std::string field(int number, const std::string& bytes) {
  return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(bytes.size())} + bytes;
}

}  // namespace

// torch.onnx keeps a stack trace with each node.
void OnnxModelsTest::lines_of_the_program_are_kept() {
  const std::string trace =
      "File \"net.py\", line 7, in forward\nFile \"/a/torch/nn/functional.py\", line 3, in relu";
  const std::string node = field(1, "x") + field(2, "y") + field(4, "Relu") +
                           field(9, field(1, "pkg.torch.onnx.stack_trace") + field(2, trace));
  std::string graph = field(1, node) + field(11, field(1, "x")) + field(12, field(1, "y"));
  graph.insert(0, std::string{7 << 3 | 2, static_cast<char>(graph.size() % 128 + 128),
                              static_cast<char>(graph.size() / 128)});
  const std::string bytes = std::string{1 << 3, 8} + graph + field(8, {2 << 3, 18});
  Reader reader(std::as_bytes(std::span(bytes)), "net.onnx");
  Notes notes;
  const auto read = read_onnx(reader, notes);
  QCOMPARE(read->graph.nodes.at(0).source.file, std::string("net.py"));
  QCOMPARE(read->graph.nodes.at(0).source.line, 7);
}

void OnnxModelsTest::axes_are_named_by_their_use() {
  const auto names = [](const char* of) {
    std::set<std::string> all;
    for (const Op& op : load_document(model(of)).ops)
      if (op.value().has_type())
        for (const Axis& axis : op.axes()) all.insert(axis.name());
    return all;
  };
  const auto bert = names("bert");
  for (const char* each : {"batch", "sequence", "sequence_2", "vocabulary", "feature", "head"})
    QVERIFY2(bert.contains(each), each);
  const auto image = names("torch_lenet");
  for (const char* each : {"batch", "C", "D", "H", "W", "T", "R", "S", "feature"})
    QVERIFY2(image.contains(each), each);
  const auto recurrent = names("torch_gru");
  for (const char* each : {"sequence", "feature", "hidden", "direction", "gate"})
    QVERIFY2(recurrent.contains(each), each);
  for (const auto& all : {bert, image, recurrent}) {
    QVERIFY(!all.contains("one_2") && !all.contains("dim_5"));
  }
}

void OnnxModelsTest::lengths_are_chosen_and_noted() {
  const Document one = load_document(model("gpt"));
  QCOMPARE(one.notes.size(), std::size_t{2});
  QVERIFY(QString::fromStdString(one.notes[0].what).contains("'batch'"));
  LoadOptions options;
  options.axis_lengths = {{"sequence", 5}};
  options.batch_size = 3;
  const Document other = with_lengths(one, options);
  QCOMPARE(other.find("logits").axes().lengths(), (Shape{3, 5, 20}));
  QVERIFY(other.notes.empty());
  options.axis_lengths = {{"sequenze", 5}};
  QVERIFY_THROWS_EXCEPTION(Error, with_lengths(one, options));
}

void OnnxModelsTest::inputs_become_constants() {
  LoadOptions options;
  options.input_values["ids"] = Tensor(DType::i64, {1, 2});
  const Document document = load_document(model("gpt"), options);
  QVERIFY(parts_of(document.computation().node()).parameters.empty());
}

void OnnxModelsTest::runs_by_its_own_plan() {
  const Document document = load_document(model("bert"));
  check_plan(document);
  QCOMPARE(document.plan->bindings.size(), std::size_t{2});
  QCOMPARE(document.plan->bindings[0].random.second, 20.0);  // rows of the embedding
}

void OnnxModelsTest::saves_as_a_document() {
  const QTemporaryDir made;
  const std::string path = made.filePath("lenet.ngraph").toStdString();
  const Document document = load_document(model("lenet"));
  save_document(document, path);
  QCOMPARE(load_document(path).ops.size(), document.ops.size());
  // "ids" has an open length that the model reads with Shape.
  save_document(load_document(model("gpt")), path);
  QVERIFY_THROWS_EXCEPTION(Error, load_document(path, {.axis_lengths = {{"sequence", 4}}}));
  const std::string over = made.filePath("lenet.onnx").toStdString();
  QVERIFY_THROWS_EXCEPTION(Error, save_document(document, over));
  // A model is recognised by its content; its name may have any suffix.
  const std::string named = made.filePath("lenet.model").toStdString();
  std::filesystem::copy(model("lenet"), named);
  QVERIFY_THROWS_EXCEPTION(Error, save_document(load_document(named), named));
  QCOMPARE(load_document(named).ops.size(), document.ops.size());
  QVERIFY(load_document(named).is_model);
}

// Documents have results as long as they can be; calls of models cut them to their counts.
void OnnxModelsTest::calls_cut_padding() {
  Reader model_file(model("selections")), array_file((folder + "selections.npz").toStdString());
  Notes notes;
  const TensorFile arrays = read_npz(array_file, notes);
  ModelCalls call(read_onnx(model_file, notes), "cpu");
  std::map<std::string, Tensor> inputs;
  for (const char* name : {"boxes", "scores", "z", "kept", "wide", "none", "words", "numbers"}) {
    inputs[name] = *arrays.find("in." + std::string(name));
  }
  const auto results = call(inputs);
  QCOMPARE(results.size(), std::size_t{24});
  for (const auto& [name, found] : results) {
    const Tensor& expected = *arrays.find("out." + name);
    QVERIFY2(found.shape == expected.shape, name.c_str());
    QVERIFY2(found.values() == expected.values(), name.c_str());
  }
}

void OnnxModelsTest::only_a_run_of_an_opaque_op_is_refused() {
  const Op x = placeholder({make_axis(2, "N")});
  const Op top = opaque({x}, x.axes(), DType::f32, {"TopK", "largest=1", "there is no such op"});
  for (const char* transformer : {"reference", "cpu"}) {
    const auto runner = allocate_transformer(transformer);
    const Tensor zeros(DType::f32, {2});
    QVERIFY_THROWS_EXCEPTION(Error, runner->add_computation(computation({top}, {x}))(zeros));
    QCOMPARE(runner->add_computation(computation({x + 1.0}, {x}))(zeros)[0].at(1), 1.0);
  }
}

// Not those of single dimensions, before they are unified.
void OnnxModelsTest::reasons_name_the_axes_of_the_document() {
  const Document document = load_document(
      testing::sourceFile("tests/onnx/opaque/scan_over_its_sequence.onnx").toStdString());
  QStringList reasons;
  for (const Op& op : document.ops)
    if (const std::string reason = reason_not_to_run(op.node()); !reason.empty())
      reasons << QString::fromStdString(reason);
  const QString all = reasons.join('\n');
  QVERIFY2(!all.contains('#') && all.contains("N: 4"), qPrintable(all));
}

void OnnxModelsTest::loops_are_written_as_scans_data() {
  QTest::addColumn<QString>("name");
  for (const char* name : {"loops", "recurrent", "torch_lstm", "torch_gru"})
    QTest::newRow(name) << name;
}

// import(export(model)) gives the same values, and keeps its loops.
void OnnxModelsTest::loops_are_written_as_scans() {
  QFETCH(QString, name);
  const QTemporaryDir made;
  const std::string path = made.filePath("again.onnx").toStdString();
  const Document before = load_document((folder + name + ".onnx").toStdString());
  export_onnx(before, path, "inference");
  const Document after = load_document(path);
  const auto loops = [](const Document& document) {
    return std::count_if(document.ops.begin(), document.ops.end(),
                         [](const Op& op) { return op.node().def->traits.kind == OpKind::loop; });
  };
  QVERIFY(loops(before) > 0);
  QCOMPARE(loops(after), loops(before));
  const auto run = [](const Document& document) {
    const auto transformer = allocate_transformer("cpu");
    const Op computation = document.computation("inference");
    std::vector<Tensor> inputs;
    for (const NodePtr& parameter : parts_of(computation.node()).parameters) {
      Tensor input(parameter->results[0].dtype, parameter->results[0].axes.lengths());
      for (std::int64_t i = 0; i < input.size(); ++i)
        input.set(i, is_float(input.dtype) ? std::sin(static_cast<double>(i)) : 1);
      inputs.push_back(std::move(input));
    }
    return transformer->add_computation(computation).call(inputs);
  };
  const Results expected = run(before), found = run(after);
  QCOMPARE(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    QCOMPARE(found[i].shape, expected[i].shape);
    for (std::int64_t k = 0; k < found[i].size(); ++k)
      QVERIFY2(std::abs(found[i].at(k) - expected[i].at(k)) <= 1e-6,
               qPrintable(QString("result %1, element %2").arg(i).arg(k)));
  }
}

NGRAPH_TEST(OnnxModelsTest)
#include "onnx_models_test.moc"
