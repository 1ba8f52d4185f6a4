import { and, eq } from 'drizzle-orm';
import { accounts } from '../../features/entities/customers/tables';
import { followUps } from '../../features/entities/follow-ups/tables';
import type { ContactPerson } from '../../features/entities/relationships/schema';
import { supplierNotes } from '../../features/entities/suppliers/tables';
import { addDays, dateIn } from '../../kernel/clock';
import type { Db } from '../../platform/db/client';
import { bulkInsert } from './bulk-insert';
import type { Business } from './businesses';
import { DAY, HOUR, idAt } from './identity';
import { type NotedPartner, PARTNERS } from './noted-partners';
import { TIMEZONE } from './people';

type FollowUp = typeof followUps.$inferInsert;

const CONTACT = { role: null, email: null, phone: null };

/** The businesses and the member of what one wrote down about another. */
function partiesOf({ by, about, representative }: NotedPartner, businesses: ReadonlyMap<string, Business>) {
  const [own, other] = [businesses.get(by), businesses.get(about)];
  const member = own?.members.find(({ email }) => email === representative);
  if (!own || !other || !member) throw new Error(`the demo has no ${by}, ${about} or ${representative}`);
  return { own: own.entity.id, other: other.entity.id, memberId: member.id };
}

/** Who looks after each customer, by the ids of seller and buyer: orders keep it from their placing on. */
export function representativesOf(
  businesses: ReadonlyMap<string, Business>,
): (seller: string, buyer: string) => string | null {
  const members = new Map(
    PARTNERS.filter(({ as }) => as === 'customer').map((noted) => {
      const { own, other, memberId } = partiesOf(noted, businesses);
      return [`${own} ${other}`, memberId];
    }),
  );
  return (seller, buyer) => members.get(`${seller} ${buyer}`) ?? null;
}

/** Writes what businesses noted about their customers and suppliers, and what members are to do about them. */
export async function writeRelationships(
  tx: Db,
  businesses: ReadonlyMap<string, Business>,
  now: number,
): Promise<void> {
  const today = dateIn(TIMEZONE, new Date(now));
  const tasks: FollowUp[] = [];
  for (const noted of PARTNERS) {
    const { own, other, memberId } = partiesOf(noted, businesses);
    const asCustomer = noted.as === 'customer';
    const pair = asCustomer ? { sellerId: own, buyerId: other } : { sellerId: other, buyerId: own };
    const written = {
      representativeId: memberId,
      contacts: noted.contacts.map((contact): ContactPerson => ({ ...CONTACT, ...contact })),
      internalNotes: noted.notes,
    };
    if (asCustomer) {
      await tx
        .update(accounts)
        .set(written)
        .where(and(eq(accounts.sellerId, pair.sellerId), eq(accounts.buyerId, pair.buyerId)));
    } else {
      await tx.insert(supplierNotes).values({ ...pair, ...written });
    }
    for (const [text, days, doneDaysAgo] of noted.followUps) {
      const at = new Date(now + Math.min(days, 0) * DAY - 9 * DAY);
      tasks.push({
        ...pair,
        ...{ id: idAt(Number(at)), entityId: own, memberId, text, dueOn: addDays(today, days) },
        doneAt: doneDaysAgo === undefined ? null : new Date(now - doneDaysAgo * DAY - 3 * HOUR),
        // The member was notified of what was due before today.
        noticedAt: days < 0 ? new Date(now + days * DAY) : null,
        ...{ createdAt: at, updatedAt: at },
      });
    }
  }
  await bulkInsert(tx, followUps, tasks);
}
