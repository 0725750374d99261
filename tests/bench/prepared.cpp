// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/prepared.h"

#include <array>
#include <cmath>

#include "engine/session/compilation.h"

namespace ng::bench {

Tensor uneven(const Shape& shape, double size) {
  std::array<float, 173> period;
  for (std::size_t i = 0; i < period.size(); ++i) {
    period[i] = static_cast<float>(size * std::sin(1.0 + static_cast<double>(i * i % 173)));
  }
  Tensor tensor(DType::f32, shape);
  const auto count = static_cast<std::size_t>(tensor.size());
  for (std::size_t i = 0; i < count; ++i) tensor.as<float>()[i] = period[i % period.size()];
  return tensor;
}

std::vector<double> sampled(const Tensor& tensor, int count) {
  std::vector<double> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(tensor.at(tensor.size() / count * i));
  return numbers;
}

Prepared::Prepared(const Op& computation, std::vector<Tensor> arguments)
    : transformer_(make_transformer()), arguments_(std::move(arguments)) {
  compiled_ = transformer_->add_computation(computation);
  for (const Tensor& argument : arguments_) in_.push_back(argument.bytes.data());
  const auto& program = compiled_.compilation().program;
  for (const int result : program.results) {
    results_.push_back(result < 0
                           ? Tensor()
                           : Tensor(program.buffers[static_cast<std::size_t>(result)].dtype,
                                    program.buffers[static_cast<std::size_t>(result)].shape));
  }
  for (std::size_t i = 0; i < results_.size(); ++i) {
    out_.push_back(program.results[i] < 0 ? nullptr : results_[i].bytes.data());
  }
}

std::vector<double> Prepared::first_numbers(int calls) {
  transformer_->initialize();
  std::vector<double> numbers;
  for (int i = 0; i < calls; ++i) {
    call();
    numbers.push_back(results_.front().at(0));
  }
  return numbers;
}

std::vector<double> Prepared::sampled(int count) {
  call();
  return bench::sampled(results_.front(), count);
}

}  // namespace ng::bench
