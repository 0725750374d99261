// SPDX-License-Identifier: Apache-2.0
// Names of ops: unique in the process during the lifetime of their owners, with scopes.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace ng {

// A scope of names, such as "outer/inner". Its path is reserved while the scope or a name in it
// lives.
class OpScope;
using OpScopePtr = std::shared_ptr<const OpScope>;
const std::string& path_of(const OpScope& scope);

// Places names created on this thread during its lifetime in the scope `name`, inside the scopes
// entered before. A path that is taken becomes "name_<n>" with the first free n from 0, so that it
// depends on its siblings only; with `reuse` the existing scope is entered.
class ScopedName {
 public:
  explicit ScopedName(const std::string& name, bool reuse = false);
  explicit ScopedName(OpScopePtr scope);  // enters an existing scope, wherever it was created
  ~ScopedName();
  ScopedName(const ScopedName&) = delete;
  ScopedName& operator=(const ScopedName&) = delete;
  const std::string& path() const;
  const OpScopePtr& scope() const { return scope_; }

 private:
  OpScopePtr scope_;
};

// "outer/inner"; empty outside all scopes.
std::string current_scope();

// A unique name. A requested name that is taken gets "_<n>": in a scope, the first free n from 0,
// so that names depend on the scope's contents only; outside all scopes, n from the counter of the
// class (the kind of named object: "Add", "AssignableTensorOp"). All names of an owner stay
// reserved during its lifetime. Thread-safe.
class UniqueName {
 public:
  // Uses `wanted` in the current scope, or the class name.
  explicit UniqueName(std::string class_name, const std::string& wanted = {});
  ~UniqueName();
  UniqueName(UniqueName&& other) noexcept;
  UniqueName& operator=(UniqueName&& other) noexcept;
  UniqueName(const UniqueName&) = delete;
  UniqueName& operator=(const UniqueName&) = delete;

  const std::string& text() const { return held_.back(); }
  // Renames within the original scope. Renaming to the current name changes nothing.
  void rename(const std::string& wanted);

 private:
  void release();

  std::string class_name_;
  OpScopePtr scope_;
  std::vector<std::string> held_;
};

// Replaces characters other than letters, digits and underscores by underscores.
std::string safe_name(const std::string& name);
// The part after the last slash.
std::string unscoped_name(const std::string& name);

// Restarts the counters of the classes, for tests that compare names.
void reset_name_counters();

}  // namespace ng
