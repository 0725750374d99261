// SPDX-License-Identifier: Apache-2.0
// Tests the bounded reader: it rejects paths that are not regular files, never reads past the end,
// and reports the position.
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "engine/base/quote.h"
#include "engine/base/reader.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// The message of the bad_file Error that `call` throws; empty if it throws none.
template <class Call>
Diagnostic refused(Call call) {
  try {
    call();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::bad_file) return error.diagnostic();
    throw;
  }
  return {};
}

bool holds(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

class ReaderTest : public QObject {
  Q_OBJECT
 private slots:
  void reads_a_file_and_memory_alike();
  void rejects_non_files();
  void rejects_reads_beyond_the_end();
  void limits_come_before_memory();
  void reports_its_position();
  void detects_a_file_truncated_meanwhile();
  void quotes_hidden_characters();

 private:
  std::string at(const char* name) const {
    return (std::filesystem::path(folder_.path().toStdString()) / name).string();
  }
  std::string file(const char* name, std::string_view text) const {
    std::ofstream(at(name), std::ios::binary) << text;
    return at(name);
  }
  QTemporaryDir folder_;
};

void ReaderTest::reads_a_file_and_memory_alike() {
  const std::string content("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0ehi!", 17);
  Reader from_file(file("plain", content));
  Reader from_memory(bytes_of(content), "memory");
  for (Reader* reader : {&from_file, &from_memory}) {
    QCOMPARE(reader->size(), std::uint64_t{17});
    QCOMPARE(reader->u16(), std::uint16_t{0x0201});
    QCOMPARE(reader->u32(), std::uint32_t{0x06050403});
    QCOMPARE(reader->u64(), std::uint64_t{0x0e0d0c0b0a090807});
    QCOMPARE(reader->text(2), std::string("hi"));
    QCOMPARE(reader->remaining(), std::uint64_t{1});
    QCOMPARE(reader->first_bytes(3), std::string("\x01\x02\x03"));
    QCOMPARE(reader->first_bytes(99).size(), std::size_t{17});
    reader->seek(14);
    QCOMPARE(reader->bytes(3).size(), std::size_t{3});
  }
}

void ReaderTest::rejects_non_files() {
  auto open = [](const std::string& path) { return refused([&] { Reader reader(path); }); };
  QVERIFY(holds(open(folder_.path().toStdString()).found, "folder"));
  QCOMPARE(::mkfifo(at("pipe").c_str(), 0600), 0);
  QVERIFY(holds(open(at("pipe")).found, "pipe"));  // without blocking until there is a writer
  QVERIFY(holds(open("/dev/zero").found, "device"));
  QVERIFY(holds(open(at("missing")).what, "cannot be opened"));
  std::filesystem::create_symlink(at("loop"), at("loop"));
  QVERIFY(!open(at("loop")).found.empty());
  std::filesystem::create_symlink(file("real", "x"), at("link"));
  QCOMPARE(Reader(at("link")).size(), std::uint64_t{1});
  QVERIFY(!open(std::string(5000, 'a')).found.empty());
  QCOMPARE(Reader(file("empty", "")).size(), std::uint64_t{0});
}

void ReaderTest::rejects_reads_beyond_the_end() {
  Reader reader(bytes_of("12345"), "five");
  reader.seek(2);
  QVERIFY(holds(refused([&] { reader.u32(); }).found, "3 bytes"));
  QCOMPARE(reader.offset(), std::uint64_t{2});
  QVERIFY(!refused([&] { reader.seek(6); }).what.empty());
  std::byte out[2];
  QVERIFY(!refused([&] { reader.read_at(4, out); }).what.empty());
  QVERIFY(!refused([&] { reader.read_at(~std::uint64_t{0}, out); }).what.empty());
  QVERIFY(!refused([&] { reader.text(~std::uint64_t{0}); }).what.empty());
}

void ReaderTest::limits_come_before_memory() {
  const std::string sparse = file("sparse", "");
  std::filesystem::resize_file(sparse, std::uint64_t{1} << 40);
  const Diagnostic all = refused([&] { Reader(sparse).bytes(std::uint64_t{1} << 40); });
  QVERIFY(holds(all.what, "limit"));
  QVERIFY(holds(all.expected, "68719476736"));
  Limits small;
  small.file_bytes = 1000;
  QVERIFY(holds(refused([&] { Reader(sparse, small); }).expected, "1000"));
}

void ReaderTest::reports_its_position() {
  Reader reader(bytes_of("0123456789"), "net.model");
  reader.seek(10);
  const Reader::Field tensor(reader, "tensor 'w1'");
  const Reader::Field shape(reader, "shape");
  const Diagnostic message = refused([&] { reader.u64(); });
  QCOMPARE(message.where, std::string("'net.model' at 0xa, tensor 'w1', shape"));
}

void ReaderTest::detects_a_file_truncated_meanwhile() {
  const std::string path = file("shrinking", "0123456789");
  Reader reader(path);
  std::filesystem::resize_file(path, 4);
  QVERIFY(holds(refused([&] { reader.u64(); }).what, "truncated"));
}

void ReaderTest::quotes_hidden_characters() {
  QCOMPARE(quote("plain ü"), std::string("'plain ü'"));
  QCOMPARE(quote("a\nb\x7f"), std::string("'a\\x0ab\\x7f'"));
  QCOMPARE(quote("x\xe2\x80\xae"
                 "gpj"),
           std::string("'x\\xe2\\x80\\xaegpj'"));
  QCOMPARE(quote("\xff\xc0\xaf"), std::string("'\\xff\\xc0\\xaf'"));
  QCOMPARE(quote("\xed\xa0\x80"), std::string("'\\xed\\xa0\\x80'"));  // half of a surrogate pair
  QCOMPARE(quote("\xf4\x90\x80\x80"), std::string("'\\xf4\\x90\\x80\\x80'"));
  QCOMPARE(quote("\xe2\x80"), std::string("'\\xe2\\x80'"));
  QVERIFY(quote(std::string(500, 'x')).size() < 130);
}

NGRAPH_TEST(ReaderTest)
#include "reader_test.moc"
