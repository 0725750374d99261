// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/hetr/device_backends.h"

#include <charconv>

#include "engine/backends/backend_table.h"
#include "engine/base/error.h"

namespace ng {
namespace {

constexpr std::size_t most_digits = 4;

bool is_device(const Backend& backend) {
  return !backend.capabilities().devices;
}

std::string choices_text() {
  std::string text;
  for (const Backend* backend : backend_table()) {
    if (!is_device(*backend) || !backend->availability().available) continue;
    text += (text.empty() ? "one of " : ", ") + std::string(backend->name());
  }
  return text + ", or one of these with a number, as in cpu:1";
}

}  // namespace

DeviceName device_named(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return {std::string(name), 0};
  const std::string_view digits = name.substr(colon + 1);
  const char* const end = digits.data() + digits.size();
  int number = -1;
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error == std::errc() && stop == end && number >= 0 && digits.size() <= most_digits)
    return {std::string(name.substr(0, colon)), number};
  Diagnostic diagnostic;
  diagnostic.what = "a device has no such number";
  diagnostic.found = "'" + std::string(name) + "'";
  diagnostic.expected = "a number from 0 after the colon, as in gpu:1";
  diagnostic.action = "change the metadata 'device' or 'device_id'";
  refuse(ErrorKind::value, std::move(diagnostic));
}

const Backend& require_device(const std::string& name) {
  const DeviceName device = device_named(name);
  const Backend* backend = find_backend(device.transformer);
  Diagnostic diagnostic;
  diagnostic.expected = choices_text();
  diagnostic.action = "change the metadata 'device', or run on another transformer";
  if (!backend || !is_device(*backend)) {
    diagnostic.what = "there is no device '" + name + "'";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  const bool one_of_several = device.number > 0 && !backend->device().is_host();
  if (one_of_several) backend = find_backend(device.text());
  const Availability availability = backend ? backend->availability() : Availability();
  if (availability.available) return *backend;
  diagnostic.what = "the device '" + name + "' cannot run here";
  diagnostic.found = backend ? availability.reason : "no such device";
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

}  // namespace ng
