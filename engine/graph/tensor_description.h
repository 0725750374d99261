// SPDX-License-Identifier: Apache-2.0
// Memory layout of a tensor: axes, byte strides and offset in the storage that owns the elements.
// Views of a description share its storage.
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

// A number per axis; for a flattened axis one per member, nested like the axis.
struct Nested {
  std::int64_t value = 0;
  std::vector<Nested> members;
  bool group = false;
  bool operator==(const Nested&) const = default;

  static Nested of(std::vector<Nested> members) { return {0, std::move(members), true}; }
  std::int64_t smallest() const;  // of strides: that of the fastest member; 0 for an empty group
  std::int64_t product() const;
};

class TensorDescription {
 public:
  // Row-major, with storage of its own. Value Error if a length is unknown.
  explicit TensorDescription(const Axes& axes, DType dtype = DType::f32, std::string name = {});

  const Axes& axes() const { return axes_; }
  DType dtype() const { return dtype_; }
  const std::string& name() const { return name_; }  // views append their kind: "x_rSlice"
  std::int64_t offset() const { return offset_; }    // bytes from the start of the storage
  const std::vector<Nested>& full_strides() const { return full_strides_; }  // bytes
  const std::vector<Nested>& full_sizes() const { return full_sizes_; }      // allocated lengths
  bool is_base() const { return previous_ == nullptr; }
  // The description that owns the storage, and the one that this is a view of (null for a base).
  const TensorDescription& base() const;
  const TensorDescription* next_tensor_description() const { return previous_.get(); }

  Shape shape() const { return axes_.lengths(); }
  std::vector<std::int64_t> strides() const;  // bytes; for a flattened axis the smallest nested one
  std::vector<std::int64_t> sizes() const;    // allocated lengths, also for slices
  std::int64_t tensor_size() const;           // bytes: product of sizes
  std::size_t ndim() const { return axes_.size(); }
  // Based on strides(), like the original: a flattened axis counts with its smallest member.
  // is_dense() looks inside flattened axes.
  bool c_contiguous() const;
  bool broadcast_contiguous() const;  // c_contiguous, ignoring axes of stride 0
  bool is_dense() const;              // elements lie in row-major order without gaps
  std::string parameter_key() const;  // equal for equal dtype, shape, offset and strides
  std::string axes_key() const;       // parameter_key plus the axes

  // Views. Each throws value Error if the axes do not fit.
  TensorDescription transpose() const;                  // axes reversed
  TensorDescription reorder(const Axes& axes) const;    // the same set
  TensorDescription broadcast(const Axes& axes) const;  // a superset in any order; new: stride 0
  TensorDescription cast(const Axes& axes) const;       // other axes of the same lengths
  TensorDescription flatten(const Axes& axes) const;    // combines adjacent axes
  TensorDescription unflatten(const Axes& axes) const;  // splits flattened axes
  // One item per axis; `axes` are the kept axes, with the sliced lengths or unknown lengths, and
  // are not modified. Negative indices count from the end.
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
