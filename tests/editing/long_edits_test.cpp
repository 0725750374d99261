// SPDX-License-Identifier: Apache-2.0
// Tests lines with very many terms: work grows linearly, and recursion depth does not grow.
#include <QtTest>

#include "engine/editing/draft.h"
#include "tests/support/memory_meter.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::editing;

namespace {

std::string joined(const std::string& term, const char* sign, int count) {
  std::string line = term;
  for (int i = 1; i < count; ++i) line += sign + term;
  return line;
}

// Measures work by allocations: most of it is copying what is parsed or built.
std::size_t work(const std::string& line) {
  Draft draft;
  draft.apply("x = placeholder([])");
  const testing::MemoryMeter meter(std::size_t{1} << 40);
  draft.apply(line);
  return meter.allocations();
}

}  // namespace

class LongEditsTest : public QObject {
  Q_OBJECT
 private slots:
  void work_is_linear_data();
  void work_is_linear();
  void deep_lines_are_refused_data();
  void deep_lines_are_refused();
  void numbers_out_of_range();
};

void LongEditsTest::work_is_linear_data() {
  QTest::addColumn<QString>("term");
  QTest::addColumn<int>("count");
  QTest::newRow("numbers") << "1" << 20000;
  QTest::newRow("ops") << "x" << 4000;
}

void LongEditsTest::work_is_linear() {
  QFETCH(QString, term);
  QFETCH(int, count);
  const std::string one = term.toStdString();
  const std::size_t half = work("y = x + " + joined(one, "+", count / 2));
  const std::size_t whole = work("y = x + " + joined(one, "+", count));
  QVERIFY2(whole < 5 * half / 2, qPrintable(QString("%1, then %2").arg(half).arg(whole)));
}

void LongEditsTest::deep_lines_are_refused_data() {
  QTest::addColumn<QString>("line");
  const auto many = [](const char* text) { return QString(text).repeated(20000); };
  QTest::newRow("powers") << "y = 2" + many("**2");
  QTest::newRow("signs") << "y = " + many("-") + "x";
  QTest::newRow("slices") << "y = x" + many("[0]");
  QTest::newRow("methods") << "y = x" + many(".exp()");
  QTest::newRow("brackets") << "y = " + many("(");
}

void LongEditsTest::deep_lines_are_refused() {
  QFETCH(QString, line);
  Draft draft;
  draft.apply("x = placeholder([])");
  QVERIFY_THROWS_EXCEPTION(EditError, draft.apply(line.left(100'000).toStdString()));
}

void LongEditsTest::numbers_out_of_range() {
  Draft draft;
  draft.apply("x = placeholder([])");
  for (const char* line : {"C = make_axis(99999999999999999999)", "y = #99999999999999999999",
                           "z = x[99999999999999999999]"})
    QVERIFY_THROWS_EXCEPTION(EditError, draft.apply(line));
  draft.apply("y = x + 9223372036854775807 * 9223372036854775807");
  QVERIFY(draft.last() != 0);
}

NGRAPH_TEST(LongEditsTest)
#include "long_edits_test.moc"
