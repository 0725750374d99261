// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/node_arguments.h"

#include "engine/frontends/pytorch/aten_ops.h"

namespace ng::pytorch {

std::string_view aten_name(const Node& node) {
  constexpr std::string_view aten = "torch.ops.aten.";
  std::string_view name = node.target;
  if (!name.starts_with(aten)) return {};
  name.remove_prefix(aten.size());
  return plain_name(name.substr(0, name.find('.')));
}

const Argument* find_argument(const Node& node, std::string_view name) {
  for (const Argument& argument : node.arguments)
    if (argument.name == name) return &argument;
  return nullptr;
}

std::optional<std::int64_t> literal_integer(const Node& node, std::string_view name) {
  const Argument* argument = find_argument(node, name);
  const bool literal = argument && argument->kind == ArgumentKind::integer && !argument->boolean &&
                       argument->integers.size() == 1 &&
                       (argument->values.empty() || argument->values[0].empty());
  return literal ? std::optional(argument->integers[0]) : std::nullopt;
}

}  // namespace ng::pytorch
