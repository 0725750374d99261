// SPDX-License-Identifier: Apache-2.0
// Embeddings.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/neon/layers/layer.h"

namespace ng::neon {

struct LookupTableOptions {
  std::int64_t vocab_size = 0, embed_dim = 0;
  Initialiser init = uniform();
  bool update = true;                        // false: do not train the table
  std::optional<std::int64_t> pad_idx = {};  // row that is zero and stays zero
  std::string name = {};
};

// The row of the table "LutW" (V, F) for each index of the input, which is over (N), (REC, N) or
// (N, REC). Result: (F, N) or (F, REC, N).
class LookupTable : public Layer {
 public:
  explicit LookupTable(LookupTableOptions options);

 protected:
  Op build(const Op& in) override;

 private:
  Initialiser initialiser() const;
  LookupTableOptions options_;
  Axis vocabulary_, features_;
};
LayerOf<LookupTable> lookup_table(LookupTableOptions options,
                                  Operand::Where line = Operand::Where::current());

}  // namespace ng::neon
