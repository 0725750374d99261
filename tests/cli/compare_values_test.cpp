// SPDX-License-Identifier: Apache-2.0
// Tests `ngraph compare` with values that another program computed: from files, by ONNX Runtime.
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include "engine/analysis/compare/onnxruntime/onnxruntime_library.h"
#include "engine/documents/binding/tensor_rules.h"
#include "engine/documents/binding/value_match.h"
#include "engine/documents/document.h"
#include "engine/formats/archives/npz.h"
#include "engine/ngraph.h"
#include "engine/ops/result_type.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const QString mlp = "tests/onnx/models/mlp.onnx";

Tensor patterned(const Shape& shape, double step) {
  Tensor made(DType::f32, shape);
  for (std::int64_t i = 0; i < made.size(); ++i) made.set(i, std::sin(step * double(i + 1)));
  return made;
}

Tensor swapped(const Tensor& matrix) {
  return transposed(matrix, {1, 0});
}

// A normalised projection, y = (h - mean h) / sqrt(var h + epsilon) with h = W x.
struct Net {
  Axis c = make_axis(4, "C"), f = make_axis(4, "F"), n = make_axis(3, "N");
  Op x, w, h, y;
  explicit Net(bool transposed_weight = false, double epsilon = 1e-5) {
    const Tensor weight = patterned({4, 4}, 0.7);
    x = placeholder({c, n}).named("x");
    w = variable({f, c}, transposed_weight ? swapped(weight) : weight).named("W");
    h = dot(w, x).named("h");
    const Op centred = (h - mean(h, reduce_over({f}))).named("centred");
    const Op spread = (mean(centred * centred, reduce_over({f})) + epsilon).named("spread");
    y = (centred / sqrt(spread)).named("y");
  }
  std::vector<std::pair<std::string, Op>> values() const { return {{"h", h}, {"y", y}}; }
};

}  // namespace

class CompareValuesTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void good_values_agree();
  void infinite_values_differ();
  void elements_are_listed_on_request();
  void an_overflow_is_found();
  void reducing_replaces_no_input();
  void a_transposed_weight_is_found();
  void a_wrong_epsilon_is_found();
  void the_first_difference_is_reduced();
  void inputs_are_required();
  void rules_and_suggestions_match_names();
  void axes_are_matched_by_length();
  void what_fits_in_several_orders_is_not_compared();
  void onnxruntime_agrees();
  void onnxruntime_is_required();

 private:
  QString at(const char* name) const { return folder_.filePath(name); }
  // The values of a net as another program would save them.
  QString saved(const char* name, const Net& net, bool with_input = true) const;
  void write(const QString& path, const std::vector<NamedTensor>& tensors) const;
  QStringList against(const QString& values) const {
    return {"compare", document_, "--right", values};
  }

  QTemporaryDir folder_;
  QString document_;
};

void CompareValuesTest::write(const QString& path, const std::vector<NamedTensor>& tensors) const {
  std::vector<TensorRef> refs;
  for (const NamedTensor& each : tensors) refs.push_back({each.name, &each.tensor});
  write_npz(path.toStdString(), refs);
}

QString CompareValuesTest::saved(const char* name, const Net& net, bool with_input) const {
  std::vector<NamedTensor> tensors;
  const Tensor x = patterned({4, 3}, 0.3);
  if (with_input) tensors.push_back({"x", x});
  for (const auto& [op, value] : net.values()) {
    const Results results = executor({value}, {net.x}).call({x});
    tensors.push_back({op, results[0]});
  }
  write(at(name), tensors);
  return at(name);
}

void CompareValuesTest::initTestCase() {
  const Net net;
  Document document;
  document.title = "net";
  document.ops = {net.x, net.w, net.h, net.y};
  document.computations = {computation({net.y}, {net.x}).named("run")};
  document_ = at("net.ngraph");
  save_document(document, document_.toStdString());
}

void CompareValuesTest::good_values_agree() {
  const QJsonObject found = json(against(saved("good.npz", Net())));
  QVERIFY(found["agrees"].toBool());
  QCOMPARE(found["ops"].toArray().size(), 2);
  QCOMPARE(found["ops"][0]["array"].toString(), QString("h"));
  QVERIFY(found["ops"][0]["cosine"].toDouble() > 0.999999);
  QVERIFY(found["first_divergence"].isNull());
  QVERIFY(found["extra"].toArray().isEmpty());
}

void CompareValuesTest::infinite_values_differ() {
  for (const double infinite : {HUGE_VAL, -HUGE_VAL}) {
    Tensor y(DType::f32, {4, 3});
    for (std::int64_t i = 0; i < y.size(); ++i) y.set(i, infinite);
    write(at("infinite.npz"), {{"x", patterned({4, 3}, 0.3)}, {"y", y}});
    const QJsonObject found = json(against(at("infinite.npz")), 1);
    QCOMPARE(found["first_divergence"].toString(), QString("y"));
  }
}

