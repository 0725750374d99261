// SPDX-License-Identifier: Apache-2.0
// Tests that exported models keep dimensions open, and give the values of the document at other
// lengths.
#include <QTemporaryDir>
#include <QtTest>

#include "engine/documents/document.h"
#include "engine/documents/models/export_onnx.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/frontends/onnx_export/export_model.h"
#include "engine/frontends/onnx_export/open_dimensions.h"
#include "engine/graph/node.h"
#include "engine/ngraph.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/shapes/pad.h"
#include "engine/ops/shapes/slice.h"
#include "engine/session/compile_options.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using Lengths = std::map<std::string, std::int64_t>;

std::string source(const QString& path) {
  return testing::sourceFile(path).toStdString();
}

Document at(const std::string& path, const Lengths& lengths) {
  LoadOptions options;
  options.axis_lengths = lengths;
  return load_document(path, options);
}

Tensor numbers(const TensorType& type, int seed) {
  Tensor made(type.dtype, type.axes.lengths());
  for (std::int64_t i = 0; i < made.size(); ++i) {
    const auto number = static_cast<double>((i * 7 + seed * 3) % 11);
    made.set(i, is_float(type.dtype) ? 0.25 * (number - 5) : static_cast<double>(i % 2));
  }
  return made;
}

// The results of the computation, whose parameters have such numbers, in their order.
std::vector<Tensor> results_of(const Document& document, const std::string& computation) {
  const Op node = document.computation(computation);
  std::vector<Tensor> given;
  for (const NodePtr& parameter : parts_of(node.node()).parameters)
    given.push_back(numbers(parameter->results[0], static_cast<int>(given.size())));
  const Results made = allocate_transformer("reference")->add_computation(node, {}).call(given);
  std::vector<Tensor> values;
  for (std::size_t i = 0; i < made.size(); ++i) values.push_back(made[i]);
  return values;
}

bool is_close(const Tensor& a, const Tensor& b) {
  if (a.shape != b.shape) return false;
  for (std::int64_t i = 0; i < a.size(); ++i)
    if (!(std::abs(a.at(i) - b.at(i)) <= 1e-5 * std::max(1.0, std::abs(a.at(i))))) return false;
  return true;
}

std::string symbols(const onnx::ValueInfo& value) {
  std::string text;
  for (const onnx::Dimension& dimension : *value.dims)
    text += (text.empty() ? "" : " ") +
            (dimension.length ? std::to_string(*dimension.length) : "?" + dimension.symbol);
  return text;
}

std::shared_ptr<const onnx::Model> model_at(const std::string& path) {
  Notes notes;
  Reader reader(path);
  return read_onnx(reader, notes);
}

// Parts that count from the begin or from the end, padding, regrouping and a loop.
Op views(std::int64_t length) {
  const Axis n = make_axis(length, "T"), c = make_axis(3, "C");
  const Op x = placeholder({n, c}).named("x");
  const auto part = [&](const SliceItem& item) { return slice_along_axis(x, n, item); };
  const ScanResult sums =
      scan(n, {part(SliceItem::at(0)) * 0.5}, {x}, [](const auto& states, const auto& elements) {
        return ScanStep{{states[0] + elements[0]}, {states[0] * elements[0]}};
      });
  return computation({part(SliceItem::at(-1)).named("last"), part(SliceItem::at(0)).named("first"),
                      part(SliceItem::range(1, std::nullopt)).named("tail"),
                      part(SliceItem::range(std::nullopt, -2)).named("head"),
                      part(SliceItem::range(1, 3)).named("middle"),
                      pad(x, std::vector<std::int64_t>{2, 0}).named("padded"),
                      flatten(x).named("flat"), mean(x, out_axes({c})).named("mean"),
                      sums.states[0].named("sum"), sums.outputs[0].named("products")},
                     {x});
}

}  // namespace

class OpenDimensionsTest : public QObject {
  Q_OBJECT
 private slots:
  void values_are_those_of_other_lengths_data();
  void values_are_those_of_other_lengths();
  void views_of_the_open_axis();
  void what_knows_a_length_is_named();
  void lengths_that_are_set_stay();
  void masks_are_computed();
  void indexes_count_along_open_axes();
  void what_changes_by_steps_keeps_its_length();
};

