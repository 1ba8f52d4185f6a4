import { dateIn } from '../../../kernel/clock';
import { toDollars } from '../../../kernel/money';
import type { Db } from '../../../platform/db/client';
import {
  type CheckContext,
  type CheckedLine,
  emptyLine,
  FirstLines,
  fail,
  failEverywhere,
  type LineKind,
  type Values,
} from '../lines/line';
import { itemsOf, joinNotes, sameNote, sourced } from '../migrations/keeping';
import { customerOf, openCustomers, openProducts, productOf } from '../migrations/references';
import { unitPriceOf } from '../migrations/unit-price';
import { applyEach } from '../running/apply-line';
import { buyersNamed, buyersOf, ordersNamed } from './buyers.sql';
import { enterOrder, type OrderData } from './enter';
import type { OrderEntry, OrderLine, ReadOrder } from './read';

export const ORDER_LINES: LineKind = { openCheck: openOrderCheck, apply: applyEach(enterOrder) };

/** Customers by lower-case names. */
export const namedBy = (db: Db, sellerId: string) => async (names: readonly string[]) =>
  new Map((await buyersNamed(db, sellerId, names)).map(({ name, ids }) => [name, ids]));

const refOf = ({ sku, product_id: productId }: OrderLine) => ({ sku, productId });
const buyerRef = ({ customer, customer_id: customerId }: OrderEntry) => ({ customer, customerId });

function openOrderCheck({ actor, leased: { migration } }: CheckContext) {
  const numbers = new FirstLines();
  const me = actor.entity.id;
  const today = dateIn(actor.entity.timezone);
  return async (db: Db, lines: readonly unknown[]): Promise<CheckedLine[]> => {
    const read = lines as readonly ReadOrder[];
    const entries = read.flatMap(({ entry }) => entry ?? []);
    const led = await openProducts(
      db,
      me,
      migration,
      entries.flatMap(({ items }) => items.map(refOf)),
    );
    const buyer = await openCustomers(db, me, migration, entries.map(buyerRef), namedBy(db, me));
    const buyerIds = entries.flatMap((entry) => {
      const found = buyer(buyerRef(entry));
      return typeof found === 'object' ? found.found : [];
    });
    const buyers = new Map((await buyersOf(db, me, [...new Set(buyerIds)])).map((one) => [one.id, one]));
    const items = await itemsOf(db, migration, 'orders', read);
    const known = await knownOrders(db, me, entries);
    return read.map(({ line, errors, customerName, note, entry, partOf, source }) => {
      const checked: CheckedLine = { ...emptyLine(line), customerName, note, errors };
      if (partOf !== undefined) {
        const part = { ...checked, outcome: 'unchanged' as const, note: sameNote(partOf, source?.id) };
        return { ...part, externalId: null, data: null };
      }
      if (!entry) return sourced(checked, source);
      const objectId = items.get(source?.id ?? '')?.object_id ?? known.get(entry.external_id?.value ?? '');
      if (objectId) return sourced({ ...checked, outcome: 'unchanged', data: { known: objectId } }, source);
      const buyerId = customerOf(errors, buyer(buyerRef(entry)), buyerRef(entry));
      const sold = entry.items.map((one) => productOf(errors, led(refOf(one)), refOf(one)));
      failEverywhere(errors, actor, ['customer']);
      const earlier = numbers.earlier(entry.external_id?.value ?? entry.number ?? `line ${line}`, line);
      if (earlier !== undefined) fail(errors, 'number', 'duplicate', `repeats the order of line ${earlier}`);
      const account = buyers.get(buyerId ?? '');
      if (account?.on_board && !migration?.settings.orders_of_connected) {
        fail(errors, 'customer', 'on_board', 'is on board: its order needs the setting orders_of_connected');
      }
      const prices = entry.items.map((item, at) => unitPriceOf(item, sold[at], migration, errors));
      if (errors.length > 0) return sourced(checked, source);
      const isPast = entry.delivery_date !== undefined && entry.delivery_date < today;
      const data: OrderData = {
        entry: { ...entry, delivery_date: isPast ? undefined : entry.delivery_date },
        buyerId: buyerId ?? null,
        onBoard: account?.on_board ?? false,
        lines: entry.items.map((one, at) => ({ ...one, sku: sold[at]?.sku, price: prices[at] })),
        acceptDifference: migration?.settings.accept_total_difference ?? migration === null,
      };
      const notes = [
        isPast && `delivery_date: ${entry.delivery_date} is over and was not taken.`,
        account?.on_hold && 'on_hold: the customer is on hold; the order is entered all the same.',
      ];
      const isComplete = data.buyerId !== null && sold.every((one) => one !== undefined);
      return sourced(
        {
          ...checked,
          ...{
            outcome: 'create' as const,
            after: told(entry),
            imported: told(entry),
            data: isComplete ? data : null,
          },
          note: joinNotes(note, ...notes),
        },
        source,
      );
    });
  };
}

async function knownOrders(db: Db, me: string, entries: readonly OrderEntry[]): Promise<Map<string, string>> {
  const ids = entries.flatMap(({ external_id }) => external_id ?? []);
  const [system] = ids.map((id) => id.system);
  if (system === undefined) return new Map();
  const rows = await ordersNamed(
    db,
    me,
    system,
    ids.map(({ value }) => value),
  );
  return new Map(rows.map(({ id, value }) => [value, id]));
}

function told({ number, status, items, total }: OrderEntry): Values {
  return {
    ...(number !== undefined && { number }),
    ...{ status, lines: items.length, units: items.reduce((sum, { quantity }) => sum + quantity, 0) },
    ...(total !== undefined && { total: toDollars(total).toFixed(2) }),
  };
}
