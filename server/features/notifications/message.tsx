import type { Message } from '../../kernel/mail';
import { centsText } from '../../kernel/money';
import { KIND_NAMES, KIND_RULES, type NoticeKind, type NoticeObject, pathOf } from '../../kernel/notices';
import type { EntityType } from '../../kernel/permissions';
import { plainName, subjectName } from '../../kernel/quotation';
import { amountText } from '../../kernel/weights';
import { Bullets, messageOf } from '../../platform/mail/letter';
import type { ConfirmedOrder, ToMail, ToMailAtOnce } from './mail.sql';

interface Addressee {
  email: string;
  name: string;
  business: EntityType;
  company: string;
}

interface Links {
  publicUrl: string;
  /** Null for mails that can't be turned off. */
  unsubscribe: string | null;
}

/** Subjects that aren't the summary. Names in them are of connected businesses alone: others choose theirs at will. */
const SUBJECTS: Partial<Record<NoticeKind, (row: ToMailAtOnce) => string>> = {
  new_order: ({ count, summary, partner, object_name, total_cents }) => {
    if (count > 1) return plainName(summary);
    const amount = total_cents === null ? '' : `: ${centsText(total_cents)}`;
    return `${subjectName(partner)} placed order ${plainName(object_name)}${amount}`;
  },
  order_request_received: ({ count, summary }) =>
    count > 1 ? plainName(summary) : 'A shop asks for an order from your menu',
  order_placed: ({ count, summary, partner, object_name, confirmed }) => {
    if (count > 1 || !confirmed) return plainName(summary);
    const by = partner ? ` by ${subjectName(partner)} for you` : '';
    return `Order ${plainName(object_name)} placed${by}: ${centsText(confirmed.total_cents)}`;
  },
  remittance: ({ partner, object_name }) => `Payment for ${plainName(object_name)}: ${subjectName(partner)}`,
  dispute: ({ partner, object_name }) => `Dispute of ${plainName(object_name)}: ${subjectName(partner)}`,
  quote_received: ({ partner }) => `${subjectName(partner)} sent you a quote`,
  comment: ({ object_name }) => `New comment on ${plainName(object_name)}`,
  connection_requested: () => 'A business wants to connect with you',
  connection_accepted: ({ partner }) => `${subjectName(partner)} is connected with you`,
  claim_waiting: () => 'A claim needs your attention',
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

const VIEWS: Partial<Record<NoticeObject, string>> = {
  order: 'View order',
  draft: 'View quote',
  invoice: 'View invoice',
  batch: 'View batch',
  license: 'View licenses',
  webhook: 'View webhook',
  claim: 'View claims',
  customer: 'View customer',
  catalog: 'Browse catalog',
};

/** What a summary quotes may end with a period of its own. */
const sentenceOf = (summary: string) => (/[.!?…]$/.test(summary) ? summary : `${summary}.`);

/** One notification as a mail. What others wrote (names, comments) makes no link. */
export function notificationMessage(row: ToMailAtOnce, to: Addressee, links: Links): Promise<Message> {
  const { kind, object_type, object_id } = row;
  const summary = plainName(row.summary);
  const hint = HINTS[kind];
  const letter = {
    subject: SUBJECTS[kind]?.(row) ?? summary,
    business: to.company,
    name: to.name,
    body: (
      <>
        <p>{sentenceOf(summary)}</p>
        {row.confirmed && <Confirmed order={row.confirmed} />}
      </>
    ),
    action: {
      label: VIEWS[object_type] ?? 'View details',
      path: pathOf({ type: object_type, id: object_id }, to.business),
    },
    after: hint && <p>{hint}</p>,
    reason: (
      <Reason publicUrl={links.publicUrl}>
        {KIND_RULES[kind].required
          ? 'This email is about the security of your account.'
          : `You get this email because you chose to be emailed immediately about “${KIND_NAMES[kind]}”.`}
      </Reason>
    ),
    unsubscribe: links.unsubscribe,
  };
  return messageOf(to.email, letter, links.publicUrl);
}

const DAYS = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** What was ordered, as a buyer checks it. */
function Confirmed({ order }: { order: ConfirmedOrder }) {
  const { lines, line_count, total_cents, delivery_date, location } = order;
  const listed = lines.map(
    ({ sku, product_name, quantity, unit, step, total_cents: line }) =>
      `${amountText(quantity, { unit, step })} × ${plainName(product_name)} (${plainName(sku)}): ${centsText(line)}`,
  );
  return (
    <>
      <p>
        For {plainName(location)}
        {delivery_date && <>, delivery on {DAYS.format(new Date(`${delivery_date}T00:00:00Z`))}</>}
      </p>
      <Bullets items={listed} />
      {line_count > lines.length && <p>… and {line_count - lines.length} more</p>}
      <p>
        <strong>Total {centsText(total_cents)}</strong>
      </p>
    </>
  );
}

/** The daily digest: what came in since the last one and wasn't read. */
export function digestMessage(
  rows: readonly (ToMail & { total: number })[],
  to: Addressee,
  { publicUrl, unsubscribe }: Links,
): Promise<Message> {
  const sections = [...new Set(rows.map(({ kind }) => kind))].map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const total = own[0]?.total ?? 0;
    return { kind, own, total, more: total - own.reduce((sum, { count }) => sum + count, 0) };
  });
  const count = sections.reduce((sum, { total }) => sum + total, 0);
  const letter = {
    subject: count === 1 ? '1 notification from Tallyleaf' : `${count} notifications from Tallyleaf`,
    business: to.company,
    name: to.name,
    body: sections.map(({ kind, own, total, more }) => (
      <section key={kind}>
        <h2>
          {KIND_NAMES[kind]} ({total})
        </h2>
        {own.map((row) => (
          <p key={row.id}>
            {plainName(row.summary)}
            <br />
            <a href={`${publicUrl}${pathOf({ type: row.object_type, id: row.object_id }, to.business)}`}>
              View details
            </a>
          </p>
        ))}
        {more > 0 && <p>… and {more} more</p>}
      </section>
    )),
    action: { label: 'Open Tallyleaf', path: '/' },
    reason: <Reason publicUrl={publicUrl}>You get this digest once a day.</Reason>,
    unsubscribe,
  };
  return messageOf(to.email, letter, publicUrl);
}

function Reason({ publicUrl, children }: { publicUrl: string; children: string }) {
  return (
    <>
      <p>{children}</p>
      <p>
        <a href={`${publicUrl}/settings/notifications`}>Manage email notifications</a>
      </p>
    </>
  );
}