void OpenDimensionsTest::values_are_those_of_other_lengths_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<QStringList>("open");
  const auto row = [](const char* path, const QStringList& open) {
    QTest::newRow(path) << QString(path) << open;
  };
  row("tests/onnx/models/bert.onnx", {"batch", "sequence"});
  row("tests/onnx/models/gpt.onnx", {"batch", "sequence"});  // with a mask of earlier tokens
  row("tests/onnx/models/lenet.onnx", {"batch"});
  row("tests/onnx/models/torch_lstm.onnx", {"batch"});  // its initial states are zeros
  row("tests/tensorflow/models/while_loop.pb", {"batch"});
  row("tests/keras/models/masked_steps.keras", {"batch"});
  row("sample_graphs/06_mlp.ngraph", {"N"});
  row("sample_graphs/08_convnet.ngraph", {"N"});
}

void OpenDimensionsTest::values_are_those_of_other_lengths() {
  QFETCH(QString, path);
  QFETCH(QStringList, open);
  const QTemporaryDir made;
  const std::string from = source(path), to = made.filePath("open.onnx").toStdString();
  const ExportedModel exported = export_open_onnx(load_document(from), {}, to);
  QStringList found;
  for (const std::string& symbol : exported.open) found << QString::fromStdString(symbol);
  QCOMPARE(found, open);
  for (const std::int64_t first : {1, 5}) {
    Lengths lengths;
    for (const std::string& symbol : exported.open)
      lengths[symbol] = first + static_cast<std::int64_t>(lengths.size());
    const auto expected = results_of(at(from, lengths), exported.computation);
    const auto values = results_of(at(to, lengths), {});
    QCOMPARE(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      QVERIFY2(is_close(expected[i], values[i]), qPrintable(QString("%1 at %2").arg(i).arg(first)));
  }
}

void OpenDimensionsTest::views_of_the_open_axis() {
  const QTemporaryDir made;
  const std::string path = made.filePath("views.onnx").toStdString();
  onnx::OpenDimensions dimensions(onnx::export_model(views(6), "views"));
  QCOMPARE(dimensions.open("T", onnx::export_model(views(7), "views")), std::string());
  const onnx::Model model = dimensions.result();
  QCOMPARE(symbols(model.graph.inputs[0]), std::string("?T 3"));
  QCOMPARE(symbols(model.graph.outputs.back()), std::string("?T 3"));
  write_onnx(model, path);
  for (const std::int64_t length : {4, 6, 9}) {
    Document document;
    document.computations = {views(length).named("f")};
    const auto expected = results_of(document, "f");
    const auto values = results_of(at(path, {{"T", length}}), {});
    QCOMPARE(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      QVERIFY2(is_close(expected[i], values[i]),
               qPrintable(QString("%1 at %2").arg(i).arg(length)));
  }
}

// Attributes and constants with other values have the same at every length.
void OpenDimensionsTest::what_knows_a_length_is_named() {
  const auto scaled = [](std::int64_t length) {
    const Op x = placeholder({make_axis(length, "T")}).named("x");
    return onnx::export_model(computation({(x * double(length)).named("y")}, {x}), "scaled");
  };
  onnx::OpenDimensions dimensions(scaled(6));
  const std::string why = dimensions.open("T", scaled(7));
  QVERIFY2(why.find("the constant") == 0, why.c_str());
  QCOMPARE(symbols(dimensions.result().graph.inputs[0]), std::string("6"));
}

void OpenDimensionsTest::lengths_that_are_set_stay() {
  const QTemporaryDir made;
  const std::string from = source("tests/onnx/models/bert.onnx"),
                    to = made.filePath("set.onnx").toStdString();
  LoadOptions options;
  options.axis_lengths = {{"batch", 3}};
  const ExportedModel exported = export_open_onnx(load_document(from, options), options, to);
  QCOMPARE(exported.open, std::vector<std::string>{"sequence"});
  QVERIFY(exported.set.empty());
  QCOMPARE(symbols(model_at(to)->graph.inputs[0]), std::string("3 ?sequence"));
}

// A mask and positions that are other ones beyond the lengths that the export tries.
void OpenDimensionsTest::masks_are_computed() {
  const QTemporaryDir made;
  const std::string from = source("tests/onnx/models/window.onnx"),
                    to = made.filePath("window.onnx").toStdString();
  const ExportedModel exported = export_open_onnx(load_document(from), {}, to);
  QCOMPARE(exported.open, (std::vector<std::string>{"batch", "sequence"}));
  for (const std::int64_t length : {3, 150}) {
    const Lengths lengths{{"batch", 2}, {"sequence", length}};
    const auto expected = results_of(at(from, lengths), exported.computation);
    const auto values = results_of(at(to, lengths), {});
    QCOMPARE(values.size(), std::size_t{2});
    for (std::size_t i = 0; i < values.size(); ++i)
      QVERIFY2(is_close(expected.at(i), values.at(i)), qPrintable(QString::number(length)));
  }
}

// Numbers of elements, and lengths that are multiples, differences and products of others.
void OpenDimensionsTest::indexes_count_along_open_axes() {
  const auto model = [](std::int64_t n, std::int64_t t) {
    const Axis batch = make_axis(n, "N"), steps = make_axis(t, "T"), pair = make_axis(2, "P");
    Tensor index(DType::i64, {n, t, 2}), back(DType::f32, {t, n});
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < t; ++j) {
        index.set((i * t + j) * 2, static_cast<double>(i));
        index.set((i * t + j) * 2 + 1, static_cast<double>(7 - 3 * j));
        back.set(j * n + i, static_cast<double>(2 * j));
      }
    const Op x = placeholder({batch, steps}, DType::f32).named("x");
    const Op y = placeholder({batch, steps, pair}, DType::i64).named("y");
    const auto ones = [&](std::int64_t length, const char* name) {
      const Axis axis = make_axis(length, "M");
      return (constant(Tensor(1.0), {axis}) + sum(x, out_axes({}))).named(name);
    };
    return computation({(y + constant(index, {batch, steps, pair})).named("a"),
                        (x + constant(back, {steps, batch})).named("b"), ones(2 * n, "twice"),
                        ones(3 * t - 2, "less"), ones(n * t, "pairs")},
                       {x, y});
  };
  const auto export_at = [&](std::int64_t n, std::int64_t t) {
    return onnx::export_model(model(n, t), "counted");
  };
  onnx::OpenDimensions dimensions(export_at(3, 5));
  for (const std::int64_t length : {4, 12, 80}) {
    QCOMPARE(dimensions.open("N", export_at(length, 5)), std::string());
    QCOMPARE(dimensions.open("T", export_at(3, length)), std::string());
  }
  const QTemporaryDir made;
  const std::string path = made.filePath("counted.onnx").toStdString();
  write_onnx(dimensions.result(), path);
  for (const auto& [n, t] : {std::pair{2, 3}, std::pair{6, 7}}) {
    Document document;
    document.computations = {model(n, t).named("f")};
    const auto expected = results_of(document, "f");
    const auto values = results_of(at(path, {{"N", n}, {"T", t}}), {});
    QCOMPARE(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      QVERIFY2(is_close(expected[i], values[i]), qPrintable(QString("%1 at %2").arg(i).arg(n)));
  }
}

// Neighbouring lengths have the same quotient by 4.
void OpenDimensionsTest::what_changes_by_steps_keeps_its_length() {
  const QTemporaryDir made;
  const std::string to = made.filePath("steps.onnx").toStdString();
  LoadOptions options;
  const ExportedModel exported =
      export_open_onnx(load_document(source("tests/onnx/models/steps.onnx")), options, to);
  QCOMPARE(exported.open, std::vector<std::string>{"batch"});
  QCOMPARE(exported.set.size(), std::size_t{1});
  QCOMPARE(exported.set[0].symbol, std::string("sequence"));
}

NGRAPH_TEST(OpenDimensionsTest)
#include "open_dimensions_test.moc"
