// SPDX-License-Identifier: Apache-2.0
// Tests collectives between threads: each against plain loops, and calls that cannot succeed.
#include "engine/distributed/simulated_world.h"
#include "engine/distributed/run_ranks.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <cmath>
#include <future>
#include <numeric>
#include <thread>

#include "engine/base/error.h"
#include "engine/base/integer.h"
#include "engine/runtime/ranks/same_program.h"
#include "tests/distributed/rank_values.h"

using namespace ng;
using namespace ng::testing;
using kernel::Combine;
using Bytes = std::vector<std::byte>;

namespace {

constexpr std::chrono::milliseconds long_timeout = std::chrono::minutes(5);

std::byte* data_of(std::vector<float>& values) {
  return reinterpret_cast<std::byte*>(values.data());
}

// The Error of each rank; empty: none.
std::vector<std::string> errors_of(int size, std::chrono::milliseconds timeout,
                                   const std::function<void(CommunicatorPtr)>& body) {
  SimulatedWorld world(size, timeout);
  std::vector<std::string> errors(static_cast<std::size_t>(size));
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank, communicator = world.communicator(rank)]() mutable {
      try {
        body(std::move(communicator));
      } catch (const Error& error) {
        errors[static_cast<std::size_t>(rank)] = to_string(error.diagnostic());
      }
    });
  }
  threads.clear();
  return errors;
}

bool has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  qWarning("'%s' is not in:\n%s", part.c_str(), text.c_str());
  return false;
}

void sum_one(Communicator& communicator, std::string_view what) {
  std::vector<float> values = {1};
  communicator.all_reduce(data_of(values), 1, DType::f32, Combine::add, what);
}

}  // namespace

class SimulatedWorldTest : public QObject {
  Q_OBJECT

 private slots:
  void collectives_equal_plain_loops_data() {
    QTest::addColumn<int>("ranks");
    for (int ranks = 1; ranks <= 5; ++ranks) QTest::addRow("%d ranks", ranks) << ranks;
  }
  void collectives_equal_plain_loops() {
    QFETCH(int, ranks);
    run_ranks(ranks, [](const CommunicatorPtr& communicator) {
      for (int type = 0; type < dtype_count; ++type) {
        for (int combine = 0; combine < 4; ++combine) {
          for (const std::int64_t count : {0, 1, 7, 1025}) {
            const std::string difference = reduction_difference(
                *communicator, count, static_cast<DType>(type), static_cast<Combine>(combine));
            if (!difference.empty()) refuse(ErrorKind::value, difference);
          }
        }
      }
      for (const std::int64_t bytes : {0, 1, 13, 4099}) {
        const std::string difference = movement_difference(*communicator, bytes);
        if (!difference.empty()) refuse(ErrorKind::value, difference);
      }
    });
  }

  void float32_is_added_up_in_double() {
    run_ranks(4, [](const CommunicatorPtr& communicator) {
      std::vector<float> values = {communicator->rank() == 0 ? 1.0F : 3e-8F};
      communicator->all_reduce(data_of(values), 1, DType::f32, Combine::add, "sum");
      if (values[0] != static_cast<float>(1.0 + 9e-8)) refuse(ErrorKind::value, "rounded early");
    });
  }

  void nan_is_preserved() {
    for (int where = 0; where < 3; ++where) {
      run_ranks(3, [&](const CommunicatorPtr& communicator) {
        for (const Combine combine : {Combine::maximum, Combine::minimum}) {
          std::vector<float> values = {communicator->rank() == where ? NAN : 2.0F};
          communicator->all_reduce(data_of(values), 1, DType::f32, combine, "extreme");
          if (!std::isnan(values[0])) refuse(ErrorKind::value, "NaN was lost");
        }
      });
    }
  }

  void groups_of_groups() {
    run_ranks(5, [](const CommunicatorPtr& world) {
      const auto half = world->split(world->rank() % 2);  // 0 2 4 and 1 3
      const auto pair = half->split(half->rank() / 2);    // 0 2, 4 and 1 3
      const std::string text = std::to_string(half->size()) + std::to_string(half->rank()) +
                               std::to_string(pair->size()) + std::to_string(pair->rank());
      const std::vector<std::string> expected = {"3020", "2020", "3121", "2121", "3210"};
      if (text != expected[static_cast<std::size_t>(world->rank())]) refuse(ErrorKind::value, text);
      std::vector<float> values = {static_cast<float>(world->rank())};
      pair->all_reduce(data_of(values), 1, DType::f32, Combine::add, "pair");
      const std::vector<float> sums = {2, 4, 2, 4, 4};
      if (values[0] != sums[static_cast<std::size_t>(world->rank())]) {
        refuse(ErrorKind::value, "sum of the pair");
      }
      if (!movement_difference(*half, 100).empty()) refuse(ErrorKind::value, "half");
    });
  }

