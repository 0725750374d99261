// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/memory_traffic.h"

#include <algorithm>
#include <limits>
#include <set>

namespace ng::kernel {
namespace {

// The elements of one parameter that are accessed.
class Accesses {
 public:
  explicit Accesses(const std::vector<Loop>& loops) : loops_(loops) {}

  void add(const Index& index) {
    if (!seen_.insert(index).second) return;
    std::int64_t elements = 1, low = index.offset, high = index.offset;
    for (const auto& [loop, stride] : index.terms) {
      const std::int64_t extent = loops_[static_cast<std::size_t>(loop)].extent;
      elements *= extent;
      (stride < 0 ? low : high) += stride * (extent - 1);
    }
    elements_ += elements;
    low_ = std::min(low_, low);
    high_ = std::max(high_, high);
  }

  // Of a parameter of `length` elements; guards keep what is outside from being accessed.
  std::int64_t count(std::int64_t length) const {
    const std::int64_t low = std::max<std::int64_t>(low_, 0), high = std::min(high_, length - 1);
    return std::clamp<std::int64_t>(high - low + 1, 0, elements_);
  }

 private:
  const std::vector<Loop>& loops_;
  std::set<Index> seen_;
  std::int64_t elements_ = 0;
  std::int64_t low_ = std::numeric_limits<std::int64_t>::max(), high_ = -1;
};

}  // namespace

std::int64_t memory_traffic(const Kernel& kernel) {
  std::vector<Accesses> accesses(kernel.parameters.size(), Accesses(kernel.loops));
  for_each_statement(kernel.body, [&](const Statement& statement) {
    for_each_load(statement.expr, [&](int buffer, const Index& index) {
      accesses[static_cast<std::size_t>(buffer)].add(index);
    });
    if (statement.kind == Statement::Kind::store) {
      accesses[static_cast<std::size_t>(statement.buffer)].add(statement.index);
    }
  });
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const Parameter& parameter = kernel.parameters[i];
    bytes +=
        accesses[i].count(parameter.elements) * static_cast<std::int64_t>(size_of(parameter.dtype));
  }
  return bytes;
}

}  // namespace ng::kernel
