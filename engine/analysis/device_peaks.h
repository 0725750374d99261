// SPDX-License-Identifier: Apache-2.0
// The ceilings of a roofline for a transformer: those of its device, or of this machine.
#pragma once

#include <string>

#include "engine/analysis/machine_peaks.h"

namespace ng {

// Does the transformer run programs on a device with memory of its own?
bool runs_on_device(const std::string& transformer);

// Of a device: measured by running programs there, once per process or if `again`; takes some
// milliseconds. Else machine_peaks(again). Throws Error if the device cannot be used.
MachinePeaks peaks_of(const std::string& transformer, bool again = false);

// Same, but never measures: then measured() is false.
MachinePeaks known_peaks_of(const std::string& transformer);

}  // namespace ng
