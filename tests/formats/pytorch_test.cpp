// SPDX-License-Identifier: Apache-2.0
// Tests PyTorch checkpoints: files that PyTorch wrote give its values, of any size.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "engine/formats/archives/npz.h"
#include "engine/formats/format_table.h"
#include "engine/formats/pytorch/torch_file.h"
#include "engine/formats/tensors/tensor_files.h"
#include "tests/support/checkout.h"
#include "tests/support/effort.h"
#include "tests/support/memory_meter.h"
#include "tests/support/pickles.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::pickles;

namespace {

std::string file_of(const char* name) {
  return testing::source_file("tests/formats/pytorch/") + name;
}

TensorDirectory list(const std::string& content, Notes& notes, const char* path = "x.pt") {
  Reader reader(std::as_bytes(std::span(content)), path);
  return list_pytorch(reader, notes);
}

Tensor read_only(const std::string& content) {
  Reader reader(std::as_bytes(std::span(content)), "x.pt");
  Notes notes;
  return tensors_of(pytorch_format.read(reader, notes)).tensors.at(0).tensor;
}

QString text_of(const Notes& notes) {
  QString text;
  for (const Diagnostic& note : notes) text += QString::fromStdString(note.what) + "\n";
  return text;
}

// A sparse zip64 archive whose storage "0" has `bytes` zeros. Returns false if the file system
// stores no sparse files.
bool write_large_archive(const std::string& path, const std::string& pickle, std::uint64_t bytes) {
  const std::string small = archive({{"m/data.pkl", pickle}});
  const std::size_t directory = small.find("PK\1\2"), end = small.find("PK\5\6");
  const std::string name = "m/data/0";
  const std::string facts = little(45, 2) + little(0, 12) + little(0xffffffff, 4) +
                            little(0xffffffff, 4) + little(name.size(), 2) + little(20, 2);
  const std::string extra = little(1, 2) + little(16, 2) + little(bytes, 8) + little(bytes, 8);
  const std::string start = small.substr(0, directory) + "PK\3\4" + facts + name + extra;
  const std::string entries = small.substr(directory, end - directory) + "PK\1\2" + little(45, 2) +
                              facts + little(0, 10) + little(directory, 4) + name + extra;
  const std::uint64_t at = start.size() + bytes;
  const std::string last = "PK\6\6" + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) +
                           little(2, 8) + little(2, 8) + little(entries.size(), 8) + little(at, 8) +
                           "PK\6\7" + little(0, 4) + little(at + entries.size(), 8) + little(1, 4) +
                           "PK\5\6" + little(0, 4) + little(2, 2) + little(2, 2) +
                           little(entries.size(), 4) + little(0xffffffff, 4) + little(0, 2);
  std::ofstream(path, std::ios::binary) << start;
  std::error_code fault;
  std::filesystem::resize_file(path, at, fault);
  if (fault) return false;
  std::ofstream(path, std::ios::binary | std::ios::app) << entries << last;
  return true;
}

}  // namespace

class PytorchTest : public QObject {
  Q_OBJECT
 private slots:
  void files_of_pytorch_data();
  void files_of_pytorch();
  void what_is_left_out_is_noted();
  void scalars_are_metadata();
  void strided_tensors();
  void names();
  void big_endian();
  void objects_are_left_out();
  void lists_a_hundred_gigabytes();
  void lists_a_large_archive();
};

void PytorchTest::files_of_pytorch_data() {
  QTest::addColumn<QString>("values");
  QTest::addColumn<int>("count");
  QTest::newRow("zip.pt") << "training.npz" << 34;
  QTest::newRow("legacy.pt") << "training.npz" << 34;
  QTest::newRow("module.pt") << "module.npz" << 7;
  QTest::newRow("legacy_module.pt") << "module.npz" << 7;
  QTest::newRow("script.pt") << "module.npz" << 7;
  QTest::newRow("newer.pt") << "newer.npz" << 1;
}

