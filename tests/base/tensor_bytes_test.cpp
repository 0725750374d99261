// SPDX-License-Identifier: Apache-2.0
// Tests the bytes of tensors: own ones are copied, stored ones shared until they are changed, and
// bytes of a file are read when they are needed, from the file that was opened.
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <thread>

#include "engine/base/error.h"
#include "engine/base/input_file.h"
#include "engine/base/stored_bytes.h"
#include "engine/base/tensor.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr std::size_t many = 10'000'000;

std::string text_of(std::size_t bytes) {
  std::string text(bytes, ' ');
  for (std::size_t i = 0; i < bytes; ++i) text[i] = static_cast<char>('a' + i % 23);
  return text;
}

std::string text_of(const TensorBytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Counts how often it is read.
class CountedBytes : public StoredBytes {
 public:
  explicit CountedBytes(std::string text) : StoredBytes(text.size()), text_(std::move(text)) {}
  void read(std::size_t offset, std::span<std::byte> out) const override {
    ++reads;
    std::memcpy(out.data(), text_.data() + offset, out.size());
  }
  mutable std::atomic<int> reads = 0;

 private:
  const std::string text_;
};

Diagnostic refused(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.diagnostic();
  }
  return {};
}

}  // namespace

class TensorBytesTest : public QObject {
  Q_OBJECT
 private slots:
  void own_bytes_are_a_sequence();
  void copies_share_stored_bytes_until_one_is_changed();
  void stored_bytes_are_kept_after_one_reading_by_many_threads();
  void blocks_cover_all_bytes_and_keep_none();
  void bytes_of_a_file_are_read_later();
  void a_replaced_file_is_read_on();
  void a_changed_file_is_refused();
  void only_regular_files_are_opened();

 private:
  std::string file(const char* name, const std::string& text) const {
    const std::string path = (std::filesystem::path(folder_.path().toStdString()) / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  QTemporaryDir folder_;
};

void TensorBytesTest::own_bytes_are_a_sequence() {
  TensorBytes bytes(std::vector<std::byte>{std::byte{1}, std::byte{2}});
  const TensorBytes copy = bytes;
  bytes.resize(3);
  bytes[0] = std::byte{7};
  QCOMPARE(bytes.size(), std::size_t{3});
  QVERIFY(bytes[0] == std::byte{7} && bytes[1] == std::byte{2} && bytes[2] == std::byte{0});
  QVERIFY(copy[0] == std::byte{1} && copy.size() == 2 && !(copy == bytes));
  QVERIFY(bytes.end() - bytes.begin() == 3 && !bytes.empty() && TensorBytes().empty());
}

void TensorBytesTest::copies_share_stored_bytes_until_one_is_changed() {
  const auto stored = std::make_shared<CountedBytes>(text_of(100));
  Tensor first;
  first.dtype = DType::u8, first.shape = {100}, first.bytes = TensorBytes(stored);
  Tensor second = first;
  const Tensor& unchanged = first;
  QVERIFY(first == second);
  QCOMPARE(stored->reads.load(), 0);  // equal without reading
  QCOMPARE(unchanged.bytes.data(), std::as_const(second).bytes.data());
  second.set(3, 200);
  QCOMPARE(second.at(3), 200.0);
  QCOMPARE(unchanged.at(3), double('d'));
  QCOMPARE(second.at(99), unchanged.at(99));
  QVERIFY(!(first == second));
  second.bytes.resize(2);
  QCOMPARE(text_of(second.bytes), std::string("ab"));
}

void TensorBytesTest::stored_bytes_are_kept_after_one_reading_by_many_threads() {
  const auto stored = std::make_shared<CountedBytes>(text_of(1000));
  const TensorBytes bytes(stored);
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] { right += text_of(TensorBytes(bytes)) == text_of(1000) ? 1 : 0; });
  for (std::thread& thread : threads) thread.join();
  QCOMPARE(right.load(), 8);
  QCOMPARE(stored->reads.load(), 1);
}

void TensorBytesTest::blocks_cover_all_bytes_and_keep_none() {
  const auto stored = std::make_shared<CountedBytes>(text_of(many));
  std::string all;
  TensorBytes(stored).for_each_block([&](std::span<const std::byte> block) {
    all.append(reinterpret_cast<const char*>(block.data()), block.size());
  });
  QVERIFY(all == text_of(many));
  QVERIFY(stored->reads > 1);
  const int before = stored->reads;
  std::vector<std::byte> some(5);
  TensorBytes(stored).read(many - 5, some);
  QVERIFY(text_of(some) == text_of(many).substr(many - 5));
  QCOMPARE(stored->reads.load(), before + 1);
  int calls = 0;
  TensorBytes(std::vector<std::byte>(many)).for_each_block([&](auto block) {
    ++calls;
    QCOMPARE(block.size(), many);
  });
  QCOMPARE(calls, 1);
}

void TensorBytesTest::bytes_of_a_file_are_read_later() {
  const std::string path = file("later", "head" + text_of(many) + "tail");
  const auto opened = InputFile::open(path);
  QCOMPARE(opened->size(), std::uint64_t{many + 8});
  QVERIFY(text_of(bytes_later(opened, 4, many)) == text_of(many));
  QCOMPARE(text_of(bytes_later(opened, 2, 4)), std::string("adab"));
  QCOMPARE(text_of(bytes_later(opened, many + 8, 0)), std::string());
}

void TensorBytesTest::a_replaced_file_is_read_on() {
  const std::string path = file("replaced", text_of(many));
  const TensorBytes bytes = bytes_later(InputFile::open(path), 0, many);
  std::filesystem::rename(file("other", "short"), path);
  QVERIFY(text_of(bytes) == text_of(many));
}

void TensorBytesTest::a_changed_file_is_refused() {
  const std::string path = file("changed", text_of(many));
  const auto opened = InputFile::open(path);
  const TensorBytes bytes = bytes_later(opened, 0, many);
  const TensorBytes read_before = bytes_later(opened, 0, many);
  QVERIFY(text_of(read_before) == text_of(many));
  std::filesystem::resize_file(path, 100);
  const Diagnostic cut = refused([&] { text_of(bytes); });
  QVERIFY2(cut.what.find("changed") != std::string::npos, cut.what.c_str());
  QVERIFY2(cut.found.find("100 bytes of") == 0, cut.found.c_str());
  file("changed", text_of(many));  // as long as before
  std::filesystem::last_write_time(
      path, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  QVERIFY(!refused([&] { text_of(bytes); }).what.empty());
  QVERIFY(text_of(read_before) == text_of(many));
}

void TensorBytesTest::only_regular_files_are_opened() {
  const std::string folder = folder_.path().toStdString(), pipe = folder + "/pipe";
  QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
  QCOMPARE(refused([&] { InputFile::open(folder); }).found, std::string("a folder"));
  QCOMPARE(refused([&] { InputFile::open(pipe); }).found, std::string("a named pipe"));
  QVERIFY(!refused([&] { InputFile::open(folder + "/none"); }).found.empty());
}

NGRAPH_TEST(TensorBytesTest)
#include "tensor_bytes_test.moc"
