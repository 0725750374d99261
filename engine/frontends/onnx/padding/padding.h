// SPDX-License-Identifier: Apache-2.0
// Nodes that read values whose length depends on data: these are held as long as they can be, with
// padding at the end of one dimension.
#pragma once

#include <functional>

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

// The padding of a node's results.
struct Padding {
  Op count = {};                                    // elements before it; null: there is none
  std::size_t at = 0;                               // along this dimension
  std::function<Op(const Op& result)> finish = {};  // what remains to be computed; null: nothing
};

// Called before the node is built. Replaces inputs where their padding would change the results: by
// 0 in a sum, for example. Throws NotImported for a node that has no rule for such inputs. No
// padding if no input has any.
Padding padding_of_results(const Node& node, std::int64_t opset, std::vector<ItemPtr>& inputs,
                           Dimensions& dims);

// Called after the node was built; results that have padding of their own keep it.
void set_padding(const Node& node, const Padding& padding, const std::vector<ItemPtr>& results);

// Throws NotImported for a node of another kind than a row of ONNX that reads padding.
void refuse_padding(const Node& node, const std::vector<ItemPtr>& inputs);

// Results of NonZero: the positions in one value are one value, so that what they select is equally
// long.
class SharedPositions {
 public:
  ItemPtr find(const Node& node, const std::vector<ItemPtr>& inputs) const;  // null: none yet
  void add(const Node& node, const std::vector<ItemPtr>& inputs, const ItemPtr& result);

 private:
  std::map<ItemPtr, ItemPtr> known_;
};

// "the length of 'y' depends on data; it is at most 12"
std::string length_text(const std::string& name, const Op& op, std::size_t at);

}  // namespace ng::onnx
