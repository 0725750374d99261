// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/ranks/rank_mesh.h"

#include "engine/base/error.h"

namespace ng {

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

}  // namespace ng
