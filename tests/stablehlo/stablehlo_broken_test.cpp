// SPDX-License-Identifier: Apache-2.0
// Tests that damaged and foreign modules are refused with a message that names the place, and that
// what is not imported is shown with the reason.
#include <QTemporaryDir>
#include <QtTest>
#include <random>

#include "engine/documents/document.h"
#include "engine/graph/node.h"
#include "engine/ops/opaque.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

QByteArray text_of(const char* name) {
  QFile file(testing::sourceFile(name));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string written(const QTemporaryDir& folder, const QByteArray& text) {
  QFile file(folder.filePath("module.mlir"));
  if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) return {};
  return file.fileName().toStdString();
}

// The message that opening the text ends with; empty: it opens.
std::string refusal(const QTemporaryDir& folder, const QByteArray& text) {
  try {
    load_document(written(folder, text));
    return {};
  } catch (const Error& error) {
    return to_string(error.diagnostic());
  }
}

// Why the first op that cannot run does not.
std::string reason(const Document& document) {
  for (const Op& op : document.ops)
    if (const std::string why = reason_not_to_run(op.node()); !why.empty()) return why;
  return {};
}

// A program of one op.
QByteArray program(const QByteArray& op, const QByteArray& result = "tensor<2x3xf32>") {
  return "module {\n  func.func @main(%arg0: tensor<2x3xf32>) -> " + result + " {\n    " + op +
         "\n    return %0 : " + result + "\n  }\n}\n";
}

}  // namespace

class StablehloBrokenTest : public QObject {
  Q_OBJECT
 private slots:
  void damage_is_named_data();
  void damage_is_named();
  void what_is_not_imported_is_shown_data();
  void what_is_not_imported_is_shown();
  void other_dialects_are_refused();
  void rare_forms_open();
  void long_stacks_open();
  void every_cut_is_refused();
  void mutations_do_no_harm();
  void deep_nesting_is_refused();
};

void StablehloBrokenTest::damage_is_named_data() {
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::addColumn<QString>("message");
  QTest::addColumn<QString>("place");
  const auto row = [](const char* name, const char* from, const char* to, const char* message,
                      const char* place) {
    QTest::newRow(name) << QString(from) << QString(to) << QString(message) << QString(place);
  };
  row("an unknown value", "%arg0, %cst", "%arg9, %cst", "nothing defines", "line 4, column 10");
  row("a value twice", "%cst =", "%cst, %cst =", "types of results", "line 3");
  row("a truncated type", "tensor<2x3xf32>)", "tensor<2x3x)", "no element type", "line 2");
  row("a negative length", "tensor<2x3xf32>)", "tensor<-2x3xf32>)", "negative", "line 2");
  const QByteArray ranks = "tensor<" + QByteArray("1x").repeated(40) + "f32>)";
  row("too many dimensions", "tensor<2x3xf32>)", ranks, "too many dimensions", "line 2");
  row("too many elements", "tensor<2x3xf32>)", "tensor<9999999999x99999999xf32>)", "2^47|elements",
      "arg0");
  row("too few elements", "[3.0, 4.0, 5.0]", "[3.0, 4.0]", "fewer elements|cannot be read",
      "line 3");
  row("a shape of another rank", "[[0.0", "[[[0.0", "brackets do not match", "line 3");
  row("a word in a number", "4.0", "4.0x", "cannot be read", "line 3");
  row("odd hexadecimal digits", "[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]", "\"0x0\"", "pairs", "line 3");
  row("too few bytes", "[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]", "\"0x0000000000000000\"",
      "another number of bytes", "line 3");
  row("a quoted text without end", "[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]", "\"0x00", "no end",
      "line 3");
  row("no resource", "dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]>", "dense_resource<w>",
      "no resource", "line 3");
  row("a missing function",
      "stablehlo.add %arg0, %cst :", "call @f(%arg0, %cst) :", "that the module lacks", "line 4");
  row("a call of itself", "stablehlo.add %arg0, %cst : tensor<2x3xf32>",
      "call @main(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>", "call themselves", "line");
  row("too few results", "return %0 : tensor<2x3xf32>", "return", "another number of values",
      "line 2");
  row("two functions of one name", "module {\n", "module {\n  func.func @main() { return }\n",
      "two functions", "line 3");
  row("several blocks", "    return %0", "  ^bb1:\n    return %0", "several blocks", "line 5");
  row("an alias of a type", "module {\n", "!t = f32\nmodule {\n", "aliases of types", "line 1");
  row("no module", "module {\n", "module @\n", "name is missing", "line 1");
}

