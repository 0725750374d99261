// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "engine/ngraph.h"

int main() {
  const ng::Op x = ng::placeholder({});
  const ng::Op x_plus_one = x + 1;

  const auto transformer = ng::make_transformer();
  const auto plus_one = transformer->computation(x_plus_one, x);

  for (int i = 0; i < 5; ++i) std::cout << plus_one(i).item() << "\n";
}
