// SPDX-License-Identifier: Apache-2.0
// Pools neighbours that violate the order (pool adjacent violators).
#include "views/layout/layered/settle_row.h"

namespace ng::views {
namespace {

struct Pool {
  double sum = 0;
  int count = 0;
  double mean() const { return sum / count; }
};

}  // namespace

void settleRow(std::vector<double>& centres, const std::vector<double>& apart) {
  std::vector<double> offsets;
  std::vector<Pool> pools;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    offsets.push_back(i == 0 ? 0 : offsets.back() + apart[i - 1]);
    pools.push_back({centres[i] - offsets.back(), 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum;
      pools.back().count += last.count;
    }
  }
  std::size_t i = 0;
  for (const Pool& pool : pools)
    for (int k = 0; k < pool.count; ++k, ++i) centres[i] = pool.mean() + offsets[i];
}

}  // namespace ng::views
