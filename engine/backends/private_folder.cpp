// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/private_folder.h"

#include <stdlib.h>

#include "engine/base/error.h"

namespace ng {

namespace fs = std::filesystem;

PrivateFolder::PrivateFolder() {
  std::error_code none;
  std::string pattern = (fs::temp_directory_path(none) / "ngraph-kernel-XXXXXX").string();
  if (!mkdtemp(pattern.data()))
    refuse(ErrorKind::system, "cannot create a temporary folder at " + pattern);
  path_ = pattern;
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace ng