void CompareValuesTest::elements_are_listed_on_request() {
  Tensor y(DType::f32, {4, 3});
  write(at("zeros.npz"), {{"x", patterned({4, 3}, 0.3)}, {"y", y}});
  const QJsonObject found =
      json(against(at("zeros.npz")) + QStringList{"--elements", "5"}, 1)["ops"][0].toObject();
  const QJsonArray elements = found["elements"].toArray();
  QCOMPARE(elements.size(), 5);
  QCOMPARE(elements[0]["element"], found["element"]);
  QCOMPARE(elements[0]["place"], found["place"]);
  QVERIFY(elements[0]["relative"].toDouble() >= elements[4]["relative"].toDouble());
  QVERIFY(!json(against(at("zeros.npz")), 1)["ops"][0].toObject().contains("elements"));
  const Ran ran = ngraph(against(at("zeros.npz")) + QStringList{"--elements", "2"});
  QVERIFY2(ran.out.contains("elements of y that differ most:"), qPrintable(ran.out));
}

// Of float16, against values of float32 that it cannot hold.
void CompareValuesTest::an_overflow_is_found() {
  const Axis n = make_axis(3, "N");
  Document half;
  {
    const ScopedResultType type(DType::f16);
    const Op x = placeholder({n}, DType::f16).named("x"), y = (x * x).named("y");
    half.ops = {x, y, (y * 2).named("z")};
    half.computations = {computation({half.ops[2]}, {x}).named("run")};
  }
  save_document(half, at("half.ngraph").toStdString());
  Tensor x(DType::f32, {3}), y(DType::f32, {3});
  for (int i = 0; i < 3; ++i) x.set(i, i == 1 ? 1000 : 2), y.set(i, i == 1 ? 1e6 : 4);
  write(at("wide.npz"), {{"x", x}, {"y", y}});
  const QString out = at("overflow.onnx");
  const QJsonObject found =
      json({"compare", at("half.ngraph"), "--right", at("wide.npz"), "--reduce", out}, 1);
  QCOMPARE(found["first_divergence"].toString(), QString("y"));
  const QJsonObject again = json({"compare", out, "--right", out + ".npz"}, 1);
  QCOMPARE(again["first_divergence"].toString(), QString("y"));
}

void CompareValuesTest::reducing_replaces_no_input() {
  const QString file = saved("wrong.npz", Net(true));
  QFile::copy(file, at("kept.onnx.npz"));
  const Ran ran = ngraph(against(at("kept.onnx.npz")) << "--reduce" << at("kept.onnx"));
  QCOMPARE(ran.code, 2);
  QVERIFY2(ran.err.contains("would replace"), qPrintable(ran.err));
}

// The weight is square: only its values show that it is transposed.
void CompareValuesTest::a_transposed_weight_is_found() {
  const QString file = saved("transposed.npz", Net(true));
  const QJsonObject found = json(against(file), 1);
  QCOMPARE(found["first_divergence"].toString(), QString("h"));
  QCOMPARE(found["suspects"].toArray(), QJsonArray{"h"});
  const Ran text = ngraph(against(file));
  QCOMPARE(text.code, 1);
  QVERIFY2(text.out.contains("first divergence: h "), qPrintable(text.out));
}

// What is computed between the last value that agrees and the first that differs is listed.
void CompareValuesTest::a_wrong_epsilon_is_found() {
  const QJsonObject found = json(against(saved("epsilon.npz", Net(false, 1e-2))), 1);
  QVERIFY(found["ops"][0]["agrees"].toBool());
  QCOMPARE(found["first_divergence"].toString(), QString("y"));
  const QJsonArray suspects = found["suspects"].toArray();
  QVERIFY(suspects.contains("spread") && suspects.contains("y") && !suspects.contains("h"));
}

// The model holds what is computed between `h`, which becomes its input, and `y`.
void CompareValuesTest::the_first_difference_is_reduced() {
  const QString file = saved("reduced.npz", Net(false, 1e-2)), out = at("reduced.onnx");
  json(against(file) + QStringList{"--reduce", out}, 1);
  const QJsonObject arrays = json({"checkpoint", out + ".npz"});
  QCOMPARE(arrays["tensors"].toArray().size(), 2);
  const QJsonObject found = json({"compare", out, "--right", out + ".npz"}, 1);
  QCOMPARE(found["first_divergence"].toString(), QString("y"));
  QCOMPARE(found["ops"].toArray().size(), 1);
  json(against(saved("same.npz", Net())) + QStringList{"--reduce", at("none.onnx")});
  QVERIFY(!QFile::exists(at("none.onnx")));  // nothing differs
}

