// SPDX-License-Identifier: Apache-2.0
// One axis of an arrangement of ranks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ng {

// The name of the mesh axis along which a net is cut into stages instead of divided.
inline constexpr std::string_view stage_axis = "stages";

// An axis along which ranks are arranged: the graph's axis that they divide, and their number.
struct MeshAxis {
  std::string name;  // empty: the axis that the metadata `parallel` names, else the batch
  int ranks = 1;     // 0: as many as the others leave
  bool is_stages() const { return name == stage_axis; }
  bool operator==(const MeshAxis&) const = default;
};

// "N", "N=4" or "N=2,H=2"; an axis without a number has 0 ranks. Value Error for other texts.
std::vector<MeshAxis> mesh_axes(std::string_view text);
// Gives the axis of 0 ranks those of `ranks` that the others leave. Value Error if two axes have
// none.
void fill_mesh(std::vector<MeshAxis>& axes, int ranks);
// The number of stages; 1 without the axis `stage_axis`.
int stages_of(const std::vector<MeshAxis>& axes);
// The product of the axes' ranks.
int mesh_size(const std::vector<MeshAxis>& axes);
// "N=2,H=2".
std::string mesh_text(const std::vector<MeshAxis>& axes);

}  // namespace ng
