// SPDX-License-Identifier: Apache-2.0
// Someone who looks on while a program calls its computations: the link to the workbench. There is
// none unless one is set, and then a call costs one look at a pointer more.
#pragma once

#include <atomic>

#include "engine/session/transformer.h"

namespace ng {

// Its functions are called on the threads that use the transformers, perhaps several at once. They
// may throw: the call ends with that.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void added(const Computation& computation) = 0;
  virtual void closing(const Transformer& transformer) = 0;
  // Around each run, with arguments in and results at hand: Computation::finish gives them.
  virtual void before(const Computation& computation) = 0;
  virtual void after(const Computation& computation, double microseconds) = 0;
  // Should the run that is about to begin, after before(), go step by step? Then each is told.
  virtual bool wants_steps(const Computation&) { return false; }
  virtual void stepped(const Computation&, std::size_t) {}
};

namespace detail {
extern std::atomic<Observer*> current_observer;
}
inline Observer* observer() { return detail::current_observer.load(std::memory_order_acquire); }
// Null: none from now on. The old one must live on until calls that are under way have ended.
void set_observer(Observer* observer);

}  // namespace ng
