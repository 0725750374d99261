// SPDX-License-Identifier: Apache-2.0
// Tests safetensors: round trips, and rejection of every kind of damage at its position.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include "engine/base/atomic_file.h"
#include "engine/formats/tensors/safetensors.h"
#include "tests/support/damage.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

std::string file_of(const std::string& header, const std::string& data = {}) {
  const std::uint64_t length = header.size();
  std::string text(8, '\0');
  std::memcpy(text.data(), &length, 8);
  return text + header + data;
}

// A header with one tensor "w" that has these fields.
std::string one(const std::string& fields) {
  return "{\"w\":{" + fields + "}}";
}

std::string tensor(const char* name, const char* shape, int begin, int end,
                   const char* dtype = "F32") {
  return "\"" + std::string(name) + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
         ",\"data_offsets\":[" + std::to_string(begin) + "," + std::to_string(end) + "]}";
}

std::string list(std::initializer_list<std::string> tensors) {
  std::string text;
  for (const std::string& entry : tensors) text += (text.empty() ? "{" : ",") + entry;
  return text + "}";
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

TensorFile read(const std::string& content, Notes& notes) {
  Reader reader(bytes_of(content), "net.safetensors");
  return read_safetensors(reader, notes);
}

}  // namespace

class SafetensorsTest : public QObject {
  Q_OBJECT
 private slots:
  void writes_and_reads_back();
  void same_tensors_give_same_bytes();
  void refuses_names_that_cannot_be_saved();
  void keeps_the_old_file_when_saving_fails();
  void refuses_damage_data();
  void refuses_damage();
  void opens_unusual_files_data();
  void opens_unusual_files();
  void limits();
  void reads_hundred_thousand_tensors();
  void reads_one_tensor_of_many();
  void survives_every_cut();

 private:
  QTemporaryDir folder_;
  std::string path_ = folder_.path().toStdString() + "/net.safetensors";
};

void SafetensorsTest::writes_and_reads_back() {
  TensorFile file;
  for (int dtype = 0; dtype < dtype_count; ++dtype) {
    const auto type = static_cast<DType>(dtype);
    file.tensors.push_back({"t" + std::to_string(dtype),
                            Tensor::from(type, {2, 3}, std::vector<double>{0, 1, 1, 0, 1, 0})});
  }
  file.tensors.push_back({"scalar", Tensor(2.5)});
  file.tensors.push_back({"empty", Tensor(DType::f32, {0, 7})});
  file.tensors.push_back({"a/../ü\x01", Tensor({std::nan(""), 1.0, -0.0})});
  file.metadata = {{"step", "12"}, {"quote", "\"\\"}};
  safetensors_format.write(path_, file);
  Notes notes;
  Reader reader(path_);
  const TensorFile back = std::get<TensorFile>(safetensors_format.read(reader, notes));
  QVERIFY(notes.empty());
  QCOMPARE(back.metadata, file.metadata);
  QCOMPARE(back.tensors.size(), file.tensors.size());
  for (const NamedTensor& entry : file.tensors) {
    QVERIFY2(back.find(entry.name), entry.name.c_str());
    QVERIFY2(*back.find(entry.name) == entry.tensor, entry.name.c_str());
  }
  const SafetensorsHeader header = read_safetensors_header(reader, notes);
  QCOMPARE(header.data_start % 8, std::uint64_t{0});
  for (const SafetensorsEntry& entry : header.entries) {
    QCOMPARE(entry.begin % static_cast<std::uint64_t>(entry.dtype.bits() / 8), std::uint64_t{0});
  }
}

