// SPDX-License-Identifier: Apache-2.0
// Tests npy and npz: NumPy's own files are read, ours round-trip, and malformed archives are
// rejected.
#include <zlib.h>

#include <QTemporaryDir>
#include <QtTest>
#include <cstring>
#include <fstream>
#include <sstream>

#include "engine/formats/archives/npz.h"
#include "engine/formats/archives/zip_directory.h"
#include "engine/formats/tensors/npy.h"
#include "tests/support/checkout.h"
#include "tests/support/damage.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::string npy(const std::string& header, const std::string& data = {}, char version = 1) {
  std::string text("\x93NUMPY", 6);
  text += {version, '\0', static_cast<char>(header.size() & 0xff),
           static_cast<char>(header.size() >> 8)};
  if (version > 1) text += std::string(2, '\0');
  return text + header + data;
}

std::string dict(const std::string& descr, const std::string& shape,
                 const std::string& fortran = "False") {
  return "{'descr': " + descr + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

std::string raw(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

Tensor read_array(const std::string& content, Notes& notes) {
  Reader reader(bytes_of(content), "array.npy");
  return read_npy(reader, notes);
}

QString npy_refusal(const std::string& content) {
  Notes notes;
  try {
    read_array(content, notes);
  } catch (const Error& error) {
    return error.kind() == ErrorKind::bad_file ? error.what() : "another kind of error";
  }
  return {};
}

// A zip archive built by hand, so that every field can be wrong.
struct Part {
  std::string name = "a.npy", local_name = "a.npy", bytes;
  int flags = 0, local_flags = 0, method = 0;
  std::uint32_t crc = 0, local_crc = 0, unpacked = 0, local_unpacked = 0, attributes = 0;
  std::uint32_t offset = 0;
  bool offset_set = false;
  std::string descriptor;
};

Part part(const std::string& bytes, const std::string& name = "a.npy") {
  Part part;
  part.name = part.local_name = name;
  part.bytes = bytes;
  part.crc = part.local_crc = static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  part.unpacked = part.local_unpacked = static_cast<std::uint32_t>(bytes.size());
  return part;
}

void put(std::string& text, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
}

struct End {
  int entries = -1, disk = 0;
  std::uint32_t bytes = 0, offset = 0;  // added to the correct values
  std::string comment;
};

std::string zip(std::vector<Part> parts, const End& end = {}, const std::string& prefix = {}) {
  std::string text = prefix;
  for (Part& entry : parts) {
    if (!entry.offset_set) entry.offset = static_cast<std::uint32_t>(text.size());
    put(text, 0x04034b50, 4), put(text, 20, 2), put(text, entry.local_flags, 2);
    put(text, entry.method, 2), put(text, 0, 4), put(text, entry.local_crc, 4);
    put(text, entry.local_crc || entry.local_unpacked ? entry.bytes.size() : 0, 4);
    put(text, entry.local_unpacked, 4), put(text, entry.local_name.size(), 2), put(text, 0, 2);
    text += entry.local_name + entry.bytes + entry.descriptor;
  }
  const std::size_t start = text.size();
  for (const Part& entry : parts) {
    put(text, 0x02014b50, 4), put(text, 20, 2), put(text, 20, 2), put(text, entry.flags, 2);
    put(text, entry.method, 2), put(text, 0, 4), put(text, entry.crc, 4);
    put(text, entry.bytes.size(), 4), put(text, entry.unpacked, 4);
    put(text, entry.name.size(), 2), put(text, 0, 8), put(text, entry.attributes, 4);
    put(text, entry.offset, 4);
    text += entry.name;
  }
  const std::size_t bytes = text.size() - start;
  const std::uint64_t count =
      end.entries < 0 ? parts.size() : static_cast<std::size_t>(end.entries);
  put(text, 0x06054b50, 4), put(text, end.disk, 2), put(text, 0, 2);
  put(text, count, 2), put(text, count, 2), put(text, bytes + end.bytes, 4);
  put(text, start + end.offset, 4), put(text, end.comment.size(), 2);
  return text + end.comment;
}

TensorFile read_archive(const std::string& content, Notes& notes, const Limits& limits = {}) {
  Reader reader(bytes_of(content), "arrays.npz", limits);
  return read_npz(reader, notes);
}

// The error when unpacking the first entry, whatever it contains.
QString unpacking_refusal(const std::string& content) {
  const Reader reader(bytes_of(content), "arrays.npz");
  try {
    read_zip_entry(reader, read_zip_directory(reader).front());
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

QString npz_refusal(const std::string& content, const Limits& limits = {}) {
  Notes notes;
  try {
    read_archive(content, notes, limits);
  } catch (const Error& error) {
    return error.kind() == ErrorKind::bad_file ? error.what() : "another kind of error";
  }
  return {};
}

const std::string good_array = npy(dict("'<f4'", "(2,)"), raw({1, 2}));

// A final stored deflate block: marker, length, its complement, the bytes.
std::string deflated(const std::string& bytes) {
  std::string out(1, '\1');
  put(out, bytes.size(), 2), put(out, ~bytes.size(), 2);
  return out + bytes;
}

Part compressed(Part part) {
  part.method = 8;
  part.bytes = deflated(part.bytes);
  return part;
}

}  // namespace

class NpzTest : public QObject {
  Q_OBJECT
 private slots:
  void npy_round_trip();
  void npy_layouts();
  void npy_refusals_data();
  void npy_refusals();
  void npz_round_trip();
  void numpys_own_archives();
  void deflated_entries();
  void unusual_archives();
  void npz_refusals_data();
  void npz_refusals();
  void limits();
  void survives_every_cut_and_flip();

 private:
  QTemporaryDir folder_;
  std::string path_ = folder_.path().toStdString() + "/file";
};

void NpzTest::npy_round_trip() {
  for (int dtype = 0; dtype < dtype_count; ++dtype) {
    for (const Shape& shape : {Shape{}, Shape{3}, Shape{2, 3}, Shape{0, 4}}) {
      const std::vector<double> values(static_cast<std::size_t>(element_count(shape)), 1.0);
      const Tensor tensor = Tensor::from(static_cast<DType>(dtype), shape, values);
      write_npy(path_, tensor);
      Reader reader(path_);
      Notes notes;
      QVERIFY(npy_format.recognises(reader.first_bytes(64)));
      const FileModel model = npy_format.read(reader, notes);
      QVERIFY(tensors_of(model).tensors[0].tensor == tensor);
      QCOMPARE(npy_bytes(tensor).size() % 64, tensor.bytes.size() % 64);
    }
  }
  // As NumPy writes it.
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  QVERIFY(npy_bytes(Tensor(DType::f32, {2, 3})).find(header) == 10);
  const TensorFile two{{{"a", Tensor(1.0)}, {"b", Tensor(2.0)}}, {}};
  QVERIFY_EXCEPTION_THROWN(npy_format.write(path_, two), Error);
}

void NpzTest::npy_layouts() {
  Notes notes;
  using Values = std::vector<double>;
  const std::string six = raw({1, 2, 3, 4, 5, 6});
  QCOMPARE(read_array(npy(dict("'<f4'", "(2, 3)", "True"), six), notes).values(),
           (Values{1, 3, 5, 2, 4, 6}));
  QCOMPARE(read_array(npy(dict("'>i2'", "(2,)"), std::string("\0\1\1\0", 4)), notes).values(),
           (Values{1, 256}));
  QCOMPARE(read_array(npy(dict("'<f4'", "()"), raw({7}), 2), notes).values(), (Values{7}));
  QCOMPARE(
      read_array(npy("{\"shape\":(2L,),'descr':'<f4','fortran_order':False}", raw({1, 2})), notes)
          .values(),
      (Values{1, 2}));
  QVERIFY(notes.empty());
  QCOMPARE(read_array(npy(dict("'|V2'", "(1,)"), std::string("\x80\x3f", 2)), notes).values(),
           (Values{1}));
  QCOMPARE(notes.size(), std::size_t{1});
}

void NpzTest::npy_refusals_data() {
  QTest::addColumn<QByteArray>("content");
  QTest::addColumn<QString>("says");
  auto row = [](const char* id, const std::string& content, const char* says) {
    QTest::newRow(id) << QByteArray::fromStdString(content) << says;
  };
  const std::string eight = raw({1, 2});
  row("empty", "", "not an npy");
  row("magic", "\x93NUMPX1234567", "not an npy");
  row("version 4", npy(dict("'<f4'", "(2,)"), eight, 4), "version");
  row("version 0", npy(dict("'<f4'", "(2,)"), eight, 0), "version");
  row("header length", good_array.substr(0, 40), "cut off");
  row("version 2 of 4 GiB", npy("", "", 2).substr(0, 8) + "\xff\xff\xff\xff", "limit");
  row("no dictionary", npy("[1, 2]", eight), "not a dictionary");
  row("nested", npy("{'shape': " + std::string(10000, '(')), "non-negative integer");
  row("code", npy("{'descr': __import__('os').system('x')}", eight), "plain values");
  row("no descr", npy("{'fortran_order': False, 'shape': (2,)}", eight), "lacks a key");
  row("no order", npy("{'descr': '<f4', 'shape': (2,)}", eight), "lacks a key");
  row("no shape", npy("{'descr': '<f4', 'fortran_order': False}", eight), "lacks a key");
  row("extra key", npy("{'x': 1}", eight), "unknown key");
  row("key twice", npy("{'descr': '<f4', 'descr': '<f4'}", eight), "comes twice");
  row("text behind", npy(dict("'<f4'", "(2,)") + "x", eight), "follows");
  row("objects", npy(dict("'|O'", "(1,)"), eight), "pickle");
  row("records", npy(dict("[('a', '<f4')]", "(1,)"), eight), "records");
  for (const char* descr : {"'<c8'", "'<U4294967295'", "'|S0'", "'|V0'", "''", "'<M8[s]'"}) {
    row(descr, npy(dict(descr, "(1,)"), eight), "cannot be read");
  }
  row("long double", npy(dict("'<f16'", "(1,)"), eight + eight), "cannot be read");
  row("long double cut off", npy(dict("'<f16'", "(1,)"), eight), "cut off");
  row("fields without end", npy("{'descr': [('a', '<f4')", eight), "do not end");
  for (const char* shape : {"(-1,)", "(True,)", "(2.5,)", "('2',)", "(02,)", "(2 3)", "2", "(2)"}) {
    QVERIFY2(!npy_refusal(npy(dict("'<f4'", shape), eight)).isEmpty(), shape);
  }
  row("32 GiB in 80 bytes", npy(dict("'<f8'", "(65536, 65536)")), "cut off");
  row("2^64 elements", npy(dict("'<f4'", "(18446744073709551616,)")), "out of bounds");
  row("product", npy(dict("'<f4'", "(4294967296, 4294967296)")), "too large");
  std::string rank = "(1";
  for (int i = 0; i < 40; ++i) rank += ",1";
  row("rank", npy(dict("'<f4'", rank + ")"), raw({1})), "limit");
  row("fortran 1", npy(dict("'<f4'", "(2,)", "1"), eight), "fortran_order");
  row("fortran text", npy(dict("'<f4'", "(2,)", "'True'"), eight), "fortran_order");
  row("byte short", good_array.substr(0, good_array.size() - 1), "cut off");
  row("byte long", good_array + "x", "follow");
  row("latin-1",
      npy("{'d\xe9"
          "scr': 1}",
          eight),
      "outside ASCII");
}

void NpzTest::npy_refusals() {
  QFETCH(QByteArray, content);
  QFETCH(QString, says);
  const QString message = npy_refusal(content.toStdString());
  QVERIFY2(message.contains(says), qPrintable(message));
  QVERIFY2(message.contains("'array.npy' at 0x"), qPrintable(message));
}

void NpzTest::npz_round_trip() {
  const TensorFile file{{{"w", Tensor({1, 2, 3})},
                         {"group/ü", Tensor(DType::i64, {2, 2})},
                         {"nothing", Tensor(DType::f32, {0, 3})}},
                        {}};
  npz_format.write(path_, file);
  Reader reader(path_);
  Notes notes;
  QVERIFY(npz_format.recognises(reader.first_bytes(64)));
  QVERIFY(std::get<TensorFile>(npz_format.read(reader, notes)) == file);
  QVERIFY(notes.empty());
  const Tensor one(1.0);
  QVERIFY_EXCEPTION_THROWN(write_npz(path_, std::vector<TensorRef>{{"a", &one}, {"a", &one}}),
                           Error);
  QVERIFY_EXCEPTION_THROWN(write_npz(path_, std::vector<TensorRef>{{"", &one}}), Error);
}

void NpzTest::numpys_own_archives() {
  Reader reader(testing::source_file("tests/reference/walkthroughs/x_plus_one.npz"));
  Notes notes;
  const TensorFile file = read_npz(reader, notes);
  QVERIFY(notes.empty());
  const Tensor *x = file.find("x"), *y = file.find("y");
  QVERIFY(x && y && x->dtype == DType::f32);
  QCOMPARE(x->shape, (Shape{11}));
  QCOMPARE(x->at(4), 4.0);
  QCOMPARE(y->at(4), 5.0);
  QCOMPARE(y->at(10), 4.25);
}

void NpzTest::deflated_entries() {
  const Part entry = compressed(part(good_array));
  Notes notes;
  QCOMPARE(read_archive(zip({entry}), notes).tensors[0].tensor.values(),
           (std::vector<double>{1, 2}));
  auto refused = [](const Part& wrong, const char* says) {
    const QString message = npz_refusal(zip({wrong}));
    return message.contains(says) && message.contains("'a.npy'");
  };
  Part wrong = entry;
  wrong.bytes.resize(wrong.bytes.size() - 4);
  QVERIFY(refused(wrong, "cut off"));
  wrong = entry;
  wrong.bytes[0] = '\7';  // block type 3 does not exist
  QVERIFY(refused(wrong, "block"));
  wrong = entry;
  wrong.unpacked = wrong.local_unpacked = wrong.unpacked - 1;
  // The array's header is checked before anything is unpacked.
  QVERIFY(npz_refusal(zip({wrong})).contains("cut off"));
  QVERIFY(unpacking_refusal(zip({wrong})).contains("more than its directory size"));
  wrong = entry;
  wrong.unpacked = wrong.local_unpacked = wrong.unpacked + 1;
  QVERIFY(refused(wrong, "bytes only"));
  wrong = entry;
  wrong.bytes += "x";
  QVERIFY(refused(wrong, "follow"));
  wrong = entry;
  wrong.crc = wrong.local_crc = 5;
  QVERIFY(refused(wrong, "CRC"));
  wrong = entry;
  wrong.unpacked = wrong.local_unpacked = 4'000'000'000u;
  QVERIFY(refused(wrong, "cannot reach"));
}

void NpzTest::unusual_archives() {
  Notes notes;
  Part folder = part("", "sub/"), text = part("hello", "readme.txt"),
       inner = part(good_array, "b.npy");
  TensorFile file = read_archive(zip({part(good_array), folder, text, inner}), notes);
  QCOMPARE(file.tensors.size(), std::size_t{2});
  QCOMPARE(notes.size(), std::size_t{2});
  Part streamed = part(good_array);
  streamed.flags = streamed.local_flags = 8;
  streamed.local_crc = streamed.local_unpacked = 0;
  streamed.descriptor = std::string(16, 'd');
  notes.clear();
  QCOMPARE(read_archive(zip({streamed, inner}), notes).tensors.size(), std::size_t{2});
  End commented;
  commented.comment = "made by hand";
  QCOMPARE(read_archive(zip({inner}, commented), notes).tensors.size(), std::size_t{1});
}

void NpzTest::npz_refusals_data() {
  QTest::addColumn<QByteArray>("content");
  QTest::addColumn<QString>("says");
  auto row = [](const char* id, const std::string& content, const char* says) {
    QTest::newRow(id) << QByteArray::fromStdString(content) << says;
  };
  auto wrong = [&row](const char* id, const char* says, auto change) {
    Part entry = part(good_array);
    change(entry);
    row(id, zip({entry, part(good_array, "b.npy")}), says);
  };
  const std::string whole = zip({part(good_array)});
  row("empty", "", "cut off or not a zip");
  row("no end record", whole.substr(0, whole.size() - 22) + std::string(40, ' '), "cut off or not");
  row("byte behind", whole + "x", "cut off or not");
  row("byte before", "x" + whole, "directory is not where");
  End end;
  end.comment = zip({part(good_array)}).substr(whole.size() - 22);
  row("end record in the comment", zip({part(good_array)}, end), "two end records");
  end = {};
  end.offset = 1u << 30;
  row("directory past the end", zip({part(good_array)}, end), "directory is not where");
  end = {};
  end.bytes = 7;
  row("directory of another size", zip({part(good_array)}, end), "directory is not where");
  end = {};
  end.entries = 2;
  row("fewer entries", zip({part(good_array)}, end), "fewer entries");
  end.entries = 0;
  row("more entries", zip({part(good_array)}, end), "more entries");
  end = {};
  end.disk = 1;
  row("several parts", zip({part(good_array)}, end), "several parts");
  wrong("other name", "different name", [](Part& p) { p.local_name = "x.npy"; });
  wrong("other flags", "different flags", [](Part& p) { p.local_flags = 2; });
  wrong("other size", "different sizes", [](Part& p) { p.local_unpacked += 1; });
  wrong("other CRC", "different CRC in", [](Part& p) { p.local_crc += 1; });
  wrong("wrong CRC", "different CRC than", [](Part& p) { p.crc = p.local_crc = 1; });
  wrong("encrypted", "encrypted", [](Part& p) { p.flags = p.local_flags = 1; });
  for (int method : {14, 93, 99}) {
    wrong("method", "unknown compression", [=](Part& p) { p.method = method; });
  }
  wrong("stored with two sizes", "two sizes",
        [](Part& p) { p.unpacked = p.local_unpacked = p.unpacked + 1; });
  wrong("zero byte in the name", "zero byte",
        [](Part& p) { p.name = p.local_name = std::string("a\0.npy", 6); });
  wrong("symbolic link", "link", [](Part& p) { p.attributes = 0xa1ff0000; });
  row("name twice", zip({part(good_array), part(good_array)}), "comes twice");
  row("prefix", zip({part(good_array)}, {}, "#!/bin/sh\n"), "before the first entry");
  Part second = part(good_array, "b.npy");
  second.offset_set = true;  // both names refer to the same bytes
  second.local_name = "a.npy";
  second.name = "a.npy";
  row("same bytes twice", zip({part(good_array), second}), "comes twice");
  std::string inner = zip({part(good_array, "b.npy")});
  Part outer = part(inner.substr(0, 35 + good_array.size()), "c.bin"),
       hidden = part(good_array, "b.npy");
  std::string overlapping = zip({outer});
  hidden.offset_set = true;
  hidden.offset = 30 + 5;
  row("overlapping entries", zip({outer, hidden}), "overlaps");
  row("no entries", zip({}), "no arrays");
  row("no arrays", zip({part("x", "x.txt")}), "no arrays");
  row("damaged array", zip({part("not an array")}), "not an npy");
}

void NpzTest::npz_refusals() {
  QFETCH(QByteArray, content);
  QFETCH(QString, says);
  const QString message = npz_refusal(content.toStdString());
  QVERIFY2(message.contains(says), qPrintable(message));
}

void NpzTest::limits() {
  Limits small;
  small.zip_entries = 1;
  QVERIFY(npz_refusal(zip({part(good_array), part(good_array, "b.npy")}), small).contains("limit"));
  small = {};
  small.allocation_bytes = good_array.size() + 1;
  // Entries that are not compressed are bounded by the file.
  QVERIFY(npz_refusal(zip({part(good_array), part(good_array, "b.npy")}), small).isEmpty());
  const Part a = compressed(part(good_array)), b = compressed(part(good_array, "b.npy"));
  QVERIFY(npz_refusal(zip({a}), small).isEmpty());
  QVERIFY(npz_refusal(zip({a, b}), small).contains("limit"));
}

void NpzTest::survives_every_cut_and_flip() {
  const std::string whole = zip({part(good_array), part(good_array, "b.npy")});
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    QVERIFY(!npz_refusal(whole.substr(0, bytes)).isEmpty());
  }
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    QVERIFY(npz_refusal(with_bit_flipped(whole, bit)) != "another kind of error");
  }
}

NGRAPH_TEST(NpzTest)
#include "npz_test.moc"
