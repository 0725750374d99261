// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/endpoint.h"

#include <charconv>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng::tensorflow {
namespace {

constexpr std::size_t most_results = 65536;

// Ops with several named outputs, in order. Those of all other ops begin at result 0.
struct Outputs {
  std::string_view op;
  std::vector<std::string_view> names;
};
const Outputs several[] = {
    {"FusedBatchNorm", {"y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2"}},
    {"FusedBatchNormV2",
     {"y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2"}},
    {"FusedBatchNormV3",
     {"y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2",
      "reserve_space_3"}},
    {"Merge", {"output", "value_index"}},
    {"SoftmaxCrossEntropyWithLogits", {"loss", "backprop"}},
    {"SparseSoftmaxCrossEntropyWithLogits", {"loss", "backprop"}},
    {"Switch", {"output_false", "output_true"}},
    {"TensorArrayV3", {"handle", "flow"}},
    {"TensorListPopBack", {"output_handle", "tensor"}},
    {"TopK", {"values", "indices"}},
    {"TopKV2", {"values", "indices"}},
    {"Unique", {"y", "idx"}},
    {"UniqueV2", {"y", "idx"}},
};

std::size_t offset_of(std::string_view op, std::string_view output) {
  for (const Outputs& row : several) {
    if (row.op != op) continue;
    for (std::size_t i = 0; i < row.names.size(); ++i) {
      if (row.names[i] == output) return i;
    }
  }
  return 0;
}

std::size_t index_of(std::string_view digits, const std::string& input, const NodeDef* user,
                     const std::string& path) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (error != std::errc() || end != digits.data() + digits.size() || index >= most_results) {
    refuse_node(user, path, "an input refers to an impossible result", quote(input),
                "a node and a number below 65536");
  }
  return index;
}

}  // namespace

void refuse_node(const NodeDef* node, const std::string& path, std::string what, std::string found,
                 std::string expected) {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  diagnostic.where = quote(path);
  if (node) diagnostic.where += ", " + node->op + " node " + quote(node->name);
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  diagnostic.action = "write the graph again with TensorFlow";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

Endpoint endpoint_of(const std::string& input, const NodeDef* user, const std::string& path) {
  const std::size_t colon = input.find(':');
  if (colon == std::string::npos && !input.empty()) return {input, 0};
  if (colon == 0 || input.empty()) {
    refuse_node(user, path, "an input names no node", quote(input), "the name of a node");
  }
  return {input.substr(0, colon),
          index_of(std::string_view(input).substr(colon + 1), input, user, path)};
}

Endpoint function_endpoint(const std::string& input, std::string_view op, const NodeDef* user,
                           const std::string& path) {
  const std::size_t first = input.find(':'), last = input.rfind(':');
  if (first == std::string::npos || first == last) return endpoint_of(input, user, path);
  const std::string_view all = input;
  const std::size_t index = index_of(all.substr(last + 1), input, user, path);
  return {input.substr(0, first), offset_of(op, all.substr(first + 1, last - first - 1)) + index};
}

}  // namespace ng::tensorflow
