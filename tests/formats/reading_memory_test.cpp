// SPDX-License-Identifier: Apache-2.0
// Tests how much memory reading needs in addition to its result.
#include <zlib.h>

#include <QTemporaryFile>
#include <QtTest>

#include "engine/base/error.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/documents/document.h"
#include "engine/trace/trace_file.h"
#include "tests/support/memory_meter.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr std::size_t slack = 1 << 20;
constexpr std::size_t unlimited = std::size_t{1} << 40;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

// A number in little-endian byte order.
std::string number(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

// Deflated, as in an archive.
std::string packed(const std::string& all) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, all.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(all.data()));
  stream.avail_in = static_cast<uInt>(all.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// An archive with one deflated entry "a.npy": a header with `shape`, and `zeros` zero bytes.
std::string archive(const std::string& shape, std::size_t zeros) {
  const std::string header =
      "{'descr': '|u1', 'fortran_order': False, 'shape': (" + shape + "), }\n";
  const std::string all = std::string("\x93NUMPY\1\0", 8) + number(header.size(), 2) + header +
                          std::string(zeros, '\0');
  const std::string content = packed(all);
  const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(all.data()), all.size());
  const std::string facts = number(20, 2) + number(0, 2) + number(8, 2) + number(0, 4) +
                            number(crc, 4) + number(content.size(), 4) + number(all.size(), 4) +
                            number(5, 2) + number(0, 2);
  const std::string local = number(0x04034b50, 4) + facts + "a.npy" + content;
  const std::string directory = number(0x02014b50, 4) + number(20, 2) + facts + number(0, 2) +
                                number(0, 2) + number(0, 2) + number(0, 4) + number(0, 4) + "a.npy";
  return local + directory + number(0x06054b50, 4) + number(0, 4) + number(1, 2) + number(1, 2) +
         number(directory.size(), 4) + number(local.size(), 4) + number(0, 2);
}

// A document with `ops` sums.
std::string chain(int ops) {
  std::string text =
      "{\n\"ngraph\": 1,\n\"source\": \"a_program.cpp\",\n\"axes\": [],\n\"ops\": [\n  "
      "{\"id\": 1, \"op\": \"placeholder\", \"name\": \"x\", \"attributes\": {\"axes\": [], "
      "\"dtype\": "
      "\"float32\"}, \"line\": 1}";
  for (int i = 2; i <= ops; ++i) {
    const std::string id = std::to_string(i), before = std::to_string(i - 1);
    text += ",\n  {\"id\": " + id + ", \"op\": \"add\", \"automatic\": \"Add_" + id +
            "\", \"operands\": [" + before +
            ", 1], \"attributes\": {\"dtype\": \"float32\"}, \"line\": " + id + "}";
  }
  return text + "\n],\n\"computations\": []\n}\n";
}

DocumentModel read(const std::string& text, Limits limits = {}) {
  Reader reader(bytes_of(text), "chain.ngraph", limits);
  Notes notes;
  return read_document(reader, notes);
}

}  // namespace

class ReadingMemoryTest : public QObject {
  Q_OBJECT
 private slots:
  void a_packed_array_is_unpacked_once();
  void a_false_size_is_refused_before_unpacking();
  void a_document_is_held_once();
  void documents_may_be_longer_than_headers();
  void sections_in_any_order();
  void a_small_trace_takes_little();
};

void ReadingMemoryTest::a_packed_array_is_unpacked_once() {
  constexpr std::size_t size = 16 << 20;
  const std::string file = archive(std::to_string(size) + ",", size);
  Reader reader(bytes_of(file), "a.npz");
  Notes notes;
  const testing::MemoryMeter meter(unlimited);
  const TensorFile content = read_npz(reader, notes);
  QCOMPARE(content.tensors[0].tensor.bytes.size(), size);
  QVERIFY2(meter.peak() < size + slack, qPrintable(QString::number(meter.peak())));
}

