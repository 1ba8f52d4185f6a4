import type { Message } from '../../kernel/mail';
import { KIND_NAMES, KIND_RULES, type NoticeKind, pathOf } from '../../kernel/notices';
import type { EntityType } from '../../kernel/permissions';
import { plainName } from '../../kernel/quotation';
import type { ToMail } from './mail.sql';

interface Addressee {
  email: string;
  name: string;
  business: EntityType;
}

interface Links {
  publicUrl: string;
  /** Null for mails that can't be turned off. */
  unsubscribe: string | null;
}

const SUBJECTS: Partial<Record<NoticeKind, (name: string) => string>> = {
  comment: (name) => `New comment on ${name}`,
  webhook_disabled: () => 'A webhook endpoint was disabled',
  new_device: () => 'New sign-in to your Tallyleaf account',
};

/** Instructions below the fact. */
const HINTS: Partial<Record<NoticeKind, string>> = {
  webhook_disabled:
    'Nothing is lost: events are kept for 30 days. Enable the endpoint and replay what failed.',
  new_device:
    'If this was you, you can ignore this email. If not, sign out that device on this page and change your password, which signs out all other devices.',
};

/** What a summary quotes may end with a period of its own. */
const sentenceOf = (summary: string) => (/[.!?…]$/.test(summary) ? summary : `${summary}.`);

/** One notification as a mail, with a text and an HTML part. What others wrote (names, comments) makes no link. */
export function notificationMessage(row: ToMail, to: Addressee, links: Links): Message {
  const { kind, object_type, object_id } = row;
  const [summary, name] = [plainName(row.summary), plainName(row.object_name)];
  const object = { type: object_type, id: object_id };
  const path = pathOf(object, to.business);
  const hint = HINTS[kind];
  return compose({
    to,
    subject: SUBJECTS[kind]?.(name) ?? summary,
    sections: [{ lines: [{ text: sentenceOf(summary), url: `${links.publicUrl}${path}` }] }],
    after: hint ? [hint] : [],
    reason: KIND_RULES[kind].required
      ? 'This email is about the security of your account.'
      : `You get this email because you chose to be emailed immediately about “${KIND_NAMES[kind]}”.`,
    links,
  });
}

/** The daily digest: what came in since the last one and wasn't read. */
export function digestMessage(
  rows: readonly (ToMail & { total: number })[],
  to: Addressee,
  links: Links,
): Message {
  const kinds = [...new Set(rows.map((row) => row.kind))];
  const sections = kinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const total = own[0]?.total ?? 0;
    const more = total - own.reduce((sum, { count }) => sum + count, 0);
    return {
      title: `${KIND_NAMES[kind]} (${total})`,
      lines: [
        ...own.map((row) => ({
          text: plainName(row.summary),
          url: `${links.publicUrl}${pathOf({ type: row.object_type, id: row.object_id }, to.business)}`,
        })),
        ...(more > 0 ? [{ text: `… and ${more} more`, url: null }] : []),
      ],
    };
  });
  const count = sections.reduce(
    (sum, _, index) => sum + (rows.find((row) => row.kind === kinds[index])?.total ?? 0),
    0,
  );
  return compose({
    to,
    subject: count === 1 ? '1 notification from Tallyleaf' : `${count} notifications from Tallyleaf`,
    sections,
    after: [],
    reason: 'You get this digest once a day.',
    links,
  });
}

interface Parts {
  to: Addressee;
  subject: string;
  sections: ReadonlyArray<{ title?: string; lines: ReadonlyArray<{ text: string; url: string | null }> }>;
  after: readonly string[];
  reason: string;
  links: Links;
}

function compose({ to, subject, sections, after, reason, links }: Parts): Message {
  const { unsubscribe, publicUrl } = links;
  const settings = `${publicUrl}/settings/notifications`;
  const text = [
    `Hello ${to.name},`,
    '',
    ...sections.flatMap(({ title, lines }) => [
      ...(title ? [title] : []),
      ...lines.flatMap((line) => [line.text, ...(line.url ? [line.url] : []), '']),
    ]),
    ...after.flatMap((line) => [line, '']),
    reason,
    `Manage email notifications: ${settings}`,
    ...(unsubscribe ? [`Unsubscribe: ${unsubscribe}`] : []),
    '',
  ].join('\n');
  const html = [
    '<!doctype html><html lang="en"><body style="margin:0;padding:24px;font:15px/1.5 sans-serif;color:#17201b">',
    `<p>Hello ${escaped(to.name)},</p>`,
    ...sections.flatMap(({ title, lines }) => [
      ...(title ? [`<h2 style="font-size:16px;margin:24px 0 8px">${escaped(title)}</h2>`] : []),
      ...lines.map(({ text: line, url }) =>
        url
          ? `<p style="margin:8px 0">${escaped(line)}<br><a href="${escaped(url)}" style="color:#1b6644">View details</a></p>`
          : `<p style="margin:8px 0">${escaped(line)}</p>`,
      ),
    ]),
    ...after.map((line) => `<p>${escaped(line)}</p>`),
    `<p style="margin-top:24px;color:#56615b;font-size:13px">${escaped(reason)} <a href="${escaped(settings)}" style="color:#56615b">Manage email notifications</a>${
      unsubscribe ? ` · <a href="${escaped(unsubscribe)}" style="color:#56615b">Unsubscribe</a>` : ''
    }</p>`,
    '</body></html>',
  ].join('\n');
  return {
    to: to.email,
    subject,
    text,
    html,
    ...(unsubscribe && {
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  };
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
