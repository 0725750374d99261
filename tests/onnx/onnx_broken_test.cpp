// SPDX-License-Identifier: Apache-2.0
// Tests that every model of the folder broken is refused with the message in the file beside it.
// NGRAPH_WRITE_EXPECTED=1 writes the messages instead, for review as a diff. write_broken.py writes
// the models.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "engine/base/atomic_file.h"
#include "engine/base/reader.h"
#include "engine/documents/document.h"
#include "engine/formats/onnx/onnx_file.h"

using namespace ng;

namespace {

std::string content(const std::string& path) {
  Reader reader(path);
  return reader.text(reader.size());
}

std::string message_for(const std::string& path) {
  try {
    load_document(path);
  } catch (const Error& error) {
    return error.kind() == ErrorKind::bad_file
               ? "ngraph: " + std::string(error.what()) + "\n"
               : "another kind of error: " + std::string(error.what());
  }
  return "opened\n";
}

}  // namespace

class OnnxBrokenTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    QVERIFY(QDir::setCurrent(QStringLiteral(NGRAPH_SOURCE_DIR "/tests/onnx/broken")));
  }
  void is_refused_data() {
    QTest::addColumn<QString>("name");
    const QStringList files = QDir().entryList({"*.onnx"}, QDir::Files, QDir::Name);
    QVERIFY(files.size() >= 30);
    for (const QString& file : files) QTest::newRow(qPrintable(file)) << file.chopped(5);
  }
  void is_refused();
  void links_out_of_the_folder_are_refused();
  void every_beginning_is_refused_or_opened();
};

void OnnxBrokenTest::is_refused() {
  QFETCH(QString, name);
  const std::string path = name.toStdString() + ".onnx";
  const std::string expected = name.toStdString() + ".expected";
  const std::string message = message_for(path);
  QVERIFY2(message != "opened\n", "it was opened");
  if (qEnvironmentVariableIsSet("NGRAPH_WRITE_EXPECTED")) write_file(expected, message);
  QCOMPARE(QString::fromStdString(message), QString::fromStdString(content(expected)));
}

void OnnxBrokenTest::links_out_of_the_folder_are_refused() {
  const QTemporaryDir made, outside;
  const std::filesystem::path folder = made.path().toStdString();
  const std::string secret = outside.filePath("secret.bin").toStdString();
  write_file(secret, std::string(24, 's'));
  std::filesystem::copy("external_data_without_a_file.onnx", folder / "m.onnx");
  std::filesystem::create_symlink(secret, folder / "weights.bin");
  const QString message = QString::fromStdString(message_for((folder / "m.onnx").string()));
  QVERIFY2(message.contains("weights.bin") && message != "opened\n", qPrintable(message));
  std::filesystem::remove(folder / "weights.bin");
  write_file((folder / "weights.bin").string(), std::string(24, '\0'));
  QCOMPARE(message_for((folder / "m.onnx").string()), std::string("opened\n"));
}

// A file that was cut anywhere is a bad file, or a model without its last fields.
void OnnxBrokenTest::every_beginning_is_refused_or_opened() {
  const std::string whole = content("cycle.onnx");
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

QTEST_APPLESS_MAIN(OnnxBrokenTest)
#include "onnx_broken_test.moc"
