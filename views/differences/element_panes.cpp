// SPDX-License-Identifier: Apache-2.0
#include "views/differences/element_panes.h"

#include <QLabel>
#include <QVBoxLayout>
#include <cmath>

#include "engine/records/graph_record.h"
#include "engine/records/tensor_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"
#include "views/widgets/tensors/slice_bar.h"

namespace ng::views {
namespace {

// The name and the axes.
TensorRecord likeOf(const DocumentDifference& difference, const Change& change) {
  TensorRecord like;
  like.op = change.op;
  like.name = change.name;
  const OpRecord* op = difference.after->find(change.op);
  if (op && !op->results.empty()) like.axes = op->results[0].axes;
  return like;
}

QString wordsOf(const Change& change) {
  const TensorDifference& elements = *change.elements;
  QStringList words{QString::fromStdString(change.name), QString::fromStdString(change.after)};
  if (elements.differing() > 0)
    words << QObject::tr("largest difference %1 (relative %2)")
                 .arg(valueText(elements.most), valueText(elements.most_relative));
  if (!std::isnan(elements.cosine()))
    words << QObject::tr("cosine %1").arg(valueText(elements.cosine()));
  return words.join(QString::fromUtf8(" · "));
}

}  // namespace

ElementPanes::ElementPanes(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      words_(new QLabel),
      axes_(new SliceBar),
      maps_(new PairedMaps) {
  words_->setFont(Theme::current().captionFont());
  words_->setForegroundRole(QPalette::PlaceholderText);
  words_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  words_->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(words_);
  column->addWidget(axes_);
  column->addWidget(maps_, 1);
  connect(axes_, &SliceBar::changed, this, [this] {
    if (shown_) maps_->show(*shown_, axes_->slice());
  });
  hide();
}

QString ElementPanes::words() const {
  return words_->text();
}

void ElementPanes::leave() {
  newest_.renew();
  workspace_.jobs.cancel(std::exchange(job_, 0));
  shown_.reset();
  hide();
}

void ElementPanes::show(const DocumentDifferencePtr& difference, const Change& change) {
  if (!change.elements) return leave();
  const Request request = newest_.renew();
  workspace_.jobs.cancel(job_);
  job_ =
      workspace_.jobs.start(tr("Comparing %1").arg(QString::fromStdString(change.name)),
                            [this, request, difference, change](JobContext& job) -> Jobs::Done {
                              auto tensors = compared_tensors(*difference, change);
                              if (!tensors) return {};
                              const auto paired = pairedTensors(
                                  likeOf(*difference, change), std::move(tensors->before),
                                  std::move(tensors->after), [&job] { return !job.cancelled(); });
                              return [this, request, paired, words = wordsOf(change)] {
                                if (newest_.is(request)) put(paired, words);
                              };
                            });
}

void ElementPanes::put(std::shared_ptr<const PairedTensors> tensors, const QString& words) {
  words_->setText(words);
  words_->setToolTip(words);
  shown_ = std::move(tensors);
  axes_->setSlice(axes_->slice().of(shown_->tensors[0]));
  axes_->setShown(std::nullopt, false);
  axes_->setVisible(axes_->slice().rank() > 2);
  maps_->show(*shown_, axes_->slice());
  QWidget::show();
}

}  // namespace ng::views
