import { offerBreaks, offerBuyers, offerItems, offers } from '../../features/pricing/offers/tables';
import type { Db } from '../../platform/db/client';
import { bulkInsert } from './bulk-insert';
import type { Business } from './businesses';
import { DAY, idAt } from './identity';

const CATEGORY = 'vapes';
const OFFERED = 3;
/** Of the wholesale price. */
const PERCENT = 85;
const STARTED_DAYS_AGO = 3;
const DAYS = 30;

/** An offer that runs now, to one customer on board, so that it finds a lower price than the others. */
export async function writeOffer(
  tx: Db,
  seller: Business,
  buyer: Pick<Business, 'entity'>,
  now: number,
): Promise<void> {
  const at = now - STARTED_DAYS_AGO * DAY;
  const id = idAt(at);
  const [startsAt, endsAt] = [new Date(at), new Date(at + DAYS * DAY)];
  const wares = seller.wares
    .filter(({ category, scarce }) => category === CATEGORY && !scarce)
    .slice(-OFFERED);
  await bulkInsert(tx, offers, [
    {
      ...{ id, entityId: seller.entity.id, name: 'Holiday vapes' },
      audience: 'chosen',
      ...{ startsAt, endsAt, createdAt: startsAt, updatedAt: startsAt },
    },
  ]);
  await bulkInsert(tx, offerBuyers, [{ offerId: id, sellerId: seller.entity.id, buyerId: buyer.entity.id }]);
  await bulkInsert(
    tx,
    offerItems,
    wares.map((ware, position) => ({ offerId: id, variantId: ware.id, position })),
  );
  await bulkInsert(
    tx,
    offerBreaks,
    wares.map((ware) => ({
      ...{ offerId: id, variantId: ware.id, minSteps: 1 },
      priceCents: Math.round((ware.wholesalePriceCents * PERCENT) / 100),
    })),
  );
}
