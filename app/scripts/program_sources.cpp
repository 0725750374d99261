// SPDX-License-Identifier: Apache-2.0
#include "app/scripts/program_sources.h"

namespace ng::views {

ProgramRun::ProgramRun(ScriptProgram& program, EngineRun& engine)
    : program_(program), engine_(engine) {
  connect(&program, &ScriptProgram::changed, this, &Run::runChanged);
}

RunStatus ProgramRun::status() const {
  RunStatus status;
  status.state = program_.state();
  status.iteration = status.lastIteration = program_.calls();
  status.microsecondsPerStep = program_.microsecondsPerCall();
  return status;
}

void ProgramRun::run() {
  if (!program_.connected()) return emit againWanted();
  program_.send(remote::Command::Kind::go_on);
}

ProgramValues::ProgramValues(ScriptProgram& program, EngineValues& engine)
    : program_(program), engine_(engine) {
  connect(&program, &ScriptProgram::changed, this, &Values::seriesChanged);
  connect(&program, &ScriptProgram::changed, this, &Values::tensorsChanged);
}

ProgramProfile::ProgramProfile(ScriptProgram& program, EngineProfile& engine)
    : program_(program), engine_(engine) {
  connect(&program, &ScriptProgram::timelineChanged, this, &Profile::timelineChanged);
}

}  // namespace ng::views
