// SPDX-License-Identifier: Apache-2.0
// Parts of tensors, reshapes and temporaries, under the names of the original.
#include "tests/reference_cases/case_ops.h"

namespace ng::cases {
namespace {

using A = const Arguments&;

Built make_slice_along(A a) {
  return slice_along_axis(a.operand(0), a.axis(1), a.integer(2, "idx", 0));
}

Built make_pad(A a) {
  std::vector<Padding> paddings;
  for (const auto& [before, after] : a.paddings(1)) paddings.push_back({before, after});
  return pad(a.operand(0, "x"), paddings, a.optional_axes(2));
}

Built make_map_roles(A a) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const auto& [from, to] : a.dictionary(1, "axes_map").items()) {
    names.emplace_back(a.axis_name(from), a.axis_name(to.get<std::string>()));
  }
  return map_roles(a.operand(0, "x"), AxesMap(names));
}

Built make_flatten(A a) {
  const auto axes = a.optional_axes(1);
  return axes ? flatten(a.operand(0), *axes) : flatten(a.operand(0));
}

Built make_flatten_at(A a) {
  return flatten_at(a.operand(0), static_cast<std::size_t>(a.integer(1, "idx", 0)));
}

Built make_print(A a) {
  return a.has(1, "prefix") ? print_value(a.operand(0), a.text(1, "prefix"))
                            : print_value(a.operand(0));
}

constexpr CaseOp rows[] = {
    {"temporary", [](A a) -> Built { return temporary(a.axes(0), a.dtype(1)); }},
    {"tensor_slice",
     [](A a) -> Built { return tensor_slice(a.operand(0), a.slices(1), a.optional_axes(2)); }},
    {"getitem", [](A a) -> Built { return getitem(a.operand(0), a.slices(1)); }},
    {"py.getitem", [](A a) -> Built { return getitem(a.operand(0), a.slices(1)); }},
    {"slice_along_axis", make_slice_along},
    {"set_item",
     [](A a) -> Built {
       return set_item(a.operand(0, "tensor"), a.slices(1, "item"), a.operand(2, "value"));
     }},
    {"fill", [](A a) -> Built { return fill(a.operand(0, "x"), a.operand(1, "scalar")); }},
    {"pad", make_pad},
    {"stack",
     [](A a) -> Built { return stack(a.ops(0, "x_list"), a.axis(1), a.integer(2, "pos", 0)); }},
    {"concat_along_axis",
     [](A a) -> Built { return concat_along_axis(a.ops(0, "x_list"), a.axis(1)); }},
    {"one_hot", [](A a) -> Built { return one_hot(a.operand(0, "x"), a.axis(1)); }},
    {"flatten", make_flatten},
    {"flatten_at", make_flatten_at},
    {"unflatten", [](A a) -> Built { return unflatten(a.operand(0), a.optional_axes(1)); }},
    {"expand_dims",
     [](A a) -> Built { return expand_dims(a.operand(0), a.axis(1), a.integer(2, "dim", 0)); }},
    {"Transpose", [](A a) -> Built { return transpose(a.operand(0)); }},
    {"cast_role", [](A a) -> Built { return cast_role(a.operand(0), a.axes(1)); }},
    {"map_roles", make_map_roles},
    {"ContiguousOp", [](A a) -> Built { return contiguous(a.operand(0)); }},
    {"stop_gradient", [](A a) -> Built { return stop_gradient(a.operand(0)); }},
    {"PrintOp", make_print},
};

}  // namespace

std::span<const CaseOp> view_rows() {
  return rows;
}

}  // namespace ng::cases
