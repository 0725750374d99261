// SPDX-License-Identifier: Apache-2.0
// Tensors that stay in their files: any run of elements, in every format, and one of 4 GB in a file
// that takes no room on the disk.
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "engine/base/error.h"
#include "engine/formats/npy.h"
#include "engine/formats/npz.h"
#include "engine/formats/safetensors.h"
#include "engine/session/tensor_window.h"
#include "tests/support/sparse_tensor.h"

using namespace ng;

namespace {

Tensor counted(DType dtype, Shape shape) {
  Tensor tensor(dtype, std::move(shape));
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, static_cast<double>(i % 97));
  return tensor;
}

}  // namespace

class TensorWindowTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::string path(const char* name) const {
    return folder_.filePath(QString::fromLatin1(name)).toStdString();
  }

 private slots:
  void runs_of_every_format();
  void what_must_be_read_whole_is_told();
  void places_outside_are_refused();
  void a_shorter_file_is_an_error();
  void four_gigabytes_are_not_read();
};

void TensorWindowTest::runs_of_every_format() {
  const Tensor w = counted(DType::f32, {300, 70}), i = counted(DType::i16, {5, 3});
  const std::vector<TensorRef> both{{"a/w", &w}, {"i", &i}};
  write_safetensors(path("t.safetensors"), both);
  write_npz(path("t.npz"), both);
  write_npy(path("t.npy"), w);
  for (const char* file : {"t.safetensors", "t.npz", "t.npy"}) {
    const auto window = TensorWindow::open(path(file), "a/w");
    QVERIFY2(window != nullptr, file);
    QCOMPARE(window->shape(), w.shape);
    const Tensor part = window->read(12'345, 678);
    for (int k = 0; k < 678; ++k) QCOMPARE(part.at(k), w.at(12'345 + k));
    for (const std::int64_t at : {std::int64_t{0}, std::int64_t{9999}, w.size() - 1})
      QCOMPARE(window->at(at), w.at(at));
    QCOMPARE(window->pages_read(), 3);
    window->at(1);
    QCOMPARE(window->pages_read(), 3);  // it was held
  }
  const auto ints = TensorWindow::open(path("t.npz"), "i");
  QCOMPARE(ints->dtype(), DType::i16);
  QCOMPARE(ints->at(14), 14.0);
}

// Column-major arrays and compressed ones.
void TensorWindowTest::what_must_be_read_whole_is_told() {
  const Tensor w = counted(DType::f32, {4, 3});
  std::string bytes = npy_bytes(w);
  const auto order = bytes.find("False");
  bytes.replace(order, 6, "True, ");
  std::ofstream(path("f.npy"), std::ios::binary) << bytes;
  QVERIFY(TensorWindow::open(path("f.npy"), "f") == nullptr);
  write_npy(path("w.npy"), w);
  QVERIFY(TensorWindow::open(path("w.npy"), "w") != nullptr);
}

void TensorWindowTest::places_outside_are_refused() {
  const Tensor w = counted(DType::f32, {10});
  write_safetensors(path("s.safetensors"), std::vector<TensorRef>{{"w", &w}});
  const auto window = TensorWindow::open(path("s.safetensors"), "w");
  QCOMPARE(window->read(10, 0).size(), 0);
  for (const auto& [first, count] : {std::pair(5, 6), std::pair(-1, 2), std::pair(11, 0)})
    QVERIFY_THROWS_EXCEPTION(Error, window->read(first, count));
  QVERIFY_THROWS_EXCEPTION(Error, TensorWindow::open(path("s.safetensors"), "nobody"));
}

void TensorWindowTest::a_shorter_file_is_an_error() {
  const Tensor w = counted(DType::f32, {100'000});
  write_safetensors(path("c.safetensors"), std::vector<TensorRef>{{"w", &w}});
  const auto window = TensorWindow::open(path("c.safetensors"), "w");
  QCOMPARE(window->at(0), 0.0);
  std::filesystem::resize_file(path("c.safetensors"), 1000);
  QVERIFY_THROWS_EXCEPTION(Error, window->at(99'999));
}

void TensorWindowTest::four_gigabytes_are_not_read() {
  constexpr std::int64_t elements = std::int64_t{1} << 30;
  const std::string file = path("large.safetensors");
  if (!testing::write_sparse(file, 1 << 15, 1 << 15, 900'000'001))
    QSKIP("The file system takes no file of 4 GB.");
  const std::int64_t before = testing::most_memory();
  const auto window = TensorWindow::open(file, "W");
  QCOMPARE(window->size(), elements);
  QCOMPARE(window->at(900'000'001), 42.0);
  for (std::int64_t at = 0; at < elements; at += elements / 1000) QCOMPARE(window->at(at), 0.0);
  QVERIFY2(testing::most_memory() - before < (32 << 20),
           qPrintable(QString::number(testing::most_memory() - before)));
}

QTEST_APPLESS_MAIN(TensorWindowTest)
#include "tensor_window_test.moc"
