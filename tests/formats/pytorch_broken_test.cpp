// SPDX-License-Identifier: Apache-2.0
// Tests that broken and hostile PyTorch checkpoints are refused with exact messages.
#include <QtTest>

#include "engine/formats/pytorch/torch_file.h"
#include "tests/support/checkout.h"
#include "tests/support/pickles.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::pickles;

namespace {

std::string file_of(const char* name) {
  return testing::source_file("tests/formats/pytorch/") + name;
}

TensorDirectory list(const std::string& content, Notes& notes) {
  Reader reader(std::as_bytes(std::span(content)), "x.pt");
  return list_pytorch(reader, notes);
}

}  // namespace

class PytorchBrokenTest : public QObject {
  Q_OBJECT
 private slots:
  void broken_files_are_refused_data();
  void broken_files_are_refused();
  void broken_archives_are_refused_data();
  void broken_archives_are_refused();
  void shared_parts_are_limited();
  void every_cut_is_refused_data();
  void every_cut_is_refused();
};

void PytorchBrokenTest::broken_files_are_refused_data() {
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
  row("magic number only", magic, magic.size(), "the pickle is cut off", "0 bytes left", "1 byte");
  row("version", magic + "\x80\x02K\1.", magic.size(), "the checkpoint has an unknown version", "1",
      "1001");
  row("version text", magic + "\x80\x02" + text("a") + ".", magic.size(),
      "the checkpoint has an unknown version", "a text", "1001");
  const char* reference = "a persistent reference is no storage";
  body("reference is a text", text("x") + "Q", 'Q', reference, "a text", "a tuple");
  body("short reference", "(" + text("storage") + "tQ", 'Q', reference, "1 value",
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
  body("one stride of two", tensor({2, 3}, {1}), 'R', "tensor 'w' has 1 stride", "(2, 3)",
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

void PytorchBrokenTest::broken_files_are_refused() {
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

void PytorchBrokenTest::broken_archives_are_refused_data() {
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

void PytorchBrokenTest::broken_archives_are_refused() {
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
void PytorchBrokenTest::shared_parts_are_limited() {
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

void PytorchBrokenTest::every_cut_is_refused_data() {
  QTest::addColumn<QString>("file");
  for (const char* file : {"zip.pt", "legacy.pt", "legacy_module.pt", "newer.pt"})
    QTest::newRow(file) << file;
}

void PytorchBrokenTest::every_cut_is_refused() {
  QFETCH(QString, file);
  Reader reader(file_of(file.toStdString().c_str()));
  const std::string whole = reader.text(reader.size());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Notes notes;
    const QString said = refusal([&] { list(whole.substr(0, size), notes); });
    QVERIFY2(said.contains("x.pt"), qPrintable(QString::number(size) + ": " + said));
  }
}

NGRAPH_TEST(PytorchBrokenTest)
#include "pytorch_broken_test.moc"
