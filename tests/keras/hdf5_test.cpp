// SPDX-License-Identifier: Apache-2.0
// Tests of HDF5 files of tensors: what h5py writes is listed and read, damaged files are refused,
// and a helper that crashes, hangs or answers nonsense is reported.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/base/atomic_file.h"
#include "engine/documents/checkpoint_contents.h"
#include "engine/formats/format_table.h"
#include "engine/formats/hdf5/hdf5_file.h"
#include "engine/formats/hdf5/hdf5_helper.h"
#include "engine/formats/tensors/tensor_files.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const std::string tensors = testing::source_file("tests/keras/models/tensors.hdf5");

std::string content(const std::string& path) {
  QFile file(QString::fromStdString(path));
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string message_for(const std::string& path) {
  try {
    CheckpointSource source(path);
    for (const CheckpointEntry& entry : source.contents().entries) {
      if (entry.fault.empty() && entry.dtype.values()) source.read(entry.name);
    }
  } catch (const Error& error) {
    const bool expected = error.kind() == ErrorKind::bad_file || error.kind() == ErrorKind::system;
    return (expected ? "" : "another kind of error: ") + std::string(error.what());
  }
  return {};
}

}  // namespace

class Hdf5Test : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void values_are_read_data();
  void values_are_read();
  void a_block_of_the_user_is_passed_over();
  void contents_are_listed();
  void a_filter_that_is_not_built_in_is_named();
  void newer_formats_are_named();
  void contiguous_elements_are_read_from_the_file();
  void damaged_files_are_refused();
  void a_cut_file_is_refused();
  void a_failing_helper_is_reported_data();
  void a_failing_helper_is_reported();
  void a_missing_helper_is_reported();

 private:
  QTemporaryDir made_;
};

void Hdf5Test::initTestCase() {
  if (hdf5_helper().empty()) QSKIP("built without libhdf5 (apt-get install libhdf5-dev)");
  QVERIFY(QDir::setCurrent(made_.path()));
}

void Hdf5Test::values_are_read_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("type");
  QTest::addColumn<double>("offset");
  const auto add = [](const char* name, const char* type, double offset = 0) {
    QTest::newRow(name) << QString(name) << QString(type) << offset;
  };
  add("plain/f32", "float32");
  add("plain/f16", "float16");
  add("plain/f64", "float64");
  add("plain/i8", "int8", -12);
  add("plain/u16", "uint16");
  add("plain/i64", "int64", -12);
  add("big/f32", "float32");
  add("big/i16", "int16");
  add("big/f16", "float16");
  add("chunks/plain", "float32");
  add("chunks/gzip", "float32");
  add("chunks/shuffle", "int32");
}

void Hdf5Test::values_are_read() {
  QFETCH(QString, name);
  QFETCH(QString, type);
  QFETCH(double, offset);
  CheckpointSource source(tensors);
  const CheckpointEntry* entry = source.contents().find(name.toStdString());
  QVERIFY(entry);
  QVERIFY2(entry->fault.empty(), entry->fault.c_str());
  QCOMPARE(std::string(entry->dtype.name()), type.toStdString());
  const Tensor value = source.read(name.toStdString());
  QCOMPARE(value.shape, (Shape{4, 6}));
  for (std::int64_t i = 0; i < 24; ++i) QCOMPARE(value.at(i), static_cast<double>(i) + offset);
}

// As in files of MATLAB.
void Hdf5Test::a_block_of_the_user_is_passed_over() {
  const std::string path = made_.filePath("user.h5").toStdString();
  for (const std::size_t length : {512, 4096}) {
    write_file(path, std::string(length, 'u') + content(tensors));
    CheckpointSource plain(tensors), after(path);
    QCOMPARE(after.contents().entries.size(), plain.contents().entries.size());
    for (const CheckpointEntry& entry : plain.contents().entries)
      if (entry.fault.empty() && entry.dtype.values())
        QVERIFY2(after.read(entry.name) == plain.read(entry.name), entry.name.c_str());
  }
}

void Hdf5Test::contents_are_listed() {
  CheckpointSource source(tensors);
  const CheckpointContents& contents = source.contents();
  QCOMPARE(contents.format, std::string("HDF5 tensors"));
  QCOMPARE(contents.metadata.at("framework"), std::string("h5py"));
  QCOMPARE(source.read("plain/scalar").item(), 2.5);
  QCOMPARE(source.read("plain/empty").size(), std::int64_t{0});
  QCOMPARE(source.read("plain/bool").at(12), 1.0);
  QCOMPARE(source.read("plain/complex").at(1), 18.0);
  QCOMPARE(source.read("chunks/unwritten").at(5), 7.0);
  QCOMPARE(contents.find("plain/record")->fault,
           std::string("its elements, of the type compound, are no numbers that are read"));
  QCOMPARE(contents.find("texts/names")->fault,
           std::string("its elements, of the type string, are no numbers that are read"));
  for (const char* name : {"links/soft", "links/again"})
    QVERIFY(source.read(name) == source.read("plain/f32"));
  QVERIFY(source.read("links/group/gzip") == source.read("chunks/gzip"));
  QVERIFY(!contents.find("links/outside"));
  QVERIFY(!contents.find("links/external"));
  QStringList notes;
  for (const Diagnostic& note : contents.notes) notes << QString::fromStdString(note.what);
  notes.sort();
  const QString nowhere = "' leads to no object of this file, or in a circle";
  QCOMPARE(notes, QStringList({"the link 'links/external' to another file is not followed",
                               "the soft link 'links/circle' to a group that it is in is not "
                               "followed: it is a circle",
                               "the soft link 'links/outside" + nowhere,
                               "the soft link 'links/round" + nowhere}));
}

