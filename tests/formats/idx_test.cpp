// SPDX-License-Identifier: Apache-2.0
// Tests IDX: round trips, MNIST's own headers, and rejection of damaged files with file and
// position.
#include <QTemporaryDir>
#include <QtTest>

#include "engine/formats/tensors/idx.h"
#include "tests/support/damage.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using Values = std::vector<double>;

Tensor read(const std::string& content, Limits limits = {}) {
  Reader reader(std::as_bytes(std::span(content)), "images.idx", limits);
  return read_idx(reader);
}

QString refusal(const std::string& content, Limits limits = {}) {
  try {
    read(content, limits);
  } catch (const Error& error) {
    return error.kind() == ErrorKind::bad_file ? error.what() : "another kind of error";
  }
  return {};
}

std::string header(int type, const std::vector<std::uint32_t>& lengths) {
  std::string text = {'\0', '\0', static_cast<char>(type), static_cast<char>(lengths.size())};
  for (const std::uint32_t length : lengths) {
    for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(length >> shift & 0xff);
  }
  return text;
}

}  // namespace

class IdxTest : public QObject {
  Q_OBJECT
 private slots:
  void round_trip_data();
  void round_trip();
  void reads_foreign_files();
  void a_file();
  void refusals_data();
  void refusals();
  void limits();
  void tensors_idx_cannot_store();
  void survives_every_cut_and_flip();

 private:
  QTemporaryDir folder_;
};

void IdxTest::round_trip_data() {
  QTest::addColumn<int>("type");
  for (const DType type : {DType::u8, DType::i8, DType::i16, DType::i32, DType::f32, DType::f64}) {
    QTest::newRow(std::string(name(type)).c_str()) << static_cast<int>(type);
  }
}

void IdxTest::round_trip() {
  QFETCH(int, type);
  const auto dtype = static_cast<DType>(type);
  const Tensor array = Tensor::from(dtype, {2, 1, 3}, Values{1, 2, 3, 100, 120, 127});
  QVERIFY(read(idx_bytes(array)) == array);
  const Tensor empty(dtype, {0, 28, 28});
  QVERIFY(read(idx_bytes(empty)) == empty);
}

void IdxTest::reads_foreign_files() {
  const Tensor labels = read(header(0x08, {3}) + std::string("\x05\x00\x09", 3));
  QCOMPARE(labels.dtype, DType::u8);
  QCOMPARE(labels.shape, Shape{3});
  QCOMPARE(labels.values(), (Values{5, 0, 9}));
  QCOMPARE(header(0x08, {60000, 28, 28}).substr(0, 8),
           std::string("\x00\x00\x08\x03\x00\x00\xea\x60", 8));
  QCOMPARE(read(header(0x0b, {2}) + std::string("\xff\xfe\x01\x00", 4)).values(),
           (Values{-2, 256}));
  QCOMPARE(read(header(0x0d, {1}) + std::string("\x3f\x80\x00\x00", 4)).values(), Values{1});
}

void IdxTest::a_file() {
  const std::string path = folder_.path().toStdString() + "/t10k-labels-idx1-ubyte";
  const TensorFile file{{{"array", Tensor(DType::u8, {4})}}, {}};
  idx_format.write(path, file);
  Reader reader(path);
  Notes notes;
  QVERIFY(idx_format.recognises(reader.first_bytes(64)));
  QVERIFY(std::get<TensorFile>(idx_format.read(reader, notes)) == file);
  QVERIFY(notes.empty());
}

void IdxTest::refusals_data() {
  QTest::addColumn<QByteArray>("content");
  QTest::addColumn<QString>("says");
  QTest::addColumn<QString>("where");
  auto row = [](const char* id, const std::string& content, const char* says, const char* where) {
    QTest::newRow(id) << QByteArray::fromStdString(content) << says << where;
  };
  const std::string six = header(0x08, {2, 3}) + "abcdef";
  row("empty", "", "not an IDX file", "0x0");
  row("three bytes", six.substr(0, 3), "not an IDX file", "0x0");
  row("first byte", "\x01" + six.substr(1), "not an IDX file", "0x0");
  row("little endian", std::string("\x03\x08\x00\x00", 4) + six, "not an IDX file", "0x0");
  row("type 0a", header(0x0a, {2}) + "ab", "not an IDX file", "0x0");
  row("no axes", header(0x08, {}) + "a", "not an IDX file", "0x0");
  row("33 axes", header(0x08, std::vector<std::uint32_t>(33, 1)) + "a", "limit", "0x4");
  row("lengths cut off", six.substr(0, 10), "lengths of the axes", "0x4");
  row("byte short", six.substr(0, 17), "cut off", "0xc");
  row("byte long", six + "x", "bytes follow", "0xc");
  row("4 GiB in 12 bytes", header(0x08, {65536, 65535}), "cut off", "0xc");
  row("2^64 bytes", header(0x08, {1u << 31, 1u << 31, 4}), "too large", "0x10");
  row("2^128 and one more", header(0x0e, {1u << 31, 1u << 31, 1u << 31, 1u << 31, 16, 1}),
      "too large", "0x1c");
  row("an empty axis does not hide the data", header(0x08, {0, 7}) + "x", "bytes follow", "0xc");
}

void IdxTest::refusals() {
  QFETCH(QByteArray, content);
  QFETCH(QString, says);
  QFETCH(QString, where);
  const QString message = refusal(content.toStdString());
  QVERIFY2(message.contains(says), qPrintable(message));
  QVERIFY2(message.contains("'images.idx' at " + where), qPrintable(message));
}

void IdxTest::limits() {
  Limits small;
  small.allocation_bytes = 5;
  QVERIFY(refusal(header(0x08, {6}) + "abcdef", small).contains("limit"));
  QVERIFY(refusal(header(0x08, {5}) + "abcde", small).isEmpty());
}

void IdxTest::tensors_idx_cannot_store() {
  QVERIFY_THROWS_EXCEPTION(Error, idx_bytes(Tensor(DType::i64, {2})));
  QVERIFY_THROWS_EXCEPTION(Error, idx_bytes(Tensor(DType::u8, {})));
  QVERIFY_THROWS_EXCEPTION(Error, idx_bytes(Tensor(DType::u8, {std::int64_t{1} << 32, 0})));
  const TensorFile two{{{"a", Tensor(DType::u8, {1})}, {"b", Tensor(DType::u8, {1})}}, {}};
  QVERIFY_THROWS_EXCEPTION(Error, idx_format.write(folder_.path().toStdString() + "/two", two));
}

void IdxTest::survives_every_cut_and_flip() {
  const std::string whole = idx_bytes(Tensor::from(DType::i16, {2, 2}, Values{1, 2, 3, 4}));
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    QVERIFY(!refusal(whole.substr(0, bytes)).isEmpty());
  }
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    QVERIFY(refusal(with_bit_flipped(whole, bit)) != "another kind of error");
  }
}

NGRAPH_TEST(IdxTest)
#include "idx_test.moc"