void StablehloBrokenTest::damage_is_named() {
  QFETCH(QString, from);
  QFETCH(QString, to);
  QFETCH(QString, message);
  QFETCH(QString, place);
  const QTemporaryDir folder;
  const QByteArray text = program(
      "%cst = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>\n"
      "    %0 = stablehlo.add %arg0, %cst : tensor<2x3xf32>");
  QByteArray other = text;
  QVERIFY(other.replace(from.toUtf8(), to.toUtf8()) != text);
  const QString refused = QString::fromStdString(refusal(folder, other));
  QVERIFY2(QRegularExpression(message).match(refused).hasMatch(), qPrintable(refused));
  QVERIFY2(refused.contains(place), qPrintable(refused));
}

void StablehloBrokenTest::what_is_not_imported_is_shown_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("message");
  const auto row = [](const char* name, const QByteArray& op, const char* message,
                      const QByteArray& result = "tensor<2x3xf32>") {
    QTest::newRow(name) << program(op, result) << QString(message);
  };
  row("an unknown op", "%0 = stablehlo.from_2030 %arg0, level = 3 : tensor<2x3xf32>",
      "not imported");
  row("a library",
      "%0 = stablehlo.custom_call @cu_threefry2x32(%arg0) : (tensor<2x3xf32>) -> "
      "tensor<2x3xf32>",
      "'cu_threefry2x32', which is code outside");
  row("complex numbers",
      "%0 = stablehlo.convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>",
      "complex<f32>", "tensor<2x3xcomplex<f32>>");
  row("floats of 8 bits", "%0 = stablehlo.convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf8E5M2>",
      "f8E5M2", "tensor<2x3xf8E5M2>");
  row("dimensions of a broadcast",
      "%cst = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n    %0 = "
      "\"chlo.broadcast_add\"(%arg0, %cst) <{broadcast_dimensions = array<i64: 0>}> : "
      "(tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>",
      "broadcast_dimensions are not the last ones");
  row("a dilated base",
      "%cst = stablehlo.constant dense<0.0> : tensor<f32>\n    %0 = \"stablehlo.reduce_window\"("
      "%arg0, %cst) <{base_dilations = array<i64: 1, 2>, window_dimensions = array<i64: 1, 2>}> "
      "({\n    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n      %c = stablehlo.add %a, %b : "
      "tensor<f32>\n      stablehlo.return %c : tensor<f32>\n    }) : (tensor<2x3xf32>, "
      "tensor<f32>) -> tensor<2x4xf32>",
      "base is dilated", "tensor<2x4xf32>");
  row("a loop without bound",
      "%0 = stablehlo.while(%x = %arg0) : tensor<2x3xf32>\n    cond {\n      %c = "
      "stablehlo.constant dense<0.0> : tensor<f32>\n      %s = stablehlo.reduce(%x init: %c) "
      "applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> "
      "tensor<f32>\n      %b = stablehlo.compare GT, %s, %c, FLOAT : (tensor<f32>, tensor<f32>) "
      "-> tensor<i1>\n      stablehlo.return %b : tensor<i1>\n    } do {\n      %y = "
      "stablehlo.negate %x : tensor<2x3xf32>\n      stablehlo.return %y : tensor<2x3xf32>\n    }",
      "trip count");
}

void StablehloBrokenTest::what_is_not_imported_is_shown() {
  QFETCH(QByteArray, text);
  QFETCH(QString, message);
  const QTemporaryDir folder;
  const Document document = load_document(written(folder, text));
  const QString why = QString::fromStdString(reason(document));
  QVERIFY2(why.contains(message), qPrintable(why));
}

