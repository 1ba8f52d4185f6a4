// Other features import this file.
import { eq } from 'drizzle-orm';
import type { Cipher } from '../../../kernel/cipher';
import type { Mailer } from '../../../kernel/mail';
import { dollarText, toDollars } from '../../../kernel/money';
import { plainName, plainText, quotedName } from '../../../kernel/quotation';
import type { Tasks } from '../../../kernel/tasks';
import { amountIn } from '../../../kernel/weights';
import type { Db } from '../../../platform/db/client';
import { bouncedStatus } from '../../../platform/mail/bounce';
import { type Letter, messageOf } from '../../../platform/mail/letter';
import { insertBounced, isBounced } from '../../../platform/outbox/outreach.sql';
import { entities } from '../../entities/tables';
import { placedOrders } from '../../orders/queries';
import { dayText } from '../public/data';
import { openToken } from '../tokens';
import { CONFIRM_HOURS, type KeptLine } from './schema';
import { orderRequests } from './tables';

interface MailContext {
  db: Db;
  mailer: Mailer;
  cipher: Cipher;
  publicUrl: string;
}
type Row = typeof orderRequests.$inferSelect;
type What = Tasks['mail_order_request']['mail'];

/** What a mail must find, so that a late job says nothing that is no longer true. */
const WHILE: Record<What, readonly Row['status'][]> = {
  confirm: ['unconfirmed'],
  received: ['waiting', 'accepted', 'declined'],
  accepted: ['accepted'],
  declined: ['declined'],
};

/** Mails the asker of a request what became of it. */
export async function mailOrderRequest(
  ctx: MailContext,
  { request_id: id, mail }: Tasks['mail_order_request'],
): Promise<void> {
  const { db, cipher, publicUrl } = ctx;
  const [found] = await db
    .select({ row: orderRequests, seller: entities.name })
    .from(orderRequests)
    .innerJoin(entities, eq(entities.id, orderRequests.entityId))
    .where(eq(orderRequests.id, id));
  if (!found?.row.address || !WHILE[mail].includes(found.row.status)) return;
  const { row, seller } = found;
  const { address } = row;
  if (address === null || (await isBounced(db, address)).length > 0) return;
  const facts = { row, seller, path: `/m/r/${openToken(cipher, row.tokenSealed)}` };
  const letter =
    mail === 'accepted' ? acceptedLetter(facts, await changesOf(db, row)) : REQUEST_LETTERS[mail](facts);
  const message = await messageOf(address, letter, publicUrl);
  try {
    await ctx.mailer.send(message);
  } catch (error) {
    const status = bouncedStatus(error);
    if (status === null) throw error;
    await insertBounced(db, address, status);
  }
}

export interface LetterFacts {
  row: Pick<
    Row,
    'lines' | 'pricesShown' | 'contact' | 'contactKnown' | 'business' | 'reason' | 'deliveryDate'
  >;
  seller: string;
  path: string;
}

const named = ({ product_name, variant_name }: KeptLine) =>
  plainName(`${product_name} ${variant_name}`.trim());
const amountText = (quantity: number, { step, unit }: Pick<KeptLine, 'step' | 'unit'>) =>
  step === null ? `${quantity} ×` : `${amountIn(quantity, step)} ${unit} of`;

/** What was asked for, at the prices that the menu showed. */
function Lines({ row: { lines, pricesShown } }: Pick<LetterFacts, 'row'>) {
  const total = lines.reduce((sum, line) => sum + Math.round(line.total * 100), 0);
  return (
    <>
      <ul>
        {lines.map((line) => (
          <li key={line.variant_id}>
            {amountText(line.quantity, line)} {named(line)}
            {pricesShown ? `: ${dollarText(line.total)}` : ''}
          </li>
        ))}
      </ul>
      {pricesShown && <p>Together {dollarText(toDollars(total))}, before tax.</p>}
    </>
  );
}

const asker = ({ row: { contact, business } }: LetterFacts) =>
  [contact && quotedName(contact.name), business && `for ${quotedName(business.name)}`]
    .filter(Boolean)
    .join(' ');

const REASON = 'You get this because this address was named in an order request.';

/** The mails of a request, but for that of its order. */
export const REQUEST_LETTERS: Record<Exclude<What, 'accepted'>, (facts: LetterFacts) => Letter> = {
  confirm: (facts) => ({
    subject: 'Confirm your order request',
    body: (
      <>
        <p>
          {asker(facts)} asks {quotedName(facts.seller)} for this order. Nothing is sent until you confirm it:
        </p>
        <Lines {...facts} />
      </>
    ),
    action: { label: 'Look at the request', path: facts.path },
    after: (
      <p>The link works for {CONFIRM_HOURS} hours. If you don't know of this request, ignore this email.</p>
    ),
    reason: REASON,
  }),
  received: (facts) => ({
    subject: 'Your order request was sent',
    body: (
      <>
        <p>{quotedName(facts.seller)} has your request and will accept or decline it:</p>
        <Lines {...facts} />
      </>
    ),
    action: { label: 'See its status', path: facts.path },
    reason: REASON,
  }),
  declined: (facts) => ({
    subject: 'Your order request was declined',
    body: (
      <>
        <p>{quotedName(facts.seller)} declined your request.</p>
        {facts.row.reason && <p>“{plainText(facts.row.reason)}”</p>}
      </>
    ),
    action: { label: 'See the request', path: facts.path },
    reason: REASON,
  }),
};

/** What of the order differs from the request. */
export interface Changes {
  lines: Array<{ line: KeptLine; quantity: number }>;
  added: number;
  deliveryDate: string | null;
}

/** Of an order that was placed from a request: amounts and the day, no price and no number. */
async function changesOf(db: Db, row: Row): Promise<Changes> {
  const [order] = row.orderId ? await placedOrders(db, [row.orderId]) : [];
  const ordered = new Map(order?.items.map((item) => [item.variant_id, item.quantity]));
  const asked = new Set(row.lines.map(({ variant_id }) => variant_id));
  return {
    lines: row.lines.flatMap((line) => {
      const quantity = ordered.get(line.variant_id) ?? 0;
      return quantity === line.quantity ? [] : [{ line, quantity }];
    }),
    added: [...ordered.keys()].filter((id) => id && !asked.has(id)).length,
    deliveryDate: order?.delivery_date ?? null,
  };
}

export function acceptedLetter(facts: LetterFacts, { lines, added, deliveryDate }: Changes): Letter {
  const day = deliveryDate && dayText(deliveryDate);
  return {
    subject: facts.row.contactKnown ? 'An order was entered for you' : 'Your order request was accepted',
    body: (
      <>
        <p>{quotedName(facts.seller)} accepted your request.</p>
        {lines.length > 0 && (
          <>
            <p>It differs from what you asked for:</p>
            <ul>
              {lines.map(({ line, quantity }) => (
                <li key={line.variant_id}>
                  {named(line)}:{' '}
                  {quantity === 0
                    ? 'not in the order'
                    : `${amountText(quantity, line).replace(/ (×|of)$/, '')} instead of ${amountText(line.quantity, line).replace(/ (×|of)$/, '')}`}
                </li>
              ))}
            </ul>
          </>
        )}
        {added > 0 && <p>The seller added {added === 1 ? 'one line' : `${added} lines`}.</p>}
        {day && <p>Delivery: {day}</p>}
      </>
    ),
    action: { label: 'See the request', path: facts.path },
    reason: REASON,
  };
}
