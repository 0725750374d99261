// SPDX-License-Identifier: Apache-2.0
// Where the elements of a tensor lie: axes, byte strides and offset into the storage that owns
// them. Views of a description share its storage.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/dtype.h"
#include "engine/base/tensor.h"
#include "engine/graph/axis.h"
#include "engine/graph/slice.h"

namespace ng {

// A number per axis; a flattened axis has one per member, nested as the axis is.
struct Nested {
  std::int64_t value = 0;
  std::vector<Nested> members;
  bool group = false;
  bool operator==(const Nested&) const = default;

  static Nested of(std::vector<Nested> members) { return {0, std::move(members), true}; }
  std::int64_t smallest() const;  // of a stride: the fastest member's; 0 for an empty group
  std::int64_t product() const;
};

class TensorDescription {
 public:
  // Row-major storage of its own, last axis fastest. Value Error when a length is not known.
  explicit TensorDescription(const Axes& axes, DType dtype = DType::f32, std::string name = {});

  const Axes& axes() const { return axes_; }
  DType dtype() const { return dtype_; }
  const std::string& name() const { return name_; }  // views append what they are: "x_rSlice"
  std::int64_t offset() const { return offset_; }    // bytes from the start of the storage
  const std::vector<Nested>& full_strides() const { return full_strides_; }  // bytes
  const std::vector<Nested>& full_sizes() const { return full_sizes_; }      // allocated, per axis
  bool is_base() const { return previous_ == nullptr; }
  // The description that owns the storage, and the one this is a view of (none for a base).
  const TensorDescription& base() const;
  const TensorDescription* next_tensor_description() const { return previous_.get(); }

  Shape shape() const { return axes_.lengths(); }
  std::vector<std::int64_t> strides() const;  // bytes; of a flattened axis the smallest nested
  std::vector<std::int64_t> sizes() const;    // a slice keeps the length that was allocated
  std::int64_t tensor_size() const;           // bytes: product of sizes
  std::size_t ndim() const { return axes_.size(); }
  // By the strides as strides() gives them, as the original answers: a flattened axis counts by
  // its smallest member. is_dense() looks inside flattened axes.
  bool c_contiguous() const;
  bool broadcast_contiguous() const;  // c_contiguous once axes of stride 0 are left out
  bool is_dense() const;              // elements lie in row-major order without gaps
  std::string parameter_key() const;  // equal keys: the same dtype, shape, offset and strides
  std::string axes_key() const;       // the same axes besides

  // Views. Each throws value Error when the axes do not fit.
  TensorDescription transpose() const;                  // axes reversed
  TensorDescription reorder(const Axes& axes) const;    // the same set
  TensorDescription broadcast(const Axes& axes) const;  // a superset, any order; new: stride 0
  TensorDescription cast(const Axes& axes) const;       // other axes of the same lengths
  TensorDescription flatten(const Axes& axes) const;    // neighbours grouped
  TensorDescription unflatten(const Axes& axes) const;  // groups opened
  // One item per axis; `axes` are those kept, with the lengths after slicing or none yet. The
  // axes given are never changed. Negative indices count from the end.
  TensorDescription slice(std::span<const SliceItem> items, const Axes& axes) const;

 private:
  TensorDescription view(const Axes& axes, const char* suffix) const;
  TensorDescription regrouped(const Axes& axes, const char* suffix) const;

  Axes axes_;
  DType dtype_;
  std::string name_;
  std::int64_t offset_ = 0;
  std::vector<Nested> full_strides_, full_sizes_;
  std::shared_ptr<const TensorDescription> previous_;
};

}  // namespace ng