  void messages_are_matched_by_tag_and_order() {
    run_ranks(2, [](const CommunicatorPtr& communicator) {
      std::vector<float> one = {1}, two = {2}, three = {3}, got = {0};
      if (communicator->rank() == 0) {
        communicator->send(data_of(one), 4, 1, 7, "first");
        communicator->send(data_of(two), 4, 1, 8, "second");
        communicator->send(data_of(three), 4, 1, 7, "third");
        return;
      }
      for (const auto& [tag, value] : {std::pair{8, 2.0F}, {7, 1.0F}, {7, 3.0F}}) {
        communicator->receive(data_of(got), 4, 0, tag, "message");
        if (got[0] != value) refuse(ErrorKind::value, "another message");
      }
    });
  }

  void background_calls_keep_their_order() {
    run_ranks(3, [](const CommunicatorPtr& communicator) {
      std::vector<std::vector<float>> values(20);
      std::vector<PendingCallPtr> pending;
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = {static_cast<float>(i) * static_cast<float>(communicator->rank() + 1)};
        pending.push_back(communicator->start_all_reduce(data_of(values[i]), 1, DType::f32,
                                                         Combine::add, "call"));
      }
      sum_one(*communicator, "between");
      for (const auto& each : pending) {
        each->wait();
        each->wait();
      }
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i][0] != 6 * static_cast<float>(i)) refuse(ErrorKind::value, "wrong sum");
      }
    });
  }

  void differing_calls_name_both_on_all_ranks() {
    const auto errors = errors_of(3, long_timeout, [](CommunicatorPtr communicator) {
      std::vector<float> values(4);
      const auto type = communicator->rank() == 2 ? DType::i32 : DType::f32;
      communicator->all_reduce(data_of(values), 4, type, Combine::add, "gradient of W");
    });
    for (int rank = 0; rank < 3; ++rank) {
      const std::string& error = errors[static_cast<std::size_t>(rank)];
      QVERIFY(has(error, "rank " + std::to_string(rank) + " of 3"));
      QVERIFY(has(error, "rank 0 calls all_reduce (add) of 4 float32 'gradient of W'"));
      QVERIFY(has(error, "rank 2 calls all_reduce (add) of 4 int32 'gradient of W'"));
    }
  }

  void differing_counts_kinds_roots_and_names() {
    const std::vector<std::function<void(Communicator&)>> bodies = {
        [](Communicator& c) {
          std::vector<float> values(4);
          c.all_reduce(data_of(values), 1 + c.rank(), DType::f32, Combine::add, "x");
        },
        [](Communicator& c) {
          std::vector<float> values(4);
          c.all_reduce(data_of(values), 1, DType::f32, c.rank() ? Combine::add : Combine::maximum,
                       "x");
        },
        [](Communicator& c) { c.rank() ? c.barrier("x") : sum_one(c, "x"); },
        [](Communicator& c) {
          std::vector<float> values(4);
          c.broadcast(data_of(values), 4, c.rank(), "x");
        },
        [](Communicator& c) { c.barrier(c.rank() ? "y" : "x"); },
        [](Communicator& c) { c.rank() ? (void)c.split(0) : c.barrier(""); },
    };
    for (const auto& body : bodies) {
      const auto errors = errors_of(2, long_timeout, [&](CommunicatorPtr c) { body(*c); });
      for (const std::string& error : errors) {
        QVERIFY(has(error, "rank 0 calls "));
        QVERIFY(has(error, "rank 1 calls "));
      }
    }
  }

  void a_rank_that_ends_fails_the_others() {
    const auto errors = errors_of(3, long_timeout, [](CommunicatorPtr communicator) {
      communicator->barrier("all are here");
      if (communicator->rank() != 1) sum_one(*communicator, "late sum");
    });
    QVERIFY(errors[1].empty());
    for (const int rank : {0, 2}) {
      QVERIFY(has(errors[static_cast<std::size_t>(rank)], "rank 1 ended before all_reduce"));
      QVERIFY(has(errors[static_cast<std::size_t>(rank)], "late sum"));
    }
  }

  void a_sender_that_ends_fails_the_receiver() {
    const auto errors = errors_of(2, long_timeout, [](CommunicatorPtr communicator) {
      std::vector<float> values(1);
      if (communicator->rank() == 1) communicator->receive(data_of(values), 4, 0, 3, "input");
    });
    QVERIFY(has(errors[1], "rank 0 ended before receive 'input' of rank 1"));
  }

  void a_rank_that_hangs_is_named() {
    std::promise<void> failed;
    const auto ended = failed.get_future().share();
    const auto errors =
        errors_of(3, std::chrono::milliseconds(50), [&](CommunicatorPtr communicator) {
          if (communicator->rank() == 2) ended.wait();
          try {
            sum_one(*communicator, "step 7");
          } catch (const Error&) {
            if (communicator->rank() == 0) failed.set_value();
            throw;
          }
        });
    for (const std::string& error : errors) {
      QVERIFY(has(error, "rank 2 did not arrive within 50 ms in all_reduce (add) of 1 float32"));
      QVERIFY(has(error, "step 7"));
    }
  }

  void an_abort_ends_all_groups() {
    const auto errors = errors_of(4, long_timeout, [](CommunicatorPtr communicator) {
      const auto group = communicator->split(communicator->rank() / 2);
      if (communicator->rank() == 3) return communicator->abort("no space left");
      if (communicator->rank() < 2) {
        std::vector<float> values(1);
        group->receive(data_of(values), 4, 1 - group->rank(), 0, "never sent");
      } else {
        sum_one(*group, "pair");
      }
    });
    for (int rank = 0; rank < 3; ++rank) {
      QVERIFY(
          has(errors[static_cast<std::size_t>(rank)], "rank 3 ended the program: no space left"));
    }
  }

  void messages_of_other_lengths_and_wrong_ranks() {
    const auto errors = errors_of(2, long_timeout, [](CommunicatorPtr communicator) {
      std::vector<float> values(4);
      if (communicator->rank() == 0) {
        communicator->send(data_of(values), 8, 1, 0, "x");
      } else {
        communicator->receive(data_of(values), 4, 0, 0, "x");
      }
    });
    QVERIFY(has(errors[1], "rank 0 sent 8 bytes, rank 1 expects 4"));
    const auto wrong = errors_of(1, long_timeout, [](CommunicatorPtr communicator) {
      communicator->broadcast(nullptr, 0, 1, "x");
    });
    QVERIFY(has(wrong[0], "0 to 0"));
    SimulatedWorld world(1);
    const auto kept = world.communicator(0);
    QVERIFY_THROWS_EXCEPTION(Error, world.communicator(0));
    QVERIFY_THROWS_EXCEPTION(Error, world.communicator(1));
    QVERIFY_THROWS_EXCEPTION(Error, SimulatedWorld(0));
  }

  void ranks_with_another_program_are_named() {
    const auto errors = errors_of(4, long_timeout, [](CommunicatorPtr communicator) {
      check_same_program(*communicator, "equal", "evaluate");
      check_same_program(*communicator, communicator->rank() % 3 ? "a" : "b", "train");
    });
    for (const std::string& error : errors) QVERIFY(has(error, "ranks 1 and 2 differ"));
    const auto one = errors_of(3, long_timeout, [](CommunicatorPtr communicator) {
      check_same_program(*communicator, communicator->rank() ? "a" : "b", "train");
    });
    for (int rank = 0; rank < 3; ++rank) {
      const std::string& error = one[static_cast<std::size_t>(rank)];
      QVERIFY(has(error, "different programs 'train'"));
      QVERIFY(has(error, "rank " + std::to_string(rank) + " of 3"));
      QVERIFY(has(error, "rank 0 differs from the other ranks"));
    }
    const auto along = errors_of(2, long_timeout, [](CommunicatorPtr communicator) {
      check_same_program(*communicator, communicator->rank() ? "a" : "b", "train", "N");
    });
    for (const std::string& error : along) QVERIFY(has(error, "of 2 along 'N'"));
  }

  void the_first_failure_names_its_rank() {
    for (const bool other : {false, true}) {
      try {
        run_ranks(3, [&](const CommunicatorPtr& communicator) {
          if (communicator->rank() != 1) return communicator->barrier("wait");
          if (other) throw std::runtime_error("disk full");
          refuse(ErrorKind::bad_file, "disk full");
        });
        QFAIL("no error");
      } catch (const Error& error) {
        QCOMPARE(error.diagnostic().what, "rank 1: disk full");
        QCOMPARE(error.kind(), other ? ErrorKind::runtime : ErrorKind::bad_file);
      }
    }
  }
};

NGRAPH_TEST(SimulatedWorldTest)
#include "simulated_world_test.moc"
