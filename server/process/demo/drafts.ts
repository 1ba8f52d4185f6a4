import type { drafts } from '../../features/orders/drafts/tables';
import { totalsOf } from '../../features/orders/money/pricing';
import { addDays, dateIn, startOfDay } from '../../kernel/clock';
import { toDollars } from '../../kernel/money';
import type { Business } from './businesses';
import { HOUR, idAt } from './identity';
import { TIMEZONE } from './people';
import { Random } from './random';

type DraftRow = typeof drafts.$inferInsert;

const VALID_DAYS = 14;

/** What a seller prepares for its customers: a draft for one that isn't on board, and a quote that the other can accept. */
export function tellDrafts(
  seller: Business,
  { onBoard, entered }: { onBoard: Business; entered: Business },
  now: number,
): DraftRow[] {
  const today = dateIn(TIMEZONE, new Date(now));
  const validUntil = addDays(today, VALID_DAYS);
  const sentAt = new Date(now - 7 * HOUR);
  return [
    draft({ seller, buyer: entered, author: seller }, now - 30 * HOUR, {
      notes: 'Asked on the phone, to be confirmed on Monday.',
    }),
    draft({ seller, buyer: onBoard, author: onBoard }, now - 20 * HOUR, { poNumber: 'PO-2500' }),
    draft({ seller, buyer: onBoard, author: seller }, now - 8 * HOUR, {
      status: 'sent',
      notes: 'Prices for the holidays.',
      validUntil,
      expiresAt: startOfDay(TIMEZONE, addDays(validUntil, 1)),
      sentAt,
      updatedAt: sentAt,
    }),
  ];
}

function draft(
  { seller, buyer, author }: Record<'seller' | 'buyer' | 'author', Business>,
  at: number,
  more: Partial<DraftRow>,
): DraftRow {
  const random = new Random('draft', buyer.key, author.key);
  const [actor] = author.staff;
  if (!actor) throw new Error(`${author.entity.name} has no staff`);
  const wares = random.shuffle(seller.wares.filter(({ scarce }) => !scarce)).slice(0, 3);
  const lines = wares.map((ware) => {
    const quantity = ware.lot * random.int(1, 3);
    return { ware, quantity, unitPriceCents: ware.wholesalePriceCents };
  });
  return {
    id: idAt(at),
    status: 'draft',
    sellerId: seller.entity.id,
    buyerId: buyer.entity.id,
    bySeller: author === seller,
    lines: lines.map(({ ware, quantity, unitPriceCents }) => ({
      product_id: ware.productId,
      variant_id: ware.id,
      product_name: ware.productName,
      sku: ware.sku,
      quantity,
      unit_price: toDollars(unitPriceCents),
      total: toDollars(quantity * unitPriceCents),
    })),
    subtotalCents: totalsOf(lines, { taxRateBps: 0 }).totals.subtotalCents,
    notes: null,
    poNumber: null,
    shortage: 'reject',
    accept: true,
    validUntil: null,
    expiresAt: null,
    sentAt: null,
    actorId: actor.id,
    actorName: actor.name,
    createdAt: new Date(at),
    updatedAt: new Date(at),
    ...more,
  };
}
