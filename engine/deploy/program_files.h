// SPDX-License-Identifier: Apache-2.0
// Writes the files around an ahead-of-time program: header, entry points, example, build files.
#pragma once

#include <string>

#include "engine/deploy/deployed_program.h"

namespace ng {

std::string header_file(const DeployedProgram& program);                             // NAME.h
std::string source_file(const DeployedProgram& program, const std::string& tables);  // NAME.c
std::string main_file(const DeployedProgram& program);                               // main.c
std::string cmake_file(const DeployedProgram& program, std::size_t units);
std::string readme_file(const DeployedProgram& program);

}  // namespace ng
