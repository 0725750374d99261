// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/socket.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng::remote {
namespace {

[[noreturn]] void refuse_socket(const std::string& path, const std::string& why) {
  Diagnostic diagnostic;
  diagnostic.what = "no workbench answers at " + quote(path);
  diagnostic.found = why;
  diagnostic.action = "start ngraph-workbench, or unset NGRAPH_WORKBENCH";
  throw Error(Fault::environment, ErrorKind::unavailable, std::move(diagnostic));
}

// Rejects sockets of other users, who could read the program's data.
void require_own(const std::string& path) {
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) refuse_socket(path, std::strerror(errno));
  if (!S_ISSOCK(info.st_mode)) refuse_socket(path, "it is not a socket");
  if (info.st_uid != ::geteuid()) refuse_socket(path, "it belongs to another user");
}

}  // namespace

Socket::Socket(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) refuse_socket(path, "its path is too long");
  std::memcpy(address.sun_path, path.c_str(), path.size());
  require_own(path);
  socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const bool connected =
      socket_ >= 0 &&
      ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  const int reason = errno;
  if (connected) bell_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (connected && bell_ >= 0) {
    ::fcntl(socket_, F_SETFL, O_NONBLOCK);
    return;
  }
  if (socket_ >= 0) ::close(socket_);
  refuse_socket(path, std::strerror(reason));
}

Socket::~Socket() {
  if (socket_ >= 0) ::close(socket_);
  if (bell_ >= 0) ::close(bell_);
}

Socket::Heard Socket::wait(int milliseconds) {
  Heard heard;
  pollfd both[] = {{socket_, POLLIN, 0}, {bell_, POLLIN, 0}};
  if (::poll(both, 2, milliseconds) <= 0) return heard;
  if (both[1].revents != 0) {
    std::uint64_t rings = 0;
    heard.rung = ::read(bell_, &rings, sizeof(rings)) == sizeof(rings);
  }
  if (both[0].revents == 0) return heard;
  char bytes[4096];
  const ssize_t got = ::recv(socket_, bytes, sizeof(bytes), 0);
  if (got > 0) heard.bytes.assign(bytes, static_cast<std::size_t>(got));
  heard.closed = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
  return heard;
}

bool Socket::send(std::string_view bytes, int milliseconds) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
      continue;
    }
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno != EAGAIN) return false;
    pollfd room{socket_, POLLOUT, 0};
    if (::poll(&room, 1, milliseconds) <= 0) return false;
  }
  return true;
}

void Socket::ring() {
  const std::uint64_t one = 1;
  // If the eventfd's counter is full, the write fails, but the bell still rings.
  [[maybe_unused]] const ssize_t written = ::write(bell_, &one, sizeof(one));
}

}  // namespace ng::remote
