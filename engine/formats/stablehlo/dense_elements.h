// SPDX-License-Identifier: Apache-2.0
// Reads the elements of dense<…>: one value, nested lists, or bytes as hexadecimal digits.
#pragma once

#include <string_view>

#include "engine/formats/stablehlo/mlir_scanner.h"

namespace ng::stablehlo {

// The scanner is behind "dense<"; it is before ">" afterwards. Lists must have the shape of the
// type.
Elements read_elements(MlirScanner& scanner, Type type);
// The same of bytes of a resource, as hexadecimal digits behind an alignment in 4 bytes.
Elements read_resource(const MlirScanner& scanner, std::string_view digits, Type type);

}  // namespace ng::stablehlo
