// SPDX-License-Identifier: Apache-2.0
// Tests that all transformers give the same bits for values at the limits of their types; gpu on
// the emulator, whose compiler takes most of the time. NGRAPH_FIRST_PROGRAM and NGRAPH_PROGRAMS
// choose other programs.
#include <QtTest>

#include "engine/graph/graph.h"
#include "tests/fuzz/limits/limit_program.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::fuzz;

namespace {

int number(const char* variable, int otherwise) {
  bool given = false;
  const int value = qEnvironmentVariableIntValue(variable, &given);
  return given ? value : otherwise;
}

// How the program is written, for the message.
QString listed(const RandomProgram& program) {
  std::string text;
  for (const Op& computation : document_of(program).computations)
    text += print(Graph{{computation.value()}, {}, {}, {}, {}}) + "\n";
  return QString::fromStdString(text);
}

}  // namespace

class LimitsTest : public QObject {
  Q_OBJECT

  static void add_rows(int count) {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("seed");
    const int first = number("NGRAPH_FIRST_PROGRAM", 0);
    for (int seed = first; seed < first + number("NGRAPH_PROGRAMS", count); ++seed) {
      QTest::addRow("integers %d", seed) << int(LimitKind::integers) << seed;
      QTest::addRow("floats %d", seed) << int(LimitKind::floats) << seed;
    }
  }

  static void check(std::string (*fault_of)(const RandomProgram&)) {
    QFETCH(int, kind);
    QFETCH(int, seed);
    const RandomProgram program =
        limit_program(static_cast<LimitKind>(kind), static_cast<std::uint64_t>(seed));
    const std::string fault = fault_of(program);
    if (!fault.empty()) QFAIL(qPrintable(QString::fromStdString(fault) + "\n" + listed(program)));
  }

 private slots:
  static void onCpu_data() { add_rows(15); }
  static void onCpu() { check(limit_fault_on_cpu); }

  static void onGpu_data() { add_rows(2); }
  static void onGpu() { check(limit_fault_on_gpu); }
};

NGRAPH_TEST(LimitsTest)
#include "limits_test.moc"