void PytorchTest::files_of_pytorch() {
  QFETCH(QString, values);
  QFETCH(int, count);
  const std::string path = file_of(QTest::currentDataTag());
  Reader reader(path);
  QCOMPARE(recognise(reader).name, std::string_view("pytorch"));
  TensorFiles files(path);
  Reader expected_reader(file_of(values.toUtf8().constData()));
  Notes notes;
  const TensorFile expected = read_npz(expected_reader, notes);
  QCOMPARE(files.directory().tensors.size(), static_cast<std::size_t>(count));
  for (const StoredTensor& stored : files.directory().tensors) {
    if (stored.name == "types/complex") {
      QCOMPARE(files.read(stored), Tensor(DType::f32, {2, 2}));
      continue;
    }
    const Tensor* wanted = expected.find(stored.name);
    QVERIFY2(wanted, stored.name.c_str());
    const Tensor tensor = files.read(stored);
    QVERIFY2(tensor.shape == wanted->shape, stored.name.c_str());
    // NumPy has no bfloat16.
    QVERIFY2(tensor.dtype == wanted->dtype || tensor.dtype == DType::bf16, stored.name.c_str());
    QVERIFY2(tensor.values() == wanted->values(), stored.name.c_str());
  }
}

void PytorchTest::what_is_left_out_is_noted() {
  for (const char* file : {"zip.pt", "legacy.pt"})
    QVERIFY(TensorFiles(file_of(file)).notes().empty());
  const TensorFiles module(file_of("module.pt"));
  QVERIFY(text_of(module.notes()).contains("'torch.nn.modules.linear.Linear' were not created"));
}

void PytorchTest::scalars_are_metadata() {
  const TensorFiles files(file_of("zip.pt"));
  const auto& metadata = files.directory().metadata;
  QCOMPARE(metadata.at("epoch"), std::string("3"));
  QCOMPARE(metadata.at("best"), std::string("0.125"));
  QCOMPARE(metadata.at("name"), std::string("small"));
  QCOMPARE(metadata.at("optimizer/param_groups/0/lr"), std::string("0.1"));
}

void PytorchTest::strided_tensors() {
  const auto read = [](const std::vector<std::int64_t>& shape,
                       const std::vector<std::int64_t>& strides, std::int64_t offset = 0) {
    return read_only(legacy(tensor(shape, strides, offset), key(), six())).values();
  };
  using Values = std::vector<double>;
  QCOMPARE(read({2, 3}, {3, 1}), (Values{0, 1, 2, 3, 4, 5}));
  QCOMPARE(read({3, 2}, {1, 3}), (Values{0, 3, 1, 4, 2, 5}));
  QCOMPARE(read({2}, {2}, 1), (Values{1, 3}));
  QCOMPARE(read({2, 2}, {0, 1}, 4), (Values{4, 5, 4, 5}));
  QCOMPARE(read({}, {}, 5), (Values{5}));
  QCOMPARE(read({0, 4}, {4, 1}, 6), Values{});
  QCOMPARE(read({1, 2}, {77, 1}, 4), (Values{4, 5}));  // the stride of one element is not used
  // A storage view of early versions begins inside its storage.
  const std::string view = storage("0", "FloatStorage", 6, "(" + text("v") + "K\2K\3t");
  QCOMPARE(read_only(legacy(tensor(view, 1, tuple({2}), tuple({1})), key(), six())).values(),
           (Values{3, 4}));
}

