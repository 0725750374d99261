// SPDX-License-Identifier: Apache-2.0
#include "views/layout/groups/layer_hash.h"

#include <cctype>

#include "engine/records/op_record.h"

namespace ng::views {
namespace {

// Hash of a text without the numbers that make names unique: "C_3" equals "C_7".
Hash hashOf(const std::string& text) {
  Hash hash = 7;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '_' && i + 1 < text.size() &&
        std::isdigit(static_cast<unsigned char>(text[i + 1])))
      while (i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1]))) ++i;
    else
      hash = mixed(hash, static_cast<unsigned char>(text[i]));
  }
  return hash;
}

// Initial values of variables do not distinguish layers.
bool counts(const std::string& attribute) {
  return attribute != "axes" && attribute != "seed" && attribute != "written by" &&
         !attribute.starts_with("initial_");
}

}  // namespace

Hash mixed(Hash a, Hash b) {
  a ^= b + 0x9e3779b97f4a7c15ull + (a << 12) + (a >> 4);
  a = (a ^ (a >> 31)) * 0xbf58476d1ce4e5b9ull;
  return a ^ (a >> 29);
}

Hash layerHash(const OpRecord& op) {
  Hash hash = hashOf(op.op);
  for (const auto& [key, value] : op.attributes)
    if (counts(key)) hash = mixed(hash, mixed(hashOf(key), hashOf(value)));
  for (const ResultRecord& result : op.results) {
    hash = mixed(hash, static_cast<Hash>(result.dtype));
    for (const AxisRecord& axis : result.axes)
      hash = mixed(hash, static_cast<Hash>(axis.length.value_or(-1)));
  }
  return hash;
}

}  // namespace ng::views
