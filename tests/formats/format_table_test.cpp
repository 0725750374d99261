// SPDX-License-Identifier: Apache-2.0
// Tests format detection by content; a known foreign format is named in the message.
#include <QTemporaryDir>
#include <QtTest>
#include <set>

#include "engine/base/atomic_file.h"
#include "engine/formats/format_table.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

class FormatTableTest : public QObject {
  Q_OBJECT
 private slots:
  void rows_are_sorted_and_distinct();
  void recognises_content_whatever_the_suffix();
  void finds_formats_for_writing();
  void recognises_models();
  void names_unsupported_formats_data();
  void names_unsupported_formats();

 private:
  QTemporaryDir folder_;
};

void FormatTableTest::rows_are_sorted_and_distinct() {
  std::string before;
  std::set<std::string_view> suffixes;
  for (const Format* format : format_table()) {
    QVERIFY(before < format->name);
    before = format->name;
    QVERIFY(!format->title.empty() && format->recognises && format->read);
    QCOMPARE(format_named(format->name), format);
    for (const std::string_view suffix : format->suffixes) {
      QVERIFY(suffixes.insert(suffix).second);
      QCOMPARE(format_for_path("some/file" + std::string(suffix)), format);
    }
  }
}

void FormatTableTest::recognises_content_whatever_the_suffix() {
  const std::string path = folder_.path().toStdString() + "/misnamed.txt";
  const TensorFile file{{{"w", Tensor({1, 2})}}, {}};
  for (const char* name : {"idx", "npy", "npz", "safetensors"}) {
    const Format* format = format_named(name);
    QVERIFY(format && format->write);
    format->write(path, file);
    Reader reader(path);
    QCOMPARE(&recognise(reader), format);
    Notes notes;
    QVERIFY(tensors_of(format->read(reader, notes)).tensors[0].tensor == file.tensors[0].tensor);
  }
}

void FormatTableTest::finds_formats_for_writing() {
  QCOMPARE(format_for_path("w.safetensors"), format_named("safetensors"));
  QVERIFY(!format_for_path("w.jpeg"));
  QVERIFY(!format_named("jpeg"));
}

void FormatTableTest::recognises_models() {
  Reader reader(testing::source_file("tests/onnx/models/mlp.onnx"));
  const Format* onnx = format_named("onnx");
  QCOMPARE(&recognise(reader), onnx);
  QCOMPARE(model_format_at("no such file.onnx"), onnx);
  QTemporaryDir folder;
  const QString copy = folder.filePath("mlp.bin");
  QVERIFY(QFile::copy(QString::fromStdString(reader.path()), copy));
  QCOMPARE(model_format_at(copy.toStdString()), onnx);
  QVERIFY(!model_format_at(testing::source_file("sample_graphs/01_x_plus_one.ngraph")));
  QVERIFY(!model_format_at("no such file"));
}

void FormatTableTest::names_unsupported_formats_data() {
  QTest::addColumn<QByteArray>("content");
  QTest::addColumn<QString>("kind");
  QTest::newRow("empty") << QByteArray() << "empty file";
  QTest::newRow("zeros") << QByteArray(1000, '\0') << "only zeros";
  QTest::newRow("lfs") << QByteArray("version https://git-lfs.github.com/spec/v1\n")
                       << "git lfs pull";
  QTest::newRow("html") << QByteArray("<!DOCTYPE html><html>") << "HTML page";
  QTest::newRow("gzip") << QByteArray("\x1f\x8b\x08") << "gzip";
  QTest::newRow("utf16") << QByteArray("\xff\xfe{\0", 4) << "UTF-16";
  QTest::newRow("tar") << QByteArray(257, 'x') + "ustar" + QByteArray(100, ' ') << "tar archive";
  QTest::newRow("pickle") << QByteArray("\x80\x04\x95\0\0", 5) << "Python pickle";
  QTest::newRow("old checkpoint") << "sys_info" + QByteArray(249, '\0') + "ustar" +
                                         QByteArray(100, ' ')
                                  << "PyTorch before 0.2";
  QTest::newRow("ONNX as text") << QByteArray("ir_version: 8\ngraph {\n") << "ONNX model as text";
  QTest::newRow("Caffe as text") << QByteArray("name: \"net\"\nlayer {\n") << "Caffe network";
  QTest::newRow("Python") << QByteArray("# A program.\nimport ngraph as ng\n") << "Python source";
  QTest::newRow("Python's from") << QByteArray("from ngraph import dot\n")
                                 << "open it in ngraph-workbench";
  QTest::newRow("JSON error") << QByteArray(R"({"error": "Repository not found"})")
                              << "an error message in JSON: '{\"error\": \"Repository not found";
  QTest::newRow("JSON message") << QByteArray(R"( { "message" : "Not Found"})")
                                << "download the file again";
  QTest::newRow("XML error") << QByteArray("<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied")
                             << "error message in XML";
  QTest::newRow("JSON") << QByteArray(R"({"hidden_size": 768})") << "JSON without weights";
  QTest::newRow("JSON list") << QByteArray("[]") << "a list in JSON";
  QTest::newRow("text") << QByteArray("hello, world\nsecond") << "text that begins 'hello, world'";
  QTest::newRow("random") << QByteArray("\x12\x34\xab") << "12 34 ab";
}

void FormatTableTest::names_unsupported_formats() {
  QFETCH(QByteArray, content);
  QFETCH(QString, kind);
  const std::string text = content.toStdString();
  const Reader reader(std::as_bytes(std::span(text)), "some.safetensors");
  try {
    recognise(reader);
    QFAIL("recognised");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::bad_file);
    QVERIFY2(QString(error.what()).contains(kind), error.what());
  }
}

NGRAPH_TEST(FormatTableTest)
#include "format_table_test.moc"
