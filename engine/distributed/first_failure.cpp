// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/first_failure.h"

#include <new>
#include <string>
#include <utility>

namespace ng {

void FirstFailure::guard(int rank, Communicator& communicator, const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    report(rank, error);
    communicator.abort(error.diagnostic().what);
  } catch (const std::bad_alloc&) {
    Diagnostic diagnostic;
    diagnostic.what = "out of memory";
    diagnostic.action = "use a smaller batch or fewer ranks, or close other programs";
    report(rank, Error(Fault::environment, ErrorKind::system, std::move(diagnostic)));
    communicator.abort("out of memory");
  } catch (const std::exception& error) {
    Diagnostic diagnostic;
    diagnostic.what = error.what();
    report(rank, Error(Fault::internal, ErrorKind::runtime, std::move(diagnostic)));
    communicator.abort(error.what());
  }
}

void FirstFailure::report(int rank, const Error& error) {
  const std::scoped_lock lock(mutex_);
  if (error_) return;
  Diagnostic diagnostic = error.diagnostic();
  diagnostic.what = "rank " + std::to_string(rank) + ": " + diagnostic.what;
  error_.emplace(error.fault(), error.kind(), std::move(diagnostic));
}

void FirstFailure::rethrow() const {
  if (error_) throw *error_;
}

}  // namespace ng
