// SPDX-License-Identifier: Apache-2.0
// Tests the gpu transformer on the CUDA emulator, with threads in each order, over what takes too
// long for every run of the tests: op cases, samples, the ONNX models and 300 random programs.
#include <QDir>
#include <QtTest>
#include <optional>

#include "engine/backends/gpu/cuda_device.h"
#include "engine/runtime/print_sink.h"
#include "tests/emulator/emulator.h"
#include "tests/gpu/gpu_checks.h"
#include "tests/onnx/model_check.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/run_graph.h"
#include "tests/support/test_program.h"
#include "tests/support/thread_order.h"

using namespace ng;

namespace {

const QString folder = testing::sourceFile("tests/onnx/models/");

}  // namespace

class GpuOrdersTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QVERIFY(static_cast<bool>(control_));
    set_print_sink([](const std::string&) {});
  }
  void cleanup() {
    CudaDevice::close_idle();
    const std::string complaint = control_.complaint();
    QVERIFY2(complaint.empty(), complaint.c_str());
  }

  void models_data() {
    QTest::addColumn<QString>("name");
    const QStringList files = QDir(folder).entryList({"*.onnx"}, QDir::Files, QDir::Name);
    QVERIFY(files.size() >= 37);
    for (const QString& file : files) QTest::addRow("%s", qPrintable(file)) << file.chopped(5);
  }
  void models() {
    QFETCH(QString, name);
    std::optional<Values> first;
    for (const char* order : thread_orders) {
      const ThreadOrder chosen(order);
      const ModelOutcome outcome = check_model((folder + name).toStdString(), "gpu", 1e-4);
      QVERIFY2(outcome.kind == ModelOutcome::Kind::equal, outcome.text.c_str());
      if (!first) first = outcome.values;
      const std::string text = difference_text(outcome.values, *first, 0, 0);
      QVERIFY2(text.empty(), (order + (": " + text)).c_str());
    }
  }

  void op_cases() {
    run(100, [&](const Report& report) { check_op_cases("gpu", Orders::all, report); });
  }
  void samples() {
    run(8, [&](const Report& report) { check_samples("gpu", Orders::all, report); });
  }

  // NGRAPH_PROGRAMS of them, from NGRAPH_FIRST_PROGRAM on.
  void random_programs() {
    bool known = false;
    const int first = qEnvironmentVariableIntValue("NGRAPH_FIRST_PROGRAM");
    const int count = qEnvironmentVariableIntValue("NGRAPH_PROGRAMS", &known);
    run(8, [&](const Report& report) {
      check_random_programs("gpu", first, known ? count : 8, report);
    });
  }

 private:
  static void run(int least, const std::function<void(const Report&)>& checks) {
    const std::string faults = faults_of(least, checks);
    QVERIFY2(faults.empty(), faults.c_str());
  }

  emulator::Control control_;
};

NGRAPH_TEST(GpuOrdersTest)
#include "gpu_orders_test.moc"
