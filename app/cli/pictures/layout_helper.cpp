// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pictures/layout_helper.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "app/cli/cancel.h"
#include "views/layout/protocol.h"

extern char** environ;

namespace ng::cli {
namespace {

using Clock = std::chrono::steady_clock;

class File {
 public:
  explicit File(int file) : file_(file) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return file_; }
  void close() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
  }

 private:
  int file_;
};

bool writeAll(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(file, text.data() + done, text.size() - done);
    if (written <= 0) return false;
    done += static_cast<std::size_t>(written);
  }
  return ::lseek(file, 0, SEEK_SET) == 0;
}

pid_t start(const std::string& program, int in, int out) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  char* const arguments[] = {const_cast<char*>(program.c_str()), nullptr};
  pid_t child = -1;
  const int error = posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? child : -1;
}

// Reads until the child closes its end; false at the deadline or if the user has cancelled.
bool readAll(int file, Clock::time_point end, std::string& text) {
  char chunk[1 << 14];
  while (Clock::now() < end && !cancelFlag()->load()) {
    pollfd waiting{file, POLLIN, 0};
    if (poll(&waiting, 1, 50) <= 0) continue;
    const ssize_t got = ::read(file, chunk, sizeof chunk);
    if (got == 0) return true;
    if (got < 0 || text.size() > views::layout_limits::bytes) return false;
    text.append(chunk, static_cast<std::size_t>(got));
  }
  return false;
}

}  // namespace

std::string programBeside(const std::string& name) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const auto path = self.parent_path() / name;
  return std::filesystem::exists(path, error) ? path.string() : std::string();
}

std::optional<views::LayoutAnswer> askLayoutHelper(const views::LayoutJob& job,
                                                   std::chrono::milliseconds deadline) {
  const std::string program = programBeside("ngraph-layout");
  if (program.empty()) return std::nullopt;
  File question(memfd_create("question", MFD_CLOEXEC));
  int ends[2];
  if (!writeAll(question.get(), views::writeJob(job)) || pipe2(ends, O_CLOEXEC) != 0) {
    return std::nullopt;
  }
  File out(ends[0]), in(ends[1]);
  const pid_t child = start(program, question.get(), in.get());
  in.close();
  if (child < 0) return std::nullopt;
  std::string text;
  const bool whole = readAll(out.get(), Clock::now() + deadline, text);
  if (!whole) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  views::LayoutAnswer answer;
  std::string why;
  if (!whole || !views::readAnswer(text, job, answer, why)) return std::nullopt;
  return answer;
}

}  // namespace ng::cli
