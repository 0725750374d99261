// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/verify_loop.h"

#include <algorithm>

#include "engine/lowering/program_passes/verify_program.h"

namespace ng {
namespace {

class LoopVerifier {
 public:
  LoopVerifier(const Program& program, const Step& step, const Loop& loop)
      : program_(program), step_(step), loop_(loop) {}

  std::vector<std::string> faults() {
    for (const std::string& each : verify(loop_.body)) fault("in its body: " + each);
    if (!faults_.empty() || !counts_fit()) return std::move(faults_);
    check_reads();
    check_writes();
    return std::move(faults_);
  }

 private:
  using Index = std::size_t;

  void fault(const std::string& what) { faults_.push_back(what); }
  const Buffer& inside(int i) const { return loop_.body.buffers[static_cast<Index>(i)]; }
  const Buffer& outside(int i) const { return program_.buffers[static_cast<Index>(i)]; }

  bool counts_fit() {
    const Program& body = loop_.body;
    const auto is_write = [this](int i) {
      return i >= -1 && i < static_cast<int>(step_.writes.size());
    };
    bool fit = loop_.count >= 0 && loop_.states + loop_.sequences <= body.parameters.size() &&
               body.results.size() == loop_.states + loop_.outputs &&
               step_.reads.size() == body.parameters.size() + body.constants.size() &&
               loop_.stacked.size() == loop_.outputs && is_write(loop_.pool);
    for (const auto* list : {&loop_.last, &loop_.next, &loop_.saved}) {
      fit =
          fit && list->size() == loop_.states && std::all_of(list->begin(), list->end(), is_write);
    }
    fit = fit && std::all_of(loop_.stacked.begin(), loop_.stacked.end(), is_write);
    if (!fit) fault("the states, operands and results do not match those of the body");
    return fit;
  }

  void check_reads() {
    const Program& body = loop_.body;
    for (Index i = 0; i < step_.reads.size(); ++i) {
      const bool constant = i >= body.parameters.size();
      const Buffer& bound =
          inside(constant ? body.constants[i - body.parameters.size()] : body.parameters[i]);
      const bool sliced = i >= loop_.states && i < loop_.states + loop_.sequences;
      fits(step_.reads[i], (sliced ? loop_.count : 1) * bound.bytes, bound.name);
    }
  }

  void check_writes() {
    for (Index i = 0; i < loop_.states; ++i) {
      const Buffer& state = inside(loop_.body.parameters[i]);
      const int next = loop_.body.results[i];
      if ((next >= 0) != (loop_.last[i] >= 0) || (next >= 0) != (loop_.next[i] >= 0))
        fault("state " + state.name + " has a next value without memory for it, or the reverse");
      if (next >= 0 && inside(next).bytes != state.bytes)
        fault("the next value of " + state.name + " has another size");
      writes(loop_.last[i], state.bytes, state.name);
      writes(loop_.next[i], state.bytes, state.name);
      writes(loop_.saved[i], loop_.count * state.bytes, state.name);
    }
    for (Index i = 0; i < loop_.outputs; ++i) {
      const int made = loop_.body.results[loop_.states + i];
      if (made < 0 || loop_.stacked[i] < 0) continue;
      writes(loop_.stacked[i], loop_.count * inside(made).bytes, inside(made).name);
    }
    if (program_.is_placed && loop_.pool >= 0)
      writes(loop_.pool, loop_.body.pool_bytes, "the body's temporaries");
  }

  void writes(int place, std::int64_t bytes, const std::string& what) {
    if (place >= 0) fits(step_.writes[static_cast<Index>(place)], bytes, what);
  }

  void fits(int buffer, std::int64_t bytes, const std::string& what) {
    const Buffer& own = outside(buffer);
    if (own.bytes != bytes)
      fault(own.name + " has " + std::to_string(own.bytes) + " bytes, but " + what + " needs " +
            std::to_string(bytes));
  }

  const Program& program_;
  const Step& step_;
  const Loop& loop_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> faults_of_loop(const Program& program, const Step& step,
                                        const Loop& loop) {
  return LoopVerifier(program, step, loop).faults();
}

}  // namespace ng
