// SPDX-License-Identifier: Apache-2.0
// The progress bar of training loops.
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "engine/neon/training/callbacks.h"

namespace ng::neon {
namespace {

constexpr int width = 30;
constexpr std::chrono::milliseconds between_pictures(100);

// "0:05", "1:02:03"
std::string time_text(double seconds) {
  const auto whole = static_cast<long long>(std::lround(std::fmin(seconds, 359999)));
  char text[32];
  if (whole < 3600) {
    std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
  } else {
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60,
                  whole % 60);
  }
  return text;
}

}  // namespace

std::string progress_text(std::int64_t done, std::int64_t total, double seconds, double cost) {
  const double part =
      total > 0 ? std::fmin(1, static_cast<double>(done) / static_cast<double>(total)) : 0;
  const auto filled = static_cast<std::size_t>(part * width);
  char numbers[96];
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  std::snprintf(numbers, sizeof numbers, "] %lld/%lld, cost %.4g, %.1f batches/s",
                static_cast<long long>(done), static_cast<long long>(total), cost, rate);
  std::string text = "[" + std::string(filled, '=') + std::string(width - filled, ' ') + numbers;
  if (rate > 0 && done < total) {
    text += ", " + time_text(static_cast<double>(total - done) / rate) + " left";
  }
  return text;
}

Progress::Progress(std::string cost)
    : cost_(std::move(cost)), terminal_(isatty(STDERR_FILENO) == 1) {}

void Progress::operator()(const CallbackMoment& moment, CallbackData& data) {
  if (!terminal_) return;
  if (moment.phase == Phase::train_pre) {
    start_ = Clock::now();
    next_ = start_ + between_pictures;
  } else if (moment.phase == Phase::minibatch_post) {
    draw(moment, data);
  } else if (moment.phase == Phase::interval_post || moment.phase == Phase::train_post) {
    clear();
  }
}

void Progress::draw(const CallbackMoment& moment, const CallbackData& data) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + between_pictures;
  const std::chrono::duration<double> seconds = now - start_;
  const auto cost = moment.outputs->find(cost_);
  const bool known = cost != moment.outputs->end() && cost->second.size() > 0;
  const std::string text = progress_text(moment.iteration + 1, data.total_iterations(),
                                         seconds.count(), known ? cost->second.item() : NAN);
  std::fprintf(stderr, "\r%s\033[K", text.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace ng::neon
