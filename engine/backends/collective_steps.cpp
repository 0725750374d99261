// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/collective_steps.h"

#include <cstring>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/runtime/rank_mesh.h"

namespace ng {
namespace {

using Kind = CollectiveKind;

void copy(std::byte* to, const std::byte* from, std::int64_t bytes) {
  if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

// Copies between an array of (outer, ranks, block) and one of (ranks, outer, block).
void swap_leading(std::byte* to, const std::byte* from, std::int64_t rows, std::int64_t columns,
                  std::int64_t block) {
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column)
      copy(to + (column * rows + row) * block, from + (row * columns + column) * block, block);
  }
}

void require_ranks(const CollectiveStep& step, int found, std::string_view what) {
  if (step.ranks == 0 || step.ranks == found) return;
  Diagnostic diagnostic;
  diagnostic.what = "'" + std::string(what) + "' was made for another number of ranks";
  diagnostic.found = std::to_string(found) + (found == 1 ? " rank" : " ranks");
  diagnostic.expected = std::to_string(step.ranks) + " ranks";
  diagnostic.action = "run it with as many ranks, or compile it for these";
  refuse(ErrorKind::value, std::move(diagnostic));
}

class Exchange {
 public:
  Exchange(const CollectiveStep& step, Communicator& group, std::string_view what)
      : step_(step), group_(group), what_(what), block_(step.part_bytes() / outer()) {}

  void run(const std::byte* read, std::byte* written) {
    switch (step_.kind) {
      case Kind::all_reduce:
        copy(written, read, step_.part_bytes());
        return group_.all_reduce(written, step_.part_elements(), step_.dtype, step_.combine, what_);
      case Kind::broadcast:
        copy(written, read, step_.part_bytes());
        return group_.broadcast(written, step_.part_bytes(), step_.root, what_);
      case Kind::all_gather: return gather(read, written);
      case Kind::reduce_scatter: return scatter(read, written);
      case Kind::shard: return take_part(read, written);
    }
  }

 private:
  std::int64_t outer() const { return std::max<std::int64_t>(1, step_.outer); }

  void gather(const std::byte* read, std::byte* written) {
    if (outer() == 1) return group_.all_gather(read, step_.part_bytes(), written, what_);
    std::vector<std::byte> parts(whole_bytes());
    group_.all_gather(read, step_.part_bytes(), parts.data(), what_);
    swap_leading(written, parts.data(), group_.size(), outer(), block_);
  }

  void scatter(const std::byte* read, std::byte* written) {
    std::vector<std::byte> parts;
    if (outer() > 1) {
      parts.resize(whole_bytes());
      swap_leading(parts.data(), read, outer(), group_.size(), block_);
      read = parts.data();
    }
    group_.reduce_scatter(read, step_.part_elements(), step_.dtype, step_.combine, written, what_);
  }

  void take_part(const std::byte* read, std::byte* written) const {
    for (std::int64_t row = 0; row < step_.outer; ++row)
      copy(written + row * block_, read + (row * group_.size() + group_.rank()) * block_, block_);
  }

  std::size_t whole_bytes() const {
    return static_cast<std::size_t>(step_.part_bytes() * group_.size());
  }

  const CollectiveStep& step_;
  Communicator& group_;
  std::string_view what_;
  std::int64_t block_;  // bytes of a part of one row
};

}  // namespace

void run_collective(const CollectiveStep& step, const RankMesh* ranks, const std::byte* read,
                    std::byte* written, std::string_view what) {
  if (!ranks) {
    require_ranks(step, 1, what);
    return copy(written, read, step.part_bytes());
  }
  Communicator& group = ranks->group(step.group);
  require_ranks(step, group.size(), what);
  Exchange(step, group, what).run(read, written);
}

}  // namespace ng