void SafetensorsTest::same_tensors_give_same_bytes() {
  const Tensor a({1, 2, 3}), b(DType::f64, {2});
  auto content = [this] {
    std::ifstream file(path_, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  };
  write_safetensors(path_, std::vector<TensorRef>{{"a", &a}, {"b", &b}});
  const std::string first = content();
  write_safetensors(path_, std::vector<TensorRef>{{"b", &b}, {"a", &a}});
  QCOMPARE(content(), first);
}

void SafetensorsTest::refuses_names_that_cannot_be_saved() {
  const Tensor a({1});
  for (const char* name : {"", "__metadata__", "\xff"}) {
    QVERIFY_EXCEPTION_THROWN(write_safetensors(path_, std::vector<TensorRef>{{name, &a}}), Error);
  }
  QVERIFY_EXCEPTION_THROWN(write_safetensors(path_, std::vector<TensorRef>{{"a", &a}, {"a", &a}}),
                           Error);
}

void SafetensorsTest::keeps_the_old_file_when_saving_fails() {
  const Tensor a({1, 2}), b({3, 4});
  write_safetensors(path_, std::vector<TensorRef>{{"w", &a}});
  inject_write_fault(0, ENOSPC);
  QVERIFY_EXCEPTION_THROWN(write_safetensors(path_, std::vector<TensorRef>{{"w", &b}}), Error);
  inject_write_fault(-1, 0);
  Reader reader(path_);
  Notes notes;
  QVERIFY(*read_safetensors(reader, notes).find("w") == a);
}

void SafetensorsTest::refuses_damage_data() {
  QTest::addColumn<QByteArray>("content");
  QTest::addColumn<QString>("says");
  auto row = [](const char* id, const std::string& content, const char* says) {
    QTest::newRow(id) << QByteArray::fromStdString(content) << says;
  };
  auto header = [&row](const char* id, const std::string& text, const char* says) {
    row(id, file_of(text, std::string(16, 'x')), says);
  };
  const std::string good = tensor("w", "[4]", 0, 16);
  row("no bytes", "", "cut off");
  row("seven bytes", std::string(7, '\1'), "cut off");
  row("eight bytes", std::string("\x02\0\0\0\0\0\0\0", 8), "does not fit");
  row("length zero", std::string(16, '\0'), "does not fit");
  row("length beyond the file", std::string("\x99\0\0\0\0\0\0\0{}", 10), "does not fit");
  row("length of all ones", std::string(16, '\xff'), "does not fit");
  row("length big-endian", std::string("\0\0\0\0\0\0\0\x02{}", 10), "big-endian");
  header("byte order mark", "\xef\xbb\xbf" + list({good}), "does not start with '{'");
  header("zero byte", list({good}) + std::string(1, '\0'), "zero byte");
  header("bad UTF-8", "{\"\xff\":1}", "not valid JSON");
  header("no JSON", "{nothing}", "not valid JSON");
  header("cut JSON", "{\"w\":{", "cut off");
  header("trailing text", list({good}) + "x", "not valid JSON");
  header("root is a list", "[]", "does not start with '{'");
  header("name twice", list({good, tensor("w", "[4]", 0, 16, "I32")}), "comes twice");
  header("name twice, escaped", list({good, tensor("\\u0077", "[4]", 0, 16)}), "comes twice");
  header("dtype twice", one("\"dtype\":\"F32\",\"dtype\":\"I32\""), "twice");
  header("metadata twice", "{\"__metadata__\":{},\"__metadata__\":{}}", "comes twice");
  header("metadata key twice", "{\"__metadata__\":{\"a\":\"1\",\"a\":\"2\"}}", "comes twice");
  header("metadata a text", "{\"__metadata__\":\"x\"}", "expected: an object");
  header("metadata a number", "{\"__metadata__\":{\"a\":1}}", "expected: a text");
  header("entry a number", "{\"w\":1}", "expected: an object");
  header("no dtype", one("\"shape\":[4],\"data_offsets\":[0,16]"), "a field is missing");
  header("no shape", one("\"dtype\":\"F32\",\"data_offsets\":[0,16]"), "a field is missing");
  header("no offsets", one("\"dtype\":\"F32\",\"shape\":[4]"), "a field is missing");
  header("dtype of too many bytes", list({tensor("w", "[4]", 0, 16, "F4")}), "needs 2 bytes");
  header("dtype without a name", list({tensor("w", "[4]", 0, 16, "")}), "dtype");
  header("dtype a number", one("\"dtype\":5"), "expected: a text");
  for (const char* shape :
       {"[-1]", "[2.0]", "[1e3]", "[\"2\"]", "[null]", "[-0]", "[18446744073709551616]", "[[4]]"}) {
    header(shape, list({tensor("w", shape, 0, 16)}), "expected: an integer, from 0");
  }
  header("shape a number", one("\"dtype\":\"F32\",\"shape\":4"), "expected: a list");
  header("shape [01]", list({tensor("w", "[01]", 0, 16)}), "not valid JSON");
  header("shape [+1]", list({tensor("w", "[+1]", 0, 16)}), "not valid JSON");
  header("length 2^53+1", list({tensor("w", "[9007199254740993]", 0, 16)}), "too large");
  header("length 2^63", list({tensor("w", "[9223372036854775808]", 0, 16)}),
         "a number does not fit");
  header("product overflows", list({tensor("w", "[4294967296,4294967296]", 0, 16)}), "too large");
  header("offsets of one", one("\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0]"), "offsets");
  header("offsets of three", one("\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,8,16]"),
         "offsets");
  header("begin after end", list({tensor("w", "[4]", 16, 0)}), "begin not after end");
  header("end past the data", list({tensor("w", "[5]", 0, 20)}), "beyond the end");
  header("offsets 2^64-1",
         one("\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,"
             "18446744073709551615]"),
         "a number does not fit");
  header("hole of a byte", list({tensor("a", "[7]", 0, 7, "U8"), tensor("b", "[8]", 8, 16, "U8")}),
         "hole");
  header("hole at the start", list({tensor("a", "[8]", 8, 16, "U8")}), "hole");
  header("overlap of a byte",
         list({tensor("a", "[9]", 0, 9, "U8"), tensor("b", "[8]", 8, 16, "U8")}), "overlaps");
  header("same range", list({good, tensor("v", "[4]", 0, 16)}), "overlaps");
  header("size against shape", list({tensor("w", "[3]", 0, 16)}), "needs 12 bytes");
  row("a byte short", file_of(list({good}), std::string(15, 'x')), "beyond the end");
  row("a byte long", file_of(list({good}), std::string(17, 'x')), "after the last tensor");
  row("zip behind it", file_of(list({good}), std::string(16, 'x') + "PK\x03\x04"),
      "after the last tensor");
}

void SafetensorsTest::refuses_damage() {
  QFETCH(QByteArray, content);
  QFETCH(QString, says);
  Notes notes;
  try {
    read(content.toStdString(), notes);
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::bad_file);
    QVERIFY2(QString(error.what()).contains(says), error.what());
    QVERIFY2(QString(error.what()).contains("'net.safetensors' at 0x"), error.what());
  }
}