void CompareValuesTest::inputs_are_required() {
  const QString file = saved("without.npz", Net(), false);
  checkExit(against(file), 3, {"--feed x="});
  write(at("x.npz"), {{"x", patterned({4, 3}, 0.3)}});
  QVERIFY(
      json(against(file) + QStringList{"--feed", "x=" + at("x.npz") + ":x"})["agrees"].toBool());
}

void CompareValuesTest::rules_and_suggestions_match_names() {
  const Net net;
  const Tensor x = patterned({4, 3}, 0.3);
  const Tensor h = executor({net.h}, {net.x}).call({x})[0];
  write(at("names.npz"), {{"x", x}, {"model.h", h}});
  checkExit(against(at("names.npz")), 3, {"no value of", "model.h", "--rename"});
  const QStringList renamed = against(at("names.npz")) + QStringList{"--rename", "model.*=*"};
  QVERIFY(json(renamed)["agrees"].toBool());
  const QStringList chosen = against(at("names.npz")) + QStringList{"--tensor", "h=model.h"};
  QVERIFY(json(chosen)["agrees"].toBool());
  checkExit({"compare", document_, "--rename", "a=b"}, 2, {"--rename", "--right"});
}

void CompareValuesTest::axes_are_matched_by_length() {
  QVERIFY(fit_axes({2, 3}, {2, 3}).unchanged);
  QVERIFY(fit_axes({1, 2, 3}, {2, 3, 1}).unchanged);
  QVERIFY(!fit_axes({2, 3}, {2, 4}).fits());
  const AxesFit one = fit_axes({5, 3, 2}, {3, 2, 5});
  QVERIFY(one.fits());
  QCOMPARE(one.orders.front(), (std::vector<std::size_t>{1, 2, 0}));
  const AxesFit unit = fit_axes({5, 1, 3}, {3, 5});
  QVERIFY(unit.fits());
  QCOMPARE(transposed(Shape{5, 1, 3}, unit.orders.front()), (Shape{1, 3, 5}));
  // From N, F to F, N.
  const Net net;
  const Tensor x = patterned({4, 3}, 0.3);
  const Tensor y = executor({net.y}, {net.x}).call({x})[0];
  write(at("turned.npz"), {{"x", swapped(x)}, {"y", swapped(y)}});
  const QJsonObject found = json(against(at("turned.npz")));
  QVERIFY(found["agrees"].toBool());
  QCOMPARE(found["ops"][0]["array"].toString(), QString("y transposed 1,0"));
}

void CompareValuesTest::what_fits_in_several_orders_is_not_compared() {
  const Axis c = make_axis(3, "C"), h = make_axis(4, "H"), w = make_axis(4, "W"),
             n = make_axis(2, "N");
  const Op x = placeholder({c, h, w, n}).named("x"), y = (x * 2).named("y");
  Document document;
  document.ops = {x, y};
  document.computations = {computation({y}, {x}).named("run")};
  save_document(document, at("image.ngraph").toStdString());
  const Tensor in = patterned({3, 4, 4, 2}, 0.1), out = executor({y}, {x}).call({in})[0];
  write(at("image.npz"), {{"x", in}, {"y", transposed(out, {3, 0, 1, 2})}, {"z", Tensor{1, 2}}});
  QStringList words{"compare", at("image.ngraph"), "--right", at("image.npz")};
  checkExit(words, 3, {"several orders", "--transpose y:1,2,3,0"});
  words += QStringList{"--transpose", "y:1,2,3,0"};
  const QJsonObject found = json(words);
  QVERIFY(found["agrees"].toBool());
  QCOMPARE(found["extra"].toArray().size(), 1);  // z
}

void CompareValuesTest::onnxruntime_agrees() {
  try {
    open_onnxruntime();
  } catch (const Error& error) {
    QSKIP(qPrintable(QString::fromStdString(to_string(error.diagnostic()))));
  }
  const QJsonObject found = json({"compare", mlp, "--right", "onnxruntime", "--batch", "3"});
  QVERIFY(found["agrees"].toBool());
  QVERIFY(found["right"].toString().startsWith("onnxruntime 1."));
  QStringList ops;
  for (const QJsonValue& each : found["ops"].toArray()) ops << each["op"].toString();
  QCOMPARE(ops, (QStringList{"dense0", "relu0", "dense1", "relu1", "dense2", "probability"}));
}

void CompareValuesTest::onnxruntime_is_required() {
  qputenv("NGRAPH_ONNXRUNTIME", "/nowhere/libonnxruntime.so");
  checkExit({"compare", mlp, "--right", "onnxruntime"}, 3,
            {"/nowhere/libonnxruntime.so", "pip install onnxruntime"});
  qunsetenv("NGRAPH_ONNXRUNTIME");
  checkExit({"compare", document_, "--right", "onnxruntime"}, 2, {"requires an ONNX model"});
}

NGRAPH_TEST(CompareValuesTest)
#include "compare_values_test.moc"
