// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/programs/child.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

namespace ng::fuzz {
namespace {

constexpr char end_mark = '\n';  // follows the result

void write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(file, text.data() + done, text.size() - done);
    if (count <= 0) return;
    done += static_cast<std::size_t>(count);
  }
}

std::string read_all(int file) {
  std::string text;
  char part[4096];
  for (ssize_t count = 0; (count = read(file, part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(count));
  return text;
}

}  // namespace

std::string in_child(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) return "cannot create a pipe";
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) return "cannot create a child process";
  if (child == 0) {
    close(ends[0]);
    write_all(ends[1], work() + end_mark);
    _exit(0);
  }
  close(ends[1]);
  std::string text = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return "crashed with signal " + std::to_string(WTERMSIG(status));
  // A sanitizer, or whatever calls exit(), ends the child before it has written its result.
  if (!text.ends_with(end_mark) || WEXITSTATUS(status) != 0)
    return "ended with exit status " + std::to_string(WEXITSTATUS(status));
  text.pop_back();
  return text;
}

}  // namespace ng::fuzz
