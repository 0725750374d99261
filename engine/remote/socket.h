// SPDX-License-Identifier: Apache-2.0
// Client end of a local socket, with a bell (eventfd) that wakes the waiting thread.
#pragma once

#include <string>
#include <string_view>

namespace ng::remote {

class Socket {
 public:
  // Connects to a socket of the current user. Throws an unavailable Error if nobody listens there
  // or if the socket belongs to another user.
  explicit Socket(const std::string& path);
  ~Socket();
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  struct Heard {
    bool rung = false;    // ring() was called
    bool closed = false;  // the peer is gone
    std::string bytes;
  };
  // Waits for data, the bell or the timeout; a negative timeout waits indefinitely.
  Heard wait(int milliseconds);
  // Returns false if the peer is gone or accepts no data for `milliseconds`.
  bool send(std::string_view bytes, int milliseconds);
  void ring();  // thread safe

 private:
  int socket_ = -1;
  int bell_ = -1;
};

}  // namespace ng::remote
