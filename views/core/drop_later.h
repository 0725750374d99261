// SPDX-License-Identifier: Apache-2.0
// Destroys large objects on a pool thread: freeing 100,000 objects takes longer than a frame.
#pragma once

#include <QThreadPool>
#include <memory>
#include <utility>

namespace ng::views {

// Releases `value` on a pool thread. If this is the last reference, the destructor runs there and
// must not depend on the thread.
template <class T>
void dropLater(std::shared_ptr<T> value) {
  if (value)
    QThreadPool::globalInstance()->start([held = std::move(value)]() mutable { held = {}; });
}

}  // namespace ng::views
