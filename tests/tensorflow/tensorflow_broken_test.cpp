// SPDX-License-Identifier: Apache-2.0
// Tests that every file of broken/models.txt, or running it, is refused with its message in
// broken/messages.txt, in bounded time and memory. NGRAPH_WRITE_EXPECTED=1 writes the messages
// instead, for review as a diff. write_broken.py writes the files. Checkpoints of TensorFlow
// (bundle_format) are cut and damaged everywhere.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/base/atomic_file.h"
#include "engine/documents/document.h"
#include "engine/formats/format_table.h"
#include "engine/formats/hdf5/hdf5_helper.h"
#include "engine/formats/tensorflow/tensor_bundle.h"
#include "engine/ops/sequencing.h"
#include "tests/support/effort.h"
#include "tests/support/memory_meter.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/run_graph.h"
#include "tests/support/test_program.h"
#include "tests/tensorflow/text_graph.h"

using namespace ng;

namespace {

const QString folder = testing::sourceFile("tests/tensorflow/broken/");
constexpr std::size_t most_bytes = std::size_t{64} << 20;

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Names in the file's order, and bytes.
std::vector<std::pair<QString, std::string>> read_models() {
  std::vector<std::pair<QString, std::string>> models;
  for (const QByteArray& line : content(folder + "models.txt").split('\n')) {
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
  for (const QByteArray& line : content(folder + "messages.txt").split('\n')) {
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

Tensor contents_of(const TensorDirectory& directory, const StoredTensor& tensor) {
  return read_stored(Reader(directory.files[tensor.file]), directory, tensor);
}

// Lists the tensors of a checkpoint and reads them; notes are part of the message.
QString read_bundle(const std::string& path) {
  Reader reader(path);
  Notes notes;
  const TensorDirectory directory = list_tensors(reader, notes);
  QString text;
  for (const Diagnostic& note : notes) text += QString::fromStdString(to_string(note)) + "\n";
  for (const StoredTensor& tensor : directory.tensors)
    if (tensor.fault.empty() && tensor.dtype.values()) contents_of(directory, tensor);
  return text;
}

QString message_for(const std::string& path) {
  const char* doing = "";
  try {
    if (path.ends_with(".index")) {
      const QString notes = read_bundle(path);
      return notes.isEmpty() ? "no error\n" : notes;
    }
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

std::string path_of(const QString& name) {
  return (name + (name.startsWith("bundle_")  ? ".index"
                  : name.startsWith("text_")  ? ".pbtxt"
                  : name.startsWith("keras_") ? ".keras"
                  : name.startsWith("hdf5_")  ? ".h5"
                  : name.startsWith("lite_")  ? ".tflite"
                                              : ".pb"))
      .toStdString();
}

}  // namespace

class TensorflowBrokenTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void is_refused_data();
  void is_refused();
  void cleanupTestCase();
  void checkpoints_are_listed_and_read();
  void every_beginning_is_refused_or_opened();
  void damaged_checkpoints_are_refused();
  void values_of_large_variables_are_read_later();

 private:
  QTemporaryDir made_;
  std::map<QString, QString> expected_, found_;
};

void TensorflowBrokenTest::initTestCase() {
  QVERIFY(QDir::setCurrent(made_.path()));
  for (const auto& [name, bytes] : read_models()) {
    write_file(path_of(name), bytes);
    if (name.startsWith("bundle_"))
      write_file(name.toStdString() + ".data-00000-of-00001", std::string(16, '\0'));
  }
  expected_ = read_messages();
}

void TensorflowBrokenTest::is_refused_data() {
  QTest::addColumn<QString>("name");
  const auto models = read_models();
  QVERIFY(models.size() >= 150);
  for (const auto& [name, bytes] : models) QTest::newRow(qPrintable(name)) << name;
}

void TensorflowBrokenTest::is_refused() {
  QFETCH(QString, name);
  if ((name.startsWith("keras_") || name.startsWith("hdf5_")) && hdf5_helper().empty())
    QSKIP("built without libhdf5 (apt-get install libhdf5-dev)");
  const testing::Effort effort;
  const testing::MemoryMeter meter(most_bytes);
  const QString message = message_for(path_of(name));
  QVERIFY2(meter.peak() <= most_bytes, qPrintable(QString::number(meter.peak()) + " bytes"));
  QVERIFY(effort.within(10'000));  // ten times the target
  found_[name] = message;
  QVERIFY(message != "no error\n");
  if (!qEnvironmentVariableIsSet("NGRAPH_WRITE_EXPECTED")) QCOMPARE(message, expected_[name]);
}

void TensorflowBrokenTest::cleanupTestCase() {
  if (!qEnvironmentVariableIsSet("NGRAPH_WRITE_EXPECTED")) return;
  QString all;
  for (const auto& [name, message] : found_) all += "[" + name + "]\n" + message + "\n";
  write_file((folder + "messages.txt").toStdString(), all.toStdString());
}

// The checkpoint of a training graph, as TensorFlow wrote it.
void TensorflowBrokenTest::checkpoints_are_listed_and_read() {
  const std::string path = testing::source_file("tests/tensorflow/models/training.index");
  QCOMPARE(&recognise(Reader(path)), &bundle_format);
  Reader reader(path);
  Notes notes;
  const TensorDirectory directory = list_tensors(reader, notes);
  QVERIFY(notes.empty());
  QVERIFY(directory.tensors.size() >= 4);
  bool any = false;
  for (const StoredTensor& stored : directory.tensors) {
    const Tensor tensor = contents_of(directory, stored);
    QCOMPARE(tensor.shape, stored.shape);
    for (std::int64_t i = 0; i < tensor.size(); ++i) any |= tensor.at(i) != 0;
  }
  QVERIFY(any);
}

// A graph that was cut anywhere is a bad file, or a graph without its last nodes.
void TensorflowBrokenTest::every_beginning_is_refused_or_opened() {
  for (const char* name : {"mlp.pb", "mlp_text.pbtxt", "training.index"}) {
    const QByteArray whole =
        content(testing::sourceFile("tests/tensorflow/models/") + QString(name));
    QVERIFY(whole.size() > 100);
    const QString part = QString("cut.") + QString(name).section('.', -1);
    const qsizetype step = std::max<qsizetype>(1, whole.size() / 400);
    for (qsizetype length = 1; length < whole.size(); length += step) {
      write_file(part.toStdString(), whole.left(length).toStdString());
      const QString message = message_for(part.toStdString());
      QVERIFY2(!message.startsWith("another kind"), qPrintable(message));
    }
  }
}

// Checksums find damage wherever it is.
void TensorflowBrokenTest::damaged_checkpoints_are_refused() {
  const QByteArray whole = content(testing::sourceFile("tests/tensorflow/models/training.index"));
  const QByteArray data =
      content(testing::sourceFile("tests/tensorflow/models/training.data-00000-of-00001"));
  write_file("bits.data-00000-of-00001", data.toStdString());
  for (qsizetype at = 0; at < whole.size(); ++at) {
    QByteArray damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    write_file("bits.index", damaged.toStdString());
    const QString message = message_for("bits.index");
    QVERIFY2(!message.startsWith("another kind"), qPrintable(message));
  }
  write_file("bits.index", whole.toStdString());
  for (qsizetype at = 0; at < data.size(); at += 7) {
    QByteArray damaged = data;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    write_file("bits.data-00000-of-00001", damaged.toStdString());
    QVERIFY2(message_for("bits.index") != "no error\n", qPrintable(QString::number(at)));
  }
}

// A SavedModel with a variable of 2 GiB, in a file without blocks on the disk.
void TensorflowBrokenTest::values_of_large_variables_are_read_later() {
  using namespace ng::testing;
  QVERIFY(QDir().mkpath("large/variables"));
  write_file("large/variables/variables.index", content(folder + "large.index").toStdString());
  QFile data("large/variables/variables.data-00000-of-00001");
  QVERIFY(data.open(QIODevice::WriteOnly) && data.resize(qint64{1} << 31));
  write_file("large/saved_model.pbtxt",
             saved_model_text(
                 placeholder_text("x", 1) + node_text("node", "w", "VarHandleOp", {}) +
                     node_text("node", "value", "ReadVariableOp", {"w"}) +
                     node_text("node", "y", "AddV2", {"x", "value"}),
                 signature_text("inputs", "x", "x:0") + signature_text("outputs", "y", "y:0")));
  const MemoryMeter meter(most_bytes);
  const Document document = load_document("large");
  const Op w = document.find("w");
  QCOMPARE(w.axes().lengths(), (Shape{1 << 14, 1 << 15}));
  QVERIFY2(meter.peak() <= most_bytes, qPrintable(QString::number(meter.peak()) + " bytes"));
}

NGRAPH_TEST(TensorflowBrokenTest)
#include "tensorflow_broken_test.moc"
