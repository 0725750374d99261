// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/file_elements.h"
#include "engine/base/number.h"

#include <QPointer>
#include <algorithm>

namespace ng::views {
namespace {

constexpr std::int64_t mostRead = 1 << 22;   // maximum elements per box
constexpr std::int64_t mostLoose = 64;       // maximum box elements per requested element
constexpr std::int64_t fewFirst = 4;         // number of initial requests that may restart the box
constexpr std::int64_t mostWider = 1 << 14;  // boxes up to this size are widened, in elements

// Widens a small box, so that scrolling finds the neighbouring elements already loaded.
TensorBox toRead(TensorBox box, const Shape& shape) {
  const bool wider = box.size() <= mostWider;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::int64_t more = wider && box.count[axis] > 1 ? box.count[axis] / 2 : 0;
    const std::int64_t end = std::min(shape[axis], box.from[axis] + box.count[axis] + more);
    box.from[axis] = std::max<std::int64_t>(0, box.from[axis] - more);
    box.count[axis] = end - box.from[axis];
  }
  while (box.size() > mostRead) {
    std::int64_t& longest = *std::max_element(box.count.begin(), box.count.end());
    longest = (longest + 1) / 2;
  }
  return box;
}

}  // namespace

FileElements::FileElements(Workspace& workspace, std::shared_ptr<const TensorWindow> window,
                           QString name)
    : workspace_(workspace), window_(std::move(window)), name_(std::move(name)) {
  soon_.setSingleShot(true);
  soon_.setInterval(0);
  connect(&soon_, &QTimer::timeout, this, &FileElements::readAsked);
  connect(&workspace_.jobs, &Jobs::changed, this, [this] {
    if (job_ == 0 || workspace_.jobs.isRunning(job_)) return;
    // The job is finished, failed or cancelled; its result is delivered after this signal.
    QTimer::singleShot(0, this, [this, job = job_] {
      if (job_ != job) return;
      job_ = 0;
      gaveUp_ = std::exchange(reading_, std::nullopt);
      emit changed();
    });
  });
}

FileElements::~FileElements() {
  workspace_.jobs.cancel(std::exchange(job_, 0));
}

ElementSource FileElements::source() {
  return [self = QPointer(this)](std::int64_t flat) {
    return self ? self->element(flat) : std::nullopt;
  };
}

std::optional<Number> FileElements::element(std::int64_t flat) {
  if (!soon_.isActive()) soon_.start();
  note(flat);
  const auto place = box_.count.empty() ? std::nullopt : box_.place_of(flat, window_->shape());
  if (place) return number_at(part_, *place);
  missed_ = true;
  return std::nullopt;
}

// Extends the requested box by an element. An element far from the others, such as one of a hidden
// cell, is left out, whether it is requested first or last.
void FileElements::note(std::int64_t flat) {
  const Shape& shape = window_->shape();
  if (asked_ && asked_->place_of(flat, shape)) {
    ++asks_;
    return;
  }
  TensorBox one{Shape(shape.size()), Shape(shape.size(), 1)};
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    one.from[axis] = flat % shape[axis];
    flat /= shape[axis];
  }
  TensorBox box = asked_.value_or(one);
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::int64_t from = std::min(box.from[axis], one.from[axis]);
    const std::int64_t end = std::max(box.from[axis] + box.count[axis], one.from[axis] + 1);
    box.from[axis] = from;
    box.count[axis] = end - from;
  }
  const bool far = box.size() > mostLoose * ++asks_;
  if (!far) asked_ = std::move(box);
  if (far && asks_ <= fewFirst) asked_ = std::move(one);
}

void FileElements::readAsked() {
  const std::optional<TensorBox> asked = std::exchange(asked_, std::nullopt);
  asks_ = 0;
  const bool missed = std::exchange(missed_, false) && asked;
  const bool again = std::exchange(leftOut_, missed);
  // What is missing was left out, because another picture had requested elements far from it: the
  // visible one requests again, once.
  if (missed && !again && !box_.count.empty() && box_.contains(*asked)) {
    emit changed();
    return;
  }
  leftOut_ = leftOut_ && !box_.count.empty() && box_.contains(*asked);
  if (!missed || (!box_.count.empty() && box_.contains(*asked)) ||
      (gaveUp_ && gaveUp_->contains(*asked))) {
    emit settled();
    return;
  }
  // The picture requests again when the job is done.
  if (reading_ && reading_->meets(*asked)) return;
  const TensorBox box = toRead(*asked, window_->shape());
  if (box == box_) return emit settled();  // the request exceeds the limit of one box
  start(box);
}

void FileElements::start(const TensorBox& box) {
  workspace_.jobs.cancel(std::exchange(job_, 0));
  gaveUp_.reset();
  reading_ = box;
  job_ = workspace_.jobs.start(
      tr("Reading %1").arg(name_),
      [self = QPointer(this), window = window_, box](JobContext& job) -> Jobs::Done {
        auto part = std::make_shared<Tensor>(window->read_box(box, [&job](double done) {
          job.progress(done);
          return !job.cancelled();
        }));
        return [self, part, box] {
          if (!self || self->reading_ != box) return;
          self->job_ = 0;
          self->reading_.reset();
          self->box_ = box;
          self->part_ = std::move(*part);
          self->read_ += box.size();
          emit self->changed();
        };
      });
}

}  // namespace ng::views
