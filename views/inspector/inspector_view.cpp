// SPDX-License-Identifier: Apache-2.0
// The inspector view: page selection and rebuilding.
#include "views/inspector/inspector_view.h"

#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>
#include <utility>

#include "engine/records/compilation_record.h"
#include "views/core/selected_rewrite.h"
#include "views/core/theme/literal_text.h"
#include "views/inspector/op_page.h"
#include "views/inspector/subject_pages.h"
#include "views/widgets/empty_state.h"

namespace ng::views {
namespace {

constexpr std::array subjects{InspectorView::Subject::group,  InspectorView::Subject::op,
                              InspectorView::Subject::kernel, InspectorView::Subject::buffer,
                              InspectorView::Subject::pass,   InspectorView::Subject::document};

}  // namespace

InspectorView::InspectorView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      tabs_(new QTabBar),
      pages_(new QStackedWidget),
      empty_(new EmptyState(QStringLiteral("inspector"),
                            tr("Open a document to inspect its ops and their costs."))),
      opPage_(new OpPage(workspace)),
      otherPage_(new SectionColumn),
      update_(this, [this] { fill(); }, Shown::later) {
  setMinimumWidth(240);
  for (std::size_t i = 0; i < subjects.size(); ++i) tabs_->addTab(QString());
  tabs_->setExpanding(false);
  tabs_->setElideMode(Qt::ElideRight);
  tabs_->setUsesScrollButtons(false);
  for (QWidget* page : {static_cast<QWidget*>(empty_), static_cast<QWidget*>(opPage_),
                        static_cast<QWidget*>(otherPage_)}) {
    pages_->addWidget(page);
  }
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(tabs_);
  column->addWidget(pages_, 1);
  connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) {
    if (tab >= 0) showSubject(subjects[static_cast<std::size_t>(tab)]);
  });
  connect(&workspace.selection, &Selection::changed, this, &InspectorView::follow);
  connect(&workspace.documents, &Documents::documentChanged, this, &InspectorView::rebuild);
  connect(&workspace.compilations, &Compilations::compilationChanged, this,
          &InspectorView::rebuild);
  // The batches per epoch are unknown until the data are read; a run can be extended.
  connect(&workspace.run, &Run::runChanged, this, [this] {
    const RunStatus& run = workspace_.run.status();
    const std::pair length(run.epochs, run.batches);
    if (std::exchange(length_, length) != length && subject_ == Subject::document) rebuild();
  });
  const auto kernelChanged = [this] {  // measured times or the availability of a reproducer changed
    if (subject_ == Subject::kernel) rebuild();
  };
  connect(&workspace.compilations, &Compilations::kernelTextsChanged, this, kernelChanged);
  connect(&workspace.queries, &Queries::queryChanged, this, kernelChanged);
  connect(&workspace.values, &Values::tensorsChanged, this, [this] {
    if (isVisible() && subject_ == Subject::op) opPage_->updateValue();
  });
  if (workspace.overlays != nullptr)
    connect(workspace.overlays, &Overlays::changed, this, &InspectorView::rebuild);
  connect(&Theme::current(), &Theme::changed, this, &InspectorView::rebuild);
  const SelectionState& state = workspace.selection.state();
  subject_ = state.group               ? Subject::group
             : state.op != 0           ? Subject::op
             : state.pass != asWritten ? Subject::pass
                                       : Subject::document;
  update_.request();
}

bool InspectorView::applies(Subject subject) const {
  const SelectionState& state = workspace_.selection.state();
  switch (subject) {
    case Subject::op: return state.op != 0;
    case Subject::group: return state.group != nullptr;
    case Subject::kernel: return !state.kernel.isEmpty();
    case Subject::buffer: return !state.buffer.isEmpty();
    case Subject::pass: return state.pass != asWritten || state.against.has_value();
    case Subject::document: return workspace_.documents.document() != nullptr;
  }
  return false;
}

void InspectorView::follow(Facets what) {
  Subject next = subject_;
  if (what.testFlag(Facet::pass)) next = Subject::pass;
  if (what.testFlag(Facet::kernel)) next = Subject::kernel;
  if (what.testFlag(Facet::op)) next = Subject::op;
  if ((what & (Facet::op | Facet::group)) && applies(Subject::group)) next = Subject::group;
  // Clicking a buffer also selects its op, so the buffer takes precedence.
  if (what.testFlag(Facet::buffer)) next = Subject::buffer;
  if (!applies(next)) {
    for (const Subject other : subjects) {
      if (applies(other)) {
        next = other;
        break;
      }
    }
  }
  const bool same = next == subject_;
  subject_ = next;
  // The op page shows the graph after the selected pass, so it is rebuilt for a new pass as well.
  const Facets shown = Facet::op | Facet::group | Facet::kernel | Facet::buffer | Facet::pass;
  if (!same || (what & shown)) rebuild();
}

void InspectorView::showSubject(Subject subject) {
  if (subject == subject_ || !applies(subject)) return;
  subject_ = subject;
  rebuild();
}

QString InspectorView::title(Subject subject) const {
  const SelectionState& state = workspace_.selection.state();
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  switch (subject) {
    case Subject::op: {
      const Records records(workspace_);
      const OpRecord* op = findOp(records.source, state.op, state.pass);
      return op ? QString::fromStdString(op->name) : QString();
    }
    case Subject::group: return state.group->title;
    case Subject::kernel: return state.kernel;
    case Subject::buffer: return state.buffer;
    case Subject::pass: {
      const auto pass = shownPass(compilation, state);
      return pass ? QString::fromStdString(pass->name) : QString();
    }
    case Subject::document: return tr("Document");
  }
  return {};
}

void InspectorView::updateTabs() {
  const QSignalBlocker quiet(tabs_);
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const int tab = static_cast<int>(i);
    tabs_->setTabVisible(tab, applies(subjects[i]));
    if (applies(subjects[i])) tabs_->setTabText(tab, literalText(title(subjects[i])));
    if (subjects[i] == subject_) tabs_->setCurrentIndex(tab);
  }
  tabs_->setVisible(workspace_.documents.document() != nullptr);
}

void InspectorView::rebuild() {
  update_.request();
}

void InspectorView::fill() {
  if (!applies(subject_)) subject_ = Subject::document;
  updateTabs();
  if (!workspace_.documents.document()) return pages_->setCurrentWidget(empty_);
  if (subject_ == Subject::op) {
    shown_.clear();
    opPage_->showOp(workspace_.selection.op());
    return pages_->setCurrentWidget(opPage_);
  }
  opPage_->showOp(0);  // stops watching the value
  const SelectionState& state = workspace_.selection.state();
  const QString about = QString::number(static_cast<int>(subject_)) + title(subject_);
  otherPage_->clear(about == shown_);
  shown_ = about;
  switch (subject_) {
    case Subject::group:
      if (const auto rewrite = selectedRewrite(workspace_.compilations.compilation(), state))
        fillRewritePage(*otherPage_, workspace_, *rewrite.pass, *rewrite.rewrite);
      else
        fillGroupPage(*otherPage_, workspace_, *state.group);
      break;
    case Subject::kernel: fillKernelPage(*otherPage_, workspace_, state.kernel); break;
    case Subject::buffer: fillBufferPage(*otherPage_, workspace_, state.buffer); break;
    case Subject::pass: fillPassPage(*otherPage_, workspace_, state); break;
    default: fillDocumentPage(*otherPage_, workspace_); break;
  }
  otherPage_->end();
  pages_->setCurrentWidget(otherPage_);
}

}  // namespace ng::views
