// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/names.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace ng {
namespace {

class Registry {
 public:
  // Reserves `wanted`, or `wanted`_<n> with the class counter if it is taken.
  std::string take(const std::string& class_name, const std::string& wanted) {
    const std::lock_guard lock(mutex_);
    std::string name = wanted;
    if (taken_.count(name) > 0) {
      long& counter = counters_[class_name];
      while (taken_.count(name = wanted + "_" + std::to_string(counter)) > 0) ++counter;
    }
    taken_.insert(name);
    return name;
  }
  // Reserves `wanted`, or the first free of wanted_0, wanted_1 …
  std::string take_given(const std::string& wanted) {
    const std::lock_guard lock(mutex_);
    if (taken_.insert(wanted).second) return wanted;
    long& n = first_free_[wanted];
    std::string name;
    do {
      name = wanted + "_" + std::to_string(n++);
    } while (!taken_.insert(name).second);
    return name;
  }
  void give_back(const std::string& name) {
    const std::lock_guard lock(mutex_);
    taken_.erase(name);
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;
    if (digits < 2 || digits == name.size() || name[digits - 1] != '_') return;
    const auto found = first_free_.find(name.substr(0, digits - 1));
    if (found == first_free_.end()) return;
    found->second = std::min(found->second, std::atol(name.c_str() + digits));
    if (found->second == 0) first_free_.erase(found);
  }
  void restart() {
    const std::lock_guard lock(mutex_);
    counters_.clear();
  }

 private:
  std::mutex mutex_;
  std::set<std::string> taken_;
  std::map<std::string, long> counters_;
  std::map<std::string, long> first_free_;  // all lower suffixes are taken
};

// Never destroyed: names may be released during program exit.
Registry& registry() {
  static Registry* const registry = new Registry;
  return *registry;
}

}  // namespace

class OpScope {
 public:
  OpScope(OpScopePtr parent, const std::string& name)
      : parent_(std::move(parent)),
        path_(registry().take_given((parent_ ? parent_->path_ + "/" : "") + name)) {}
  ~OpScope() { registry().give_back(path_); }
  OpScope(const OpScope&) = delete;
  OpScope& operator=(const OpScope&) = delete;
  const std::string& path() const { return path_; }

 private:
  OpScopePtr parent_;
  std::string path_;
};

namespace {

thread_local std::vector<OpScopePtr> entered;

OpScopePtr innermost() {
  return entered.empty() ? nullptr : entered.back();
}

// Scopes by path, for entering an existing one again.
class Scopes {
 public:
  OpScopePtr living(const std::string& path) {
    const std::lock_guard lock(mutex_);
    const auto found = scopes_.find(path);
    return found == scopes_.end() ? nullptr : found->second.lock();
  }
  void add(const OpScopePtr& scope) {
    const std::lock_guard lock(mutex_);
    if (scopes_.size() >= most_) {
      std::erase_if(scopes_, [](const auto& entry) { return entry.second.expired(); });
      most_ = 2 * scopes_.size() + 64;
    }
    scopes_[scope->path()] = scope;
  }

 private:
  std::mutex mutex_;
  std::size_t most_ = 64;  // size at which expired scopes are removed
  std::map<std::string, std::weak_ptr<const OpScope>> scopes_;
};

OpScopePtr enter(const std::string& name, bool reuse) {
  static Scopes scopes;
  const auto parent = innermost();
  if (reuse) {
    if (auto scope = scopes.living((parent ? parent->path() + "/" : "") + name)) return scope;
  }
  auto scope = std::make_shared<const OpScope>(parent, name);
  scopes.add(scope);
  return scope;
}

}  // namespace

const std::string& path_of(const OpScope& scope) {
  return scope.path();
}

ScopedName::ScopedName(const std::string& name, bool reuse) : scope_(enter(name, reuse)) {
  entered.push_back(scope_);
}

ScopedName::ScopedName(OpScopePtr scope) : scope_(std::move(scope)) {
  entered.push_back(scope_);
}

ScopedName::~ScopedName() {
  entered.pop_back();
}

const std::string& ScopedName::path() const {
  return scope_->path();
}

std::string current_scope() {
  return entered.empty() ? std::string() : entered.back()->path();
}

UniqueName::UniqueName(std::string class_name, const std::string& wanted)
    : class_name_(std::move(class_name)), scope_(innermost()) {
  rename(wanted.empty() ? class_name_ : wanted);
}

UniqueName::~UniqueName() {
  release();
}

UniqueName::UniqueName(UniqueName&& other) noexcept
    : class_name_(std::move(other.class_name_)),
      scope_(std::move(other.scope_)),
      held_(std::exchange(other.held_, {})) {}

UniqueName& UniqueName::operator=(UniqueName&& other) noexcept {
  if (this == &other) return *this;
  release();
  class_name_ = std::move(other.class_name_);
  scope_ = std::move(other.scope_);
  held_ = std::exchange(other.held_, {});
  return *this;
}

void UniqueName::release() {
  for (const std::string& name : held_) registry().give_back(name);
  held_.clear();
}

void UniqueName::rename(const std::string& wanted) {
  const std::string full = (scope_ ? scope_->path() + "/" : "") + wanted;
  if (!held_.empty() && full == text()) return;
  held_.push_back(scope_ ? registry().take_given(full) : registry().take(class_name_, full));
}

std::string safe_name(const std::string& name) {
  std::string safe = name;
  for (char& c : safe) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') c = '_';
  }
  return safe;
}

std::string unscoped_name(const std::string& name) {
  const std::size_t slash = name.rfind('/');
  return slash == std::string::npos ? name : name.substr(slash + 1);
}

void reset_name_counters() {
  registry().restart();
}

}  // namespace ng
