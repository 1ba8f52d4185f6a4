import { toDollars } from '../../../kernel/money';
import type { Db } from '../../../platform/db/client';
import { priceListsOf } from '../../entities/customers/queries.sql';
import { startOf } from '../../pricing/breaks';
import { rulesOf } from '../../pricing/lists/rules/queries.sql';
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
import { itemsOf, joinNotes, keptNote, sameNote, sourced } from '../migrations/keeping';
import { customerOf, openCustomers, openProducts, productOf } from '../migrations/references';
import { unitPriceOf } from '../migrations/unit-price';
import { buyersOf } from '../orders/buyers.sql';
import { namedBy } from '../orders/lines';
import { applyPriceLines, type PriceData } from './apply';
import type { PriceEntry, ReadPrice } from './read';

export const PRICE_LINES: LineKind = { openCheck: openPriceCheck, apply: applyPriceLines };

const refOf = ({ sku, product_id: productId }: PriceEntry) => ({ sku, productId });
const buyerRef = ({ customer, customer_id: customerId }: PriceEntry) => ({ customer, customerId });
const listName = ({ price_list, customer, customer_id }: PriceEntry) =>
  (price_list ?? customer ?? `Customer ${customer_id}`).slice(0, 100);

function openPriceCheck({ actor, leased: { migration } }: CheckContext) {
  const seen = new FirstLines();
  const me = actor.entity.id;
  return async (db: Db, lines: readonly unknown[]): Promise<CheckedLine[]> => {
    const read = lines as readonly ReadPrice[];
    const entries = read.flatMap(({ entry }) => entry ?? []);
    const named = entries.filter((entry) => entry.sku !== undefined || entry.product_id !== undefined);
    const led = await openProducts(db, me, migration, named.map(refOf));
    const withBuyer = entries.filter(
      (entry) => entry.customer !== undefined || entry.customer_id !== undefined,
    );
    const buyer = await openCustomers(db, me, migration, withBuyer.map(buyerRef), namedBy(db, me));
    const ids = withBuyer.flatMap((entry) => {
      const found = buyer(buyerRef(entry));
      return typeof found === 'object' ? found.found : [];
    });
    const buyers = new Map((await buyersOf(db, me, [...new Set(ids)])).map((one) => [one.id, one]));
    const lists = await priceListsOf(db, me);
    const items = await itemsOf(db, migration, 'price_lists', read);
    const rules = await rulesIn(db, lists, entries);
    return read.map(({ line, errors, sku, customerName, note, entry, source }) => {
      const checked: CheckedLine = { ...emptyLine(line), sku, customerName, note, errors };
      if (!entry) return sourced(checked, source);
      failEverywhere(errors, actor, ['price_list']);
      const name = listName(entry);
      const isPrice = entry.sku !== undefined || entry.product_id !== undefined;
      const variant = isPrice ? productOf(errors, led(refOf(entry)), refOf(entry)) : undefined;
      const isBuyers = entry.customer !== undefined || entry.customer_id !== undefined;
      const buyerId = isBuyers ? customerOf(errors, buyer(buyerRef(entry)), buyerRef(entry)) : undefined;
      const price = unitPriceOf(entry, variant, migration, errors);
      const from = entry.min_quantity ?? 1;
      const steps = variant ? startOf(from, variant.step) : from;
      if (steps === null)
        fail(errors, 'min_quantity', 'off_step', 'is no multiple of its step', String(from));
      const key = [
        name.toLowerCase(),
        variant?.variant_id ?? entry.product_id ?? entry.sku,
        from,
        buyerId ?? entry.customer_id ?? entry.customer,
      ];
      const earlier = seen.earlier(key.join('\0'), line);
      if (errors.length > 0) return sourced(checked, source);
      if (earlier !== undefined) {
        return sourced({ ...checked, outcome: 'unchanged', note: sameNote(earlier, source?.id) }, source);
      }
      const given: Values = {
        price_list: name,
        ...(entry.discount_bps !== undefined && { discount_bps: entry.discount_bps }),
        ...(price !== undefined && { price: toDollars(price).toFixed(2), from }),
        ...(isBuyers && { customer: customerName ?? entry.customer_id ?? null }),
      };
      const list = lists.find((one) => one.name.toLowerCase() === name.toLowerCase());
      const present = list && variant ? rules.get(`${list.id}/${variant.variant_id}/${steps}`) : undefined;
      const isComplete = (!isPrice || variant !== undefined) && (!isBuyers || buyerId !== undefined);
      const isSame =
        list !== undefined &&
        isComplete &&
        (price === undefined || present === price) &&
        (!isBuyers || buyers.get(buyerId ?? '')?.price_list_id === list.id);
      const data: PriceData = {
        ...{ name, discountBps: entry.discount_bps, buyerId: buyerId ?? null },
        ids: entry.external_id && { [entry.external_id.system]: entry.external_id.value },
        rule:
          variant && price !== undefined ? { variant_id: variant.variant_id, min_amount: from, price } : null,
      };
      const base = { ...checked, imported: given, data: isComplete ? data : null };
      if (isSame) return sourced({ ...base, outcome: 'unchanged' }, source);
      const item = items.get(source?.id ?? '');
      // What the list says of it was changed here, or taken from it.
      const was = item?.imported.price;
      const isKept =
        item !== undefined &&
        (price === undefined || was !== (present === undefined ? null : toDollars(present).toFixed(2)));
      if (isKept) {
        const note = joinNotes(checked.note, keptNote([price === undefined ? 'customer' : 'price']));
        return sourced({ ...base, outcome: 'unchanged', note, imported: null, data: null }, source);
      }
      const before = present === undefined ? null : { price: toDollars(present).toFixed(2) };
      return sourced(
        { ...base, outcome: list && before ? 'update' : 'create', before, after: given },
        source,
      );
    });
  };
}

/** Prices of the lists that lines name, by list, variant and steps. */
async function rulesIn(
  db: Db,
  lists: ReadonlyArray<{ id: string; name: string }>,
  entries: readonly PriceEntry[],
): Promise<Map<string, number>> {
  const names = new Set(entries.map((entry) => listName(entry).toLowerCase()));
  const found = new Map<string, number>();
  for (const { id, name } of lists) {
    if (!names.has(name.toLowerCase())) continue;
    for (const { variant_id, min_steps, price_cents } of await rulesOf(db, id)) {
      found.set(`${id}/${variant_id}/${min_steps}`, price_cents);
    }
  }
  return found;
}
