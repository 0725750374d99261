// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/python_peer.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sstream>
#include <stdexcept>

namespace ng::bench {
namespace {

// OpenBLAS and OpenMP read these when they are loaded. With OpenMP's own waiting, threads that spin
// take each other's processor, and peers look several times as slow as they are.
std::vector<std::string> environment(int threads) {
  const std::string count = std::to_string(threads);
  std::vector<std::string> result = {"OMP_NUM_THREADS=" + count, "OPENBLAS_NUM_THREADS=" + count,
                                     "MKL_NUM_THREADS=" + count, "GOMP_SPINCOUNT=2000",
                                     "PYTHONUNBUFFERED=1"};
  for (char** entry = environ; *entry; ++entry) {
    if (std::string(*entry).rfind("PYTHON", 0) != 0) result.emplace_back(*entry);
  }
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

PythonPeer::PythonPeer(const std::string& script, int threads) {
  int to_child[2], from_child[2];
  // Closed in every child but for the ends that it is given: peers end when their questions do.
  if (pipe2(to_child, O_CLOEXEC) != 0 || pipe2(from_child, O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipe");
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to_child[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from_child[1], STDOUT_FILENO);
  std::vector<std::string> arguments = {"/usr/bin/python3", "-B", script};
  std::vector<std::string> settings = environment(threads);
  const int failed = posix_spawn(&child_, arguments[0].c_str(), &actions, nullptr,
                                 pointers(arguments).data(), pointers(settings).data());
  posix_spawn_file_actions_destroy(&actions);
  close(to_child[0]);
  close(from_child[1]);
  questions_ = fdopen(to_child[1], "w");
  answers_ = fdopen(from_child[0], "r");
  if (failed != 0) child_ = -1;
  name_ = failed == 0 ? answer() : "no /usr/bin/python3";
  if (failed != 0 || name_.rfind("absent: ", 0) == 0 || name_.empty()) {
    throw std::runtime_error(name_.empty() ? "it ended at once" : name_);
  }
}

PythonPeer::~PythonPeer() {
  if (questions_) std::fclose(questions_);
  if (answers_) std::fclose(answers_);
  if (child_ > 0) waitpid(child_, nullptr, 0);
}

std::string PythonPeer::answer() {
  std::string line;
  for (int c; (c = std::fgetc(answers_)) != EOF && c != '\n';) line += static_cast<char>(c);
  return line;
}

std::string PythonPeer::ask(const std::string& question) {
  std::fputs((question + "\n").c_str(), questions_);
  std::fflush(questions_);
  const std::string line = answer();
  if (line.empty()) throw std::runtime_error(name_ + " did not answer: " + question);
  return line;
}

double PythonPeer::seconds(const std::string& what, std::int64_t calls) {
  return std::stod(ask(what + " " + std::to_string(calls)));
}

std::vector<double> PythonPeer::values(const std::string& what) {
  std::istringstream in(ask(what + " values"));
  std::vector<double> result;
  for (double value; in >> value;) result.push_back(value);
  return result;
}

}  // namespace ng::bench