void SafetensorsTest::opens_unusual_files_data() {
  QTest::addColumn<QByteArray>("content");
  QTest::addColumn<int>("tensors");
  QTest::addColumn<int>("notes");
  const std::string good = list({tensor("w", "[4]", 0, 16)}), data(16, '\0');
  auto row = [](const char* id, const std::string& content, int tensors, int notes) {
    QTest::newRow(id) << QByteArray::fromStdString(content) << tensors << notes;
  };
  row("space before", file_of("  \n" + good, data), 1, 1);
  row("space behind", file_of(good + "  \t\n", data), 1, 0);
  row("no tensors", file_of("{}"), 0, 0);
  row("unaligned data", file_of(good + " ", data), 1, 0);
  row("unknown field",
      file_of(one("\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16],\"x\":{\"y\":[1,{}]}"),
              data),
      1, 1);
  row("empty tensors anywhere",
      file_of(list({tensor("a", "[0]", 0, 0), tensor("w", "[4]", 0, 16),
                    tensor("z", "[0,1099511627776]", 16, 16)}),
              data),
      3, 0);
  row("empty name", file_of(list({tensor("", "[4]", 0, 16)}), data), 1, 0);
  row("scalar", file_of(list({tensor("w", "[]", 0, 4)}), data.substr(0, 4)), 1, 0);
  row("bool of other bytes",
      file_of(list({tensor("w", "[3]", 0, 3, "BOOL")}), std::string("\x00\x01\x07", 3)), 1, 1);
}

