// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/element_by_element.h"

#include <algorithm>

namespace ng {
namespace {

// Checks a kernel statement by statement; see element_by_element.
class InPlace {
 public:
  InPlace(const kernel::Kernel& kernel, int read, int written)
      : kernel_(kernel), read_(read), written_(written) {
    kernel::for_each_statement(kernel.body, [this](const kernel::Statement& statement) {
      if (stores(statement)) index_ = statement.index;
    });
    follow(kernel.body);
  }
  bool holds() const { return holds_; }

 private:
  bool stores(const kernel::Statement& statement) const {
    return statement.kind == kernel::Statement::Kind::store && statement.buffer == written_;
  }

  void follow(const std::vector<kernel::Statement>& statements) {
    for (const kernel::Statement& statement : statements) {
      kernel::for_each_load(statement.expr, [this](int buffer, const kernel::Index& index) {
        if (buffer == read_) holds_ &= index == index_ && !stored_;
      });
      if (stores(statement)) {
        stored_ = true;
        holds_ &= statement.index == index_ && once();
      }
      const bool loop = statement.kind == kernel::Statement::Kind::loop;
      if (loop) around_.push_back(statement.loop);
      follow(statement.body);
      if (loop) around_.pop_back();
    }
  }

  // A loop around the store that the store's index does not use would read the stored values back.
  bool once() const {
    return std::all_of(around_.begin(), around_.end(), [this](int loop) {
      return index_.stride(loop) != 0 || kernel_.loops[static_cast<std::size_t>(loop)].extent == 1;
    });
  }

  const kernel::Kernel& kernel_;
  int read_, written_;
  kernel::Index index_;
  std::vector<int> around_;
  bool stored_ = false, holds_ = true;
};

}  // namespace

bool element_by_element(const kernel::Kernel& kernel, int read, int written) {
  return InPlace(kernel, read, written).holds();
}

}  // namespace ng
