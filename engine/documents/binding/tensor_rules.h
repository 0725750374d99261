// SPDX-License-Identifier: Apache-2.0
// Rules that rename and transpose the tensors of a checkpoint: "encoder.*=enc/*".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/transposed.h"

namespace ng {

// The text of each '*' of `pattern` if the pattern matches all of `name`; '*' matches any text, as
// short as possible.
std::optional<std::vector<std::string>> match_pattern(std::string_view pattern,
                                                      std::string_view name);

class TensorRules {
 public:
  // "PATTERN=NAME": the k-th '*' of NAME is the text of the k-th '*' of PATTERN. The first rule
  // that matches a name applies. Throws a value Error for a rule that cannot be applied.
  void rename(const std::string& rule);
  // "PATTERN" reverses the axes of matching tensors, "PATTERN:2,3,1,0" orders them. The pattern is
  // compared with the name before and after the renaming. Throws a value Error.
  void transpose(const std::string& rule);

  std::string renamed(const std::string& name) const;
  // The order of axes for a tensor; empty: unchanged. Throws a value Error if the order has another
  // rank.
  std::vector<std::size_t> order(const std::string& name, std::size_t rank) const;

  // Throws a value Error if a rule matches none of the names.
  void require_used(const std::vector<std::string>& names) const;

 private:
  struct Rename {
    std::string pattern, replacement;
  };
  struct Transpose {
    std::string pattern;
    std::vector<std::size_t> order;  // empty: reversed
  };
  bool applies(const Transpose& rule, const std::string& name) const;

  std::vector<Rename> renames_;
  std::vector<Transpose> transposes_;
};

// Is each number below the size listed once?
bool lists_each_axis(const std::vector<std::size_t>& order);
// An order of axes such as "2,0,1"; nullopt for any other text.
std::optional<std::vector<std::size_t>> axis_order(std::string_view text);
// The text that axis_order() reads.
std::string order_text(const std::vector<std::size_t>& order);

}  // namespace ng
