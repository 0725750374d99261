// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/conversion/shared_elements.h"

namespace ng::pytorch {
namespace {

constexpr int most_parents = 256;  // of a view whose changes are followed

}  // namespace

const std::string& SharedElements::identity(const std::string& value) const {
  const auto at = same_.find(value);
  return at == same_.end() ? value : at->second;
}

const View* SharedElements::view_of(const std::string& value) const {
  const auto at = views_.find(value);
  return at == views_.end() ? nullptr : &at->second;
}

const std::string& SharedElements::root_of(const std::string& value) const {
  const View* view = view_of(identity(value));
  return view ? view->root : identity(value);
}

bool SharedElements::reads_lost(const Node& node) const {
  for (const Argument& argument : node.arguments)
    for (const std::string& value : argument.values)
      if (is_lost(value)) return true;
  return false;
}

std::string SharedElements::add_views(const Node& node, bool certain) {
  const std::string parent = identity(node.arguments[0].values[0]), root = root_of(parent);
  const View* above = view_of(parent);
  const int depth = above ? above->depth + 1 : 1;
  certain = certain && depth <= most_parents && (!above || above->certain);
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    const std::string& output = node.outputs[i];
    if (output.empty() || output == parent) continue;
    const View made{&node, i, parent, root, depth, certain};
    if (output == root || !views_.emplace(output, made).second) return output;
    sharing_[root].push_back(output);
  }
  return {};
}

void SharedElements::set_same(const std::string& result, const std::string& operand) {
  same_[result] = operand;
}

void SharedElements::change(const std::string& value,
                            const std::unordered_set<std::string>& changed, bool known) {
  const std::string root = root_of(value);
  if (!known && root != value) lost_.insert(root);
  for (const std::string& other : sharing_[root]) {
    if (changed.contains(other) || other == root) continue;
    (known && views_.at(other).certain ? stale_ : lost_).insert(other);
  }
}

void SharedElements::lose(const std::string& value) {
  const std::string root = root_of(value);
  lost_.insert(root);
  lost_.insert(sharing_[root].begin(), sharing_[root].end());
}

}  // namespace ng::pytorch
