// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_link.h"

#include <QMetaObject>
#include <vector>

#include "engine/runtime/thread_pool.h"

namespace ng::views {

EngineLink::EngineLink()
    : worker_(new EngineWorker(control)), queryWorker_(new QueryWorker(control)) {
  // The pool's helper threads inherit the priority of the first thread that gives them work.
  ThreadPool::shared().parallel_for(2, [](int) {});
  worker_->moveToThread(&thread_);
  QObject::connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
  queryWorker_->moveToThread(&queryThread_);
  QObject::connect(&queryThread_, &QThread::finished, queryWorker_, &QObject::deleteLater);
  thread_.setObjectName("engine");
  thread_.start();
  queryThread_.setObjectName("queries");
  queryThread_.start();
}

void EngineLink::post(std::function<void()> work) {
  QMetaObject::invokeMethod(worker_, std::move(work), Qt::QueuedConnection);
}

void EngineLink::interrupt() {
  control.request(RunRequest::cancel);
  control.cancelCompile(true);
}

void EngineLink::leaveMemory() {
  static auto* const left = new std::vector<QObject*>();  // reachable for leak checkers
  *left = {worker_, queryWorker_};
  QObject::disconnect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
  QObject::disconnect(&queryThread_, &QThread::finished, queryWorker_, &QObject::deleteLater);
}

void EngineLink::close() {
  if (!thread_.isRunning()) return;
  interrupt();
  control.cancelQuery(true);
  thread_.quit();
  thread_.wait();  // first: its work items use the other thread
  queryThread_.quit();
  queryThread_.wait();
}

}  // namespace ng::views
