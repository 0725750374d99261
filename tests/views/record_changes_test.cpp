// SPDX-License-Identifier: Apache-2.0
// Tests changes to shared records: applied at once to a small one, in the background to a large
// one.
#include <QtTest>
#include <map>

#include "app/link/record_changes.h"

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
  double time(int number) const { return records_.at(number)->kernels.back().microseconds.value_or(0); }

  std::map<int, CompilationRecordPtr> records_;
  int replaced_ = 0;
  RecordChanges changes_{[this](int number) {
                           const auto found = records_.find(number);
                           return found == records_.end() ? nullptr : found->second;
                         },
                         [this](int number, CompilationRecordPtr record) {
                           records_[number] = std::move(record);
                           ++replaced_;
                         }};
};

void RecordChangesTest::aSmallRecordIsReplacedAtOnce() {
  const CompilationRecordPtr before = records_[1] = record(3);
  changes_.add(1, times(4));
  QVERIFY(!changes_.busy());
  QCOMPARE(time(1), 4.0);
  QVERIFY(!before->kernels.back().microseconds);  // other holders see the old record
}

void RecordChangesTest::changesOfALargeOneKeepTheirOrder() {
  records_[1] = record(RecordChanges::manyKernels + 1);
  records_[2] = record(2);
  replaced_ = 0;
  for (const double by : {1, 2, 3}) changes_.add(1, times(by));
  changes_.add(2, times(7));  // queued
  QVERIFY(changes_.busy());
  QCOMPARE(time(1), 0.0);
  QTRY_VERIFY(!changes_.busy());
  QCOMPARE(time(1), 123.0);
  QCOMPARE(time(2), 7.0);
  QCOMPARE(replaced_, 3);  // the second and third change of record 1 are applied together
}

void RecordChangesTest::droppedRecordsAreNotChanged() {
  records_[1] = record(RecordChanges::manyKernels + 1);
  replaced_ = 0;
  changes_.add(1, times(1));
  changes_.add(1, times(2));
  records_.erase(1);
  changes_.add(1, times(3));
  QTRY_VERIFY(!changes_.busy());
  QCOMPARE(replaced_, 0);
  QVERIFY(records_.count(1) == 0);
}

QTEST_GUILESS_MAIN(RecordChangesTest)
#include "record_changes_test.moc"