void SafetensorsTest::opens_unusual_files() {
  QFETCH(QByteArray, content);
  Notes notes;
  const TensorFile file = read(content.toStdString(), notes);
  QTEST(static_cast<int>(file.tensors.size()), "tensors");
  QTEST(static_cast<int>(notes.size()), "notes");
  for (const NamedTensor& entry : file.tensors) {
    if (entry.tensor.dtype == DType::bool_) QCOMPARE(entry.tensor.at(2), 1.0);
  }
}

void SafetensorsTest::limits() {
  Limits small;
  small.header_bytes = 100;
  small.tensors = 1;
  small.name_bytes = 10;
  small.allocation_bytes = 8 + 100;
  auto refused = [&](const std::string& content) {
    Reader reader(bytes_of(content), "net", small);
    Notes notes;
    try {
      read_safetensors(reader, notes);
    } catch (const Error& error) {
      return QString(error.what()).contains("limit");
    }
    return false;
  };
  QVERIFY(refused(file_of(std::string(101, ' '))));
  small.header_bytes = 1000;
  small.allocation_bytes = 1000;
  QVERIFY(refused(file_of(list({tensor("a", "[0]", 0, 0), tensor("b", "[0]", 0, 0)}))));
  QVERIFY(refused(file_of(list({tensor("abcdefghijklm", "[0]", 0, 0)}))));
  QVERIFY(refused(file_of(list({tensor("a", "[1001]", 0, 1001, "U8")}), std::string(1001, 'x'))));
  small.json_depth = 5;
  QVERIFY(refused(file_of(one("\"x\":[[[[[[[[1]]]]]]]]"))));
  small = {};
  QVERIFY(refused(file_of("{\"w\":" + std::string(300, '['))));
  std::string rank = "[1";
  for (int i = 0; i < 32; ++i) rank += ",1";
  QVERIFY(refused(file_of(list({tensor("w", (rank + "]").c_str(), 0, 4)}), "1234")));
}

void SafetensorsTest::reads_hundred_thousand_tensors() {
  std::string header = "{";
  for (int i = 0; i < 100'000; ++i) {
    header += (i ? "," : "") + tensor(("t" + std::to_string(i)).c_str(), "[1]", i, i + 1, "U8");
  }
  Notes notes;
  const TensorFile file = read(file_of(header + "}", std::string(100'000, 'x')), notes);
  QCOMPARE(file.tensors.size(), std::size_t{100'000});
}

void SafetensorsTest::reads_one_tensor_of_many() {
  const Tensor a({1, 2}), b({3, 4});
  write_safetensors(path_, std::vector<TensorRef>{{"a", &a}, {"b", &b}});
  Reader reader(path_);
  Notes notes;
  const SafetensorsHeader header = read_safetensors_header(reader, notes);
  QCOMPARE(header.entries[1].name, std::string("b"));
  QVERIFY(read_safetensors_tensor(reader, header, header.entries[1], notes) == b);
}

void SafetensorsTest::survives_every_cut() {
  const std::string whole =
      file_of(list({tensor("a", "[2]", 0, 8), tensor("b", "[2]", 8, 16)}), std::string(16, 'x'));
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    Notes notes;
    QVERIFY_EXCEPTION_THROWN(read(whole.substr(0, bytes), notes), Error);
  }
  // A file with one flipped bit is rejected or read, without other effects.
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    Notes notes;
    try {
      QVERIFY(read(with_bit_flipped(whole, bit), notes).tensors.size() <= 2);
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::bad_file);
    }
  }
}

NGRAPH_TEST(SafetensorsTest)
#include "safetensors_test.moc"
