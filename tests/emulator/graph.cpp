// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/graph.h"

#include <algorithm>
#include <queue>

namespace ng::emulator {

bool Graph::precede(const Nodes& wanted, const Nodes& ends) const {
  std::vector<bool> before(nodes.size());
  for (const std::size_t end : ends) before[end] = true;
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (!before[i]) continue;
    for (const std::size_t each : nodes[i].after) before[each] = true;
  }
  return std::all_of(wanted.begin(), wanted.end(),
                     [&before](std::size_t each) { return before[each]; });
}

int Graph::run() const {
  std::vector<std::size_t> missing;
  std::vector<Nodes> followers(nodes.size());
  std::priority_queue<std::size_t> ready;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    missing.push_back(nodes[i].after.size());
    for (const std::size_t each : nodes[i].after) followers[each].push_back(i);
    if (missing[i] == 0) ready.push(i);
  }
  while (!ready.empty()) {
    const std::size_t next = ready.top();
    ready.pop();
    if (const int result = nodes[next].work()) return result;
    for (const std::size_t each : followers[next]) {
      if (--missing[each] == 0) ready.push(each);
    }
  }
  return 0;
}

}  // namespace ng::emulator
