import { type KeptLine, WAITING_DAYS } from '../../features/menus/requests/schema';
import { orderRequests } from '../../features/menus/requests/tables';
import { menuLinks, menus } from '../../features/menus/tables';
import { tokenColumns } from '../../features/menus/tokens';
import type { Cipher } from '../../kernel/cipher';
import { toDollars } from '../../kernel/money';
import type { Db } from '../../platform/db/client';
import { bulkInsert } from './bulk-insert';
import type { Business, Ware } from './businesses';
import { DAY, HOUR, idAt } from './identity';
import { STATE } from './people';

const DAYS_AGO = 12;
const ASKED = 3;
const ASKER = {
  business: {
    name: 'Corner Dispensary',
    license_number: 'C10-0000981-LIC',
    license_type: null,
    type: 'retailer' as const,
    address: { street: '412 Grand Avenue', city: 'Oakland', state: STATE, zip: '94610' },
  },
  contact: { name: 'Noor Haddad', email: 'noor@corner.test', phone: '(510) 555-0133' },
};

/** A menu behind a link, and what a shop that no one knows asked for from it. */
export async function writeMenu(
  tx: Db,
  { seller, cipher }: { seller: Business; cipher: Cipher },
  now: number,
): Promise<void> {
  const at = now - DAYS_AGO * DAY;
  const [menuId, linkId, entityId] = [idAt(at), idAt(at), seller.entity.id];
  const createdAt = new Date(at);
  await bulkInsert(tx, menus, [
    {
      ...{ id: menuId, entityId, name: 'Weekly menu', createdAt, updatedAt: createdAt },
      message: 'What is in stock this week. Orders until noon leave on the next day.',
      certificates: true,
    },
  ]);
  await bulkInsert(tx, menuLinks, [
    { ...{ id: linkId, menuId, entityId, createdAt }, ...tokenColumns(cipher).columns },
  ]);
  const askedAt = now - 3 * HOUR;
  const asked = new Date(askedAt);
  const lines = seller.wares
    .filter(({ scarce, unit }) => !scarce && unit === null)
    .slice(0, ASKED)
    .map(lineOf);
  await bulkInsert(tx, orderRequests, [
    {
      ...{ id: idAt(askedAt), entityId, menuId, linkId, status: 'waiting', lines, ...ASKER },
      ...{ address: ASKER.contact.email, contactKnown: false, pricesShown: true, mailed: true },
      ...tokenColumns(cipher).columns,
      ...{ network: 'demo', digest: 'demo', notes: 'We open in two weeks; call me about delivery.' },
      ...{ createdAt: asked, confirmedAt: asked, updatedAt: asked },
      expiresAt: new Date(askedAt + WAITING_DAYS * DAY),
    },
  ]);
}

function lineOf({ id, productId, productName, name, lot, wholesalePriceCents }: Ware): KeptLine {
  const price = toDollars(wholesalePriceCents);
  return {
    ...{ variant_id: id, product_id: productId, product_name: productName, variant_name: name },
    ...{ quantity: lot, unit: null, step: null, unit_price: price },
    total: toDollars(lot * wholesalePriceCents),
    ladder: [{ min_amount: 1, unit_price: price, source: 'wholesale' }],
  };
}
