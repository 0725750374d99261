// SPDX-License-Identifier: Apache-2.0
// Tests every recorded case of the original that needs no front end, on each transformer.
#include <QtTest>

#include "tests/reference_cases/case_run.h"
#include "tests/reference_cases/deliberate_differences.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng::cases;

namespace {

const std::string root = ng::testing::source_file("tests/reference/cases");

void add_rows(bool deliberate) {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("transformer");
  for (const std::string& name : case_names(root)) {
    bool listed = false;
    for (const DeliberateDifference& row : deliberate_differences) listed |= row.name == name;
    if (listed != deliberate) continue;
    for (const char* transformer : {"reference", "cpu"}) {
      QTest::addRow("%s on %s", name.c_str(), transformer)
          << QString::fromStdString(name) << QString(transformer);
    }
  }
}

Verdict verdict() {
  QFETCH(QString, name);
  QFETCH(QString, transformer);
  try {
    return run_case(read_case(root + "/" + name.toStdString()), transformer.toStdString());
  } catch (const std::exception& error) {
    return {std::string("the case cannot be read: ") + error.what(), {}};
  }
}

}  // namespace

class ReferenceCasesTest : public QObject {
  Q_OBJECT
 private slots:
  void agreesWithTheOriginal_data() { add_rows(false); }
  void agreesWithTheOriginal() {
    const Verdict found = verdict();
    if (!found.missing_op.empty()) QSKIP(("unsupported op: " + found.missing_op).c_str());
    QVERIFY2(found.difference.empty(), found.difference.c_str());
  }

  // Every case in the list still differs.
  void differsOnPurpose_data() { add_rows(true); }
  void differsOnPurpose() {
    const Verdict found = verdict();
    QVERIFY(found.missing_op.empty());
    QVERIFY(!found.difference.empty());
  }
};

NGRAPH_TEST(ReferenceCasesTest)
#include "reference_cases_test.moc"