void PytorchTest::names() {
  Notes notes;
  const std::string one = tensor({1}, {1}).substr(1 + 6);  // without the dict and its key
  const std::string call = one.substr(0, one.size() - 1);
  QCOMPARE(list(legacy(call, key(), six()), notes).tensors[0].name, std::string("tensor"));
  QVERIFY(notes.empty());
  const std::string body = "}" + text("a") + "](" + call + "K\7" + call + "es" + "K\5" + call + "s";
  const TensorDirectory found = list(legacy(body, key(), six()), notes);
  QCOMPARE(found.tensors.size(), std::size_t(3));
  QCOMPARE(found.tensors[0].name, std::string("a/0"));
  QCOMPARE(found.tensors[1].name, std::string("a/2"));
  QCOMPARE(found.tensors[2].name, std::string("5"));
  QCOMPARE(found.metadata.at("a/1"), std::string("7"));
  // The same path twice.
  const std::string twice =
      "}" + text("x/y") + call + "s" + text("x") + "}" + text("y") + call + "ss";
  const TensorDirectory both = list(legacy(twice, key(), six()), notes);
  QCOMPARE(both.tensors[1].name, std::string("x/y#2"));
  QVERIFY(text_of(notes).contains("two tensors have the name 'x/y'"));
  // Many tensors of one path take linear time.
  std::string many = "}" + text("w") + call + "q\1s";
  for (int i = 0; i < 20'000; ++i) many += text("w") + "h\1s";
  const testing::Effort effort;
  const TensorDirectory all = list(legacy(many, key(), six()), notes);
  QCOMPARE(all.tensors.size(), std::size_t(20'001));
  QCOMPARE(all.tensors.back().name, std::string("w#20001"));
  QVERIFY(effort.within(10'000));
}

void PytorchTest::big_endian() {
  const std::string data = "\x80\x02" + tensor({2}, {1}) + ".";
  const std::string swapped("\x3f\x80\0\0\x40\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24);
  const std::string file =
      archive({{"m/data.pkl", data}, {"m/byteorder", "big"}, {"m/data/0", swapped}});
  QCOMPARE(read_only(file).values(), (std::vector<double>{1, 2}));
}

// Objects of unknown classes are no error, and nothing of them is created.
void PytorchTest::objects_are_left_out() {
  const std::string call = tensor({1}, {1}).substr(7);
  const std::string body = global("my.code", "State") + ")\x81}" + text("best") + call + "b";
  Notes notes;
  const TensorDirectory found = list(legacy(body, key(), six()), notes);
  QCOMPARE(found.tensors.at(0).name, std::string("best"));
  QVERIFY(text_of(notes).contains("objects of 'my.code.State' were not created"));
  // Tensors in the arguments of a call.
  const std::string pair =
      global("my.code", "Pair") + "K\1" + call.substr(0, call.size() - 1) + "\x86R";
  QCOMPARE(list(legacy(pair, key(), six()), notes).tensors.at(0).name, std::string("1"));
}

// Sparse data: only the pickles are read.
void PytorchTest::lists_a_hundred_gigabytes() {
  QTemporaryDir folder;
  const std::string path = folder.filePath("large.pt").toStdString();
  constexpr std::int64_t count = 25'000'000'000;
  const std::string large = storage("0", "FloatStorage", count);
  const std::string start =
      legacy(tensor(large, 0, tuple({1000, count / 1000}), tuple({count / 1000, 1})), key(),
             little(static_cast<std::uint64_t>(count), 8));
  std::ofstream(path, std::ios::binary) << start;
  std::error_code fault;
  std::filesystem::resize_file(path, start.size() + 4 * static_cast<std::uintmax_t>(count), fault);
  if (fault) QSKIP("the file system stores no sparse files");
  const testing::Effort effort;
  const testing::MemoryMeter meter(std::size_t{200} << 20);
  TensorFiles files(path);
  QCOMPARE(files.directory().tensors.at(0).shape, (Shape{1000, 25'000'000}));
  QCOMPARE(files.read_part(files.directory().tensors[0], count - 2, 2).values(),
           (std::vector<double>{0, 0}));
  QVERIFY2(meter.peak() < 1 << 20, qPrintable(QString::number(meter.peak())));
  QVERIFY(effort.within(10'000));
}

void PytorchTest::lists_a_large_archive() {
  QTemporaryDir folder;
  const std::string path = folder.filePath("large.pt").toStdString();
  constexpr std::int64_t count = 25'000'000'000;
  const std::string pickle =
      "\x80\x02" + tensor(storage("0", "FloatStorage", count), 5, tuple({100}), tuple({1})) + ".";
  if (!write_large_archive(path, pickle, 4 * static_cast<std::uint64_t>(count)))
    QSKIP("the file system stores no sparse files");
  const testing::MemoryMeter meter(std::size_t{200} << 20);
  TensorFiles files(path);
  QCOMPARE(files.directory().tensors.at(0).bytes(), std::uint64_t{400});
  QCOMPARE(files.read(files.directory().tensors[0]).values(), std::vector<double>(100));
  QVERIFY2(meter.peak() < 1 << 20, qPrintable(QString::number(meter.peak())));
}

NGRAPH_TEST(PytorchTest)
#include "pytorch_test.moc"
