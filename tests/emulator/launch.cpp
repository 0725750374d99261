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
  ucontext_t context = {};
  std::unique_ptr<std::byte[]> stack{new std::byte[stack_bytes]};
  Waits waits = Waits::no;
  Dim thread;
  std::uint32_t number = 0;  // of the thread in its block
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
    const char* order = std::getenv("NGRAPH_EMULATOR_ORDER");
    reverse_ = order && std::strcmp(order, "reverse") == 0;
  }

  std::string run() {
    current = this;
    // A fault leaves through the signal handler, so that no destructor between may be needed.
    const int signal = sigsetjmp(recovery.place, 1);
    if (signal != 0) return failure();
    const std::uint64_t count = std::uint64_t{launch_.grid.x} * launch_.grid.y * launch_.grid.z;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t at = reverse_ ? count - 1 - i : i;
      state_.block.x = static_cast<std::uint32_t>(at % launch_.grid.x);
      state_.block.y = static_cast<std::uint32_t>(at / launch_.grid.x % launch_.grid.y);
      state_.block.z = static_cast<std::uint32_t>(at / launch_.grid.x / launch_.grid.y);
      run_block();
    }
    return "";
  }

 private:
  static Blocks* current;

  static void run_fibre() {
    current->launch_.kernel->run(current->arguments_.data(), &current->state_);
    Fibre& ended = *current->running_;
    ended.waits = Waits::no;
    current->idle_.push_back(&ended);
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
    state_.reverse = reverse_;
    waiting_.assign(state_.count, nullptr);
    while (state_.next < state_.count) resume(*fresh());
    while (state_.finished < state_.count) {
      meet();
      const auto ready = std::find_if(waiting_.begin(), waiting_.end(), [](const Fibre* fibre) {
        return fibre && fibre->waits == Waits::ready;
      });
      if (ready == waiting_.end()) stop("threads wait at a barrier that others do not reach");
      for (Fibre*& place : waiting_) {
        if (!place || place->waits != Waits::ready) continue;
        Fibre& fibre = *place;
        place = nullptr;
        state_.thread = fibre.thread;
        resume(fibre);
      }
    }
  }

  void resume(Fibre& fibre) {
    running_ = &fibre;
    fibre.waits = Waits::no;
    swapcontext(&scheduler_, &fibre.context);
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
    fibre->context.uc_link = &scheduler_;
    makecontext(&fibre->context, run_fibre, 0);
    return fibre;
  }

  std::uint64_t wait(Waits why, std::uint32_t mask, std::uint64_t value, std::uint32_t lane) {
    Fibre& fibre = *running_;
    fibre.waits = why;
    fibre.thread = state_.thread;
    const Dim& t = fibre.thread;
    fibre.number = t.x + state_.block_dim.x * (t.y + state_.block_dim.y * t.z);
    fibre.mask = mask;
    fibre.value = value;
    fibre.lane = lane;
    waiting_[fibre.number] = &fibre;
    swapcontext(&fibre.context, &scheduler_);
    return fibre.value;
  }

  // Makes those ready that have all arrived: the lanes of a shuffle, or the whole block.
  void meet() {
    const auto is_at_barrier = [](const Fibre* f) { return f && f->waits == Waits::at_barrier; };
    if (std::all_of(waiting_.begin(), waiting_.end(), is_at_barrier)) {
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
  bool reverse_ = false;
  ucontext_t scheduler_ = {};
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
