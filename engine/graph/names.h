// SPDX-License-Identifier: Apache-2.0
// Names of ops: unique in the process while their owners live, with scopes ("outer/inner/Add").
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace ng {

// A scope of names; its path is taken as long as the scope, or a name made in it, lives.
class OpScope;
using OpScopePtr = std::shared_ptr<const OpScope>;
const std::string& path_of(const OpScope& scope);

// Names made on this thread while it lives are in the scope `name`, inside the scopes entered
// before. A path that is taken becomes "name_<n>", n the first from 0 that is free, so that it
// depends on its siblings alone; unless `reuse` asks for the same scope.
class ScopedName {
 public:
  explicit ScopedName(const std::string& name, bool reuse = false);
  explicit ScopedName(OpScopePtr scope);  // enters it again, wherever it was made
  ~ScopedName();
  ScopedName(const ScopedName&) = delete;
  ScopedName& operator=(const ScopedName&) = delete;
  const std::string& path() const;
  const OpScopePtr& scope() const { return scope_; }

 private:
  OpScopePtr scope_;
};

// "outer/inner", or nothing outside every scope.
std::string current_scope();

// A name that nothing else has. A wanted name that is taken gets "_<n>": in a scope the first n from 0
// that is free, so that names depend on what stands in the scope alone; outside every scope n is from the
// counter of the class (the kind of thing named: "Add", "AssignableTensorOp"). All names an owner ever
// had stay taken until it dies. Thread safe.
class UniqueName {
 public:
  // Named `wanted` in the current scope, or after its class.
  explicit UniqueName(std::string class_name, const std::string& wanted = {});
  ~UniqueName();
  UniqueName(UniqueName&& other) noexcept;
  UniqueName& operator=(UniqueName&& other) noexcept;
  UniqueName(const UniqueName&) = delete;
  UniqueName& operator=(const UniqueName&) = delete;

  const std::string& text() const { return held_.back(); }
  // Renames, within the scope in which it was made; the same name again changes nothing.
  void rename(const std::string& wanted);

 private:
  void release();

  std::string class_name_;
  OpScopePtr scope_;
  std::vector<std::string> held_;
};

// Every character that is not a letter, digit or underscore becomes an underscore.
std::string safe_name(const std::string& name);
// The part after the last slash.
std::string unscoped_name(const std::string& name);

// Restarts the counters of the classes; for tests that compare names.
void reset_name_counters();

}  // namespace ng
