// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/launch.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>

#include "tests/emulator/shadow.h"

namespace ng::emulator {
namespace {

constexpr std::size_t stack_bytes = 128 << 10;
constexpr std::uint32_t warp = 32;

// Where a fault of the running kernel returns to; one launch runs at a time.
struct Recovery {
  sigjmp_buf place;
  bool armed = false;
  pthread_t thread = {};
  void* address = nullptr;
} recovery;
struct sigaction previous_segv, previous_bus;

void on_fault(int signal, siginfo_t* info, void* context) {
  if (recovery.armed && pthread_equal(recovery.thread, pthread_self())) {
    recovery.address = info->si_addr;
    siglongjmp(recovery.place, signal);
  }
  const struct sigaction& previous = signal == SIGBUS ? previous_bus : previous_segv;
  if (previous.sa_flags & SA_SIGINFO) return previous.sa_sigaction(signal, info, context);
  if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
    return previous.sa_handler(signal);
  ::signal(signal, SIG_DFL);
}

class FaultHandler {
 public:
  FaultHandler() {
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &action, &previous_segv);
    sigaction(SIGBUS, &action, &previous_bus);
    recovery.thread = pthread_self();
    recovery.armed = true;
  }
  ~FaultHandler() {
    recovery.armed = false;
    sigaction(SIGSEGV, &previous_segv, nullptr);
    sigaction(SIGBUS, &previous_bus, nullptr);
  }
  FaultHandler(const FaultHandler&) = delete;
  FaultHandler& operator=(const FaultHandler&) = delete;
};

enum class Waits { no, at_barrier, at_exchange, ready };

struct Fibre {
  ucontext_t context = {};  // at its begin
  jmp_buf waiting;          // after its last wait
  std::unique_ptr<std::byte[]> stack{new std::byte[stack_bytes]};
  Waits waits = Waits::no;
  Dim thread;
  std::uint32_t mask = 0, lane = 0;
  std::uint64_t value = 0;
};

// One block at a time. A fibre runs one thread after the other until one of them waits; the next
// fibre then starts the rest.
class Blocks {
 public:
  explicit Blocks(const Launch& launch) : launch_(launch) {
    for (const auto& value : launch.arguments) {
      arguments_.push_back(const_cast<std::byte*>(value.data()));
    }
    state_.block_dim = launch.block;
    state_.grid_dim = launch.grid;
    state_.count = launch.block.x * launch.block.y * launch.block.z;
    state_.barrier = [](DeviceState*) { current->wait(Waits::at_barrier, 0, 0, 0); };
    state_.exchange = [](DeviceState*, std::uint32_t mask, std::uint64_t value,
                         std::uint32_t lane) {
      return current->wait(Waits::at_exchange, mask, value, lane);
    };
    state_.trap = [](DeviceState*) { current->stop("it called __trap"); };
    state_.touch = [](DeviceState* state, const void* address, std::size_t bytes,
                      std::uint32_t access) {
      if (!shadow().touch(state->number, reinterpret_cast<Address>(address), bytes,
                          static_cast<Access>(access)))
        current->stop(shadow().problem());
    };
    state_.past_array = [](DeviceState* state, const char* file, std::uint32_t line,
                           std::uint64_t index) {
      char text[200];
      std::snprintf(text, sizeof text, "thread %u touched element %lld of a shorter array (%s:%u)",
                    state->number, static_cast<long long>(index), file, line);
      current->stop(text);
    };
    order_threads();
  }

  std::string run() {
    current = this;
    // A fault leaves through the signal handler, so that no destructor between may be needed.
    const int signal = sigsetjmp(recovery.place, 1);
    if (signal != 0) return failure();
    const std::uint64_t count = std::uint64_t{launch_.grid.x} * launch_.grid.y * launch_.grid.z;
    std::uint64_t stride = count / 2 + 1;  // without a common factor, it reaches every block
    while (std::gcd(stride, count) != 1) ++stride;
    shadow().begin_launch(launch_.kernel->module, pointers());
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t at = order_ == Order::reverse    ? count - 1 - i
                               : order_ == Order::shuffled ? (i * stride + count / 3) % count
                                                           : i;
      state_.block.x = static_cast<std::uint32_t>(at % launch_.grid.x);
      state_.block.y = static_cast<std::uint32_t>(at / launch_.grid.x % launch_.grid.y);
      state_.block.z = static_cast<std::uint32_t>(at / launch_.grid.x / launch_.grid.y);
      shadow().begin_block(static_cast<std::uint32_t>(at));
      run_block();
    }
    return "";
  }

 private:
  enum class Order { forward, reverse, shuffled };

  // Histories of memory outlive a launch.
  static Shadow& shadow() {
    static auto* kept = new Shadow;
    return *kept;
  }

  void order_threads() {
    const char* given = std::getenv("NGRAPH_EMULATOR_ORDER");
    const std::string order = given ? given : "";
    threads_.resize(state_.count);
    std::iota(threads_.begin(), threads_.end(), 0u);
    if (order == "reverse") {
      order_ = Order::reverse;
      std::reverse(threads_.begin(), threads_.end());
    } else if (order == "shuffled") {
      order_ = Order::shuffled;
      std::shuffle(threads_.begin(), threads_.end(), std::minstd_rand(state_.count));
    }
    state_.order = threads_.data();
  }

  // By parameter; 0 for those that are no pointers.
  std::vector<Address> pointers() const {
    std::vector<Address> found(launch_.arguments.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (launch_.kernel->arguments[i].pointer)
        std::memcpy(&found[i], launch_.arguments[i].data(), sizeof found[i]);
    }
    return found;
  }

