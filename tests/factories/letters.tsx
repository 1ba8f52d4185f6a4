import { accessLetter } from '../../server/features/auth/mails/access-mail';
import { securityLetter } from '../../server/features/auth/mails/security-mail';
import { resetLetter } from '../../server/features/auth/password/reset-letter';
import { reminderLetter } from '../../server/features/billing/overdue/mail';
import { payRunLetter } from '../../server/features/billing/pay-runs/mail';
import { businessInvitationLetter } from '../../server/features/entities/business-invitations/mail';
import { CLAIM_OUTCOMES, claimContactLetter } from '../../server/features/entities/claims/mail';
import { IN_USE, signUpLetter } from '../../server/features/entities/sign-up/mail';
import { invitationLetter } from '../../server/features/entities/team/invitation-mail';
import { acceptedLetter, REQUEST_LETTERS } from '../../server/features/menus/requests/mail';
import { menuLetter } from '../../server/features/menus/sending/mail';
import { digestMessage, notificationMessage } from '../../server/features/notifications/message';
import { invoiceLetter } from '../../server/features/orders/documents/invoice-mail';
import { statementLetter } from '../../server/features/orders/documents/statement-mail';
import { expiredLetter } from '../../server/features/orders/flow/expired-mail';
import { recallContactLetter, recallLetter, recallsLetter } from '../../server/features/recalls/letters';
import { reportLetter } from '../../server/features/reports/schedules/mail';
import { readyLetter } from '../../server/features/tenants/export/run';
import type { Message } from '../../server/kernel/mail';
import { KIND_RULES, NOTICE_KINDS, type NoticeKind } from '../../server/kernel/notices';
import { type Letter, messageOf } from '../../server/platform/mail/letter';

const TO = 'maya@harbor.example';
const TOKEN = 'q0VxX1p7m3Yb8Zt2'.repeat(3);
const ID = '0199a0d0-0000-7000-8000-000000000000';
const ORDER = 'ORD-20261119-BZCDPJ';

/**
 * Every kind of mail, by name.
 * @param named what others call themselves and write
 */
