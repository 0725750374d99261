// SPDX-License-Identifier: Apache-2.0
// Holds the compilations of a session on the engine's thread, at their first step, until they are
// released: so that a test can act while one is in progress, however fast it is.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>

#include "app/link/session/engine_session.h"

namespace ng::testing {

class HeldCompilation {
 public:
  explicit HeldCompilation(views::EngineSession& session)
      : connection_(QObject::connect(&session.worker().compiler, &views::CompileWorker::progressed,
                                     [state = state_] { state->wait(); })) {}
  ~HeldCompilation() {
    release();
    QObject::disconnect(connection_);
  }
  HeldCompilation(const HeldCompilation&) = delete;
  HeldCompilation& operator=(const HeldCompilation&) = delete;

  // A compilation has begun and waits.
  bool holds() const {
    const std::scoped_lock lock(state_->mutex);
    return state_->waits;
  }
  void release() {
    const std::scoped_lock lock(state_->mutex);
    state_->released = true;
    state_->changed.notify_all();
  }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    bool waits = false, released = false;

    void wait() {
      std::unique_lock lock(mutex);
      waits = !released;
      changed.wait(lock, [this] { return released; });
      waits = false;
    }
  };
  const std::shared_ptr<State> state_ =
      std::make_shared<State>();  // the engine's thread has it too
  QMetaObject::Connection connection_;
};

}  // namespace ng::testing
