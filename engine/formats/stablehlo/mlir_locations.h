// SPDX-License-Identifier: Apache-2.0
// Reads loc(…) of MLIR, also by the aliases that a module defines after their use.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/formats/stablehlo/mlir_scanner.h"

namespace ng::stablehlo {

class MlirLocations {
 public:
  // Finds the aliases of `text`, "#loc3 = loc(…)" at the begin of a line.
  MlirLocations(std::string_view text, MlirScanner& scanner);

  // loc(…) if it is next. Of a call of a function, the place in the callee.
  Location optional_location();

 private:
  Location parenthesised();
  Location content();
  Location text_location();
  Location alias(const std::string& name);

  MlirScanner& scanner_;
  std::unordered_map<std::string, std::size_t> definitions_;  // behind "loc"
  std::unordered_map<std::string, Location> known_;
};

}  // namespace ng::stablehlo
