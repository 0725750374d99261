// SPDX-License-Identifier: Apache-2.0
// The backends of devices by name: a transformer's name and, from the second such device on, its
// number, as in "gpu:1".
#pragma once

#include <string>
#include <string_view>

#include "engine/backends/backend.h"

namespace ng {

// Devices of a machine's only processor, such as "cpu:1", share its memory and threads.
struct DeviceName {
  std::string transformer;  // "gpu"
  int number = 0;

  std::string text() const {
    return number == 0 ? transformer : transformer + ":" + std::to_string(number);
  }
};

// From "gpu", "gpu:0" or "gpu:1". Value Error if no number of 1 to 4 digits follows the colon.
DeviceName device_named(std::string_view name);

// The backend of a device. Value Error that lists the devices there are for an unknown name;
// unavailable Error with the reason if it cannot run here.
const Backend& require_device(const std::string& name);

}  // namespace ng