  static Blocks* current;

  static void run_fibre() {
    current->launch_.kernel->run(current->arguments_.data(), &current->state_);
    Fibre& ended = *current->running_;
    ended.waits = Waits::no;
    current->idle_.push_back(&ended);
    _longjmp(current->scheduler_, 1);
  }

  std::string failure() const {
    if (!stopped_.empty()) return stopped_;
    char text[120];
    std::snprintf(text, sizeof text, "thread %u of block %u touched address %p", state_.thread.x,
                  state_.block.x, recovery.address);
    return text;
  }

  [[noreturn]] void stop(const std::string& why) {
    stopped_ = why;
    siglongjmp(recovery.place, 1);
  }

  void run_block() {
    state_.next = state_.finished = 0;
    waiting_.assign(state_.count, nullptr);
    while (state_.next < state_.count) resume(*fresh());
    while (state_.finished < state_.count) {
      meet();
      const auto ready = std::find_if(waiting_.begin(), waiting_.end(), [](const Fibre* fibre) {
        return fibre && fibre->waits == Waits::ready;
      });
      if (ready == waiting_.end()) stop("threads wait at a barrier that others do not reach");
      for (const std::uint32_t number : threads_) {
        Fibre*& place = waiting_[number];
        if (!place || place->waits != Waits::ready) continue;
        Fibre& fibre = *place;
        place = nullptr;
        state_.thread = fibre.thread;
        state_.number = number;
        resume(fibre);
      }
    }
  }

  // Jumps between stacks make no call of the operating system, which swapcontext makes two of.
  void resume(Fibre& fibre) {
    running_ = &fibre;
    const bool begins = fibre.waits == Waits::no;
    fibre.waits = Waits::no;
    if (_setjmp(scheduler_) != 0) return;
    if (begins) setcontext(&running_->context);
    _longjmp(running_->waiting, 1);
  }

  Fibre* fresh() {
    if (idle_.empty()) {
      all_.push_back(std::make_unique<Fibre>());
      idle_.push_back(all_.back().get());
    }
    Fibre* fibre = idle_.back();
    idle_.pop_back();
    getcontext(&fibre->context);
    fibre->context.uc_stack.ss_sp = fibre->stack.get();
    fibre->context.uc_stack.ss_size = stack_bytes;
    makecontext(&fibre->context, run_fibre, 0);
    return fibre;
  }

  std::uint64_t wait(Waits why, std::uint32_t mask, std::uint64_t value, std::uint32_t lane) {
    Fibre& fibre = *running_;
    fibre.waits = why;
    fibre.thread = state_.thread;
    fibre.mask = mask;
    fibre.value = value;
    fibre.lane = lane;
    waiting_[state_.number] = &fibre;
    if (_setjmp(fibre.waiting) == 0) _longjmp(scheduler_, 1);
    return running_->value;
  }

  // Makes those ready that have all arrived: the lanes of a shuffle, or the whole block.
  void meet() {
    const auto is_at_barrier = [](const Fibre* f) { return f && f->waits == Waits::at_barrier; };
    if (std::all_of(waiting_.begin(), waiting_.end(), is_at_barrier)) {
      shadow().begin_span();
      for (Fibre* fibre : waiting_) fibre->waits = Waits::ready;
    }
    for (std::uint32_t first = 0; first < state_.count; first += warp) {
      for (std::uint32_t lane = 0; lane < warp; ++lane) exchange(first, lane);
    }
  }

  Fibre* at(std::uint32_t first, std::uint32_t lane) const {
    return first + lane < state_.count ? waiting_[first + lane] : nullptr;
  }

  void exchange(std::uint32_t first, std::uint32_t lane) {
    const Fibre* one = at(first, lane);
    if (!one || one->waits != Waits::at_exchange) return;
    const std::uint32_t mask = one->mask;
    if ((mask >> lane & 1) == 0) stop("a thread is not in the mask of its own shuffle");
    std::uint64_t values[warp] = {}, votes = 0;
    for (std::uint32_t i = 0; i < warp; ++i) {
      if ((mask >> i & 1) == 0) continue;
      // Lanes beyond the block's end count as absent.
      if (first + i >= state_.count) continue;
      const Fibre* fibre = at(first, i);
      if (!fibre || fibre->waits != Waits::at_exchange || fibre->mask != mask) return;
      values[i] = fibre->value;
      votes |= (fibre->value & 1) << i;
    }
    if (one->lane > warp) shadow().begin_step(first / warp);
    for (std::uint32_t i = 0; i < warp; ++i) {
      Fibre* fibre = (mask >> i & 1) ? at(first, i) : nullptr;
      if (!fibre) continue;
      fibre->value = fibre->lane < warp ? values[fibre->lane] : votes;
      fibre->waits = Waits::ready;
    }
  }

  const Launch& launch_;
  std::vector<void*> arguments_;
  DeviceState state_;
  Order order_ = Order::forward;
  std::vector<std::uint32_t> threads_;  // of a block, in the order in which they run
  jmp_buf scheduler_;
  Fibre* running_ = nullptr;
  std::vector<std::unique_ptr<Fibre>> all_;
  std::vector<Fibre*> idle_, waiting_;  // waiting_: by thread of the block
  std::string stopped_;
};

Blocks* Blocks::current = nullptr;

}  // namespace

std::string run(const Launch& launch) {
  const FaultHandler handler;
  Blocks blocks(launch);
  return blocks.run();
}

}  // namespace ng::emulator
