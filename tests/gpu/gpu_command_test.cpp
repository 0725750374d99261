// SPDX-License-Identifier: Apache-2.0
// Tests `ngraph` with the gpu transformer on the CUDA emulator: profiles and traces use the
// device's clock and its peaks.
#include <QJsonArray>
#include <QTemporaryDir>

#include "engine/analysis/machine_peaks.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr const char* document = "sample_graphs/06_mlp.ngraph";

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Names of the lanes of a trace, and the number of its steps on them.
QMap<QString, int> lanes_of(const QByteArray& trace) {
  const QJsonArray events = QJsonDocument::fromJson(trace).object()["traceEvents"].toArray();
  QMap<int, QString> names;
  for (const QJsonValue& event : events) {
    if (event["name"] == "thread_name")
      names[event["tid"].toInt()] = event["args"]["name"].toString();
  }
  QMap<QString, int> steps;
  for (const QJsonValue& event : events) {
    if (event["cat"] == "step") ++steps[names[event["tid"].toInt()]];
  }
  return steps;
}

}  // namespace

class GpuCommandTest : public QObject {
  Q_OBJECT

 private slots:
  // The ceilings are those of the device, not of this machine's processor.
  void profile() {
    const QJsonObject found =
        json({"profile", document, "--transformer", "gpu", "--calls", "3"}, 0);
    QCOMPARE(found["calls"].toInt(), 3);
    QCOMPARE(found["timed_by_device"].toBool(), true);
    QCOMPARE(found["peaks"]["device"].toString(), QString("gpu"));
    QVERIFY(found["peaks"]["gflops"].toDouble() > 0);
    QCOMPARE(found["peaks"]["memory"][0]["name"].toString(), QString("device memory"));
    const QJsonArray kernels = found["kernels"].toArray();
    const auto measured = std::count_if(kernels.begin(), kernels.end(), [](const QJsonValue& each) {
      return each["microseconds"].toDouble() > 0 && each["launches"].toInt() > 0;
    });
    QVERIFY(measured > 2);
    const QString text = ngraph({"profile", document, "--transformer", "gpu", "--calls", "2"}).out;
    QVERIFY2(text.contains("peaks of the device of gpu") && text.contains("timed by the device"),
             qPrintable(text));
  }

  void kernels_are_shown_in_cuda() {
    const QStringList words{
        "kernels", "sample_graphs/01_x_plus_one.ngraph", "--transformer", "gpu", "--show", "k0"};
    const Ran shown = ngraph(words);
    QVERIFY2(shown.code == 0 && shown.out.contains("__global__"), qPrintable(shown.err));
    QCOMPARE(shown.out, ngraph(words + QStringList{"--as", "cuda"}).out);
  }

  void timelines_have_a_lane_for_each_stream() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("run.ngrec");
    const Ran ran =
        ngraph({"profile", document, "--transformer", "gpu", "--calls", "2", "--save", path});
    QVERIFY2(ran.code == 0, qPrintable(ran.err));
    const QString trace = QJsonDocument::fromJson(contents(path)).object()["trace"].toString();
    const QMap<QString, int> steps = lanes_of(trace.toUtf8());
    const QString lanes = QStringList(steps.keys()).join(", ");
    QVERIFY2(steps.value("gpu stream 0") > 0 && steps.value("gpu stream 1") > 0, qPrintable(lanes));
  }

  void traces_of_runs() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("run.json");
    const Ran ran = ngraph(
        {"run", "sample_graphs/01_x_plus_one.ngraph", "--transformer", "gpu", "--trace", path});
    QVERIFY2(ran.code == 0, qPrintable(ran.err));
    QVERIFY(lanes_of(contents(path)).value("gpu stream 0") > 0);
  }

  void peaks_are_measured_once() {
    QVERIFY(runs_on_device("gpu") && !runs_on_device("cpu"));
    QVERIFY(!known_peaks_of("gpu").measured());
    const MachinePeaks peaks = peaks_of("gpu");
    QVERIFY(peaks.measured() && peaks.start_up > 0);
    QCOMPARE(peaks.device, std::string("gpu"));
    QCOMPARE(known_peaks_of("gpu").gflops, peaks.gflops);
    QCOMPARE(peaks_of("gpu").gflops, peaks.gflops);
  }
};

NGRAPH_TEST(GpuCommandTest, QCoreApplication)
#include "gpu_command_test.moc"
