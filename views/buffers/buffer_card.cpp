// SPDX-License-Identifier: Apache-2.0
#include "views/buffers/buffer_card.h"

#include <QTextDocument>

#include "engine/records/buffer_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr std::size_t mostNamed = 4;  // limit for listed buffers

QString link(const QString& target, const QString& words) {
  return QStringLiteral("<a href=\"%1\">%2</a>").arg(target, words.toHtmlEscaped());
}

QString opLink(const PlanModel& plan, OpId op) {
  const QString name = plan.opName(op);
  return name.isEmpty() ? QObject::tr("none") : link(QStringLiteral("op:%1").arg(op), name);
}

QString stepLink(const PlanModel& plan, int step) {
  const QString kernel = plan.kernelAt(step);
  const QString words = QObject::tr("step %1").arg(countText(step));
  return kernel.isEmpty() ? words
                          : words + QStringLiteral(" (") + link("kernel:" + kernel, kernel) + u')';
}

QString tenantLinks(const PlanModel& plan, const std::vector<int>& tenants) {
  QStringList names;
  for (std::size_t i = 0; i < tenants.size() && i < mostNamed; ++i) {
    names << link(QStringLiteral("buffer:%1").arg(tenants[i]),
                  QString::fromStdString(plan.buffer(tenants[i]).name));
  }
  if (names.isEmpty()) return QObject::tr("none");
  const auto more =
      static_cast<std::int64_t>(tenants.size() - static_cast<std::size_t>(names.size()));
  return names.join(QStringLiteral(", ")) +
         (more > 0 ? QObject::tr(" and %1 more").arg(countText(more)) : QString());
}

QString tenantsLine(const PlanModel& plan, int buffer) {
  const Tenancy& tenancy = plan.plan().tenancy();
  return QObject::tr("same bytes before: %1 · after: %2")
      .arg(tenantLinks(plan, tenancy.before(buffer)), tenantLinks(plan, tenancy.after(buffer)));
}

// Describes the writer and the last reader of the buffer.
QString usesLine(const PlanModel& plan, int buffer) {
  const BufferRecord& b = plan.buffer(buffer);
  const BufferFacts& facts = plan.plan().facts_of(buffer);
  QString text = QObject::tr("owner %1").arg(opLink(plan, b.owner));
  if (!facts.writers.empty()) {
    text += QObject::tr(", written at %1").arg(stepLink(plan, facts.writers.front()));
  }
  if (facts.readers.empty()) return text + QObject::tr(" · no step reads it");
  text += QObject::tr(" · last reader %1").arg(opLink(plan, b.last_reader));
  return text + QObject::tr(" at %1").arg(stepLink(plan, facts.readers.back()));
}

}  // namespace

QString bufferText(const PlanModel& plan, int index) {
  const BufferRecord& b = plan.buffer(index);
  QStringList lines;
  const QString what =
      QObject::tr("%1 · %2 bytes %3 · steps %4–%5")
          .arg(QString::fromUtf8(name(b.kind)), countText(b.bytes), plan.placeText(index),
               countText(b.first_step), countText(b.last_step));
  lines << QStringLiteral("<b>%1</b>&nbsp; %2")
               .arg(QString::fromStdString(b.name).toHtmlEscaped(), what);
  lines << usesLine(plan, index);
  if (is_temporary(b)) lines << tenantsLine(plan, index);
  const QString flags = plan.flagsText(index);
  if (!flags.isEmpty()) lines << QStringLiteral("⚠ ") + flags.toHtmlEscaped();
  if (!is_temporary(b)) lines << QString::fromStdString(b.reason).toHtmlEscaped();
  return lines.join(QStringLiteral("<br>"));
}

BufferCard::BufferCard(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::RichText);
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextBrowserInteraction);
  setContentsMargins(metrics::grid, metrics::grid / 2, metrics::grid, metrics::grid / 2);
  setAlignment(Qt::AlignTop | Qt::AlignLeft);
  connect(this, &QLabel::linkActivated, this, &BufferCard::follow);
  connect(&Theme::current(), &Theme::changed, this, &BufferCard::followTheme);
  followTheme();
}

void BufferCard::followTheme() {
  const Theme& theme = Theme::current();
  setFont(theme.tableFont());
  QPalette palette = this->palette();
  palette.setColor(QPalette::Link, theme.colours().selection);
  palette.setColor(QPalette::WindowText, theme.colours().text);
  setPalette(palette);
}

void BufferCard::setBuffer(const PlanModelPtr& plan, int buffer) {
  setText(plan && buffer >= 0 ? bufferText(*plan, buffer)
                              : tr("Click a rectangle to see its owner, its last reader, and the "
                                   "buffers that use the same bytes before and after. "
                                   "Click between rectangles to list buffers alive at a step."));
}

QString BufferCard::plainText() const {
  QTextDocument document;
  document.setHtml(text());
  return document.toPlainText();
}

void BufferCard::follow(const QString& link) {
  const QString kind = link.section(u':', 0, 0), target = link.section(u':', 1);
  if (kind == QStringLiteral("op")) emit opFollowed(target.toULongLong());
  if (kind == QStringLiteral("kernel")) emit kernelFollowed(target);
  if (kind == QStringLiteral("buffer")) emit bufferFollowed(target.toInt());
}

}  // namespace ng::views
