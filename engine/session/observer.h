// SPDX-License-Identifier: Apache-2.0
// Observer of a program's computation calls: the link to the workbench. Without an observer a call
// pays only for one pointer load.
#pragma once

#include <atomic>

#include "engine/session/transformer.h"

namespace ng {

// Called on the threads that use the transformers, possibly concurrently. An exception ends the
// call.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void added(const Computation& computation) = 0;
  virtual void closing(const Transformer& transformer) = 0;
  // Around each run; arguments are set, and after() can read the results with Computation::finish.
  virtual void before(const Computation& computation) = 0;
  virtual void after(const Computation& computation, double microseconds) = 0;
  // Should the run, after before(), go step by step? stepped() is then called for each step.
  virtual bool wants_steps(const Computation&) { return false; }
  virtual void stepped(const Computation&, std::size_t) {}
};

namespace detail {
extern std::atomic<Observer*> current_observer;
}
inline Observer* observer() {
  return detail::current_observer.load(std::memory_order_acquire);
}
// Null removes the observer. The old one must outlive the calls in progress.
void set_observer(Observer* observer);

}  // namespace ng
