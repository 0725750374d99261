// SPDX-License-Identifier: Apache-2.0
// Tests indexes of weights in several files: tensors are listed from the headers, and files outside
// of the folder are never opened.
#include "engine/formats/tensors/sharded_index.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "engine/base/atomic_file.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensors/safetensors.h"
#include "engine/formats/tensors/tensor_files.h"
#include "tests/support/effort.h"
#include "tests/support/memory_meter.h"
#include "tests/support/pickles.h"
#include "tests/support/refusal.h"
#include "tests/support/sparse_tensor.h"
#include "tests/support/test_program.h"

using namespace ng;

class ShardedIndexTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void lists_and_reads();
  void files_of_several_formats();
  void tensors_outside_the_index_are_left_out();
  void broken_indexes_are_refused_data();
  void broken_indexes_are_refused();
  void links_out_of_the_folder_are_refused();
  void lists_a_hundred_gigabytes();

 private:
  std::string path(const std::string& name) const {
    return folder_.filePath("model").toStdString() + "/" + name;
  }
  // Writes an index of this weight map and returns its path.
  std::string index(const std::string& map) const {
    write_file(path("model.safetensors.index.json"),
               R"({"metadata": {"total_size": 12}, "weight_map": )" + map + "}");
    return path("model.safetensors.index.json");
  }
  QTemporaryDir folder_;
};

void ShardedIndexTest::initTestCase() {
  std::filesystem::create_directory(folder_.filePath("model").toStdString());
  const Tensor a({1, 2}), b({3});
  write_safetensors(path("1.safetensors"), std::vector<TensorRef>{{"a", &a}, {"extra", &b}});
  write_safetensors(path("2.safetensors"), std::vector<TensorRef>{{"b", &b}, {"a", &b}});
  write_safetensors(folder_.filePath("secret.safetensors").toStdString(),
                    std::vector<TensorRef>{{"a", &a}});
  write_npz(path("3.npz"), std::vector<TensorRef>{{"c", &a}});
  const std::string data = pickles::little(0x3f800000, 4) + std::string(20, '\0');
  write_file(path("4.bin"),
             pickles::archive({{"m/data.pkl", "\x80\x02" + pickles::tensor({1}, {1}) + "."},
                               {"m/data/0", data}}));
  write_file(path("page.safetensors"), "<!DOCTYPE html><html>");
  write_file(path("pointer.safetensors"), "version https://git-lfs.github.com/spec/v1\n");
}

void ShardedIndexTest::lists_and_reads() {
  const std::string file = index(R"({"a": "1.safetensors", "b": "2.safetensors"})");
  Reader reader(file);
  QCOMPARE(recognise(reader).name, std::string_view("sharded"));
  TensorFiles files(file);
  QCOMPARE(files.directory().tensors.size(), std::size_t(2));
  QCOMPARE(files.read(files.directory().tensors[0]).values(), (std::vector<double>{1, 2}));
  QCOMPARE(files.read(files.directory().tensors[1]).values(), (std::vector<double>{3}));
  QCOMPARE(files.read_part(files.directory().tensors[0], 1, 1).values(), (std::vector<double>{2}));
  Notes notes;
  QCOMPARE(tensors_of(sharded_format.read(reader, notes)).tensors.size(), std::size_t(2));
}

void ShardedIndexTest::files_of_several_formats() {
  TensorFiles files(index(R"({"b": "2.safetensors", "c": "3.npz", "w": "4.bin"})"));
  const auto& tensors = files.directory().tensors;
  QCOMPARE(tensors.size(), std::size_t(3));
  QCOMPARE(files.read(tensors[0]).values(), (std::vector<double>{3}));
  QCOMPARE(files.read(tensors[1]).values(), (std::vector<double>{1, 2}));
  QCOMPARE(files.read(tensors[2]).values(), (std::vector<double>{1}));
}

// The index decides in which file a tensor is.
void ShardedIndexTest::tensors_outside_the_index_are_left_out() {
  TensorFiles files(index(R"({"b": "2.safetensors", "extra": "1.safetensors"})"));
  QCOMPARE(files.directory().tensors.size(), std::size_t(2));
  for (const StoredTensor& tensor : files.directory().tensors) QVERIFY(tensor.name != "a");
  TensorFiles second(index(R"({"a": "2.safetensors"})"));
  QCOMPARE(second.read(second.directory().tensors[0]).values(), (std::vector<double>{3}));
}

