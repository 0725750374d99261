// SPDX-License-Identifier: Apache-2.0
// Computes x + 1 and a layer with the C++ engine.
#include <engine/neon/neon.h>
#include <engine/ngraph.h>

#include <iostream>

int main() {
  const ng::Op x = ng::placeholder({});
  const auto transformer = ng::make_transformer();
  std::cout << transformer->computation(x + 1, x)(4).item() << "\n";

  const ng::Op image = ng::placeholder({ng::make_axis(3, "F"), ng::make_axis(2, "N")});
  const auto layer = ng::neon::affine({.nout = 5});
  std::cout << layer(image).axes().size() << " axes\n";
}