void StablehloBrokenTest::other_dialects_are_refused() {
  const QTemporaryDir folder;
  const std::string refused =
      refusal(folder, program("%0 = arith.addf %arg0, %arg0 : tensor<2x3xf32>"));
  QVERIFY2(refused.find("no op of StableHLO") != std::string::npos, refused.c_str());
  QVERIFY2(refused.find("'arith'") != std::string::npos, refused.c_str());
  const std::string bytecode = refusal(folder, QByteArray("ML\xefR\x0d", 5) + QByteArray(40, 0));
  QVERIFY2(bytecode.find("write it as text") != std::string::npos, bytecode.c_str());
}

void StablehloBrokenTest::rare_forms_open() {
  const Document document =
      load_document(testing::source_file("tests/fuzz/corpus/stablehlo/forms.mlir"));
  QVERIFY2(reason(document).empty(), reason(document).c_str());
  std::vector<std::string> names;
  for (const Op& op : document.ops) names.push_back(op.name());
  for (const char* expected : {"p/w", "result_0", "result_1", "result_2"})
    QVERIFY2(std::find(names.begin(), names.end(), expected) != names.end(), expected);
}

// Each call is a location of its own, at that of its caller.
void StablehloBrokenTest::long_stacks_open() {
  QByteArray text = program("%0 = stablehlo.abs %arg0 : tensor<2x3xf32> loc(#loc1)");
  for (int i = 1; i < 300; ++i) {
    const QByteArray line = QByteArray::number(i);
    text += "#loc" + line + " = loc(callsite(\"net.py\":" + line + ":1 at #loc" +
            QByteArray::number(i + 1) + "))\n";
  }
  const QTemporaryDir folder;
  const Document document = load_document(written(folder, text));
  const auto line = [](const Op& op) { return op.node().label->line == 1; };
  QVERIFY(std::any_of(document.ops.begin(), document.ops.end(), line));
}

void StablehloBrokenTest::every_cut_is_refused() {
  const QByteArray text = text_of("tests/stablehlo/models/mlp_generic.mlir");
  const qsizetype end = text.lastIndexOf("}) {mhlo");
  QVERIFY(end > 1000);
  const QTemporaryDir folder;
  for (qsizetype size = 0; size < end; size += 97)
    QVERIFY(!refusal(folder, text.left(size)).empty());
}

// Bytes replaced, cut out and repeated.
void StablehloBrokenTest::mutations_do_no_harm() {
  std::mt19937 random(5);
  const auto below = [&](qsizetype most) {
    return static_cast<qsizetype>(random() % static_cast<unsigned>(most));
  };
  const QTemporaryDir folder;
  const char signs[] = "%<>(){}[]:,#@\"=-0129x?^!\\\n";
  int refused = 0;
  for (const char* name : {"mlp", "orders", "choices", "lstm"}) {
    const QByteArray text =
        text_of(("tests/stablehlo/models/" + std::string(name) + ".mlir").c_str());
    for (int i = 0; i < 40; ++i) {
      QByteArray other = text;
      for (int k = 0; k < 3; ++k) {
        const qsizetype at = below(other.size() - 40), count = below(30) + 1;
        if (i % 3 == 0) other[at] = signs[below(sizeof signs - 1)];
        if (i % 3 == 1) other.remove(at, count);
        if (i % 3 == 2) other.insert(at, other.mid(below(other.size() - 40), count));
      }
      refused += !refusal(folder, other).empty();
    }
  }
  QVERIFY(refused > 60);
}

void StablehloBrokenTest::deep_nesting_is_refused() {
  const QTemporaryDir folder;
  const QByteArray many(5000, '(');
  QVERIFY(refusal(folder, program("%0 = stablehlo.add " + many)).find("too deeply") !=
          std::string::npos);
  QByteArray types = "tensor<2x3xf32>";
  for (int i = 0; i < 500; ++i) types = "tuple<" + types + ">";
  QVERIFY(!refusal(folder,
                   program("%0 = stablehlo.f %arg0, a = [" + QByteArray(500, '[') + " : " + types))
               .empty());
}

NGRAPH_TEST(StablehloBrokenTest)
#include "stablehlo_broken_test.moc"
