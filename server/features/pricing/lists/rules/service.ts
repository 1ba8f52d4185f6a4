import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, type FieldError, invalidRequest } from '../../../../kernel/errors';
import { toCents } from '../../../../kernel/money';
import { EACH } from '../../../../kernel/weights';
import type { WriteContext } from '../../../../operation/context';
import { startFault, startOf } from '../../breaks';
import { getPriceList } from '../queries';
import type { PriceListView } from '../resource';
import { MAX_RULES, type SetPriceRules } from '../schema';
import { lockPriceList } from '../service';
import { priceLists } from '../tables';
import { deleteRules, insertRules, type Rule, rulesOf, soldVariants } from './queries.sql';

type Given = z.infer<typeof SetPriceRules>['rules'];
type Sold = Awaited<ReturnType<typeof soldVariants>>[number];
interface Priced extends Rule {
  sku: string;
  step: number | null;
}

/**
 * Replaces all prices of a list (decision 580).
 * @throws AppError NOT_FOUND, INVALID_REQUEST by entry, with nothing changed, CONFLICT with `details.reason` `too_many`
 */
export async function setPriceRules(
  ctx: WriteContext,
  { id, rules }: z.infer<typeof SetPriceRules>,
): Promise<PriceListView> {
  const list = await lockPriceList(ctx, id);
  if (rules.length > MAX_RULES) {
    throw new AppError('CONFLICT', `A price list has at most ${MAX_RULES} prices.`, {
      reason: 'too_many',
      limit: MAX_RULES,
    });
  }
  const after = pricedOf(rules, await findSold(ctx, rules));
  const changes = changedPrices(await rulesOf(ctx.db, id), after);
  if (!changes) return list;
  await deleteRules(ctx.db, id);
  await insertRules(
    ctx.db,
    id,
    after.map(({ variant_id, min_steps, price_cents }) => ({ variant_id, min_steps, price_cents })),
  );
  await ctx.db.update(priceLists).set({ updatedAt: sql`change_time()` }).where(eq(priceLists.id, id));
  ctx.audit({ action: 'price_list.updated', objectId: id, ...changes });
  return getPriceList(ctx, id);
}

/** What the caller's business sells, by SKU and by id. */
async function findSold({ db, actor }: WriteContext, rules: Given) {
  const skus = new Set(rules.flatMap(({ sku }) => sku ?? []));
  const ids = new Set(rules.flatMap(({ variant_id }) => variant_id ?? []));
  const sold = await soldVariants(db, actor.entity.id, [...skus], [...ids]);
  return new Map(sold.flatMap((one) => [[`sku ${one.sku}`, one] as const, [`id ${one.id}`, one] as const]));
}

/** @throws AppError INVALID_REQUEST */
function pricedOf(rules: Given, sold: ReadonlyMap<string, Sold>): Priced[] {
  const faults: FieldError[] = [];
  const seen = new Map<string, number>();
  const priced = rules.flatMap((rule, n) => {
    const at = `rules[${n}]`;
    const one = variantOf(rule, sold, at);
    if ('code' in one) {
      faults.push(one);
      return [];
    }
    const steps = startOf(rule.min_amount, one.step);
    if (steps === null) {
      faults.push({ path: `${at}.min_amount`, code: 'off_step', message: startFault(one.step) });
      return [];
    }
    const key = `${one.id} ${steps}`;
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      const message = `repeats the amount of entry ${earlier + 1}`;
      faults.push({ path: `${at}.min_amount`, code: 'duplicate', message });
    } else seen.set(key, n);
    const price_cents = toCents(rule.unit_price);
    return [{ variant_id: one.id, min_steps: steps, price_cents, sku: one.sku, step: one.step }];
  });
  if (faults.length > 0) throw invalidRequest(faults);
  return priced;
}

function variantOf({ sku, variant_id }: Given[number], sold: ReadonlyMap<string, Sold>, at: string) {
  if ((sku === undefined) === (variant_id === undefined)) {
    return { path: at, code: 'ambiguous' as const, message: 'must have either sku or variant_id' };
  }
  const found = sold.get(sku === undefined ? `id ${variant_id}` : `sku ${sku}`);
  if (found) return found;
  return sku === undefined
    ? { path: `${at}.variant_id`, code: 'unknown_id' as const, message: 'is not a variant that you sell' }
    : { path: `${at}.sku`, code: 'unknown_sku' as const, message: 'SKU not found in what you sell' };
}

/** What differs, as an audit row has it: by SKU and amount, a price in dollars; null for nothing. */
function changedPrices(before: readonly Priced[], after: readonly Priced[]) {
  const [old, now] = [byPlace(before), byPlace(after)];
  const places = [...new Set([...old.keys(), ...now.keys()])].filter(
    (place) => old.get(place) !== now.get(place),
  );
  if (places.length === 0) return null;
  const pick = (from: ReadonlyMap<string, number>) =>
    Object.fromEntries(
      places.flatMap((place) => {
        const cents = from.get(place);
        return cents === undefined ? [] : [[place, cents / 100]];
      }),
    );
  return { before: pick(old), after: pick(now) };
}

const byPlace = (rules: readonly Priced[]) =>
  new Map(
    rules.map(({ sku, step, min_steps, price_cents }) => [
      `${sku} from ${(min_steps * (step ?? EACH)) / EACH}`,
      price_cents,
    ]),
  );
