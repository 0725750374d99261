// SPDX-License-Identifier: Apache-2.0
// Many random numbers of philox.h at once, in vectors of the machine.
#pragma once

#include <cstdint>
#include <span>

namespace ng::kernel {

// Elements `first`, `first` + 1 … of draw `count` of the stream `seed`: random_uniform, and
// random_normal within 1e-14. The same bits on every machine.
void uniform_samples(std::uint64_t seed, std::uint64_t count, std::uint64_t first,
                     std::span<double> out);
void normal_samples(std::uint64_t seed, std::uint64_t count, std::uint64_t first,
                    std::span<double> out);

}  // namespace ng::kernel