// The directory claims 16 MiB, the array's header 4 bytes.
void ReadingMemoryTest::a_false_size_is_refused_before_unpacking() {
  const std::string file = archive("4,", 16 << 20);
  Reader reader(bytes_of(file), "a.npz");
  Notes notes;
  const testing::MemoryMeter meter(unlimited);
  QVERIFY_THROWS_EXCEPTION(Error, read_npz(reader, notes));
  QVERIFY2(meter.peak() < slack, qPrintable(QString::number(meter.peak())));
}

// In addition to the model: the text, and a growing list of ops.
void ReadingMemoryTest::a_document_is_held_once() {
  const std::string text = chain(20000);
  const testing::MemoryMeter meter(unlimited);
  const DocumentModel model = read(text);
  QCOMPARE(model.ops.size(), 20000u);
  QCOMPARE(model.ops.back().file, std::string("a_program.cpp"));
  const std::size_t growth = 3 * model.ops.size() * sizeof(OpModel);
  QVERIFY2(meter.peak() < meter.held() + text.size() + growth + slack,
           qPrintable(QString("%1 held, %2 at most").arg(meter.held()).arg(meter.peak())));
}

void ReadingMemoryTest::documents_may_be_longer_than_headers() {
  const std::string text = chain(100);
  QCOMPARE(read(text, {.header_bytes = 1000}).ops.size(), 100u);
  QVERIFY_THROWS_EXCEPTION(Error, read(text, {.document_bytes = 1000}));
}

// Sections in an order that only a hand-written document has.
void ReadingMemoryTest::sections_in_any_order() {
  const std::string ops =
      "\"ops\": [{\"id\": 2, \"op\": \"negative\", \"name\": \"y\", \"operands\": [1], \"line\": "
      "7}, "
      "{\"id\": 1, \"op\": \"placeholder\", \"name\": \"x\", \"attributes\": {\"axes\": [\"C\"]}}]";
  const std::string axes = "\"axes\": [{\"axis\": \"C\", \"length\": 4}]",
                    version = "\"ngraph\": 1";
  const std::string source = "\"source\": \"made.py\"";
  const std::string first =
      document_text(read("{" + version + "," + source + "," + axes + "," + ops + "}"));
  QVERIFY(QString::fromStdString(first).contains("\"source\": \"made.py\""));
  for (const auto& text : {"{" + ops + "," + axes + "," + version + "," + source + "}",
                           "{" + version + "," + axes + "," + ops + "," + source + "}",
                           "{" + version + "," + ops + "," + source + "," + axes + "}"})
    QCOMPARE(QString::fromStdString(document_text(read(text))), QString::fromStdString(first));
  const auto where = [&](const std::string& text) {
    try {
      read(text);
    } catch (const Error& error) {
      return error.diagnostic().where;
    }
    return std::string("opened");
  };
  const std::string lost =
      "\"ops\": [{\"id\": 2, \"op\": \"negative\", \"name\": \"y\", \"operands\": [3]}]";
  const std::string expected = "'chain.ngraph' line 1, ops[0].operands[0]";
  QCOMPARE(where("{" + version + "," + axes + "," + lost + "}"), expected);
  QCOMPARE(where("{" + lost + "," + axes + "," + version + "}"), expected);
}

// In both formats; a packet that claims 200 MB is buffered only up to the bytes present.
void ReadingMemoryTest::a_small_trace_takes_little() {
  const std::string slice = "[{\"ph\": \"X\", \"name\": \"a\", \"ts\": 0, \"dur\": 1}]";
  const std::string packet = "\x0a\x02\x40\x01", claim = "\x0a\x80\x88\xaf\x5f\x40\x01";
  for (const std::string& content : {slice, packet + claim}) {
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write(QByteArray::fromStdString(content));
    file.close();
    const testing::MemoryMeter meter(unlimited);
    read_trace(file.fileName().toStdString());
    QVERIFY2(meter.peak() < slack, qPrintable(QString::number(meter.peak())));
  }
}

NGRAPH_TEST(ReadingMemoryTest)
#include "reading_memory_test.moc"
