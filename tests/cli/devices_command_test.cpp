// SPDX-License-Identifier: Apache-2.0
// Tests the commands on a document whose ops name two devices.
#include <QJsonArray>
#include <QTemporaryDir>

#include "engine/documents/document.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// Every third op stays without a device.
std::string written_document(const QTemporaryDir& folder) {
  const Document document =
      load_document(ng::testing::source_file("sample_graphs/05_logistic_part2.ngraph"));
  int count = 0;
  for (const Op& op : document.ops)
    if (++count % 3 != 0) op.metadata()["device"] = count % 3 == 1 ? "cpu" : "reference";
  const std::string path = folder.filePath("devices.ngraph").toStdString();
  save_document(document, path);
  return path;
}

std::set<QString> devices(const QJsonArray& rows) {
  std::set<QString> found;
  for (const QJsonValue& row : rows) found.insert(row["device"].toString());
  return found;
}

}  // namespace

class DevicesCommandTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { path_ = QString::fromStdString(written_document(folder_)); }
  void hetr_is_listed();
  void a_run_gives_what_one_device_gives();
  void buffers_and_kernels_name_their_device();
  void a_trace_has_a_lane_for_each_device();
  void comparisons_agree();
  void ranks_are_refused();

 private:
  QTemporaryDir folder_;
  QString path_;
};

void DevicesCommandTest::hetr_is_listed() {
  QVERIFY(ngraph({"transformers"}).out.contains("\nhetr "));
}

void DevicesCommandTest::a_run_gives_what_one_device_gives() {
  const Ran found = ngraph({"run", path_, "--transformer", "hetr", "--epochs", "2"});
  QCOMPARE(found.code, 0);
  const QJsonObject own = json({"run", path_, "--transformer", "hetr", "--epochs", "2"});
  const QJsonObject other = json({"run", path_, "--transformer", "cpu", "--epochs", "2"});
  const QJsonArray series = own["series"].toArray(), expected = other["series"].toArray();
  QVERIFY2(!series.isEmpty(), qPrintable(found.out));
  QCOMPARE(series.size(), expected.size());
  for (int i = 0; i < series.size(); ++i) {
    const QJsonArray y = series[i]["y"].toArray(), z = expected[i]["y"].toArray();
    QVERIFY(!y.isEmpty() && y.size() == z.size());
    for (int k = 0; k < y.size(); ++k)
      QVERIFY(std::abs(y[k].toDouble() - z[k].toDouble()) <= 1e-5 * std::abs(z[k].toDouble()));
  }
}

void DevicesCommandTest::buffers_and_kernels_name_their_device() {
  const std::set<QString> both = {"cpu", "reference"};
  QCOMPARE(devices(json({"memory", path_, "--transformer", "hetr"})["buffers"].toArray()), both);
  QCOMPARE(devices(json({"kernels", path_, "--transformer", "hetr"})["kernels"].toArray()), both);
  const QString memory = ngraph({"memory", path_, "--transformer", "hetr"}).out;
  QVERIFY2(memory.contains("on cpu: ") && memory.contains("on reference: "), qPrintable(memory));
  QVERIFY(!ngraph({"memory", path_}).out.contains("device"));
  const QString passes = ngraph({"passes", path_, "--transformer", "hetr"}).out;
  QVERIFY2(passes.contains("assign_devices"), qPrintable(passes));
  QVERIFY(!ngraph({"passes", path_}).out.contains("assign_devices"));
  const QString profile = ngraph({"profile", path_, "--transformer", "hetr", "--calls", "2"}).out;
  QVERIFY2(profile.contains(" reference ") && profile.contains("peaks of the host"),
           qPrintable(profile));
}

void DevicesCommandTest::a_trace_has_a_lane_for_each_device() {
  const QString trace = folder_.filePath("trace.json");
  QCOMPARE(ngraph({"run", path_, "--transformer", "hetr", "--epochs", "1", "--trace", trace}).code,
           0);
  QFile file(trace);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray text = file.readAll();
  for (const char* lane : {"device cpu", "device reference"}) QVERIFY(text.contains(lane));
}

void DevicesCommandTest::comparisons_agree() {
  const Ran ran = ngraph({"compare", path_, "--left", "hetr", "--right", "reference"});
  QVERIFY2(ran.code == 0 && ran.out.contains("results agree"), qPrintable(ran.out + ran.err));
}

void DevicesCommandTest::ranks_are_refused() {
  checkExit({"run", path_, "--transformer", "hetr", "--parallel", "N=2"}, 3, {"hetr", "ranks"});
  checkExit({"run", path_, "--transformer", "hetr", "--stages", "2"}, 3, {"hetr", "ranks"});
  // Before the file is opened and steps are measured.
  for (const QStringList& divided : {QStringList{"--parallel", "N"}, QStringList{"--stages", "2"}})
    checkExit(QStringList{"scale", "no such file", "--transformer", "hetr"} + divided, 3,
              {"hetr", "ranks"});
}

NGRAPH_TEST(DevicesCommandTest)
#include "devices_command_test.moc"
