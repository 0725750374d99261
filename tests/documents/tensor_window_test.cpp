// SPDX-License-Identifier: Apache-2.0
// Tests reading parts of tensors from files: any range of elements, in every format, and a sparse
// file with a tensor of 4 GB.
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "engine/base/error.h"
#include "engine/documents/tensor_window.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/tensors/npy.h"
#include "engine/formats/tensors/safetensors.h"
#include "tests/support/sparse_tensor.h"
#include "tests/support/test_program.h"

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
  void arrays_that_must_be_read_whole_are_reported();
  void places_outside_are_refused();
  void boxes_of_four_axes();
  void samples_are_even();
  void a_shorter_file_is_an_error();
  void four_gigabytes_are_not_read();
};

void TensorWindowTest::runs_of_every_format() {
  const Tensor w = counted(DType::f32, {300, 70}), i = counted(DType::i16, {5, 3});
  const std::vector<TensorRef> both{{"a/w", &w}, {"i", &i}};
  write_safetensors(path("t.safetensors"), both);
  write_npz(path("t.npz"), both);
  write_npy(path("t.npy"), w);
  // The tensor of an npy file is called "array".
  for (const auto& [file, name] :
       {std::pair{"t.safetensors", "a/w"}, {"t.npz", "a/w"}, {"t.npy", "array"}}) {
    const auto window = TensorWindow::open(path(file), name);
    QVERIFY2(window != nullptr, file);
    QCOMPARE(window->shape(), w.shape);
    const Tensor part = window->read(12'345, 678);
    for (int k = 0; k < 678; ++k) QCOMPARE(part.at(k), w.at(12'345 + k));
  }
  const auto ints = TensorWindow::open(path("t.npz"), "i");
  QCOMPARE(ints->dtype(), DType::i16);
  QCOMPARE(ints->read(14, 1).at(0), 14.0);
}

// Column-major and compressed arrays.
void TensorWindowTest::arrays_that_must_be_read_whole_are_reported() {
  const Tensor w = counted(DType::f32, {4, 3});
  std::string bytes = npy_bytes(w);
  const auto order = bytes.find("False");
  bytes.replace(order, 6, "True, ");
  std::ofstream(path("f.npy"), std::ios::binary) << bytes;
  QVERIFY(TensorWindow::open(path("f.npy"), "array") == nullptr);
  write_npy(path("w.npy"), w);
  QVERIFY(TensorWindow::open(path("w.npy"), "array") != nullptr);
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

// Every kind of box: rows of the file, all but two axes at an index, elements far apart.
void TensorWindowTest::boxes_of_four_axes() {
  const Shape shape{6, 5, 40, 300};
  Tensor w(DType::f32, shape);
  for (std::int64_t i = 0; i < w.size(); ++i) w.set(i, static_cast<double>(i));
  write_npy(path("box.npy"), w);
  const auto window = TensorWindow::open(path("box.npy"), "array");
  for (const TensorBox& box :
       {TensorBox{{1, 2, 3, 4}, {1, 1, 20, 100}}, TensorBox{{0, 0, 7, 299}, {6, 5, 1, 1}},
        TensorBox{{2, 1, 0, 11}, {3, 1, 40, 1}}, TensorBox{{5, 4, 39, 299}, {1, 1, 1, 1}},
        TensorBox{{0, 0, 0, 0}, {6, 5, 40, 300}}}) {
    const Tensor part = window->read_box(box);
    QCOMPARE(part.shape, box.count);
    std::int64_t in = 0;
    for (std::int64_t i = 0; i < w.size(); ++i) {
      const std::optional<std::int64_t> place = box.place_of(i, shape);
      if (!place) continue;
      QCOMPARE(part.at(*place), w.at(i));
      ++in;
    }
    QCOMPARE(in, box.size());
  }
  QVERIFY_THROWS_EXCEPTION(Error, window->read_box({{0, 0, 0, 200}, {1, 1, 1, 101}}));
  QVERIFY_THROWS_EXCEPTION(Error, window->read_box({{0, 0}, {1, 1}}));
  int asked = 0;
  window->read_box({{0, 0, 0, 0}, {6, 5, 40, 300}}, [&](double) { return ++asked < 3; });
  QCOMPARE(asked, 3);
}

void TensorWindowTest::samples_are_even() {
  Tensor w(DType::f32, {1'000'000});
  for (std::int64_t i = 0; i < w.size(); ++i) w.set(i, static_cast<double>(i));
  write_npy(path("even.npy"), w);
  const auto window = TensorWindow::open(path("even.npy"), "array");
  const Tensor sample = window->sample(1 << 14);
  QCOMPARE(sample.size(), 1 << 14);
  double sum = 0;
  for (std::int64_t i = 0; i < sample.size(); ++i) sum += sample.at(i);
  QVERIFY(std::abs(sum / static_cast<double>(sample.size()) - 500'000) < 10'000);
  QCOMPARE(window->sample(2'000'000).size(), 1'000'000);
}

void TensorWindowTest::a_shorter_file_is_an_error() {
  const Tensor w = counted(DType::f32, {100'000});
  write_safetensors(path("c.safetensors"), std::vector<TensorRef>{{"w", &w}});
  const auto window = TensorWindow::open(path("c.safetensors"), "w");
  QCOMPARE(window->read(0, 1).at(0), 0.0);
  std::filesystem::resize_file(path("c.safetensors"), 1000);
  QVERIFY_THROWS_EXCEPTION(Error, window->read(99'999, 1));
}

void TensorWindowTest::four_gigabytes_are_not_read() {
  constexpr std::int64_t elements = std::int64_t{1} << 30;
  const std::string file = path("large.safetensors");
  if (!testing::write_sparse(file, 1 << 15, 1 << 15, 900'000'001))
    QSKIP("The file system cannot store a file of 4 GB.");
  const std::int64_t before = testing::most_memory();
  const auto window = TensorWindow::open(file, "W");
  QCOMPARE(window->size(), elements);
  QCOMPARE(window->read(900'000'001, 1).at(0), 42.0);
  const std::int64_t row = 900'000'001 >> 15, column = 900'000'001 & ((1 << 15) - 1);
  const Tensor down = window->read_box({{0, column}, {1 << 15, 1}});  // 128 KiB apart
  for (std::int64_t i = 0; i < down.size(); ++i) QCOMPARE(down.at(i), i == row ? 42.0 : 0.0);
  const Tensor sample = window->sample(1 << 20);
  QCOMPARE(sample.size(), 1 << 20);
  QVERIFY2(testing::most_memory() - before < (32 << 20),
           qPrintable(QString::number(testing::most_memory() - before)));
}

NGRAPH_TEST(TensorWindowTest)
#include "tensor_window_test.moc"
