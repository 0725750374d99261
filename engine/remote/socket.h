// SPDX-License-Identifier: Apache-2.0
// The program's end of a local socket, and a bell that wakes who waits on it.
#pragma once

#include <string>
#include <string_view>

namespace ng::remote {

class Socket {
 public:
  // Connects to a socket of this user's. unavailable Error when nobody listens there, or when the
  // socket belongs to someone else.
  explicit Socket(const std::string& path);
  ~Socket();
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  struct Heard {
    bool rung = false;    // ring() was called
    bool closed = false;  // the other end is gone
    std::string bytes;
  };
  // Waits until something comes, the bell rings, or the time is over; negative: for ever.
  Heard wait(int milliseconds);
  // False: the other end is gone, or took none of it for `milliseconds`.
  bool send(std::string_view bytes, int milliseconds);
  void ring();            // any thread
  void close_in_child();  // after a fork: without a word to the other end

 private:
  int socket_ = -1;
  int bell_ = -1;
};

}  // namespace ng::remote
