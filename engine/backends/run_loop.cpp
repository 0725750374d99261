// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/run_loop.h"

#include <cstring>
#include <utility>

namespace ng {
namespace {

class LoopRun {
 public:
  LoopRun(const Step& step, std::byte* const* buffers, const Device& device)
      : step_(step),
        loop_(*step.loop()),
        buffers_(buffers),
        device_(device),
        table_(loop_.body.buffers.size()) {
    bind_temporaries();
    const std::size_t fixed = loop_.states + loop_.sequences;
    for (std::size_t i = fixed; i < loop_.body.parameters.size(); ++i) parameter(i) = read(i);
    for (std::size_t i = 0; i < loop_.body.constants.size(); ++i) {
      table_[index(loop_.body.constants[i])] = read(loop_.body.parameters.size() + i);
    }
    for (std::size_t i = 0; i < loop_.states; ++i) {
      now_.push_back(written(loop_.last[i]));
      next_.push_back(written(loop_.next[i]));
      if (now_[i] && !saved(i)) {
        copy(now_[i], read(i), state_bytes(i));
      } else {
        now_[i] = read(i);
      }
    }
    choose_own_results();
  }

  void run(Executable& body) {
    for (std::int64_t i = 0; i < loop_.count; ++i) {
      if (has_ended()) {
        skip_from(i);
        break;
      }
      const std::int64_t at = position(i);
      before(at);
      body.run(table_.data(), 0);
      after(at);
    }
    for (std::size_t i = 0; i < loop_.states; ++i) {
      std::byte* const last = written(loop_.last[i]);
      if (last && last != now_[i]) copy(last, now_[i], state_bytes(i));
    }
  }

 private:
  void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    device_.copy_within(to, from, static_cast<std::int64_t>(bytes));
  }
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  std::byte* read(std::size_t i) const { return buffers_[step_.reads[i]]; }
  std::byte* written(int place) const {
    return place < 0 ? nullptr : buffers_[step_.writes[index(place)]];
  }
  std::byte*& parameter(std::size_t i) { return table_[index(loop_.body.parameters[i])]; }
  std::size_t bytes(int buffer) const {
    return static_cast<std::size_t>(loop_.body.buffers[index(buffer)].bytes);
  }
  std::size_t state_bytes(std::size_t i) const { return bytes(loop_.body.parameters[i]); }

  void bind_temporaries() {
    std::byte* const pool = written(loop_.pool);
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const Buffer& buffer = loop_.body.buffers[i];
      if (buffer.kind == BufferKind::temporary) table_[i] = pool + buffer.offset;
    }
  }

  // The body writes a result directly to its destination, unless the buffer is already taken by
  // another result or is not an output of the body; these are copied.
  void choose_own_results() {
    std::vector<bool> taken(table_.size());
    for (int buffer : loop_.body.results) {
      const bool own = buffer >= 0 && !taken[index(buffer)] &&
                       loop_.body.buffers[index(buffer)].kind == BufferKind::output;
      if (own) taken[index(buffer)] = true;
      own_.push_back(own);
    }
  }

  std::byte* saved(std::size_t state) const { return written(loop_.saved[state]); }
  std::byte* saved(std::size_t state, std::int64_t at) const {
    return saved(state) + static_cast<std::size_t>(at) * state_bytes(state);
  }

  // A state whose values are saved is written to where the next iteration saves it.
  std::byte* place_of_state(std::size_t state, std::int64_t at) const {
    if (!saved(state)) return next_[state];
    const std::int64_t following = loop_.reverse ? at - 1 : at + 1;
    if (following >= 0 && following < loop_.count) return saved(state, following);
    std::byte* const last = written(loop_.last[state]);
    return last ? last : next_[state];
  }

  std::byte* place_of(std::size_t result, std::int64_t at) const {
    if (result < loop_.states) return place_of_state(result, at);
    std::byte* const stack = written(loop_.stacked[result - loop_.states]);
    return stack + static_cast<std::size_t>(at) * bytes(loop_.body.results[result]);
  }

  std::int64_t position(std::int64_t i) const { return loop_.reverse ? loop_.count - 1 - i : i; }

  bool has_ended() const {
    if (!loop_.active || !device_.is_host()) return false;
    const int state = loop_.body.parameters[*loop_.active];
    return load(loop_.body.buffers[index(state)].dtype, now_[*loop_.active], 0) == 0;
  }

  // What the iterations from the i-th on store: the states as they are, and zeros.
  void skip_from(std::int64_t i) {
    for (; i < loop_.count; ++i) {
      const std::int64_t at = position(i);
      save_states(at);
      for (std::size_t k = 0; k < loop_.outputs; ++k) {
        if (loop_.stacked[k] < 0) continue;
        const std::size_t result = loop_.states + k;
        std::memset(place_of(result, at), 0, bytes(loop_.body.results[result]));
      }
    }
  }

  void save_states(std::int64_t at) {
    for (std::size_t i = 0; i < loop_.states; ++i) {
      if (!saved(i)) continue;
      if (now_[i] != saved(i, at)) copy(saved(i, at), now_[i], state_bytes(i));
      now_[i] = saved(i, at);
    }
  }

  void before(std::int64_t at) {
    save_states(at);
    for (std::size_t i = 0; i < loop_.states; ++i) parameter(i) = now_[i];
    for (std::size_t i = loop_.states; i < loop_.states + loop_.sequences; ++i) {
      const std::size_t element = bytes(loop_.body.parameters[i]);
      parameter(i) = read(i) + static_cast<std::size_t>(at) * element;
    }
    for (std::size_t i = 0; i < own_.size(); ++i) {
      if (own_[i]) table_[index(loop_.body.results[i])] = place_of(i, at);
    }
  }

  void after(std::int64_t at) {
    for (std::size_t i = 0; i < own_.size(); ++i) {
      const int buffer = loop_.body.results[i];
      if (buffer < 0 || own_[i]) continue;
      copy(place_of(i, at), table_[index(buffer)], bytes(buffer));
    }
    for (std::size_t i = 0; i < loop_.states; ++i) {
      if (loop_.body.results[i] < 0) continue;
      if (saved(i)) {
        now_[i] = place_of_state(i, at);
      } else {
        std::swap(now_[i], next_[i]);
      }
    }
  }

  const Step& step_;
  const Loop& loop_;
  std::byte* const* buffers_;
  const Device& device_;
  std::vector<std::byte*> table_;
  std::vector<std::byte*> now_, next_;  // per state
  std::vector<bool> own_;               // per result: written directly to its destination
};

}  // namespace

void run_loop(const Step& step, Executable& body, std::byte* const* buffers, const Device& device) {
  LoopRun(step, buffers, device).run(body);
}

}  // namespace ng
