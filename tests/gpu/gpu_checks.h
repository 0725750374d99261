// SPDX-License-Identifier: Apache-2.0
// Checks of a transformer against the reference, for the tests on the emulator and for `./dev
// test-gpu` on a device.
#pragma once

#include <functional>
#include <string>

namespace ng {

struct Check {
  std::string group;  // "op cases"
  std::string name;   // "dot, of two matrices"
  std::string fault;  // empty: it agrees with the reference
};
using Report = std::function<void(const Check&)>;
// The faults that the checks report, one a line; also if they are fewer than `least` checks.
std::string faults_of(int least, const std::function<void(const Report&)>& checks);

// The emulator runs the threads of a kernel in one order, or once in each, which must give the same
// bits. Its checks of races find the same in any order.
enum class Orders { one, all };

// Every op case, with fusion and without.
void check_op_cases(const std::string& transformer, Orders orders, const Report& report);
// Integers up to the limits of their types, against the machine's own arithmetic.
void check_integers(const std::string& transformer, const Report& report);
// Convolutions of sizes that use every kind of tile: outputs, and gradients by images and filters.
void check_convolutions(const std::string& transformer, const Report& report);
// The training graphs and the computations of the sample documents that the reference runs quickly,
// three calls each.
void check_samples(const std::string& transformer, Orders orders, const Report& report);
// `count` random programs in all orders, the first of seed `first`.
void check_random_programs(const std::string& transformer, int first, int count,
                           const Report& report);

}  // namespace ng
