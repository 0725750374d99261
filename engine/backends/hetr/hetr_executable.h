// SPDX-License-Identifier: Apache-2.0
// A program on several devices: parts of adjacent steps of one device, each compiled by that
// device's backend, and copies between the devices.
#pragma once

#include <deque>

#include "engine/backends/backend.h"

namespace ng {

class HetrExecutable : public Executable {
 public:
  // `memory` is that of the devices that the program's buffers name. `at_once` compiles by
  // Backend::interpret.
  HetrExecutable(const Program& program, const Device& memory, const Backend::Progress& progress,
                 bool at_once);

  // An Error of a step names its device, and one of a copy both devices and its ops, if the program
  // has several.
  void run(std::byte* const* buffers, std::size_t first_step) override;
  void run_step(std::size_t step, std::byte* const* buffers) override;

 private:
  struct Part {
    std::size_t begin = 0, end = 0;  // steps
    std::string device;
    Program program;                         // of these steps
    std::unique_ptr<Executable> executable;  // null: a copy from another device
  };

  void divide();
  bool continues(std::size_t step) const;
  void compile(const Backend::Progress& progress, bool at_once);
  void copy(const Step& step, std::byte* const* buffers) const;
  const Buffer& buffer(int i) const { return program_.buffers[static_cast<std::size_t>(i)]; }
  std::string doing(const Part& part) const;  // for errors
  template <class Body>
  void guarded(const Part& part, const Body& body);

  const Program& program_;
  const Device& memory_;
  std::deque<Part> parts_;
  bool several_ = false;  // devices
};

}  // namespace ng
