// SPDX-License-Identifier: Apache-2.0
// Tests changes to shared records: applied at once to a small one, in the background to a large
// one.
#include <QtTest>
#include <map>

#include "app/link/record_changes.h"
#include "engine/records/compilation_record.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::views;

class RecordChangesTest : public QObject {
  Q_OBJECT

 private slots:
  void aSmallRecordIsReplacedAtOnce();
  void changesOfALargeOneKeepTheirOrder();
  void droppedRecordsAreNotChanged();

 private:
  CompilationRecordPtr record(std::size_t kernels) {
    auto made = std::make_shared<CompilationRecord>();
    made->kernels.resize(kernels);
    return made;
  }
  static RecordChanges::Change times(double by) {
    return [by](CompilationRecord& record) {
      KernelRecord& last = record.kernels.back();
      last.microseconds = last.microseconds.value_or(0) * 10 + by;
    };
  }
  double time(Request request) const {
    return records_.at(request)->kernels.back().microseconds.value_or(0);
  }

  const Request first_ = Request::next(), second_ = Request::next();
  std::map<Request, CompilationRecordPtr> records_;
  int replaced_ = 0;
  RecordChanges changes_{[this](Request request) {
                           const auto found = records_.find(request);
                           return found == records_.end() ? nullptr : found->second;
                         },
                         [this](Request request, CompilationRecordPtr record) {
                           records_[request] = std::move(record);
                           ++replaced_;
                         }};
};

void RecordChangesTest::aSmallRecordIsReplacedAtOnce() {
  const CompilationRecordPtr before = records_[first_] = record(3);
  changes_.add(first_, times(4));
  QVERIFY(!changes_.busy());
  QCOMPARE(time(first_), 4.0);
  QVERIFY(!before->kernels.back().microseconds);  // other holders see the old record
}

void RecordChangesTest::changesOfALargeOneKeepTheirOrder() {
  records_[first_] = record(RecordChanges::manyKernels + 1);
  records_[second_] = record(2);
  replaced_ = 0;
  for (const double by : {1, 2, 3}) changes_.add(first_, times(by));
  changes_.add(second_, times(7));  // queued
  QVERIFY(changes_.busy());
  QCOMPARE(time(first_), 0.0);
  QTRY_VERIFY(!changes_.busy());
  QCOMPARE(time(first_), 123.0);
  QCOMPARE(time(second_), 7.0);
  QCOMPARE(replaced_, 3);  // the second and third change of record 1 are applied together
}

void RecordChangesTest::droppedRecordsAreNotChanged() {
  records_[first_] = record(RecordChanges::manyKernels + 1);
  replaced_ = 0;
  changes_.add(first_, times(1));
  changes_.add(first_, times(2));
  records_.erase(first_);
  changes_.add(first_, times(3));
  QTRY_VERIFY(!changes_.busy());
  QCOMPARE(replaced_, 0);
  QVERIFY(records_.count(first_) == 0);
}

NGRAPH_TEST(RecordChangesTest, QCoreApplication)
#include "record_changes_test.moc"
