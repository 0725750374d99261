// SPDX-License-Identifier: Apache-2.0
#include "engine/session/observer.h"

namespace ng {

std::atomic<Observer*> detail::current_observer = nullptr;

void set_observer(Observer* observer) {
  detail::current_observer.store(observer, std::memory_order_release);
}

}  // namespace ng
