// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "engine/neon/data/mixture.h"
#include "engine/ngraph.h"

int main() {
  const ng::Axis C = ng::make_axis(4), N = ng::make_axis(128, "N");
  const ng::Op alpha = ng::placeholder({}), X = ng::placeholder({C, N}), Y = ng::placeholder({N});
  const ng::Op W = ng::variable({C - 1}, 0.0).named("W");

  const ng::Op Y_hat = ng::sigmoid(ng::dot(W, X));
  const ng::Op L = ng::cross_entropy_binary(Y_hat, Y, ng::out_axes({})) / ng::batch_size(Y_hat);
  const ng::Op update = ng::assign(W, W - alpha * ng::deriv(L, W) / ng::tensor_size(Y_hat));

  const auto transformer = ng::make_transformer();
  const auto train = transformer->computation({L, W, update}, alpha, X, Y);

  ng::MixtureGenerator generator({0.5, 0.5}, {4});
  const auto batches = generator.gen_data(128, 10);
  for (int epoch = 0; epoch < 10; ++epoch) {
    for (const auto& [xs, ys] : batches) {
      const auto results = train(5.0 / (1 + epoch), xs, ys);
      std::cout << "W: " << to_string(results[1]) << ", loss " << results[0].item() << "\n";
    }
  }
}
