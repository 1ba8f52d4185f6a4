// Other features import this file.
import { and, eq, sql } from 'drizzle-orm';
import type { Cipher } from '../../../kernel/cipher';
import type { Mailer, Message } from '../../../kernel/mail';
import { dollarText, toDollars } from '../../../kernel/money';
import { plainName, plainText, quotedName } from '../../../kernel/quotation';
import type { TokenSigner } from '../../../kernel/signer';
import type { Storage } from '../../../kernel/storage';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
import { PRINTED_TYPE } from '../../../platform/images/printed';
import { bouncedStatus } from '../../../platform/mail/bounce';
import { type Letter, messageOf } from '../../../platform/mail/letter';
import { insertBounced } from '../../../platform/outbox/outreach.sql';
import { sellersMailsLink, sellersMailsReason } from '../../entities/outreach/queries';
import { smallPictures } from '../public/files';
import { type OpenLink, openLinkById } from '../public/link.sql';
import { type Item, priceFor, readShelf, type Shelf } from '../public/shelf';
import { mailboxOf } from '../requests/queries.sql';
import { menuLinks } from '../tables';
import { openToken, tokenColumns } from '../tokens';
import { changedSince, linkOfCustomer, notedAt, noteMarks } from './queries.sql';
import { settle } from './service';
import { menuRecipients, menuSends } from './tables';

interface MailContext {
  db: Db;
  mailer: Mailer;
  cipher: Cipher;
  signer: TokenSigner;
  storage: Storage;
  publicUrl: string;
}

/** Goods in a mail, and bytes of their pictures together. */
const MOST_ROWS = 12;
const MOST_BYTES = 150 * 1024;

/** Mails a menu to one customer of a run, by a link with its prices. */
export async function mailMenu(
  ctx: MailContext,
  { send_id: sendId, customer_id: customerId }: Tasks['mail_menu'],
): Promise<void> {
  const { db } = ctx;
  const [found] = await db
    .select({ send: menuSends, status: menuRecipients.status })
    .from(menuSends)
    .innerJoin(
      menuRecipients,
      and(eq(menuRecipients.sendId, menuSends.id), eq(menuRecipients.customerId, customerId)),
    )
    .where(eq(menuSends.id, sendId));
  if (found?.status !== 'queued') return;
  const { send } = found;
  const [mailbox] = await mailboxOf(db, send.entityId, customerId);
  if (!mailbox?.email) return settle(db, sendId, customerId, { status: 'skipped', reason: 'no_email' });
  const unsubscribe = await sellersMailsLink(ctx, send.entityId, mailbox.email);
  if (!unsubscribe) return settle(db, sendId, customerId, { status: 'skipped', reason: 'unsubscribed' });
  const { token, link, since } = await linkFor(ctx, send, customerId);
  // Since it was started, the menu was turned off, or its customer is no longer one.
  if (!link) return settle(db, sendId, customerId, { status: 'skipped', reason: 'limit' });
  const shelf = await readShelf(db, link);
  const news = await newsOf(db, { link, shelf, since, startedAt: send.createdAt });
  const pictures = await picturesOf(ctx, news, send.entityId);
  const letter = menuLetter({ ...send, link, news, pictures, token, unsubscribe });
  const message = await messageOf(mailbox.email, letter, ctx.publicUrl);
  try {
    await ctx.mailer.send({ ...message, attachments: attachmentsOf(pictures) });
  } catch (error) {
    const status = bouncedStatus(error);
    if (status === null) throw error;
    await insertBounced(db, mailbox.email, status);
    return settle(db, sendId, customerId, { status: 'skipped', reason: 'bounced' });
  }
  // Only now: a mail that is tried again says the same.
  await db.update(menuLinks).set({ lastMailedAt: sql`now()` }).where(eq(menuLinks.id, link.link_id));
  await settle(db, sendId, customerId, { status: 'sent' });
}

type Send = typeof menuSends.$inferSelect;

/** The customer's link to the menu, which later mails use again while it works. */
async function linkFor({ db, cipher }: MailContext, { menuId, entityId }: Send, customerId: string) {
  const [known] = await linkOfCustomer(db, menuId, customerId);
  const [live] = known ? await openLinkById(db, known.id) : [];
  if (known && live) {
    return { token: openToken(cipher, known.token_sealed), link: live, since: known.last_mailed_at };
  }
  // One that no mail brought for long is over.
  if (known) await db.update(menuLinks).set({ revokedAt: sql`now()` }).where(eq(menuLinks.id, known.id));
  const { token, columns } = tokenColumns(cipher);
  const [made] = await db
    .insert(menuLinks)
    .values({ menuId, entityId, customerId, ...columns })
    .returning({ id: menuLinks.id });
  const [link] = made ? await openLinkById(db, made.id) : [];
  return { token, link, since: null };
}

