// SPDX-License-Identifier: Apache-2.0
// Lets go of something large on a pool thread: to free a hundred thousand parts takes longer than a
// frame.
#pragma once

#include <QThreadPool>
#include <memory>
#include <utility>

namespace ng::views {

// If nobody else holds it, `value` is destroyed there; its destructor must not care for threads.
template <class T>
void dropLater(std::shared_ptr<T> value) {
  if (value)
    QThreadPool::globalInstance()->start([held = std::move(value)]() mutable { held = {}; });
}

}  // namespace ng::views
