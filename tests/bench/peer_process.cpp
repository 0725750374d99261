// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peer_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

namespace ng::bench {
namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

PeerProcess::PeerProcess(std::vector<std::string> command, std::vector<std::string> settings) {
  int to_child[2], from_child[2];
  // Close-on-exec, so that a child inherits only its own ends: a peer ends when its input does.
  if (pipe2(to_child, O_CLOEXEC) != 0 || pipe2(from_child, O_CLOEXEC) != 0) {
    throw std::runtime_error("cannot create a pipe");
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to_child[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from_child[1], STDOUT_FILENO);
  const int failed = posix_spawn(&child_, command[0].c_str(), &actions, nullptr,
                                 pointers(command).data(), pointers(settings).data());
  posix_spawn_file_actions_destroy(&actions);
  close(to_child[0]);
  close(from_child[1]);
  if (failed != 0) {
    close(to_child[1]);
    close(from_child[0]);
    throw std::runtime_error("cannot start " + command[0]);
  }
  questions_ = fdopen(to_child[1], "w");
  answers_ = fdopen(from_child[0], "r");
}

PeerProcess::~PeerProcess() {
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
  std::fclose(questions_);
  std::fclose(answers_);
}

std::string PeerProcess::answer() {
  std::string line;
  for (int c; (c = std::fgetc(answers_)) != EOF && c != '\n';) line += static_cast<char>(c);
  kill(child_, SIGSTOP);
  return line;
}

std::string PeerProcess::greeting() {
  return answer();
}

std::string PeerProcess::ask(const std::string& question) {
  kill(child_, SIGCONT);
  std::fputs((question + "\n").c_str(), questions_);
  std::fflush(questions_);
  return answer();
}

}  // namespace ng::bench