void ShardedIndexTest::broken_indexes_are_refused_data() {
  QTest::addColumn<QByteArray>("map");
  QTest::addColumn<QString>("what");
  QTest::addColumn<QString>("found");
  const auto row = [](const char* name, const char* map, const char* what, const char* found) {
    QTest::newRow(name) << QByteArray(map) << what << found;
  };
  row("outside", R"({"a": "../secret.safetensors"})",
      "a file of the index cannot be used: it leaves the folder by '..'",
      "'../secret.safetensors'");
  row("absolute", R"({"a": "/etc/passwd"})", "a file of the index cannot be used: it is absolute",
      "'/etc/passwd'");
  row("backslash", R"({"a": "..\\secret"})",
      "a file of the index cannot be used: it holds a backslash", "'..\\secret'");
  row("missing file", R"({"a": "9.safetensors"})", "", "");
  row("folder", R"({"a": "."})", "", "");
  row("itself", R"({"a": "model.safetensors.index.json"})", "a file of an index is itself an index",
      "'model.safetensors.index.json'");
  row("web page", R"({"a": "page.safetensors"})", "this file has an unknown format",
      "an HTML page");
  row("pointer", R"({"a": "pointer.safetensors"})", "this file has an unknown format",
      "a Git LFS pointer, not the file itself");
  row("no tensors", "{}", "the index names no tensors", "an empty weight_map");
  row("missing tensor", R"({"a": "1.safetensors", "z": "2.safetensors"})",
      "the files of the index lack 1 tensor", "'z' of '2.safetensors'");
  row("two missing tensors", R"({"y": "1.safetensors", "z": "2.safetensors"})",
      "the files of the index lack 2 tensors", "'y' of '1.safetensors', 'z' of '2.safetensors'");
  row("number", R"({"a": 3})", "", "");
  row("list", R"(["1.safetensors"])", "", "");
  row("empty name", R"({"a": ""})", "", "");
  row("twice", R"({"a": "1.safetensors", "a": "2.safetensors"})", "", "");
  row("cut off", R"({"a": "1.safet)", "", "");
}

void ShardedIndexTest::broken_indexes_are_refused() {
  QFETCH(QByteArray, map);
  QFETCH(QString, what);
  QFETCH(QString, found);
  const std::string file = index(map.toStdString());
  try {
    TensorFiles files(file);
    QFAIL("the index was listed");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::bad_file);
    const QString said = QString::fromStdString(error.diagnostic().what);
    QVERIFY2(said.contains(what), qPrintable(said));
    if (!found.isEmpty()) QCOMPARE(QString::fromStdString(error.diagnostic().found), found);
  }
}

void ShardedIndexTest::links_out_of_the_folder_are_refused() {
  QVERIFY(QFile::link(folder_.filePath("secret.safetensors"), folder_.filePath("model/link")));
  const QString said = refusal([&] { TensorFiles files(index(R"({"a": "link"})")); });
  QVERIFY2(said.contains("a link leads out of the document's folder"), qPrintable(said));
}

// Two sparse files of 50 GB.
void ShardedIndexTest::lists_a_hundred_gigabytes() {
  for (const char* name : {"big1", "big2"}) {
    std::filesystem::create_directory(path(name));
    if (!testing::write_sparse(path(name) + "/w.safetensors", 100'000, 125'000, 7))
      QSKIP("the file system stores no sparse files");
  }
  // Both hold "W": the index takes the second one.
  const std::string file = index(R"({"W": "big2/w.safetensors"})");
  const testing::Effort effort;
  const testing::MemoryMeter meter(std::size_t{200} << 20);
  TensorFiles files(file);
  QCOMPARE(files.directory().tensors.at(0).shape, (Shape{100'000, 125'000}));
  QCOMPARE(files.read_part(files.directory().tensors[0], 6, 2).values(),
           (std::vector<double>{0, 42}));
  QVERIFY2(meter.peak() < 4 << 20, qPrintable(QString::number(meter.peak())));
  QVERIFY(effort.within(10'000));
}

NGRAPH_TEST(ShardedIndexTest)
#include "sharded_index_test.moc"
