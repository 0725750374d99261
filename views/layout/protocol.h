// SPDX-License-Identifier: Apache-2.0
// The line protocol between the workbench and the helper program `ngraph-layout`. Both sides read
// it with suspicion: every count, index and number is bounded, and a text that does not keep to it
// gives no result but a reason. Standard C++ only.
//
//   question                                   answer
//   layout 1 <parts>                           places 1 <parts>
//   part <boxes> <edges> <across> <down> <curves 0|1>   part <boxes> <curves>
//   b <width> <height> <row>                   p <x> <y>
//   e <from> <to> <weight>                     c <edge> <points> x y x y …
//   end                                        end        or, instead of all: error <why>
#pragma once

#include <string>
#include <string_view>

#include "views/layout/layout_types.h"

namespace ng::views {

std::string writeJob(const LayoutJob& job);
std::string writeAnswer(const LayoutAnswer& answer);

// False when `text` is not a whole, sound message; `why` then says what was wrong, with the line.
bool readJob(std::string_view text, LayoutJob& job, std::string& why);
// Also false when the answer's counts do not fit `job`.
bool readAnswer(std::string_view text, const LayoutJob& job, LayoutAnswer& answer,
                std::string& why);

// 64 bits over all that decides the answer: the cache's key.
std::uint64_t fingerprint(const LayoutJob& job);

}  // namespace ng::views
