// SPDX-License-Identifier: Apache-2.0
// A text that is generated when first read. Copies share it.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace ng {

class LazyText {
 public:
  LazyText() = default;
  LazyText(std::string text) : state_(std::make_shared<State>()) {  // NOLINT: implicit
    state_->text = std::move(text);
  }
  explicit LazyText(std::function<std::string()> make) : state_(std::make_shared<State>()) {
    state_->make = std::move(make);
  }

  // Thread safe: the first reader generates the text, others wait.
  const std::string& str() const {
    static const std::string none;
    if (!state_) return none;
    std::call_once(state_->once, [this] {
      if (!state_->make) return;
      state_->text = state_->make();
      state_->make = nullptr;  // releases the captures
    });
    return state_->text;
  }
  operator const std::string&() const { return str(); }  // NOLINT: reads like std::string

  bool empty() const { return !state_; }  // no text, not even one to generate
  // Do both share one text? Does not generate it.
  bool is(const LazyText& other) const { return state_ == other.state_; }

 private:
  struct State {
    std::once_flag once;
    std::function<std::string()> make;
    std::string text;
  };
  std::shared_ptr<State> state_;
};

}  // namespace ng
