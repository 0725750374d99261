// SPDX-License-Identifier: Apache-2.0
// Names of a model's classes and tokens. A vocabulary can be large, so that documents, their
// records and views share one.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace ng {

struct ModelWords {
  std::vector<std::string> labels, vocabulary;  // by number; empty: unknown
};
using ModelWordsPtr = std::shared_ptr<const ModelWords>;  // not null

inline ModelWordsPtr no_words() {
  static const auto none = std::make_shared<const ModelWords>();
  return none;
}

}  // namespace ng
