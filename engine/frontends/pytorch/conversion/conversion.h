// SPDX-License-Identifier: Apache-2.0
// What all graphs of a program share while it is converted.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/note.h"
#include "engine/formats/pytorch/pt2_program.h"

namespace ng::pytorch {

struct Weight {
  std::string name;             // in the file
  std::size_t initializer = 0;  // its place in the model
};

struct Conversion {
  const Program& program;
  Notes& notes;
  std::unordered_set<std::string> read = {};             // values that something reads
  std::unordered_set<std::string> taken = {};            // names in the model
  std::unordered_map<std::string, Weight> weights = {};  // by value

  // `wanted`, or with a number if it is taken; takes it.
  std::string free_name(const std::string& wanted);
  // Notes that each run starts with the stored value of what the program changes.
  void note_change(const std::string& what);
  // Throws the bad_file Error of a value that is read and not defined, or defined twice.
  [[noreturn]] void refuse_undefined(const std::string& value) const;
};

}  // namespace ng::pytorch
