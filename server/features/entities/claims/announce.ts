import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mailsAtOnce } from '../../../platform/outbox/mail-allowance';
import { storeNotice } from '../../../platform/outbox/notices';
import { entities } from '../tables';
import type { claims } from './tables';

type Asked = Pick<typeof claims.$inferSelect, 'id' | 'entityId' | 'sellerId' | 'emailMatches'>;

const MAIL_ATTEMPTS = 10;

/** Asks sellers whether a customer is the business that claims it. A contact with another email gets a mail. */
export async function askSellers(db: Db, asked: readonly Asked[]): Promise<void> {
  for (const claim of asked) {
    const [row] = await db
      .select({ name: entities.name })
      .from(entities)
      .where(eq(entities.id, claim.entityId));
    const name = row?.name ?? '';
    await storeNotice(db, claim.sellerId, {
      kind: 'claim_waiting',
      object: { type: 'claim', id: claim.id, name },
      summary: `A business says that it is your customer ${name}`,
      permission: 'update:customers',
      cause: { id: claim.entityId, name },
    });
    if (claim.emailMatches) continue;
    const options = { maxAttempts: MAIL_ATTEMPTS, limit: mailsAtOnce(claim.entityId) };
    await enqueue(db, 'mail_claim_contact', { claim_id: claim.id }, options);
  }
}

/** Notifies the owners of a business of all that it is offered, once. */
export async function announceOffers(db: Db, entityId: string, claimId: string): Promise<void> {
  await storeNotice(db, entityId, {
    kind: 'claim_waiting',
    object: { type: 'claim', id: claimId, name: 'Records of your business' },
    summary: 'Sellers have records of your business: look at what comes along, or say that none is yours',
    permission: 'delete:entity',
  });
}

/** Notifies the owners of a business that an offer changed while it was merged, and nothing came along. */
export async function announceChangedOffer(
  db: Db,
  entityId: string,
  { id, seller }: { id: string; seller: { id: string; name: string } },
): Promise<void> {
  await storeNotice(db, entityId, {
    kind: 'claim_waiting',
    object: { type: 'claim', id, name: seller.name },
    summary: `What ${seller.name} has of your business changed: nothing was merged, look at it again`,
    permission: 'delete:entity',
    cause: seller,
  });
}
