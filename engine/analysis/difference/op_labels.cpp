// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/difference/op_labels.h"

#include <cctype>
#include <cstring>

#include "engine/analysis/difference/axis_names.h"
#include "engine/analysis/match_graphs.h"
#include "engine/base/tensor.h"
#include "engine/records/op_name.h"

namespace ng {
namespace {

constexpr std::int64_t fewest_telling = 8;  // elements of a tensor that identifies an op

// Finalizer of SplitMix64: every bit of the input changes about half of the output.
std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

struct ElementHashes {
  std::uint64_t in_order = 0, sorted = 0;
};

std::uint64_t element_bits(const Tensor& tensor, std::size_t element, std::size_t size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, tensor.bytes.data() + element * size, std::min(size, sizeof bits));
  return bits;
}

ElementHashes hashes_of(const Tensor& tensor) {
  const std::size_t size = size_of(tensor.dtype);
  const auto count = static_cast<std::size_t>(tensor.size());
  ElementHashes hashes{hash_of(to_string(tensor.shape)), count};
  bool all_equal = true;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bits = element_bits(tensor, i, size);
    all_equal = all_equal && bits == element_bits(tensor, 0, size);
    hashes.in_order = (hashes.in_order ^ bits) * 0x9e3779b97f4a7c15u;
    hashes.in_order ^= hashes.in_order >> 29;
    hashes.sorted += scrambled(bits + 0x9e3779b97f4a7c15u);
  }
  if (all_equal || tensor.size() < fewest_telling) hashes.sorted = 0;
  return hashes;
}

std::uint64_t attributes_hash(const OpRecord& op, const AxisLengths& lengths) {
  std::uint64_t hash = op.results.size();
  for (const ResultRecord& result : op.results) {
    hash = mixed(hash, static_cast<std::uint64_t>(result.dtype));
    for (const AxisRecord& axis : result.axes) hash = mixed(hash, hash_of(length_text(axis)));
  }
  for (const auto& [key, value] : op.attributes)
    hash = mixed(mixed(hash, hash_of(key)), hash_of(without_axis_names(value, lengths)));
  return hash;
}

}  // namespace

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return scrambled(a * 0x9e3779b97f4a7c15u + b + 0x632be59bd9b4e019u);
}

std::uint64_t hash_of(std::string_view text) {
  return scrambled(std::hash<std::string_view>()(text));
}

std::string given_name(const OpRecord& op) {
  return has_automatic_name(op) ? std::string() : full_name(op);
}

OpLabels::OpLabels(const OpRows& rows, const AttributeTensors& tensors)
    : parts_(rows.size()), sorted_(rows.size(), 0) {
  AxisLengths lengths;
  for (std::size_t row = 0; row < rows.size(); ++row) add_axis_lengths(rows.op(row), lengths);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const OpRecord& op = rows.op(row);
    parts_[row].kind = mixed(hash_of(op.op), op.operands.size());
    parts_[row].attributes = attributes_hash(op, lengths);
    if (const std::string name = given_name(op); !name.empty()) parts_[row].name = hash_of(name);
    for (auto at = tensors.lower_bound({op.id, ""});
         at != tensors.end() && at->first.first == op.id; ++at) {
      const ElementHashes hashes = hashes_of(*at->second);
      parts_[row].elements = mixed(parts_[row].elements, hashes.in_order);
      if (hashes.sorted != 0) sorted_[row] = mixed(sorted_[row], hashes.sorted);
    }
  }
}

std::vector<std::uint64_t> OpLabels::labels(const LabelParts& parts) const {
  std::vector<std::uint64_t> labels;
  labels.reserve(parts_.size());
  for (const Parts& each : parts_) {
    std::uint64_t label = each.kind;
    if (parts.attributes) label = mixed(label, each.attributes);
    if (parts.elements) label = mixed(label, each.elements);
    if (parts.names) label = mixed(label, each.name);
    labels.push_back(label);
  }
  return labels;
}

}  // namespace ng
