// SPDX-License-Identifier: Apache-2.0
// Tests that graphs written as ONNX models and read back give the values of the reference, that
// results keep their names, and what is refused. `./dev test-frameworks` runs the same models in
// ONNX Runtime.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "engine/documents/document.h"
#include "engine/documents/models/export_onnx.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/frontends/onnx_export/export_model.h"
#include "engine/ngraph.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/sequencing.h"
#include "engine/session/compile_options.h"
#include "tests/onnx/exported_cases.h"
#include "tests/onnx/model_check.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using Names = QStringList;

Names output_names(const onnx::Model& model) {
  Names names;
  for (const onnx::ValueInfo& output : model.graph.outputs)
    names << QString::fromStdString(output.name);
  return names;
}

Names node_types(const onnx::Model& model) {
  Names types;
  for (const onnx::Node& node : model.graph.nodes) types << QString::fromStdString(node.op_type);
  return types;
}

onnx::Model exported(const std::vector<Op>& results, const std::vector<Op>& parameters) {
  return onnx::export_model(computation(results, parameters), "model");
}

}  // namespace

class OnnxExportTest : public QObject {
  Q_OBJECT
 private slots:
  void read_back_equal();
  void results_keep_their_names();
  void returned_inputs_and_initializers_are_copied();
  void scalars_and_unknown_lengths_have_a_shape();
  void loops_without_sequences();
  void a_sequence_without_updates_is_its_last_value();
  void a_training_document_writes_what_changes_nothing();
  void only_training_is_refused();
  void state_among_the_results_has_its_value_after_the_updates();
  void large_weights_are_written_to_another_file();
};

void OnnxExportTest::read_back_equal() {
  const QTemporaryDir made;
  const std::string folder = made.path().toStdString();
  // What ONNX cannot express.
  const QRegularExpression refused(
      "it is a gradient|other random numbers|it changes the state|"
      "it compares uint64 with a type that has a sign|"
      "no op for "
      "'(after|all_gather|all_reduce|broadcast_from|convolution_filters|ctc|ctc_gradient|"
      "device_copy|"
      "pooling_chosen|pooling_gradient|receive|reduce_scatter|send|shard|temporary)'");
  int equal = 0;
  Names wrong;
  for_each_exported_case([&](const ExportedCase& exported) {
    const QString name = QString::fromStdString(exported.name);
    const QString reason = QString::fromStdString(write_exported_case(exported, folder));
    if (!reason.isEmpty()) {
      if (!refused.match(reason).hasMatch()) wrong << name + ": " + reason;
      return;
    }
    const ModelOutcome outcome = check_model(folder + "/" + exported.name, "reference", 1e-5);
    if (outcome.kind == ModelOutcome::Kind::equal)
      ++equal;
    else
      wrong << name + ": " + QString::fromStdString(outcome.text);
    QFile::remove(made.filePath(name + ".onnx"));
    QFile::remove(made.filePath(name + ".npz"));
  });
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("\n")));
  QVERIFY2(equal >= 1000, qPrintable(QString::number(equal)));
}

void OnnxExportTest::results_keep_their_names() {
  const Axis n = make_axis(3, "N"), c = make_axis(2, "C");
  const Op x = placeholder(Axes{n, c}).named("x");
  const Op hidden = (x * 2.0).named("hidden");
  const Op y = axes_with_order(hidden + 1.0, Axes{c, n}).named("y");
  QCOMPARE(output_names(exported({y, hidden}, {x})), (Names{"y", "hidden"}));
  QCOMPARE(output_names(exported({y, y}, {x})), (Names{"y", "y_2"}));
  // No copies where none is needed.
  QCOMPARE(node_types(exported({hidden}, {x})), (Names{"Mul"}));
}

void OnnxExportTest::returned_inputs_and_initializers_are_copied() {
  const Axis n = make_axis(2, "N");
  const Op x = placeholder(Axes{n}).named("x"), w = variable(Axes{n}, Tensor{3, 4}).named("w");
  const onnx::Model model = exported({x, w, x * w}, {x});
  QCOMPARE(output_names(model).first(2), (Names{"x_2", "w"}));
  QCOMPARE(model.graph.inputs[0].name, std::string("x"));
  QCOMPARE(node_types(model).count("Identity"), 2);
}

