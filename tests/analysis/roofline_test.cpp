// SPDX-License-Identifier: Apache-2.0
// Tests ceilings, limits of kernels, advice, and peaks that are measured once and saved.
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <fstream>

#include "engine/analysis/roofline.h"
#include "engine/records/compilation_record.h"
#include "tests/support/test_program.h"

using namespace ng;

class RooflineTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void arithmeticLimits();
  void memoryLimits();
  void cachesAreFaster();
  void shortKernelsHaveNoCeiling();
  void unmeasuredHasACeilingOnly();
  void copiesHaveNoArithmetic();
  void loopsHaveNoCeilingOfTheirOwn();
  void uncountedKernelsAreReported();
  void adviceIsRanked();
  void kernelsThatRunOnceAreNoPartOfACall();
  void neighboursCouldBeFused();
  void peaksAreKept();

 private:
  KernelRecord& add(const std::string& name, std::int64_t flops, std::int64_t bytes, double us);
  CompilationRecord record_;
  MachinePeaks peaks_;
};

void RooflineTest::init() {
  record_ = {};
  peaks_.threads = 2;
  peaks_.gflops = 100;
  peaks_.memory = {{"L2", 500'000, 50}, {"memory", 100'000'000, 10}};
}

KernelRecord& RooflineTest::add(const std::string& name, std::int64_t flops, std::int64_t bytes,
                                double us) {
  KernelRecord kernel;
  kernel.name = name;
  kernel.kind = KernelKind::generated;
  kernel.flops = flops;
  kernel.bytes = bytes;
  kernel.microseconds = us;
  record_.kernels.push_back(kernel);
  record_.steps.push_back({name + "()", name, {}});
  return record_.kernels.back();
}

void RooflineTest::arithmeticLimits() {
  add("k", 10'000'000, 100'000, 400);  // 100 us at the peak, 2 us of L2
  const KernelPoint point = kernel_points(record_, peaks_).at(0);
  QCOMPARE(point.limit, Limit::arithmetic);
  QCOMPARE(point.intensity, 100.0);
  QCOMPARE(point.gflops, 25.0);
  QCOMPARE(point.ceiling, 100.0);
  QCOMPARE(point.part, 0.25);
  QCOMPARE(point.recoverable, 300.0);
  QCOMPARE(limit_words(point), std::string("at 25 % of the arithmetic peak"));
}

void RooflineTest::memoryLimits() {
  add("k", 1'000'000, 400'000'000, 80'000);  // 40 ms of main memory
  record_.steps.push_back(record_.steps[0]);
  const KernelPoint point = kernel_points(record_, peaks_).at(0);
  QCOMPARE(point.limit, Limit::memory);
  QCOMPARE(point.level->name, std::string("memory"));
  QVERIFY(std::abs(point.ceiling - 0.025) < 1e-12);
  QCOMPARE(point.part, 0.5);
  QCOMPARE(point.launches, 2);
  QCOMPARE(point.recoverable, 80'000.0);  // over both launches
  QCOMPARE(limit_words(point), std::string("at 50 % of memory bandwidth (10 GB/s)"));
}

void RooflineTest::cachesAreFaster() {
  add("k", 1'000, 1'000'000, 40);
  QCOMPARE(kernel_points(record_, peaks_).at(0).level->name, std::string("L2"));
  record_.kernels[0].bytes = 1'000'001;
  QCOMPARE(kernel_points(record_, peaks_).at(0).level->name, std::string("memory"));
}

void RooflineTest::shortKernelsHaveNoCeiling() {
  add("k", 64, 512, 0.3);
  const auto points = kernel_points(record_, peaks_);
  QCOMPARE(points[0].limit, Limit::start_up);
  QCOMPARE(points[0].recoverable, 0.0);
  QVERIFY(advice(record_, peaks_, points).empty());
}

void RooflineTest::unmeasuredHasACeilingOnly() {
  add("k", 10'000'000, 100'000, 0);
  const auto points = kernel_points(record_, peaks_);
  QCOMPARE(points[0].limit, Limit::unmeasured);
  QCOMPARE(points[0].ceiling, 100.0);
  QVERIFY(advice(record_, peaks_, points).empty());
  const KernelPoint blind = kernel_points(record_, {}).at(0);  // peaks not measured yet
  QCOMPARE(blind.limit, Limit::unmeasured);
  QCOMPARE(blind.intensity, 100.0);
}

void RooflineTest::copiesHaveNoArithmetic() {
  add("copy", 0, 500'000, 20);
  const KernelPoint point = kernel_points(record_, peaks_).at(0);
  QCOMPARE(point.limit, Limit::memory);
  QCOMPARE(point.gigabytes, 25.0);
  QCOMPARE(point.part, 0.5);
}

void RooflineTest::loopsHaveNoCeilingOfTheirOwn() {
  add("scan", 1'000'000, 400'000, 100).kind = KernelKind::loop;
  add("k", 250'000, 100'000, 0);  // of the loop's body
  record_.steps.pop_back();
  const auto points = kernel_points(record_, peaks_);
  QCOMPARE(points[0].limit, Limit::loop);
  QCOMPARE(points[0].gflops, 10.0);
  QCOMPARE(points[0].intensity, 2.5);
  QCOMPARE(points[0].ceiling, 0.0);
  QCOMPARE(limit_words(points[0]), std::string("as the kernels of its body"));
  QCOMPARE(points[1].limit, Limit::unmeasured);
  QCOMPARE(limit_words(points[1]), std::string("timed with its loop"));
  QVERIFY(advice(record_, peaks_, points).empty());
}

void RooflineTest::uncountedKernelsAreReported() {
  add("checked", 0, 0, 0);
  QCOMPARE(kernel_points(record_, peaks_).at(0).limit, Limit::uncounted);  // before a run, too
  record_.kernels[0].microseconds = 3;
  const auto points = kernel_points(record_, peaks_);
  QCOMPARE(points[0].limit, Limit::uncounted);
  QVERIFY(advice(record_, peaks_, points).empty());
}

void RooflineTest::adviceIsRanked() {
  add("good", 10'000'000, 100'000, 101);
  add("worse", 10'000'000, 100'000, 500);
  add("bad", 10'000'000, 100'000, 200);
  const auto found = advice(record_, peaks_, kernel_points(record_, peaks_));
  QCOMPARE(found.size(), 2u);  // 1 us of 801 gives no advice
  QCOMPARE(found[0].kernels.front(), std::string("worse"));
  QCOMPARE(found[1].microseconds, 100.0);
  QCOMPARE(found[1].text, std::string("bad: 200 µs per call could be 100, it runs at 50 % of the "
                                      "arithmetic peak"));
}

void RooflineTest::kernelsThatRunOnceAreNoPartOfACall() {
  add("pack", 0, 500'000, 900);
  record_.steps.back().once = true;
  add("k", 10'000'000, 100'000, 100);
  const auto points = kernel_points(record_, peaks_);
  QVERIFY(points[0].once && !points[1].once);
  QCOMPARE(points[0].share, 0.0);
  QCOMPARE(points[1].share, 1.0);
  QVERIFY(limit_words(points[0]).ends_with("; runs once"));
  QVERIFY(advice(record_, peaks_, points).empty());
}

void RooflineTest::neighboursCouldBeFused() {
  add("k0", 1000, 400'000, 8).writes = {"t0"};
  add("k1", 1000, 400'000, 8).reads = {"t0"};
  BufferRecord buffer;
  buffer.name = "t0", buffer.kind = BufferKind::temporary, buffer.bytes = 200'000;
  buffer.first_step = 0, buffer.last_step = 1;
  record_.buffers = {buffer};
  const auto found = advice(record_, peaks_, kernel_points(record_, peaks_));
  QCOMPARE(found.size(), 1u);  // both run at the L2 bandwidth
  QCOMPARE(found[0].microseconds, 8.5);
  QVERIFY(QString::fromStdString(found[0].text).startsWith("fusing k0 into k1 would keep t0"));
  record_.kernels[1].kind = KernelKind::library;
  QVERIFY(advice(record_, peaks_, kernel_points(record_, peaks_)).empty());
}

void RooflineTest::peaksAreKept() {
  const QTemporaryDir folder;
  qputenv("NGRAPH_CACHE_DIR", folder.path().toUtf8());
  const MachinePeaks peaks = machine_peaks();
  QVERIFY(peaks.measured());
  QVERIFY(peaks.gflops > 0.1 && peaks.gflops < 1e6);
  for (const MemoryPeak& level : peaks.memory)
    QVERIFY2(level.gigabytes > 0.05 && level.gigabytes < 1e5, level.name.c_str());
  QCOMPARE(peaks.memory.back().name, std::string("memory"));
  QVERIFY(peaks.memory.front().gigabytes >= peaks.memory.back().gigabytes);
  const QStringList files = QDir(folder.path()).entryList({"peaks-*"}, QDir::Files);
  QCOMPARE(files.size(), 1);
  const QString kept = folder.filePath(files.front());
  const QDateTime written = QFileInfo(kept).lastModified();
  QCOMPARE(machine_peaks().gflops, peaks.gflops);
  QCOMPARE(QFileInfo(kept).lastModified(), written);  // read, not measured again
  QVERIFY(machine_peaks(true).measured());
  QVERIFY(QFileInfo(kept).lastModified() > written);
}

NGRAPH_TEST(RooflineTest)
#include "roofline_test.moc"
