// SPDX-License-Identifier: Apache-2.0
// Runs jobs on a thread pool of their own.
#include "views/core/jobs.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QMetaObject>
#include <QThread>
#include <QThreadPool>
#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace ng::views {
namespace {

// Lowers this thread's priority so that the window stays responsive when all processors are busy.
// QThread priorities have no effect on Linux.
void stepBehindTheWindow() {
  constexpr int behind = 5;  // nice value: a third of the window's CPU share
  thread_local bool stepped = false;
  if (!std::exchange(stepped, true))
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), behind);
}

}  // namespace

void releaseOnPool(std::shared_ptr<const void> value) {
  if (value)
    QThreadPool::globalInstance()->start([held = std::move(value)]() mutable { held = {}; });
}

Jobs::Jobs(QObject* parent) : QObject(parent), pool_(std::make_unique<QThreadPool>()) {
  pool_->setMaxThreadCount(std::max(2, QThread::idealThreadCount()));
}

Jobs::~Jobs() {
  for (auto& [id, job] : jobs_) {
    if (job.context) job.context->cancelled_ = true;
  }
  pool_->waitForDone();
}

bool Jobs::idle() const {
  return jobs_.empty();
}

bool Jobs::isRunning(JobId job) const {
  return jobs_.count(job) != 0;
}

JobId Jobs::start(const QString& name, std::function<Done(JobContext&)> work) {
  return post({0, name, std::make_shared<JobContext>(), std::move(work), true});
}

JobId Jobs::startAfterOthers(const QString& name, std::function<Done(JobContext&)> work) {
  return post({0, name, std::make_shared<JobContext>(), std::move(work), false});
}

JobId Jobs::post(Posted posted) {
  const JobId id = posted.id = add(posted.name, posted.context, {});
  if (posted.first) {
    dispatch(std::move(posted));
  } else {
    waiting_.push_back(std::move(posted));
    dispatchWaiting();
  }
  return id;
}

void Jobs::dispatchWaiting() {
  std::erase_if(waiting_, [](const Posted& each) { return each.context->cancelled(); });
  if (first_ > 0 || after_ > 0 || waiting_.empty()) return;
  Posted next = std::move(waiting_.front());
  waiting_.erase(waiting_.begin());
  dispatch(std::move(next));
}

void Jobs::dispatch(Posted posted) {
  ++(posted.first ? first_ : after_);
  pool_->start([this, id = posted.id, name = posted.name, context = posted.context,
                work = std::move(posted.work), first = posted.first] {
    stepBehindTheWindow();
    Done done;
    std::optional<Diagnostic> failure;
    try {
      done = work(*context);
    } catch (const Error& error) {
      failure = error.diagnostic();
    } catch (const std::exception& error) {
      failure.emplace();
      failure->what = error.what();
      failure->where = name.toStdString();
    }
    auto arrive = [this, id, name, context, first, done = std::move(done),
                   failure = std::move(failure)] {
      finish(id);
      --(first ? first_ : after_);
      if (!context->cancelled()) {
        if (failure) emit failed(name, *failure);
        if (done) done();  // may start another job
      }
      dispatchWaiting();
    };
    QMetaObject::invokeMethod(this, std::move(arrive), Qt::QueuedConnection);
  });
}

JobId Jobs::begin(const QString& name, std::function<void()> cancel) {
  return add(name, nullptr, std::move(cancel));
}

JobId Jobs::add(const QString& name, std::shared_ptr<JobContext> context,
                std::function<void()> cancel) {
  const JobId id = next_++;
  Job job{name, {}, std::move(context), std::move(cancel)};
  if (!job.context) job.context = std::make_shared<JobContext>();
  job.since.start();
  jobs_.emplace(id, std::move(job));
  emit changed();
  return id;
}

void Jobs::report(JobId job, double fraction) {
  if (const auto found = jobs_.find(job); found != jobs_.end())
    found->second.context->progress(fraction);
}

void Jobs::finish(JobId job) {
  if (jobs_.erase(job) != 0) emit changed();
}

void Jobs::cancel(JobId job) {
  const auto found = jobs_.find(job);
  if (found == jobs_.end()) return;
  const Job gone = std::move(found->second);
  jobs_.erase(found);
  gone.context->cancelled_ = true;
  if (gone.cancel) gone.cancel();
  emit changed();
}

bool Jobs::cancelLongest() {
  const std::vector<JobInfo> all = running();
  if (all.empty()) return false;
  cancel(all.front().id);
  return true;
}

std::vector<JobInfo> Jobs::running() const {
  std::vector<JobInfo> all;
  for (const auto& [id, job] : jobs_) {
    const double fraction = job.context->fraction_.load();
    all.push_back({id, job.name, {}, job.since.elapsed()});
    if (!std::isnan(fraction)) all.back().fraction = fraction;
  }
  std::stable_sort(all.begin(), all.end(), [](const JobInfo& a, const JobInfo& b) {
    return a.milliseconds > b.milliseconds;
  });
  return all;
}

}  // namespace ng::views