void OnnxExportTest::scalars_and_unknown_lengths_have_a_shape() {
  const QTemporaryDir made;
  const std::string path = made.filePath("model.onnx").toStdString();
  const Op x = placeholder(Axes{make_axis(2, "N")}).named("x");
  onnx::Model model = exported({sum(x, reduce_over(x.axes()))}, {x});
  model.graph.inputs[0].dims->push_back({});
  write_onnx(model, path);
  Notes notes;
  Reader file(path);
  const auto read = read_onnx(file, notes);
  QVERIFY(read->graph.outputs[0].dims && read->graph.outputs[0].dims->empty());
  QCOMPARE(read->graph.inputs[0].dims->size(), std::size_t{2});
  QVERIFY(!read->graph.inputs[0].dims->back().length);
}

// A Loop; its outputs are turned around if it runs backward.
void OnnxExportTest::loops_without_sequences() {
  const QTemporaryDir made;
  const Axis steps = make_axis(4, "REC"), n = make_axis(2, "N");
  const Op x = placeholder(Axes{n}).named("x");
  for (const bool reverse : {false, true}) {
    const ScanBody body = [&](const std::vector<Op>& states, const std::vector<Op>&) {
      return ScanStep{{states[0] + x}, {states[0] * 2.0}};
    };
    const ScanResult loop = scan(steps, {x * 1.0}, {}, body, {reverse});
    ExportedCase exported{
        reverse ? "backward" : "forward", {loop.states[0], loop.outputs[0]}, {{x, Tensor{1, 10}}}};
    const std::string folder = made.path().toStdString();
    QCOMPARE(write_exported_case(exported, folder), std::string());
    Notes notes;
    Reader file(folder + "/" + exported.name + ".onnx");
    QVERIFY(node_types(*read_onnx(file, notes)).contains("Loop"));
    const ModelOutcome outcome = check_model(folder + "/" + exported.name, "cpu", 1e-6);
    QVERIFY2(outcome.kind == ModelOutcome::Kind::equal, outcome.text.c_str());
  }
}

void OnnxExportTest::a_sequence_without_updates_is_its_last_value() {
  const Op x = placeholder(Axes{make_axis(2, "N")}).named("x");
  const onnx::Model model = exported({sequential({value_of(x), x + 1.0}).named("last")}, {x});
  QCOMPARE(output_names(model), (Names{"last"}));
  QCOMPARE(node_types(model), (Names{"Identity", "Add"}));
}

void OnnxExportTest::a_training_document_writes_what_changes_nothing() {
  const QTemporaryDir made;
  const std::string path = made.filePath("mlp.onnx").toStdString();
  const QString sample = testing::sourceFile("sample_graphs/06_mlp.ngraph");
  const Document document = load_document(sample.toStdString());
  QCOMPARE(document.plan->computation, std::string("update"));
  QCOMPARE(export_onnx(document, path).computation, std::string("evaluate"));
  QCOMPARE(load_document(path).computations.size(), std::size_t{1});
  // A computation that is named is written or refused.
  QVERIFY_THROWS_EXCEPTION(Error, export_onnx(document, path, "update"));
  QVERIFY_THROWS_EXCEPTION(Error, export_onnx(document, path, "updat"));
}

void OnnxExportTest::only_training_is_refused() {
  const QTemporaryDir made;
  const Axis n = make_axis(2, "N");
  const Op w = variable(Axes{n}, 1.0).named("w"), x = placeholder(Axes{n}).named("x");
  Document only;
  only.computations = {computation({doall({assign(w, w + x)})}, {x}).named("train")};
  const std::string path = made.filePath("train.onnx").toStdString();
  const QString message = refusal([&] { export_onnx(only, path); }, ErrorKind::value);
  QVERIFY2(message.contains("changes the state"), qPrintable(message));
  QVERIFY(!QFile::exists(QString::fromStdString(path)));
  // Values are written, and the count of what is left out is returned.
  Document both;
  both.computations = {computation({x * w, assign(w, w + x)}, {x}).named("train")};
  QCOMPARE(export_onnx(both, path).left_out, std::size_t{1});
  QCOMPARE(parts_of(load_document(path).computations[0].node()).results.size(), std::size_t{1});
}

