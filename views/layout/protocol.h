// SPDX-License-Identifier: Apache-2.0
// The line protocol between the workbench and the helper program `ngraph-layout`. Both sides
// validate their input: every count, index and number is bounded, and a malformed text gives an
// error instead of a result. Standard C++ only.
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

// False if `text` is not a complete, valid message; `why` is then the error with its line.
bool readJob(std::string_view text, LayoutJob& job, std::string& why);
// Also false if the answer's counts do not match `job`.
bool readAnswer(std::string_view text, const LayoutJob& job, LayoutAnswer& answer,
                std::string& why);

// A 64-bit hash of everything that determines the answer: the cache key.
std::uint64_t fingerprint(const LayoutJob& job);

}  // namespace ng::views
