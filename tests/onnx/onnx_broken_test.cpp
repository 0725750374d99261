// SPDX-License-Identifier: Apache-2.0
// Tests that every model of broken/models.txt, or running it, is refused with its message in
// broken/messages.txt, in bounded time and memory. NGRAPH_WRITE_EXPECTED=1 writes the messages
// instead, for review as a diff. write_broken.py writes the models.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "engine/base/atomic_file.h"
#include "engine/base/reader.h"
#include "engine/documents/document.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/graph/node.h"
#include "engine/ops/sequencing.h"
#include "tests/support/effort.h"
#include "tests/support/memory_meter.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/run_graph.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const QString folder = testing::sourceFile("tests/onnx/broken/");
constexpr std::size_t most_bytes = std::size_t{64} << 20;

QByteArray content(const QString& name) {
  QFile file(folder + name);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Names in the file's order, and bytes.
std::vector<std::pair<QString, std::string>> read_models() {
  std::vector<std::pair<QString, std::string>> models;
  for (const QByteArray& line : content("models.txt").split('\n')) {
    const QList<QByteArray> parts = line.split(' ');
    if (parts.size() != 2) continue;
    models.emplace_back(QString(parts[0]), QByteArray::fromBase64(parts[1]).toStdString());
  }
  return models;
}

// By name: the lines after "[name]".
std::map<QString, QString> read_messages() {
  std::map<QString, QString> messages;
  QString name;
  for (const QByteArray& line : content("messages.txt").split('\n')) {
    if (line.startsWith('[') && line.endsWith(']')) {
      name = line.mid(1, line.size() - 2);
    } else if (!name.isEmpty() && !line.isEmpty()) {
      messages[name] += line + "\n";
    }
  }
  return messages;
}

// Runs the computation on zeros.
void run(const Document& document) {
  const ComputationParts parts = parts_of(document.computation().node());
  Feeds feeds;
  for (const NodePtr& parameter : parts.parameters) {
    const TensorType& type = parameter->results[0];
    feeds.emplace_back(Op(parameter), Tensor(type.dtype, type.axes.lengths()));
  }
  run_once("reference", std::vector<Op>(parts.results.begin(), parts.results.end()), feeds);
}

QString message_for(const std::string& path) {
  const char* doing = "";
  try {
    const Document document = load_document(path);
    doing = "run: ";
    run(document);
  } catch (const Error& error) {
    const bool expected =
        *doing ? error.fault() == Fault::user : error.kind() == ErrorKind::bad_file;
    return QString(expected ? doing : "another kind of error: ") + error.what() + "\n";
  }
  return "no error\n";
}

}  // namespace

class OnnxBrokenTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void is_refused_data();
  void is_refused();
  void cleanupTestCase();
  void links_out_of_the_folder_are_refused();
  void every_beginning_is_refused_or_opened();

 private:
  std::string path_of(const QString& name) const { return (name + ".onnx").toStdString(); }

  QTemporaryDir made_;
  std::map<QString, QString> expected_, found_;
};

void OnnxBrokenTest::initTestCase() {
  QVERIFY(QDir::setCurrent(made_.path()));
  for (const auto& [name, bytes] : read_models()) write_file(path_of(name), bytes);
  write_file("beyond.bin", std::string(24, '\0'));
  expected_ = read_messages();
}

void OnnxBrokenTest::is_refused_data() {
  QTest::addColumn<QString>("name");
  const auto models = read_models();
  QVERIFY(models.size() >= 200);
  for (const auto& [name, bytes] : models) QTest::newRow(qPrintable(name)) << name;
}

void OnnxBrokenTest::is_refused() {
  QFETCH(QString, name);
  const testing::Effort effort;
  const testing::MemoryMeter meter(most_bytes);
  const QString message = message_for(path_of(name));
  QVERIFY2(meter.peak() <= most_bytes, qPrintable(QString::number(meter.peak()) + " bytes"));
  QVERIFY(effort.within(10'000));  // ten times the target
  QVERIFY(message != "no error\n");
  found_[name] = message;
  if (!qEnvironmentVariableIsSet("NGRAPH_WRITE_EXPECTED")) QCOMPARE(message, expected_[name]);
}

void OnnxBrokenTest::cleanupTestCase() {
  if (!qEnvironmentVariableIsSet("NGRAPH_WRITE_EXPECTED")) return;
  QString all;
  for (const auto& [name, message] : found_) all += "[" + name + "]\n" + message + "\n";
  write_file((folder + "messages.txt").toStdString(), all.toStdString());
}

void OnnxBrokenTest::links_out_of_the_folder_are_refused() {
  const QTemporaryDir other, outside;
  const std::filesystem::path into = other.path().toStdString();
  const std::string secret = outside.filePath("secret.bin").toStdString();
  write_file(secret, std::string(24, 's'));
  std::filesystem::copy("external_data_without_a_file.onnx", into / "m.onnx");
  std::filesystem::create_symlink(secret, into / "weights.bin");
  const QString message = message_for((into / "m.onnx").string());
  QVERIFY2(message.contains("weights.bin") && message != "no error\n", qPrintable(message));
  std::filesystem::remove(into / "weights.bin");
  write_file((into / "weights.bin").string(), std::string(24, '\0'));
  QCOMPARE(message_for((into / "m.onnx").string()), QString("no error\n"));
}

// A file that was cut anywhere is a bad file, or a model without its last fields.
void OnnxBrokenTest::every_beginning_is_refused_or_opened() {
  for (const auto& [name, whole] : read_models()) {
    if (name != "cycle" && name != "scan_state_grows" && name != "packed_weights_too_long")
      continue;
    for (std::size_t length = 0; length < whole.size(); ++length) {
      const std::string part = whole.substr(0, length);
      Reader reader(std::as_bytes(std::span(part)), "part");
      Notes notes;
      try {
        read_onnx(reader, notes);
      } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::bad_file);
      }
    }
  }
}

NGRAPH_TEST(OnnxBrokenTest)
#include "onnx_broken_test.moc"
