// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/ranks/mesh_axis.h"

#include <algorithm>
#include <charconv>

#include "engine/base/error.h"
#include "engine/runtime/ranks/most_ranks.h"

namespace ng {
namespace {

[[noreturn]] void refuse_mesh(const std::string& what, std::string_view found) {
  Diagnostic diagnostic;
  diagnostic.what = what;
  diagnostic.found = "'" + std::string(found) + "'";
  diagnostic.expected = "axes of the graph with numbers of ranks, up to " +
                        std::to_string(most_ranks) + ": N, N=4 or N=2,H=2";
  refuse(ErrorKind::value, std::move(diagnostic));
}

MeshAxis axis_of(std::string_view text, std::string_view all) {
  const std::size_t sign = text.find('=');
  MeshAxis axis{std::string(text.substr(0, sign)), 0};
  if (axis.name.empty()) refuse_mesh("an axis of ranks has no name", all);
  if (sign == std::string_view::npos) return axis;
  const std::string_view number = text.substr(sign + 1);
  const char* const last = number.data() + number.size();
  const auto [end, error] = std::from_chars(number.data(), last, axis.ranks);
  if (error != std::errc() || end != last || axis.ranks < 1 || axis.ranks > most_ranks)
    refuse_mesh("the number of ranks along " + axis.name + " is out of range", all);
  return axis;
}

}  // namespace

std::vector<MeshAxis> mesh_axes(std::string_view text) {
  std::vector<MeshAxis> axes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    MeshAxis axis = axis_of(text.substr(begin, end - begin), text);
    const auto same = [&axis](const MeshAxis& other) { return other.name == axis.name; };
    if (std::any_of(axes.begin(), axes.end(), same))
      refuse_mesh("the axis " + axis.name + " is named twice", text);
    axes.push_back(std::move(axis));
    begin = end + 1;
  }
  return axes;
}

void fill_mesh(std::vector<MeshAxis>& axes, int ranks) {
  const auto is_open = [](const MeshAxis& axis) { return axis.ranks == 0; };
  if (std::count_if(axes.begin(), axes.end(), is_open) > 1)
    refuse_mesh("two axes of ranks have no number", mesh_text(axes));
  const auto open = std::find_if(axes.begin(), axes.end(), is_open);
  if (open == axes.end()) return;
  open->ranks = 1;
  open->ranks = std::max(1, ranks / mesh_size(axes));
}

int stages_of(const std::vector<MeshAxis>& axes) {
  for (const MeshAxis& axis : axes) {
    if (axis.is_stages()) return axis.ranks;
  }
  return 1;
}

int mesh_size(const std::vector<MeshAxis>& axes) {
  std::int64_t size = 1;
  for (const MeshAxis& axis : axes) size *= axis.ranks;
  if (size > most_ranks) refuse_mesh("there are too many ranks", mesh_text(axes));
  return static_cast<int>(size);
}

std::string mesh_text(const std::vector<MeshAxis>& axes) {
  std::string text;
  for (const MeshAxis& axis : axes) {
    text += (text.empty() ? "" : ",") + axis.name;
    if (axis.ranks) text += "=" + std::to_string(axis.ranks);
  }
  return text;
}

}  // namespace ng
