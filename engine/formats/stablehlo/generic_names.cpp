// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/stablehlo/generic_names.h"

#include "engine/formats/stablehlo/mlir_attributes.h"

namespace ng::stablehlo {
namespace {

struct Renamed {
  std::string_view op, readable, generic;
};

constexpr Renamed all_renamed[] = {
    {"stablehlo.broadcast_in_dim", "dims", "broadcast_dimensions"},
    {"stablehlo.concatenate", "dim", "dimension"},
    {"stablehlo.dynamic_broadcast_in_dim", "dims", "broadcast_dimensions"},
    {"stablehlo.dynamic_iota", "dim", "iota_dimension"},
    {"stablehlo.dynamic_slice", "sizes", "slice_sizes"},
    {"stablehlo.get_dimension_size", "dim", "dimension"},
    {"stablehlo.iota", "dim", "iota_dimension"},
    {"stablehlo.pad", "high", "edge_padding_high"},
    {"stablehlo.pad", "interior", "interior_padding"},
    {"stablehlo.pad", "low", "edge_padding_low"},
    {"stablehlo.reverse", "dims", "dimensions"},
    {"stablehlo.set_dimension_size", "dim", "dimension"},
    {"stablehlo.transpose", "dims", "permutation"},
    {"stablehlo.convolution", "dim_numbers", "dimension_numbers"},
    {"stablehlo.convolution.window", "lhs_dilate", "lhs_dilation"},
    {"stablehlo.convolution.window", "pad", "padding"},
    {"stablehlo.convolution.window", "reverse", "window_reversal"},
    {"stablehlo.convolution.window", "rhs_dilate", "rhs_dilation"},
    {"stablehlo.convolution.window", "stride", "window_strides"},
};

void rename(Attribute& dictionary, std::string_view op) {
  for (std::string& name : dictionary.names)
    for (const Renamed& row : all_renamed)
      if (row.op == op && row.readable == name) {
        name = row.generic;
        break;
      }
}

// window = {stride = …, pad = …}: its entries are attributes of the op.
void unfold_window(Operation& operation) {
  Attribute& all = operation.attributes;
  for (std::size_t i = 0; i < all.names.size(); ++i) {
    if (all.names[i] != "window") continue;
    Attribute window = std::move(all.list[i]);
    all.names.erase(all.names.begin() + static_cast<std::ptrdiff_t>(i));
    all.list.erase(all.list.begin() + static_cast<std::ptrdiff_t>(i));
    rename(window, "stablehlo.convolution.window");
    for (std::size_t k = 0; k < window.names.size(); ++k)
      add(all, window.names[k], std::move(window.list[k]));
    return;
  }
}

// contracting_dims = [1] x [0]: a list of each operand.
void gather_dot_numbers(Operation& operation) {
  Attribute numbers{.kind = Attribute::Kind::dictionary};
  for (const auto& [readable, generic] :
       {std::pair{"batching_dims", "batching_dimensions"},
        std::pair{"contracting_dims", "contracting_dimensions"}}) {
    const Attribute* both = operation.find(readable);
    if (!both || both->list.size() != 2) continue;
    add(numbers, std::string("lhs_") + generic, both->list[0]);
    add(numbers, std::string("rhs_") + generic, both->list[1]);
  }
  add(operation.attributes, "dot_dimension_numbers", std::move(numbers));
}

}  // namespace

void use_generic_names(Operation& operation) {
  rename(operation.attributes, operation.name);
  if (operation.name == "stablehlo.convolution") unfold_window(operation);
  if (operation.name == "stablehlo.dot_general") gather_dot_numbers(operation);
}

}  // namespace ng::stablehlo
