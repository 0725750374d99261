// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/ranks/collective_steps.h"

#include <cstring>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/runtime/ranks/message_layout.h"
#include "engine/runtime/ranks/rank_mesh.h"

namespace ng {
namespace {

using Kind = CollectiveKind;

void copy(std::byte* to, const std::byte* from, std::int64_t bytes) {
  if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

void fill_zeros(std::byte* to, std::int64_t bytes) {
  if (bytes > 0) std::memset(to, 0, static_cast<std::size_t>(bytes));
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
      case Kind::send:
        group_.send(read, step_.part_bytes(), step_.root, step_.tag, what_);
        return fill_zeros(written, 1);
      case Kind::receive:
        return group_.receive(written, step_.part_bytes(), step_.root, step_.tag, what_);
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

// An exchange that is started, and the memory of its message.
class Message {
 public:
  Message(const CollectiveStep& step, RankMesh& ranks)
      : step_(step),
        group_(ranks.group(step.group)),
        pending_(ranks.pending(step.number)),
        layout_(step, group_.size()) {}

  void start(std::span<const std::byte* const> reads, std::string_view what) {
    pending_.call.reset();
    pending_.memory.resize(static_cast<std::size_t>(layout_.given() + layout_.received()));
    if (step_.kind == Kind::reduce_scatter) {
      for_each_block(
          [&](std::size_t i, std::int64_t at, std::int64_t in_message, std::int64_t bytes) {
            copy(memory() + in_message, reads[i] + at, bytes);
          });
    } else {
      layout_.for_each_array([&](std::size_t i, std::int64_t at, std::int64_t bytes) {
        copy(memory() + at, reads[i], bytes);
      });
    }
    pending_.call = started(what);
  }

  void finish(std::span<std::byte* const> writes) {
    check(pending_.call != nullptr, "an exchange that was not started");
    pending_.call->wait();
    pending_.call.reset();
    const std::byte* from = memory() + (layout_.received() ? layout_.given() : 0);
    if (step_.kind == Kind::all_gather) {
      for_each_block([&](std::size_t i, std::int64_t at, std::int64_t in_message,
                         std::int64_t bytes) { copy(writes[i] + at, from + in_message, bytes); });
    } else {
      layout_.for_each_array([&](std::size_t i, std::int64_t at, std::int64_t bytes) {
        copy(writes[i], from + at, bytes);
      });
    }
  }

 private:
  std::byte* memory() { return pending_.memory.data(); }

  PendingCallPtr started(std::string_view what) {
    std::byte* const to = memory() + layout_.given();
    const std::int64_t count = step_.part_elements();
    switch (step_.kind) {
      case Kind::all_gather: return group_.start_all_gather(memory(), layout_.part(), to, what);
      case Kind::reduce_scatter:
        return group_.start_reduce_scatter(memory(), count, step_.dtype, step_.combine, to, what);
      default: return group_.start_all_reduce(memory(), count, step_.dtype, step_.combine, what);
    }
  }

  // Calls `each(array, offset in the whole array, offset in the message, bytes)` for the blocks of
  // whole arrays.
  template <class F>
  void for_each_block(F&& each) const {
    layout_.for_each_part([&](const MessageLayout::Rows& part) {
      for (std::int64_t row = 0; row < part.rows; ++row)
        each(part.array, part.in_array + row * group_.size() * part.block,
             part.in_message + row * part.block, part.block);
    });
  }

  const CollectiveStep& step_;
  Communicator& group_;
  RankMesh::Pending& pending_;
  const MessageLayout layout_;
};

void start(const CollectiveStep& step, RankMesh& ranks, std::span<const std::byte* const> reads,
           std::string_view what) {
  Message(step, ranks).start(reads, what);
}

void finish(const CollectiveStep& step, RankMesh& ranks, std::span<std::byte* const> writes) {
  Message(step, ranks).finish(writes);
}

}  // namespace

void run_collective(const CollectiveStep& step, RankMesh* ranks,
                    std::span<const std::byte* const> reads, std::span<std::byte* const> writes,
                    std::string_view what) {
  using Part = CollectiveStep::Part;
  if (!ranks) {
    require_ranks(step, 1, what);
    check(step.carried == Part::both, "an exchange in parts on a single rank");
    if (step.kind == Kind::send) return fill_zeros(writes[0], 1);
    if (step.kind == Kind::receive) return fill_zeros(writes[0], step.part_bytes());
    return copy(writes[0], reads[0], step.part_bytes());
  }
  Communicator& group = ranks->group(step.group);
  require_ranks(step, group.size(), what);
  if (step.carried == Part::start) return start(step, *ranks, reads, what);
  if (step.carried == Part::finish) return finish(step, *ranks, writes);
  Exchange(step, group, what).run(reads.empty() ? nullptr : reads[0], writes[0]);
}

}  // namespace ng
