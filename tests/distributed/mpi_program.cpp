// SPDX-License-Identifier: Apache-2.0
// One rank of the programs that mpi_test starts with mpirun: `mpi_program CASE TIMEOUT_MS`. Prints
// "rank R: ok", or the Error.
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <thread>

#include "engine/base/error.h"
#include "engine/distributed/launcher.h"
#include "engine/runtime/ranks/same_program.h"
#include "tests/distributed/rank_values.h"

using namespace ng;
using namespace ng::testing;
using kernel::Combine;

namespace {

std::byte* data_of(std::vector<float>& values) {
  return reinterpret_cast<std::byte*>(values.data());
}

void demand(const std::string& difference) {
  if (!difference.empty()) refuse(ErrorKind::value, difference);
}

void sum_one(Communicator& world, std::string_view what, std::size_t count = 1) {
  std::vector<float> values(count, 1);
  world.all_reduce(data_of(values), static_cast<std::int64_t>(count), DType::f32, Combine::add,
                   what);
  if (values[count - 1] != static_cast<float>(world.size())) refuse(ErrorKind::value, "wrong sum");
}

void check_all(Communicator& world) {
  for (int type = 0; type < dtype_count; ++type) {
    for (int combine = 0; combine < 4; ++combine) {
      for (const std::int64_t count : {0, 1, 7, 1025, 20'001}) {
        demand(reduction_difference(world, count, static_cast<DType>(type),
                                    static_cast<Combine>(combine)));
      }
    }
  }
  for (const std::int64_t bytes : {0, 1, 13, 4099, 300'001}) {
    demand(movement_difference(world, bytes));
  }
  // Several slices, the last of them short.
  demand(reduction_difference(world, 1'100'001, DType::f32, Combine::add));
  demand(reduction_difference(world, 300'001, DType::bf16, Combine::maximum));
}

void check_groups(Communicator& world) {
  const auto half = world.split(world.rank() % 2 - 1);  // also a negative color
  demand(reduction_difference(*half, 100, DType::f32, Combine::add));
  demand(movement_difference(*half, 1000));
  const auto single = half->split(half->rank());
  if (single->size() != 1) refuse(ErrorKind::value, "group of another size");
  demand(reduction_difference(*single, 100, DType::i32, Combine::add));
}

// Messages both ways before either rank receives; by tag; to itself; larger than MPI buffers.
void check_messages(Communicator& world) {
  const int other = world.rank() ^ 1;
  if (other >= world.size()) return;
  for (const std::size_t count : {std::size_t{1}, std::size_t{3'000'000}}) {
    std::vector<float> first(count, 1), second(count, 2), got(count);
    const auto bytes = static_cast<std::int64_t>(4 * count);
    world.send(data_of(first), bytes, other, 7, "first");
    world.send(data_of(second), bytes, other, 32'000, "second");
    world.send(data_of(second), bytes, world.rank(), 7, "own");
    world.receive(data_of(got), bytes, other, 32'000, "second");
    if (got != second) refuse(ErrorKind::value, "another message");
    world.receive(data_of(got), bytes, other, 7, "first");
    if (got != first) refuse(ErrorKind::value, "another message");
    world.receive(data_of(got), bytes, world.rank(), 7, "own");
    if (got != second) refuse(ErrorKind::value, "another message");
  }
}

// Sums in MPI's order.
void check_fast(Communicator& world) {
  std::vector<float> values(100'000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = std::sin(static_cast<float>(i)) * static_cast<float>(world.rank() + 1);
  }
  world.all_reduce(data_of(values), static_cast<std::int64_t>(values.size()), DType::f32,
                   Combine::add, "sum");
  const double ranks = world.size() * (world.size() + 1) / 2.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double expected = std::sin(static_cast<float>(i)) * ranks;
    if (std::abs(values[i] - expected) > 1e-5) refuse(ErrorKind::value, "wrong sum");
  }
}

[[noreturn]] void wait_for_signal() {
  for (;;) pause();
}

const std::map<std::string, std::function<void(Communicator&)>> cases = {
    {"all", check_all},
    {"groups", check_groups},
    {"messages", check_messages},
    {"fast", check_fast},
    {"hang",
     [](Communicator& world) {
       sum_one(world, "step 1");
       if (world.rank() == world.size() - 1) wait_for_signal();
       sum_one(world, "step 2");
     }},
    {"differ",
     [](Communicator& world) {
       std::vector<float> values(4);
       world.all_reduce(data_of(values), world.rank() == 1 ? 3 : 4, DType::f32, Combine::add,
                        "gradient of W");
     }},
    {"programs",
     [](Communicator& world) {
       check_same_program(world, "equal", "evaluate");
       check_same_program(world, world.rank() == 1 ? "a1" : "b2", "train");
     }},
    {"end",
     [](Communicator& world) {
       sum_one(world, "step 1");
       if (world.rank() != 0) sum_one(world, "step 2");
     }},
    {"end of a sender",
     [](Communicator& world) {
       std::vector<float> values(1);
       if (world.rank() == 1) world.receive(data_of(values), 4, 0, 3, "input");
     }},
    {"abort",
     [](Communicator& world) {
       if (world.rank() == 1) world.abort("no space left");
       sum_one(world, "step 1");
     }},
    {"failure of one",
     [](Communicator& world) {
       if (world.rank() == 1) refuse(ErrorKind::bad_file, "no data");
       sum_one(world, "step 1");
     }},
    {"failure of a library",
     [](Communicator& world) {
       if (world.rank() == 1) {
         world.report_failure("NCCL: no route");
         refuse(ErrorKind::system, "NCCL has failed");
       }
       while (world.failure().empty()) std::this_thread::yield();
       refuse(ErrorKind::system, world.failure());
     }},
    {"lengths",
     [](Communicator& world) {
       std::vector<float> values(4);
       if (world.rank() == 0) world.send(data_of(values), 12, 1, 0, "x");
       if (world.rank() == 1) world.receive(data_of(values), 8, 0, 0, "x");
     }},
    {"loop",
     [](Communicator& world) {
       std::printf("pid %d\n", getpid());
       std::fflush(stdout);
       for (;;) sum_one(world, "endless", 1'000'000);
     }},
};

int run(const std::string& name, const WorldOptions& options) {
  const OpenedWorld opened = open_world(options);
  if (!opened.communicator) {
    std::printf("no world: %s\n", opened.reason.c_str());
    return 3;
  }
  const int rank = opened.communicator->rank();
  try {
    cases.at(name)(*opened.communicator);
    std::printf("rank %d: ok\n", rank);
    return 0;
  } catch (const Error& error) {
    std::printf("rank %d: %s\n", rank, to_string(error.diagnostic()).c_str());
  }
  std::fflush(stdout);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  WorldOptions options;
  options.timeout = std::chrono::milliseconds(std::stoi(argv[2]));
  options.deterministic = std::strcmp(argv[1], "fast") != 0;
  return run(argv[1], options);
}
