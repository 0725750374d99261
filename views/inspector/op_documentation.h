// SPDX-License-Identifier: Apache-2.0
// The documentation of an op by its record name.
#pragma once

#include <QString>
#include <string>

namespace ng::views {

QString documentationOf(const std::string& op);  // empty: none is known

}  // namespace ng::views
