// SPDX-License-Identifier: Apache-2.0
// Tests PyTorch checkpoints: files that PyTorch wrote give its values, and broken ones are refused
// with exact messages.
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "engine/formats/archives/npz.h"
#include "engine/formats/format_table.h"
#include "engine/formats/pytorch/torch_file.h"
#include "engine/formats/tensors/tensor_files.h"
#include "tests/support/memory_meter.h"
#include "tests/support/pickles.h"
#include "tests/support/refusal.h"

using namespace ng;
using namespace ng::pickles;

namespace {

std::string file_of(const char* name) {
  return std::string(NGRAPH_SOURCE_DIR "/tests/formats/pytorch/") + name;
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

// Storage "0" with the float32 elements 0 to 5.
std::string six() {
  std::string data = little(6, 8);
  for (const float value : {0.f, 1.f, 2.f, 3.f, 4.f, 5.f})
    data.append(reinterpret_cast<const char*>(&value), sizeof value);
  return data;
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

std::string key() {
  return "]" + text("0") + "a";
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
  void broken_files_are_refused_data();
  void broken_files_are_refused();
  void broken_archives_are_refused_data();
  void broken_archives_are_refused();
  void shared_parts_are_limited();
  void lists_a_hundred_gigabytes();
  void lists_a_large_archive();
  void every_cut_is_refused_data();
  void every_cut_is_refused();
};

void PytorchTest::files_of_pytorch_data() {
  QTest::addColumn<QString>("values");
  QTest::addColumn<int>("count");
  QTest::newRow("zip.pt") << "training.npz" << 33;
  QTest::newRow("legacy.pt") << "training.npz" << 33;
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
  QCOMPARE(files.directory().tensors.size(), expected.tensors.size());
  QCOMPARE(expected.tensors.size(), static_cast<std::size_t>(count));
  for (const StoredTensor& stored : files.directory().tensors) {
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
  for (const char* file : {"zip.pt", "legacy.pt"}) {
    const TensorFiles files(file_of(file));
    QCOMPARE(files.notes().size(), std::size_t(1));
    QVERIFY2(text_of(files.notes()).contains("'types/complex' is not listed"),
             qPrintable(text_of(files.notes())));
  }
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
}

void PytorchTest::broken_files_are_refused_data() {
  QTest::addColumn<QByteArray>("file");
  QTest::addColumn<int>("at");
  QTest::addColumn<QString>("what");
  QTest::addColumn<QString>("found");
  QTest::addColumn<QString>("expected");
  const auto row = [](const char* name, const std::string& file, std::uint64_t at, const char* what,
                      const char* found, const char* expected) {
    QTest::newRow(name) << QByteArray::fromStdString(file) << static_cast<int>(at) << what << found
                        << expected;
  };
  // The error is at the last opcode `code` of the objects.
  const auto body = [&](const char* name, const std::string& ops, char code, const char* what,
                        const char* found, const char* expected) {
    row(name, legacy(ops, key(), six()), legacy_body() + ops.rfind(code), what, found, expected);
  };
  // The same for objects without storages.
  const auto bare = [&](const char* name, const std::string& ops, char code, const char* what,
                        const char* found, const char* expected) {
    row(name, legacy(ops, "]", ""), legacy_body() + ops.rfind(code), what, found, expected);
  };
  const auto ones = [](std::size_t rank) { return std::vector<std::int64_t>(rank, 1); };
  const std::string floats = storage("0", "FloatStorage", 6);
  row("another file", "hello, world", 0, "this is not a PyTorch checkpoint", "'hello, world'",
      "a zip archive or PyTorch's magic number");
  row("magic number only", magic, magic.size(), "the pickle is cut off", "0 bytes left", "1 bytes");
  row("version", magic + "\x80\x02K\1.", magic.size(), "the checkpoint has an unknown version", "1",
      "1001");
  row("version text", magic + "\x80\x02" + text("a") + ".", magic.size(),
      "the checkpoint has an unknown version", "a text", "1001");
  const char* reference = "a persistent reference is no storage";
  body("reference is a text", text("x") + "Q", 'Q', reference, "a text", "a tuple");
  body("short reference", "(" + text("storage") + "tQ", 'Q', reference, "1 values",
       "('storage', type, key, location, elements)");
  body("other reference", "(" + text("other") + "NNNNtQ", 'Q', reference, "5 values",
       "('storage', type, key, location, elements)");
  body("unknown type", storage("0", "BarStorage", 6), 'Q', "storage '0' has an unknown type",
       "'torch.BarStorage'", "torch.FloatStorage or another storage of PyTorch");
  body("type of another module",
       "(" + text("storage") + global("os", "FloatStorage") + text("0") + text("cpu") + "K\6tQ",
       'Q', "storage '0' has an unknown type", "'os.FloatStorage'",
       "torch.FloatStorage or another storage of PyTorch");
  const char* elements = "storage '0' has an impossible number of elements";
  body("negative elements", storage("0", "FloatStorage", -1), 'Q', elements, "-1", "0 or more");
  body("too many elements", storage("0", "FloatStorage", INT64_MAX), 'Q', elements,
       "9223372036854775807", "0 or more");
  body("elements in a text",
       "(" + text("storage") + global("torch", "FloatStorage") + text("0") + text("cpu") +
           text("6") + "tQ",
       'Q', elements, "a text", "0 or more");
  const char* view = "a view of storage '0' lies outside of it";
  body("view", storage("0", "FloatStorage", 6, "(" + text("v") + "K\4K\3t"), 'Q', view, "4 + 3",
       "within 6 elements");
  body("view of texts", storage("0", "FloatStorage", 6, "(" + text("v") + text("a") + "K\3t"), 'Q',
       view, "no integers", "within 6 elements");
  body("two types", "(" + floats + storage("0", "DoubleStorage", 6) + "t", 'Q',
       "storage '0' has two element types", "8 bytes", "4 bytes");

  const std::string good = tensor({2, 3}, {3, 1});
  const std::uint64_t keys = legacy_body() + good.size() + 1 + 2;  // of the opcodes of the keys
  row("keys in a dict", legacy(good, "}", six()), keys, "the checkpoint has no list of storages",
      "a dict", "a list");
  row("key without tensor", legacy(good, "]" + text("9") + "a", six()), keys + 1,
      "a storage is listed that no tensor uses", "'9'", "the key of a storage");
  const std::uint64_t data = keys + key().size() + 1;
  row("storage cut off", legacy(good, key(), six().substr(0, 31)), data, "storage '0' is cut off",
      "6 elements of 4 bytes", "at most 31 bytes");
  row("storage without size", legacy(good, key(), "1234"), data, "storage '0' is cut off",
      "4 bytes left", "at most 4 bytes");
  row("huge storage", legacy(good, key(), little(std::uint64_t{1} << 63, 8) + "12345678"), data,
      "storage '0' is cut off", "9223372036854775808 elements of 4 bytes", "at most 16 bytes");
  row("trailing bytes", legacy(good, key(), six() + "abc"), data + 32,
      "bytes follow the last storage", "3 bytes", "none");
  row("storage twice", legacy(good, "](" + text("0") + text("0") + "e", six() + six()),
      keys + 2 + 6 + 6 + 1 + 1 + 32, "storage '0' comes twice", "", "once");
  row("no storage", legacy(good, "]", ""), legacy_body() + good.rfind('Q'),
      "storage '0' is not in the file", "0 storages", "a storage that the file lists");
  row("short storage", legacy(good, key(), little(3, 8) + std::string(12, '\1')),
      legacy_body() + good.rfind('R'), "storage '0' is shorter than its number of elements",
      "12 bytes", "6 elements of 4 bytes");

  const char* outside = "tensor 'w' reaches outside of storage '0'";
  const char* six_elements = "within 6 elements";
  body("shape outside", tensor({3, 3}, {3, 1}), 'R', outside,
       "offset 0, shape (3, 3), strides (3, 1)", six_elements);
  body("stride outside", tensor({2}, {6}), 'R', outside, "offset 0, shape (2,), strides (6,)",
       six_elements);
  body("offset outside", tensor({1}, {1}, 6), 'R', outside, "offset 6, shape (1,), strides (1,)",
       six_elements);
  body("far offset", tensor({1}, {1}, INT64_MAX / 2), 'R', outside,
       "offset 4611686018427387903, shape (1,), strides (1,)", six_elements);
  body("impossible offset", tensor({1}, {1}, INT64_MAX), 'R', "tensor 'w' has an impossible offset",
       "9223372036854775807", "an integer of at least 0");
  body("overflowing stride", tensor({5}, {std::int64_t{1} << 62}), 'R', outside,
       "offset 0, shape (5,), strides (4611686018427387904,)", six_elements);
  body("huge shape", tensor({1LL << 40, 1LL << 40}, {0, 0}), 'R',
       "tensor 'w' has a shape that is too large", "(1099511627776, 1099511627776)",
       "fewer than 2^47 elements");
  body("negative length", tensor({-2}, {1}), 'R', "a tensor has an impossible shape", "-2",
       "integers of at least 0");
  body("negative stride", tensor({2}, {-1}), 'R', "a tensor has an impossible stride", "-1",
       "integers of at least 0");
  body("length in a text", tensor(floats, 0, "(" + text("a") + "t", tuple({1})), 'R',
       "a tensor has an impossible shape", "a text", "integers of at least 0");
  body("shape in a text", tensor(floats, 0, text("23"), tuple({1})), 'R', "a tensor has no shape",
       "a text", "a tuple of integers");
  body("one stride of two", tensor({2, 3}, {1}), 'R', "tensor 'w' has 1 strides", "(2, 3)",
       "one per axis");
  const std::string wide = global("torch._utils", "_rebuild_tensor_v3") + "(" + floats +
                           integer(0) + tuple({3}) + tuple({1}) + "\x89}" +
                           global("torch", "float64") + "tR";
  body("type of version 3", wide, 'R', "tensor 'tensor' has another type than storage '0'",
       "'torch.float64'", "'FloatStorage'");
  body("negative offset", tensor({1}, {1}, -1), 'R', "tensor 'w' has an impossible offset", "-1",
       "an integer of at least 0");
  bare("no arguments", global("torch._utils", "_rebuild_tensor_v2") + ")R", 'R',
       "a tensor has too few arguments", "0", "at least 4");
  bare("no storage in a tensor", tensor("N", 0, tuple({1}), tuple({1})), 'R',
       "tensor 'w' has no storage", "None", "a persistent reference");
  bare("parameter of nothing", global("torch._utils", "_rebuild_parameter") + ")R", 'R',
       "a parameter has no tensor", "no arguments", "a tensor");
  bare("list in itself", "]q\1h\1a", ']', "a container of the pickle contains itself", "'0'",
       "a tree");
  bare("dict in itself", "}q\1K\5h\1s", '}', "a container of the pickle contains itself", "'5'",
       "a tree");
  row("rank", legacy(tensor(ones(33), ones(33)), key(), six()), 0,
      "the rank of a tensor is beyond the limit", "33", "at most 32");
  row("command", legacy(global("os", "system") + text("ls") + "\x85R", key(), six()),
      legacy_body() + global("os", "system").size() + text("ls").size() + 1,
      "the file tries to run code: it calls 'os.system'", "nothing was called",
      "tensors, dicts, lists and numbers");
}

void PytorchTest::broken_files_are_refused() {
  QFETCH(QByteArray, file);
  QFETCH(int, at);
  QFETCH(QString, what);
  QFETCH(QString, found);
  QFETCH(QString, expected);
  Notes notes;
  try {
    list(file.toStdString(), notes);
    QFAIL("the file was listed");
  } catch (const Error& error) {
    const Diagnostic& said = error.diagnostic();
    QCOMPARE(error.kind(), ErrorKind::bad_file);
    QCOMPARE(QString::fromStdString(said.what), "'x.pt': " + what);
    QCOMPARE(QString::fromStdString(said.where), "'x.pt' at 0x" + QString::number(at, 16));
    QCOMPARE(QString::fromStdString(said.found), found);
    QCOMPARE(QString::fromStdString(said.expected), expected);
    QVERIFY(!said.action.empty());
  }
}

void PytorchTest::broken_archives_are_refused_data() {
  QTest::addColumn<QByteArray>("file");
  QTest::addColumn<QString>("what");
  QTest::addColumn<QString>("found");
  using Entries = std::vector<std::pair<std::string, std::string>>;
  const auto row = [](const char* name, const Entries& entries, const char* what,
                      const char* found) {
    QTest::newRow(name) << QByteArray::fromStdString(archive(entries)) << what << found;
  };
  const std::string pickle = "\x80\x02" + tensor({2, 3}, {3, 1}) + ".";
  const std::string data(24, '\0');
  row("no pickle", {{"m/version", "3\n"}}, "'x.pt': the archive has no entry 'data.pkl'",
      "1 entries");
  row("deeper pickle", {{"m/version", "3\n"}, {"m/a/data.pkl", pickle}},
      "'x.pt': the archive has no entry 'data.pkl'", "2 entries");
  row("no storage", {{"m/data.pkl", pickle}},
      "'x.pt:m/data.pkl': storage '0' is not in the archive", "1 entries");
  row("storage of another name", {{"m/data.pkl", pickle}, {"n/data/0", data}},
      "'x.pt:m/data.pkl': storage '0' is not in the archive", "2 entries");
  row("short storage", {{"m/data.pkl", pickle}, {"m/data/0", data.substr(1)}},
      "'x.pt:m/data.pkl': storage '0' is shorter than its number of elements", "23 bytes");
  row("byte order", {{"m/data.pkl", pickle}, {"m/byteorder", "middle"}, {"m/data/0", data}},
      "'x.pt': the archive has an unknown byte order", "'middle'");
  row("trailing bytes", {{"m/data.pkl", pickle + "ab"}, {"m/data/0", data}},
      "'x.pt:m/data.pkl': bytes follow the pickle", "2 bytes");
  row("cut pickle", {{"m/data.pkl", pickle.substr(0, 40)}, {"m/data/0", data}},
      "'x.pt:m/data.pkl': the pickle is cut off", nullptr);
  row("key outside",
      {{"m/data.pkl",
        "\x80\x02" + tensor(storage("../../secret", "FloatStorage", 6), 0, tuple({6}), tuple({1})) +
            "."},
       {"m/data/0", data}},
      "'x.pt:m/data.pkl': storage '../../secret' is not in the archive", "2 entries");
}

void PytorchTest::broken_archives_are_refused() {
  QFETCH(QByteArray, file);
  QFETCH(QString, what);
  QFETCH(QString, found);
  Notes notes;
  try {
    list(file.toStdString(), notes);
    QFAIL("the file was listed");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::bad_file);
    QCOMPARE(QString::fromStdString(error.diagnostic().what), what);
    if (!found.isNull()) QCOMPARE(QString::fromStdString(error.diagnostic().found), found);
  }
}

// Lists of the same lists, 2^40 values in all.
void PytorchTest::shared_parts_are_limited() {
  std::string body = "]q\1";
  for (int level = 0; level < 40; ++level) body += "](h\1h\1eq\1";
  Notes notes;
  const QString said = refusal([&] { list(legacy("(" + body + "t", "]", ""), notes); });
  QVERIFY2(said.contains("shared parts of the pickle unfold to too many values"), qPrintable(said));
  // Nested deeper than any checkpoint.
  const std::string deep = std::string(150, ']') + std::string(149, 'a');
  const QString depth = refusal([&] { list(legacy(deep, "]", ""), notes); });
  QVERIFY2(depth.contains("the pickle is nested too deeply"), qPrintable(depth));
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
  QElapsedTimer timer;
  timer.start();
  const testing::MemoryMeter meter(std::size_t{200} << 20);
  TensorFiles files(path);
  QCOMPARE(files.directory().tensors.at(0).shape, (Shape{1000, 25'000'000}));
  QCOMPARE(files.read_part(files.directory().tensors[0], count - 2, 2).values(),
           (std::vector<double>{0, 0}));
  QVERIFY2(meter.peak() < 1 << 20, qPrintable(QString::number(meter.peak())));
  QVERIFY(timer.elapsed() < 10'000);
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

void PytorchTest::every_cut_is_refused_data() {
  for (const char* file : {"zip.pt", "legacy.pt", "legacy_module.pt", "newer.pt"})
    QTest::newRow(file);
}

void PytorchTest::every_cut_is_refused() {
  Reader reader(file_of(QTest::currentDataTag()));
  const std::string whole = reader.text(reader.size());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Notes notes;
    const QString said = refusal([&] { list(whole.substr(0, size), notes); });
    QVERIFY2(said.contains("x.pt"), qPrintable(QString::number(size) + ": " + said));
  }
}

QTEST_APPLESS_MAIN(PytorchTest)
#include "pytorch_test.moc"
