// SPDX-License-Identifier: Apache-2.0
// Request: says which answer is stale. Every request to another thread carries a token; a later
// request has a greater one.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>

namespace ng::views {

class Request {
 public:
  Request() = default;  // none: before every request
  // A token greater than all others so far. Thread-safe.
  static Request next() {
    static std::atomic<std::uint64_t> last = 0;
    return Request(++last);
  }
  explicit operator bool() const { return number_ != 0; }
  auto operator<=>(const Request&) const = default;

 private:
  explicit Request(std::uint64_t number) : number_(number) {}
  std::uint64_t number_ = 0;
};

// The newest request for one subject: earlier requests and their answers are stale. One thread
// renews it, any thread may ask.
class NewestRequest {
 public:
  Request renew() {
    const Request request = Request::next();
    newest_ = request;
    return request;
  }
  void set(Request request) { newest_ = request; }
  Request get() const { return newest_; }
  bool is(Request request) const { return newest_.load() == request; }

 private:
  std::atomic<Request> newest_{};
};

}  // namespace ng::views
