// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

extern char** environ;

namespace ng {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> list;
  for (const std::string& string : strings) list.push_back(const_cast<char*>(string.c_str()));
  list.push_back(nullptr);
  return list;
}

std::vector<std::string> english_environment() {
  std::vector<std::string> list = {"LC_ALL=C"};
  for (char** entry = environ; *entry; ++entry)
    if (std::strncmp(*entry, "LC_ALL=", 7) != 0) list.push_back(*entry);
  return list;
}

// Starts the command in a process group of its own; both outputs are redirected to `output`.
int start(const std::vector<std::string>& command, int output, int file, pid_t& child) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, output, 1);
  posix_spawn_file_actions_adddup2(&files, output, 2);
  if (file >= 0) posix_spawn_file_actions_adddup2(&files, file, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const std::vector<std::string> environment = english_environment();
  const int problem = posix_spawnp(&child, command[0].c_str(), &files, &attributes,
                                   pointers(command).data(), pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return problem;
}

// Reads until all writers have closed the pipe. False if the deadline or cancellation comes first.
bool read_all(int pipe, Clock::time_point deadline, const ChildOptions& options,
              std::string& output) {
  constexpr std::chrono::milliseconds between_questions{50};
  std::vector<char> part(1 << 16);
  const std::function<bool()>& cancelled = options.cancelled;
  for (;;) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0 || (cancelled && cancelled())) return false;
    if (cancelled) left = std::min(left, between_questions);
    pollfd ready = {pipe, POLLIN, 0};
    const int events = poll(&ready, 1, static_cast<int>(left.count()));
    if (events < 0 && errno == EINTR) continue;
    if (events == 0) continue;
    if (events < 0) return true;
    const auto count = read(pipe, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    const std::size_t left_bytes = options.most_output - output.size();
    output.append(part.data(), std::min(left_bytes, static_cast<std::size_t>(count)));
  }
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& command, const ChildOptions& options) {
  ChildResult result;
  const auto end = Clock::now() + options.deadline;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    result.output = std::strerror(errno);
    return result;
  }
  pid_t child = 0;
  const int problem = start(command, ends[1], options.file, child);
  close(ends[1]);
  result.started = problem == 0;
  if (!result.started) {
    close(ends[0]);
    result.output = std::strerror(problem);
    return result;
  }
  const bool ended = read_all(ends[0], end, options, result.output);
  close(ends[0]);
  if (!ended) kill(-child, SIGKILL);
  result.cancelled = !ended && options.cancelled && options.cancelled();
  result.timed_out = !ended && !result.cancelled;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (ended && WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (ended && WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

ChildResult run_child(const std::vector<std::string>& command, std::chrono::milliseconds deadline,
                      const std::function<bool()>& cancelled) {
  return run_child(command, {.deadline = deadline, .cancelled = cancelled});
}

}  // namespace ng
