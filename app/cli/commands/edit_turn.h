// SPDX-License-Identifier: Apache-2.0
// Commands that edit the same file at the same time take turns.
#pragma once

#include <string>

namespace ng::cli {

// From its construction to its end no other EditTurn of this file exists on this machine: what is
// read meanwhile is what is replaced. Waits, and throws a cancelled Error when the user stops the
// command. A file that cannot be opened or locked (some network file systems) has no turns.
class EditTurn {
 public:
  explicit EditTurn(const std::string& path);
  ~EditTurn();
  EditTurn(const EditTurn&) = delete;
  EditTurn& operator=(const EditTurn&) = delete;

 private:
  int file_ = -1;
};

}  // namespace ng::cli
