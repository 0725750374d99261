// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/op_traits.h"

#include <utility>

namespace ng {
namespace {

constexpr std::pair<std::string_view, OpKind> kinds[] = {
    {"placeholder", OpKind::placeholder},
    {"variable", OpKind::variable},
    {"persistent_tensor", OpKind::persistent_tensor},
    {"temporary", OpKind::temporary},
    {"constant", OpKind::constant},
    {"kernel_parameter", OpKind::kernel_parameter},
    {"loop_parameter", OpKind::loop_parameter},
    {"update", OpKind::update},
    {"sequential", OpKind::sequential},
    {"doall", OpKind::doall},
    {"computation", OpKind::computation},
    {"derivative", OpKind::derivative},
    {"loop", OpKind::loop},
    {"kernel", OpKind::kernel},
};

constexpr std::pair<std::string_view, ViewKind> views[] = {
    {"relabel", ViewKind::relabel},
    {"by_name", ViewKind::by_name},
    {"part", ViewKind::part},
    {"spread", ViewKind::spread},
};

constexpr std::pair<std::string_view, WindowKind> windows[] = {
    {"convolution", WindowKind::convolution},
    {"convolution_gradient", WindowKind::convolution_gradient},
    {"pooling", WindowKind::pooling},
    {"pooling_gradient", WindowKind::pooling_gradient},
    {"lookup", WindowKind::lookup},
    {"lookup_gradient", WindowKind::lookup_gradient},
};

constexpr std::pair<std::string_view, bool Traits::*> flags[] = {
    {"commutative", &Traits::commutative}, {"cheap", &Traits::cheap},
    {"random", &Traits::random},           {"cost", &Traits::cost},
    {"partial", &Traits::partial},         {"exact", &Traits::exact},
    {"counts", &Traits::counts},           {"collective", &Traits::collective},
};

template <class T, std::size_t N>
void add(const std::pair<std::string_view, T> (&rows)[N], T value,
         std::vector<std::string>& names) {
  for (const auto& [name, each] : rows) {
    if (each == value) names.emplace_back(name);
  }
}

template <class T, std::size_t N>
void set(const std::pair<std::string_view, T> (&rows)[N], std::string_view name, T& value) {
  for (const auto& [each, meant] : rows) {
    if (each == name) value = meant;
  }
}

}  // namespace

std::vector<std::string> names(const Traits& traits) {
  std::vector<std::string> found;
  add(kinds, traits.kind, found);
  add(views, traits.view, found);
  add(windows, traits.window, found);
  for (const auto& [name, flag] : flags) {
    if (traits.*flag) found.emplace_back(name);
  }
  return found;
}

Traits traits_named(const std::vector<std::string>& names) {
  Traits traits;
  for (const std::string& name : names) {
    set(kinds, name, traits.kind);
    set(views, name, traits.view);
    set(windows, name, traits.window);
    for (const auto& [each, flag] : flags) {
      if (each == name) traits.*flag = true;
    }
  }
  return traits;
}

}  // namespace ng