export async function everyMail(publicUrl: string, named = 'Harbor & Pine'): Promise<Map<string, Message>> {
  const unsubscribe = `${publicUrl}/unsubscribe/${TOKEN}`;
  const recall = {
    id: ID,
    owner: named,
    product_name: `Blue Dream ${named}`,
    batch_id: 'WH-2608-032',
    class: 'I',
    reason: `Mold was found in a retained sample.\n\n${named}`,
    instructions: `Keep the units apart.\nCall ${named}.`,
    respond_by: '2026-08-27T22:00:00.000Z',
    timezone: 'America/Los_Angeles',
    role: 'holder' as const,
    held: 12,
    unit: null,
    step: null,
    derived: ['WH-2608-040'],
    made: [named],
  };
  const contact = {
    ...recall,
    customer: named,
    seller: named,
    seller_email: 'sales@golden.example',
    seller_phone: '(510) 555-0142',
  };
  const line = {
    ...{ variant_id: ID, product_id: ID, product_name: named, variant_name: '3.5 g' },
    ...{ quantity: 24, unit: null, step: null, unit_price: 18.5, total: 444 },
    ladder: [{ min_amount: 1, unit_price: 18.5, source: 'wholesale' as const }],
  };
  const asked = {
    seller: named,
    path: `/m/r/${TOKEN.slice(0, 26)}`,
    row: {
      ...{ lines: [line], pricesShown: true, contactKnown: false, deliveryDate: '2026-11-20' },
      ...{ contact: { name: named, email: TO, phone: '(510) 555-0142' }, reason: `Sold out.\n\n${named}` },
      business: {
        ...{ name: named, license_number: 'C10-0000412-LIC', type: 'retailer' as const },
        address: { street: '1 Pier', city: 'Oakland', state: 'CA', zip: '94607' },
      },
    },
  };
  const letters: Record<string, Letter> = {
    invitation: invitationLetter({ entity: named, role: 'admin', by: named }, TOKEN),
    'business-invitation': businessInvitationLetter({ inviter: named, as: 'supplier' }, TOKEN, unsubscribe),
    'customer-invitation': businessInvitationLetter({ inviter: named, as: 'customer' }, TOKEN, unsubscribe),
    'sign-up': signUpLetter(TOKEN),
    'sign-up-in-use': IN_USE,
    'claim-contact': claimContactLetter(named),
    'claim-confirmed': CLAIM_OUTCOMES.founded,
    'claim-failed': CLAIM_OUTCOMES.failed,
    'export-ready': readyLetter({ name: named, business: named }),
    report: reportLetter(
      { title: 'Sales by customer', period: 'Nov 20, 2026 to Nov 26, 2026', query: 'range=last_7_days' },
      { name: named, entity: { name: named } },
    ),
    'pay-run': payRunLetter({ seller: named, buyer: named }, [{ number: 'INV-1', cents: 12_000 }]),
    reminder: reminderLetter(
      {
        ...{ email: TO, seller: named, buyer: named, remittance: named, cents: 12_000, total: 1 },
        named: [{ number: 'INV-1', due_on: '2026-11-01', cents: 12_000 }],
      },
      unsubscribe,
    ),
    statement: statementLetter(
      {
        ...{
          seller: { id: ID, name: named },
          buyer: { id: ID, name: named },
          from: '2026-11-01',
          to: '2026-11-30',
        },
        ...{ opening: 0, rows: [], closing: 12 },
      },
      unsubscribe,
    ),
    invoice: invoiceLetter(
      {
        invoice: {
          ...{ seller: { id: ID, name: named }, number: 'INV-0000001', total: 120, balance: 120 },
          ...{ due_on: '2026-11-01', overdue: true },
        },
        parties: { remittance: named },
      },
      unsubscribe,
    ),
    'orders-expired': expiredLetter([{ order_number: ORDER, partner: named }], 3),
    'password-reset': resetLetter({ name: named, business: named }, TOKEN),
    'password-changed': securityLetter(
      { name: named, business: named },
      'password_changed',
      {
        keys: { revoked: [named], working: ['POS export'] },
        passkeys: { removed: [named], working: ['Laptop'] },
      },
      publicUrl,
    ),
    'access-changed': accessLetter(
      named,
      { notice: 'webhook_created', actor: named, name: named, business: named },
      publicUrl,
    ),
    'rules-changed': accessLetter(
      named,
      {
        notice: 'rules_changed',
        actor: named,
        name: '',
        business: named,
        rules: ['A second factor is required; members have 7 days to set one up.'],
      },
      publicUrl,
    ),
    'request-confirm': REQUEST_LETTERS.confirm(asked),
    'request-received': REQUEST_LETTERS.received(asked),
    'request-declined': REQUEST_LETTERS.declined(asked),
    'request-accepted': acceptedLetter(asked, {
      ...{ lines: [{ line, quantity: 12 }], added: 1, deliveryDate: '2026-11-21' },
    }),
    menu: menuLetter({
      ...{ subject: named, message: `New flower is in.\n\n${named}`, news: [], pictures: new Map() },
      ...{
        link: { seller_name: named, prices: 'shown', name: named },
        token: TOKEN.slice(0, 26),
        unsubscribe,
      },
    }),
    recall: recallLetter(recall),
    'recall-contact': recallContactLetter(contact, [{ ...contact, held: 1 }], unsubscribe),
    recalls: recallsLetter([recall, { ...recall, class: 'II' }], publicUrl),
  };
  const notice = (kind: NoticeKind) => ({
    id: `${kind}`,
    kind,
    object_type: 'order' as const,
    object_id: ID,
    object_name: ORDER,
    summary: `${named} did something to ${ORDER}`,
    count: 1,
    total: 2,
    partner: named,
    total_cents: 196_650,
    confirmed:
      kind === 'order_placed'
        ? {
            ...{
              total_cents: 196_650,
              delivery_date: '2026-11-21',
              location: named,
              line_count: 2,
            },
            lines: [
              {
                product_name: named,
                sku: 'BD-35',
                quantity: 24,
                unit: null,
                step: null,
                total_cents: 44_400,
              },
            ],
          }
        : null,
  });
  const to = { email: TO, name: named, business: 'wholesaler' as const, company: named };
  const mails = new Map<string, Message>();
  for (const [name, letter] of Object.entries(letters))
    mails.set(name, await messageOf(TO, letter, publicUrl));
  for (const kind of NOTICE_KINDS) {
    const links = { publicUrl, unsubscribe: KIND_RULES[kind].required ? null : unsubscribe };
    mails.set(
      `notification-${kind.replaceAll('_', '-')}`,
      await notificationMessage(notice(kind), to, links),
    );
  }
  mails.set('digest', await digestMessage(NOTICE_KINDS.map(notice), to, { publicUrl, unsubscribe }));
  return mails;
}