void Hdf5Test::a_filter_that_is_not_built_in_is_named() {
  CheckpointSource source(testing::source_file("tests/keras/models/filters.hdf5"));
  QCOMPARE(source.read("plain").at(5), 5.0);
  QCOMPARE(source.contents().find("packed/lzf")->fault,
           std::string("its chunks are packed by the filter 'lzf', which is not built in"));
}

// A libhdf5 of 2.0 or later reads all of it.
void Hdf5Test::newer_formats_are_named() {
  const std::string newer = testing::source_file("tests/keras/models/newer.hdf5");
  CheckpointSource source(newer);
  QCOMPARE(source.contents().entries.size(), std::size_t(14));
  QCOMPARE(source.read("plain").values(), (std::vector<double>{0, 1, 2, 3, 4, 5}));
  QCOMPARE(source.read("chunks").at(11), 11.0);
  QCOMPARE(source.read("many/w9").item(), 9.0);
  for (const char* name : {"packed", "flags"}) {
    const std::string& fault = source.contents().find(name)->fault;
    QVERIFY2(fault.empty() || (fault.starts_with("it needs a libhdf5 newer than 1.") &&
                               fault.find("bad version number for") != std::string::npos),
             fault.c_str());
  }
  std::string whole = content(newer);
  whole[8] = 9;  // the version of the file's first block
  write_file("newest.h5", whole);
  const std::string message = message_for("newest.h5");
  QVERIFY2(message.find("damaged") == std::string::npos &&
               message.find("superblock version number") != std::string::npos,
           message.c_str());
}

void Hdf5Test::contiguous_elements_are_read_from_the_file() {
  const TensorFiles files(tensors);
  int plain = 0;
  for (const StoredTensor& tensor : files.directory().tensors)
    plain += is_plain(files.directory(), tensor) ? 1 : 0;
  QVERIFY(plain >= 6);
}

// Any byte may be wrong: the file is refused, or its tensors are read with other values.
void Hdf5Test::damaged_files_are_refused() {
  const std::string whole = content(tensors);
  QVERIFY(whole.size() > 1000);
  int refused = 0;
  for (std::size_t at = 0; at < whole.size(); at += 331) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x51);
    write_file("damaged.h5", damaged);
    const std::string message = message_for("damaged.h5");
    QVERIFY2(!message.starts_with("another kind"), message.c_str());
    refused += message.empty() ? 0 : 1;
  }
  QVERIFY(refused > 0);
}

void Hdf5Test::a_cut_file_is_refused() {
  const std::string whole = content(tensors);
  for (std::size_t size = 8; size < whole.size(); size += 1499) {
    write_file("cut.h5", whole.substr(0, size));
    const std::string message = message_for("cut.h5");
    QVERIFY2(message.find("this HDF5 file is damaged") != std::string::npos, message.c_str());
  }
}

void Hdf5Test::a_failing_helper_is_reported_data() {
  QTest::addColumn<QString>("script");
  QTest::addColumn<QString>("message");
  QTest::newRow("crash") << "kill -SEGV $$" << "libhdf5 crashed on it";
  QTest::newRow("kill") << "kill -KILL $$" << "libhdf5 does not finish reading this file";
  QTest::newRow("nonsense") << "echo nonsense" << "the answer of ngraph-hdf5";
  QTest::newRow("reason") << "printf 'no such thing'; exit 3" << "no such thing";
  QTest::newRow("other") << "exit 5" << "an answer of libhdf5 of 0 bytes";
}

void Hdf5Test::a_failing_helper_is_reported() {
  QFETCH(QString, script);
  QFETCH(QString, message);
  write_file("helper", "#!/bin/sh\n" + script.toStdString() + "\n");
  QFile::setPermissions("helper", QFile::ReadOwner | QFile::ExeOwner);
  qputenv("NGRAPH_HDF5", QDir().absoluteFilePath("helper").toUtf8());
  const QString found = QString::fromStdString(message_for(tensors));
  qunsetenv("NGRAPH_HDF5");
  QVERIFY2(found.contains(message), qPrintable(found));
}

void Hdf5Test::a_missing_helper_is_reported() {
  qputenv("NGRAPH_HDF5", "no/such/program");
  const QString found = QString::fromStdString(message_for(tensors));
  qunsetenv("NGRAPH_HDF5");
  QVERIFY2(found.contains("no/such/program") && found.contains("cannot be started"),
           qPrintable(found));
}

NGRAPH_TEST(Hdf5Test)
#include "hdf5_test.moc"
