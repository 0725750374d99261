// SPDX-License-Identifier: Apache-2.0
// Tests the commands on a model with an op that is shown but cannot run.
#include <QTemporaryDir>

#include "engine/base/atomic_file.h"
#include "engine/formats/onnx/onnx_file.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

onnx::ValueInfo pair(const char* name) {
  return {name, true, onnx::ElementType::f32, std::vector<onnx::Dimension>{{2, ""}}};
}

// a = Relu(x), b = com.acme.Fancy(a), y = Neg(b)
std::string written_model(const QTemporaryDir& folder) {
  onnx::Model model;
  model.ir_version = 8;
  model.opsets = {{"", 18}, {"com.acme", 1}};
  model.graph.name = "odd";
  model.graph.inputs = {pair("x")};
  model.graph.values = {pair("b")};
  model.graph.outputs = {pair("y")};
  model.graph.nodes = {{"r", "Relu", "", {"x"}, {"a"}, {}, 0, "", ""},
                       {"f", "Fancy", "com.acme", {"a"}, {"b"}, {}, 0, "", ""},
                       {"n", "Neg", "", {"b"}, {"y"}, {}, 0, "", ""}};
  const std::string path = folder.filePath("odd.onnx").toStdString();
  write_file(path, onnx_bytes(model));
  return path;
}

}  // namespace

class OpaqueOpsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { model_ = QString::fromStdString(written_model(folder_)); }
  void a_value_that_does_not_need_it_is_computed();
  void an_op_is_described_without_its_value();
  void a_run_is_refused();

 private:
  QTemporaryDir folder_;
  QString model_;
};

void OpaqueOpsTest::a_value_that_does_not_need_it_is_computed() {
  const Ran ran = ngraph({"tensor", model_, "a", "--feed", "x=[1, -2]"});
  QCOMPARE(ran.out, QString("a (x_dim0: 2)\n[1 0]\n"));
  const Ran op = ngraph({"op", model_, "a", "--feed", "x=[1, -2]"});
  QVERIFY2(op.out.contains("read by      b") && op.out.contains("[1 0]"), qPrintable(op.out));
  checkExit({"tensor", model_, "y"}, 3, {"'Fancy'", "com.acme"});
}

void OpaqueOpsTest::an_op_is_described_without_its_value() {
  for (const char* name : {"b", "y"}) {
    const Ran ran = ngraph({"op", model_, name});
    QVERIFY2(ran.code == 0 && ran.out.contains("value        the op 'Fancy' of the model cannot"),
             qPrintable(ran.out + ran.err));
  }
  QVERIFY(!json({"op", model_, "b"})["op"].toObject().isEmpty());
}

void OpaqueOpsTest::a_run_is_refused() {
  const Ran ran = ngraph({"run", model_});
  QCOMPARE(ran.code, 4);
  QVERIFY2(ran.err.contains("ops of the domain 'com.acme' are not imported"), qPrintable(ran.err));
}

NGRAPH_TEST(OpaqueOpsTest)
#include "opaque_ops_test.moc"
