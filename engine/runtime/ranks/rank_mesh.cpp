// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/ranks/rank_mesh.h"

#include <algorithm>

#include "engine/base/error.h"

namespace ng {
namespace {

// The support of a rank travels as a text of this length, three lines.
constexpr std::size_t support_bytes = 384;

std::string packed(const TransportSupport& own) {
  std::string text = own.library + "\n" + own.device + "\n" + own.reason;
  text.resize(support_bytes, '\0');
  return text;
}

TransportSupport unpacked(std::string text) {
  text.resize(std::min(text.find('\0'), text.size()));
  const std::size_t first = text.find('\n'), second = text.find('\n', first + 1);
  check(second != std::string::npos, "the text has three lines");
  return {text.substr(0, first), text.substr(first + 1, second - first - 1),
          text.substr(second + 1)};
}

}  // namespace

RankMesh::RankMesh(CommunicatorPtr world, std::vector<MeshAxis> axes)
    : world_(std::move(world)), axes_(std::move(axes)) {
  if (mesh_size(axes_) != world_->size()) {
    Diagnostic diagnostic;
    diagnostic.what = "the axes of the ranks do not give the number of ranks";
    diagnostic.found = mesh_text(axes_) + ", on " + std::to_string(world_->size()) + " ranks";
    diagnostic.expected = "numbers whose product is " + std::to_string(world_->size());
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  int inner = 1;
  for (std::size_t i = axes_.size(); i-- > 0;) {
    const int own = world_->rank() / inner % axes_[i].ranks;
    groups_[axes_[i].name] =
        axes_[i].ranks == world_->size() ? world_ : world_->split(world_->rank() - own * inner);
    inner *= axes_[i].ranks;
  }
}

Communicator& RankMesh::group(const std::string& axis) const {
  if (axis.empty()) return *world_;
  const auto found = groups_.find(axis);
  if (found != groups_.end()) return *found->second;
  Diagnostic diagnostic;
  diagnostic.what = "the ranks have no axis '" + axis + "'";
  diagnostic.expected = mesh_text(axes_);
  refuse(ErrorKind::value, std::move(diagnostic));
}

void RankMesh::gather_support(const TransportSupport& own) {
  const auto size = static_cast<std::size_t>(world_->size());
  const std::string given = packed(own);
  std::string all(size * support_bytes, '\0');
  world_->all_gather(reinterpret_cast<const std::byte*>(given.data()), support_bytes,
                     reinterpret_cast<std::byte*>(all.data()), "the transports of the ranks");
  support_.clear();
  for (std::size_t i = 0; i < size; ++i)
    support_.push_back(unpacked(all.substr(i * support_bytes, support_bytes)));
}

// In the order of the ranks of the group.
std::vector<int> RankMesh::world_ranks(const std::string& axis) const {
  int inner = 1, length = world_->size(), first = 0;
  for (std::size_t i = axes_.size(); i-- > 0 && !axis.empty();) {
    if (axes_[i].name == axis) {
      length = axes_[i].ranks;
      first = world_->rank() - world_->rank() / inner % length * inner;
      break;
    }
    inner *= axes_[i].ranks;
  }
  if (axis.empty()) inner = 1;
  std::vector<int> ranks;
  for (int i = 0; i < length; ++i) ranks.push_back(first + i * inner);
  return ranks;
}

Transport RankMesh::transport_of(const CollectiveStep& exchange) const {
  if (support_.empty()) return {"", "ranks of one computation share its device"};
  const std::string reason = why_through_host(exchange, group(exchange.group).size());
  if (!reason.empty()) return {"", reason};
  const std::vector<int> ranks = world_ranks(exchange.group);
  std::vector<TransportSupport> supported;
  for (const int rank : ranks) supported.push_back(support_[static_cast<std::size_t>(rank)]);
  return common_transport(supported, ranks);
}

std::shared_ptr<DeviceConnection>& RankMesh::connection(const std::string& axis,
                                                        const std::string& device) {
  const bool all = axis.empty() || &group(axis) == world_.get();
  return connections_[(all ? "" : axis) + "\n" + device];
}

}  // namespace ng
