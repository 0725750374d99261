// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/tensor_window.h"

#include <algorithm>
#include <span>

#include "engine/base/quote.h"
#include "engine/formats/tensors/tensor_files.h"

namespace ng {
namespace {

constexpr std::int64_t most_between = 1 << 16;  // bytes read at once to pick elements from
constexpr std::int64_t run_of_sample = 256;     // elements

[[noreturn]] void refuse_part(std::string found, std::int64_t size) {
  Diagnostic diagnostic;
  diagnostic.what = "a window reaches outside the tensor";
  diagnostic.found = std::move(found);
  diagnostic.expected = "of " + std::to_string(size);
  refuse(ErrorKind::index, std::move(diagnostic));
}

std::vector<std::int64_t> strides_of(const Shape& shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t axis = shape.size(); axis-- > 1;)
    strides[axis - 1] = strides[axis] * shape[axis];
  return strides;
}

}  // namespace

bool TensorBox::contains(const TensorBox& other) const {
  for (std::size_t axis = 0; axis < from.size(); ++axis)
    if (other.from[axis] < from[axis] ||
        other.from[axis] + other.count[axis] > from[axis] + count[axis])
      return false;
  return true;
}

bool TensorBox::meets(const TensorBox& other) const {
  for (std::size_t axis = 0; axis < from.size(); ++axis)
    if (other.from[axis] >= from[axis] + count[axis] ||
        from[axis] >= other.from[axis] + other.count[axis])
      return false;
  return true;
}

std::optional<std::int64_t> TensorBox::place_of(std::int64_t flat, const Shape& shape) const {
  std::int64_t place = 0, step = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const std::int64_t at = flat % shape[axis] - from[axis];
    if (at < 0 || at >= count[axis]) return std::nullopt;
    flat /= shape[axis];
    place += at * step;
    step *= count[axis];
  }
  return place;
}

std::unique_ptr<TensorWindow> TensorWindow::open(const std::string& path, const std::string& name) {
  const TensorFiles files(path);
  const TensorDirectory& directory = files.directory();
  for (const StoredTensor& tensor : directory.tensors) {
    if (tensor.name != name) continue;
    if (!is_plain(directory, tensor) || !tensor.is_real()) return nullptr;
    return std::unique_ptr<TensorWindow>(new TensorWindow(
        directory.files[tensor.file], tensor.dtype, tensor.shape, position_of(directory, tensor)));
  }
  refuse(ErrorKind::key, quote(path) + " has no tensor " + quote(name));
}

TensorWindow::TensorWindow(const std::string& path, StoredType type, Shape shape,
                           std::uint64_t offset)
    : reader_(path),
      type_(std::move(type)),
      shape_(std::move(shape)),
      size_(element_count(shape_)),
      offset_(offset) {}

void TensorWindow::read_bytes(std::int64_t first, std::span<std::byte> out) const {
  reader_.read_at(offset_ + static_cast<std::uint64_t>(first) * element_bytes(), out);
  if (type_ == DType::bool_)
    for (std::byte& byte : out) byte = std::byte{byte != std::byte{0}};
}

std::vector<std::byte> TensorWindow::elements(std::int64_t count) const {
  return std::vector<std::byte>(static_cast<std::size_t>(count) * element_bytes());
}

Tensor TensorWindow::read(std::int64_t first, std::int64_t count) const {
  if (first < 0 || count < 0 || first > size_ - count)
    refuse_part("elements " + std::to_string(first) + " to " + std::to_string(first + count),
                size_);
  std::vector<std::byte> part = elements(count);
  read_bytes(first, part);
  return decoded(type_, {count}, std::move(part));
}

// Reads every `step`-th element; reads nearby elements together.
void TensorWindow::read_every(std::int64_t first, std::int64_t step,
                              std::span<std::byte> out) const {
  if (step == 1) return read_bytes(first, out);
  const auto each = static_cast<std::int64_t>(element_bytes());
  const std::int64_t count = std::ssize(out) / each;
  const std::int64_t most = std::max<std::int64_t>(1, most_between / (step * each));
  std::vector<std::byte> near;
  for (std::int64_t done = 0; done < count; done += most) {
    const std::int64_t some = std::min(most, count - done);
    near.resize(static_cast<std::size_t>(((some - 1) * step + 1) * each));
    read_bytes(first + done * step, near);
    for (std::int64_t i = 0; i < some; ++i)
      std::copy_n(near.begin() + i * step * each, each, out.begin() + (done + i) * each);
  }
}

Tensor TensorWindow::read_box(const TensorBox& box, const MayContinue& may_continue) const {
  const std::size_t rank = shape_.size();
  bool inside = box.from.size() == rank && box.count.size() == rank;
  for (std::size_t axis = 0; inside && axis < rank; ++axis)
    inside = box.from[axis] >= 0 && box.count[axis] >= 0 &&
             box.from[axis] <= shape_[axis] - box.count[axis];
  if (!inside) refuse_part("a box of " + std::to_string(box.size()) + " elements", size_);
  std::vector<std::byte> part = elements(box.size());
  if (part.empty()) return decoded(type_, box.count, std::move(part));
  const auto strides = strides_of(shape_);
  // Reads the innermost axis with several elements in one go, and iterates over the others.
  std::size_t inner = rank;
  while (inner > 0 && box.count[inner - 1] == 1) --inner;
  const std::int64_t run = inner == 0 ? 1 : box.count[inner - 1];
  const std::int64_t step = inner == 0 ? 1 : strides[inner - 1];
  std::vector<std::int64_t> at = box.from;
  const std::int64_t runs = box.size() / run;
  const auto bytes = static_cast<std::size_t>(run) * element_bytes();
  for (std::int64_t i = 0; i < runs; ++i) {
    if (may_continue && !may_continue(static_cast<double>(i) / static_cast<double>(runs))) break;
    std::int64_t first = 0;
    for (std::size_t axis = 0; axis < rank; ++axis) first += at[axis] * strides[axis];
    read_every(first, step, std::span(part).subspan(static_cast<std::size_t>(i) * bytes, bytes));
    for (std::size_t axis = inner; axis-- > 1;) {  // the axis before `inner` was read at once
      if (++at[axis - 1] < box.from[axis - 1] + box.count[axis - 1]) break;
      at[axis - 1] = box.from[axis - 1];
    }
  }
  return decoded(type_, box.count, std::move(part));
}

Tensor TensorWindow::sample(std::int64_t count, const MayContinue& may_continue) const {
  if (size_ <= count) return read(0, size_);
  const std::int64_t runs = std::max<std::int64_t>(1, count / run_of_sample);
  std::vector<std::byte> part = elements(runs * run_of_sample);
  const std::size_t bytes = static_cast<std::size_t>(run_of_sample) * element_bytes();
  for (std::int64_t i = 0; i < runs; ++i) {
    if (may_continue && !may_continue(static_cast<double>(i) / static_cast<double>(runs))) break;
    const std::int64_t first = i * (size_ / runs);
    read_bytes(first, std::span(part).subspan(static_cast<std::size_t>(i) * bytes, bytes));
  }
  return decoded(type_, {runs * run_of_sample}, std::move(part));
}

}  // namespace ng
