// SPDX-License-Identifier: Apache-2.0
// The callables that pickles name. None is ever called: the lists only decide how a call is shown.
#pragma once

#include <string_view>

namespace ng {

// A call that makes a plain dict or list: collections.OrderedDict, set, torch.Size.
enum class PickleContainer { none, dict, list };
PickleContainer container_of(std::string_view callable);

// Does a call of "module.name" run commands or code, as only an attack does?
bool executes_code(std::string_view callable);

}  // namespace ng
