// SPDX-License-Identifier: Apache-2.0
// Counts of sequences of tokens (TfIdfVectorizer), for tokens that are integers.
#include <algorithm>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

using Integers = std::vector<std::int64_t>;

constexpr std::int64_t most_pairs = std::int64_t{1} << 28;  // of tokens and sequences

// Sequences of one length, one after the other.
struct Pool {
  std::int64_t size = 1;  // tokens of a sequence
  Integers tokens;
  std::int64_t count() const { return std::ssize(tokens) / size; }
};

// The pool of each length: the attribute ngram_counts says where it begins in pool_int64s.
std::vector<Pool> pools_of(const NodeContext& n) {
  const Integers tokens = n.list("pool_int64s"), begins = n.list("ngram_counts");
  if (tokens.empty()) NodeContext::refuse("it counts texts");
  std::vector<Pool> pools;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::int64_t end = i + 1 < begins.size() ? begins[i + 1] : std::ssize(tokens);
    const std::int64_t size = static_cast<std::int64_t>(i) + 1;
    if (begins[i] < 0 || begins[i] > end || end > std::ssize(tokens) ||
        (end - begins[i]) % size != 0) {
      NodeContext::refuse("its ngram_counts do not fit its pool");
    }
    pools.push_back({size, Integers(tokens.begin() + begins[i], tokens.begin() + end)});
  }
  return pools;
}

// How often each sequence of the pool occurs in x (row, token), over (row, sequence), where its
// tokens are `step` apart.
Op occurrences(NodeContext& n, const Op& x, const Pool& pool, const Axis& sequence,
               std::int64_t step) {
  const std::int64_t places = x.axes()[1].length() - (pool.size - 1) * step;
  const Axis place = n.fresh(places, "token");
  const ScopedResultType type(DType::f32);
  Op found;
  for (std::int64_t k = 0; k < pool.size; ++k) {
    std::vector<double> tokens;
    for (std::int64_t i = 0; i < pool.count(); ++i) {
      tokens.push_back(
          static_cast<double>(pool.tokens[static_cast<std::size_t>(i * pool.size + k)]));
    }
    const Op read = renamed(part(n, x, 1, k * step, places), {x.axes()[0], place});
    found = product(found, equal(read, constant_along(tokens, sequence, x.dtype())));
  }
  return over(sum(found, reduce_over(Axes{place})), Axes{x.axes()[0], sequence});
}

// Over (row, sequence of all pools); sequences of lengths that are not asked for do not occur.
Op counts_of(NodeContext& n, const Op& x, const std::vector<Pool>& pools) {
  const std::int64_t least = n.integer("min_gram_length", 1),
                     most = n.integer("max_gram_length", 1);
  const std::int64_t skips = n.integer("max_skip_count", 0), length = x.axes()[1].length();
  std::vector<Op> all;
  for (const Pool& pool : pools) {
    if (pool.count() == 0) continue;
    const Axis sequence = n.fresh(pool.count(), "sequence");
    n.dims.keep_apart({x.axes()[0], x.axes()[1], sequence});
    Op counts = over(number(0, DType::f32), Axes{x.axes()[0], sequence});
    const ScopedResultType type(DType::f32);
    for (std::int64_t step = 1; step <= (pool.size == 1 ? 1 : skips + 1); ++step) {
      if (pool.size < least || pool.size > most || (pool.size - 1) * step >= length) break;
      counts = over(counts + occurrences(n, x, pool, sequence, step), counts.axes());
    }
    all.push_back(counts);
  }
  return joined(n, all, 1);
}

// The sequence that each element of the result counts; the one after the last where none does.
Integers places_of(const Integers& indices) {
  const std::int64_t last = *std::max_element(indices.begin(), indices.end());
  if (*std::min_element(indices.begin(), indices.end()) < 0) {
    NodeContext::refuse("an element of ngram_indexes is below 0");
  }
  NodeContext::need_short(last + 1);
  Integers places(static_cast<std::size_t>(last + 1), std::ssize(indices));
  for (std::size_t i = 0; i < indices.size(); ++i) {
    places[static_cast<std::size_t>(indices[i])] = static_cast<std::int64_t>(i);
  }
  return places;
}

// The counts (row, sequence), or 1 for those that occur; times the weights of the sequences.
Op weighted(NodeContext& n, const Op& counts, const std::string& mode) {
  if (mode == "TF") return counts;
  const Axis sequence = counts.axes()[1];
  const ScopedResultType type(DType::f32);
  Op made = mode == "IDF" ? greater(counts, 0) : counts;
  if (const Attribute* given = n.node.find("weights")) {
    NodeContext::need_count("its list of weights", given->floats.size(),
                            static_cast<std::size_t>(sequence.length()));
    made = made * constant_along(given->floats, sequence, DType::f32);
  }
  return over(made, counts.axes());
}

void tf_idf(NodeContext& n) {
  const std::string mode = n.choice("mode", "", {"TF", "IDF", "TFIDF"});
  const std::vector<Pool> pools = pools_of(n);
  const Integers indices = n.list("ngram_indexes");
  std::int64_t sequences = 0;
  for (const Pool& pool : pools) sequences += pool.count();
  if (sequences == 0) NodeContext::refuse("its pool has no sequences");
  NodeContext::need_count("its ngram_indexes", indices.size(), static_cast<std::size_t>(sequences));
  if (n.rank() > 2 || n.rank() < 1 || element_count(n.shape()) == 0) {
    NodeContext::refuse("its input is neither a row nor rows of tokens");
  }
  const std::int64_t tokens = element_count(n.shape());
  if (n.integer("max_skip_count", 0) < 0 || n.integer("max_skip_count", 0) > tokens ||
      sequences > most_pairs / tokens / (n.integer("max_skip_count", 0) + 1)) {
    NodeContext::refuse("it compares too many tokens");
  }
  Op x = n.indices(0);
  const bool row = n.rank() == 1;
  if (row) x = with_ones(n, x, {0}, {"row"});
  const Op counts = padded(n, weighted(n, counts_of(n, x, pools), mode), {0, 0}, {0, 1}, 0);
  const Op made = taken(n, counts, 1, places_of(indices));
  n.result(row ? without(made, {0}) : made);
}

constexpr OpRow rows[] = {
    {"TfIdfVectorizer", 9, 0, tf_idf},
};

}  // namespace

std::span<const OpRow> token_rows() {
  return rows;
}

}  // namespace ng::onnx