export interface News {
  item: Item;
  kind: 'new' | 'back' | 'cheaper' | null;
}

/** What is new, back in stock or cheaper for who pays the same; with a first mail what is there. */
async function newsOf(
  db: Db,
  { link, shelf, since, startedAt }: { link: OpenLink; shelf: Shelf; since: string | null; startedAt: Date },
): Promise<News[]> {
  const group = shelf.priceGroup;
  const [noted] = await notedAt(db, link.menu_id, group);
  // Once in a run for all of a price group.
  if (!noted?.at || new Date(noted.at) < startedAt) {
    const marks = shelf.items.map((item) => ({
      variant_id: item.variant_id,
      price_cents: priceFor(item, item.case_size).cents,
      in_stock: item.units > 0,
    }));
    await noteMarks(db, link.menu_id, group, marks);
  }
  const there = shelf.items.filter(({ units }) => units > 0);
  if (since === null) return there.slice(0, MOST_ROWS).map((item) => ({ item, kind: null }));
  const changed = await changedSince(db, link.menu_id, group, since, link.prices === 'shown');
  return changed
    .flatMap(({ variant_id, kind }) => {
      const item = shelf.byVariant.get(variant_id);
      return item && item.units > 0 ? [{ item, kind }] : [];
    })
    .slice(0, MOST_ROWS);
}

/** Small pictures by their names, as parts of the mail: opening it fetches nothing. */
async function picturesOf(ctx: MailContext, news: readonly News[], sellerId: string) {
  const found = await smallPictures(
    ctx,
    news.map(({ item }) => item),
    sellerId,
  );
  const pictures = new Map<string, Buffer>();
  let bytes = 0;
  for (const [name, picture] of found) {
    if (bytes + picture.length > MOST_BYTES) continue;
    bytes += picture.length;
    pictures.set(name, picture);
  }
  return pictures;
}

const cidOf = (name: string) => `${name}@menu`;
const attachmentsOf = (pictures: ReadonlyMap<string, Buffer>): NonNullable<Message['attachments']> =>
  [...pictures].map(([name, content]) => ({
    filename: `${name}.jpg`,
    content,
    contentType: PRINTED_TYPE,
    cid: cidOf(name),
  }));

const KINDS = { new: 'New', back: 'Back in stock', cheaper: 'Cheaper' } as const;

export interface MenuLetterFacts {
  subject: string;
  message: string;
  link: Pick<OpenLink, 'seller_name' | 'prices' | 'name'>;
  news: readonly News[];
  pictures: ReadonlyMap<string, Buffer>;
  token: string;
  unsubscribe: string;
}

/** The mail of a menu: what the seller wrote is quoted, and no address in it is a link. */
export function menuLetter({
  subject,
  message,
  link,
  news,
  pictures,
  token,
  unsubscribe,
}: MenuLetterFacts): Letter {
  return {
    subject: plainName(subject),
    business: link.seller_name,
    body: (
      <>
        <p>{quotedName(link.seller_name)} sent you its menu and wrote:</p>
        <blockquote>
          {plainText(message)
            .split('\n')
            .map((line, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name
              <p key={n}>{line}</p>
            ))}
        </blockquote>
        {news.length > 0 && (
          <table role="presentation">
            <tbody>
              {news.map(({ item, kind }) => (
                <tr key={item.variant_id}>
                  <td width="80">
                    {item.picture && pictures.has(item.picture) && (
                      // biome-ignore lint/performance/noImgElement: a mail is no page of Next
                      <img src={`cid:${cidOf(item.picture)}`} alt="" width="64" height="64" />
                    )}
                  </td>
                  <td>
                    {kind && `${KINDS[kind]}: `}
                    {plainName(`${item.product_name} ${item.variant_name}`)}
                    {link.prices === 'shown' &&
                      `, ${dollarText(toDollars(priceFor(item, item.case_size).cents))}${item.unit ? ` / ${item.unit}` : ''}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </>
    ),
    action: { label: 'Open the menu', path: `/m/${token}` },
    after: <p>The link is yours: it shows your prices. For licensed businesses, 21+.</p>,
    reason: sellersMailsReason(link.seller_name),
    unsubscribe,
  };
}
