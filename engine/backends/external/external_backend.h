// SPDX-License-Identifier: Apache-2.0
// A transformer in a shared library, seen through ngraph_transformer.h.
#pragma once

#include "engine/backends/backend.h"
#include "engine/backends/external/ngraph_transformer.h"

namespace ng {

class ExternalBackend : public Backend {
 public:
  // Opens the library at `path`. If that fails, the backend is unavailable, with the reason, under
  // the file's name. `host` runs the steps that the library leaves to it, and must outlive this.
  ExternalBackend(const std::string& path, const Backend& host);

  std::string_view name() const override { return name_; }
  const std::string& path() const { return path_; }
  bool is_open() const { return api_ != nullptr; }
  // For a library whose name another transformer has: its path opens it all the same.
  void take_name_of_path() { name_ = path_; }
  Availability availability() const override;
  std::unique_ptr<Executable> compile(const Program& program,
                                      const Progress& progress) const override;
  DisplayTexts texts(const kernel::Kernel& kernel, bool everything) const override {
    return host_.texts(kernel, everything);
  }
  std::int64_t scratch_bytes(const Step& step) const override { return host_.scratch_bytes(step); }
  Capabilities capabilities() const override;

 private:
  std::string path_, name_, reason_;
  const ngraph_transformer_api* api_ = nullptr;
  const Backend& host_;
};

}  // namespace ng