// The updates themselves are left out.
void OnnxExportTest::state_among_the_results_has_its_value_after_the_updates() {
  const QTemporaryDir made;
  const std::string path = made.filePath("state.onnx").toStdString();
  const Axis n = make_axis(3, "N");
  const auto state = [&](const char* name, DType dtype = DType::f32) {
    return variable(Axes{n}, Tensor{1, 2, 3}, dtype).named(name);
  };
  const Op x = placeholder(Axes{n}).named("x");
  const Op w = state("w"), part = state("part"), filled = state("filled"), same = state("same"),
           whole = state("whole", DType::i32);
  const Op next = (x + w).named("next");
  Document document;
  document.computations = {
      computation({w, part, filled, same, whole, next, w * 2.0, assign(w, next),
                   set_item(part, {SliceItem::at(1)}, 9.0), fill(filled, 4.0), assign(whole, x)},
                  {x})
          .named("f")};
  const Tensor input{1.5, 2.5, -3.5};
  const auto results = [&](const Op& computation) {
    return allocate_transformer("cpu")->add_computation(computation, {}).call({input});
  };
  const Results expected = results(document.computations[0]);
  QCOMPARE(export_onnx(document, path).left_out, std::size_t{4});
  Notes notes;
  Reader file(path);
  QCOMPARE(output_names(*read_onnx(file, notes)).first(6),
           (Names{"w", "part", "filled", "same", "whole", "next"}));
  const Results found = results(load_document(path).computation());
  QCOMPARE(found.size(), std::size_t{7});
  for (std::size_t i = 0; i < found.size(); ++i) {
    QCOMPARE(found[i].dtype, expected[i].dtype);
    QVERIFY2(found[i].bytes == expected[i].bytes, std::to_string(i).c_str());
  }
  // The update of a gradient cannot be written, nor can the state that it writes.
  document.computations = {
      computation({w, assign(w, w - deriv(sum(w * x, reduce_over(w.axes())), w))}, {x}).named("f")};
  const QString message = refusal([&] { export_onnx(document, path); }, ErrorKind::value);
  QVERIFY2(message.contains("it is a gradient"), qPrintable(message));
}

// Also over the files that the weights are read from.
void OnnxExportTest::large_weights_are_written_to_another_file() {
  const QTemporaryDir made;
  const std::string path = made.filePath("large.onnx").toStdString();
  const Axis n = make_axis(300, "N"), m = make_axis(200, "M");
  Tensor table(DType::f32, {300, 200}), bias(DType::f64, {200});
  for (std::int64_t i = 0; i < table.size(); ++i) table.set(i, static_cast<double>(i % 83) - 40);
  for (std::int64_t i = 0; i < bias.size(); ++i) bias.set(i, 0.25 * static_cast<double>(i));
  const Op x = placeholder(Axes{n}).named("x"), w = variable({n, m}, table).named("w"),
           b = variable({m}, bias, DType::f64).named("b");
  const Op y = (dot(x, w) + b).named("y");
  const onnx::Model model = exported({y}, {x});
  QCOMPARE(write_onnx(model, path), std::string());
  QVERIFY(!std::filesystem::exists(path + ".data"));
  Tensor input(DType::f32, {300});
  for (std::int64_t i = 0; i < input.size(); ++i) input.set(i, static_cast<double>(i % 7) - 3);
  const auto result_of = [&](const Op& computation) {
    return allocate_transformer("cpu")->add_computation(computation, {}).call({input})[0];
  };
  const Tensor right = result_of(load_document(path).computation());
  for (int round = 0; round < 2; ++round) {
    const Document before = load_document(path);
    const onnx::Model again =
        round == 0 ? model : onnx::export_model(before.computation(), before.title);
    QCOMPARE(write_onnx(again, path, 1000), std::string("large.onnx.data"));
    // The second begins at a page.
    QCOMPARE(std::filesystem::file_size(path + ".data") % 4096, std::uintmax_t{8 * 200});
    QVERIFY(std::filesystem::file_size(path) < 4000);
    const Document after = load_document(path);
    QVERIFY(result_of(after.computation()).bytes == right.bytes);
  }
  // A model that cannot be written leaves the tensors of an older one.
  const std::string folder = made.filePath("folder.onnx").toStdString();
  std::filesystem::create_directory(folder);
  QVERIFY(
      refusal([&] { write_onnx(model, folder, 1000); }, ErrorKind::system).contains("not a file"));
  QVERIFY(!std::filesystem::exists(folder + ".data"));
}

NGRAPH_TEST(OnnxExportTest)
#include "onnx_export_test.moc"
