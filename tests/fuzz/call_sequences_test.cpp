// SPDX-License-Identifier: Apache-2.0
// Runs the fuzz target c_api over thousands of random sequences of calls.
#include <QtTest>

#include "tests/fuzz/programs/draws.h"
#include "tests/fuzz/target.h"
#include "tests/support/test_program.h"

using namespace ng::fuzz;

namespace {

constexpr int sequences = 3000;  // divided among the rows of the test
constexpr int rows = 4;

std::vector<std::byte> sequence(std::uint64_t seed) {
  Draws draws(seed);
  std::vector<std::byte> bytes(static_cast<std::size_t>(draws.within(200, 1500)));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(draws.bits());
  return bytes;
}

}  // namespace

class CallSequencesTest : public QObject {
  Q_OBJECT
 private slots:
  void random_sequences_data();
  void random_sequences();
};

void CallSequencesTest::random_sequences_data() {
  QTest::addColumn<int>("first");
  for (int i = 0; i < rows; ++i) QTest::addRow("%d", i) << i * (sequences / rows);
}

void CallSequencesTest::random_sequences() {
  QFETCH(int, first);
  const Target target{"c_api", target_c_api};
  for (int seed = first; seed < first + sequences / rows; ++seed) {
    const std::string fault = fault_of(target, sequence(static_cast<std::uint64_t>(seed)));
    QVERIFY2(fault.empty(), qPrintable(QString("seed %1: %2").arg(seed).arg(fault.c_str())));
  }
}

NGRAPH_TEST(CallSequencesTest)
#include "call_sequences_test.moc"
