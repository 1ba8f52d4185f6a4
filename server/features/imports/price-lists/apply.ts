import { isAppError } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import { EACH } from '../../../kernel/weights';
import type { WriteContext } from '../../../operation/context';
import { priceListsOf } from '../../entities/customers/queries.sql';
import { updateCustomer } from '../../entities/customers/service';
import { changeExternalIds } from '../../entities/external-ids/service';
import { rulesOf } from '../../pricing/lists/rules/queries.sql';
import { setPriceRules } from '../../pricing/lists/rules/service';
import { createPriceList, updatePriceList } from '../../pricing/lists/service';
import { type AppliedLine, lineErrorOf, type Values } from '../lines/line';
import type { OpenLine } from '../queries';
import { inSavepoint } from '../running/apply-line';
import type { LeasedImport } from '../running/leased-import';

/** What is written of a line. */
export interface PriceData {
  name: string;
  discountBps: number | undefined;
  buyerId: string | null;
  /** What the source calls the list. */
  ids: Record<string, string> | undefined;
  /** In cents per unit. */
  rule: { variant_id: string; min_amount: number; price: number } | null;
}

/** Writes each list once for all of its lines: its prices replace those of the same amounts, others stay. */
export async function applyPriceLines(
  ctx: WriteContext,
  _leased: LeasedImport,
  lines: readonly OpenLine[],
): Promise<AppliedLine[]> {
  const byList = new Map<string, OpenLine[]>();
  for (const line of lines) {
    if (line.data === null || line.outcome === 'unchanged') continue;
    const { name } = line.data as PriceData;
    byList.set(name.toLowerCase(), [...(byList.get(name.toLowerCase()) ?? []), line]);
  }
  const done = new Map<number, Pick<AppliedLine, 'outcome' | 'errors'> & { objectId?: string }>();
  for (const ofList of byList.values()) {
    try {
      const objectId = await inSavepoint(ctx, (tx) =>
        writeList(
          tx,
          ofList.map(({ data }) => data as PriceData),
        ),
      );
      for (const { line, outcome } of ofList) done.set(line, { outcome, errors: [], objectId });
    } catch (error) {
      if (!isAppError(error)) throw error;
      for (const { line } of ofList) done.set(line, { outcome: 'error', errors: [lineErrorOf(error)] });
    }
  }
  return lines.map(({ line, outcome, before, after, note }) => ({
    ...{ line, outcome, note, errors: [], before: before as Values | null, after: after as Values | null },
    ...done.get(line),
  }));
}

async function writeList(ctx: WriteContext, entries: readonly PriceData[]): Promise<string> {
  const [first] = entries as [PriceData];
  const bps = entries.find(({ discountBps }) => discountBps !== undefined)?.discountBps;
  const lists = await priceListsOf(ctx.db, ctx.actor.entity.id);
  const known = lists.find(({ name }) => name.toLowerCase() === first.name.toLowerCase());
  const id = known?.id ?? (await createPriceList(ctx, { name: first.name, discount_bps: bps })).id;
  if (known && bps !== undefined) await updatePriceList(ctx, { id, discount_bps: bps });
  const ids = entries.find((entry) => entry.ids !== undefined)?.ids;
  if (ids) await changeExternalIds(ctx, 'price_list', [{ id, ids }]);
  const given = entries.flatMap(({ rule }) => rule ?? []);
  if (given.length > 0) {
    const rules = new Map(
      (await rulesOf(ctx.db, id)).map(({ variant_id, min_steps, step, price_cents }) => {
        const min_amount = (min_steps * (step ?? EACH)) / EACH;
        return [
          `${variant_id} ${min_amount}`,
          { variant_id, min_amount, unit_price: toDollars(price_cents) },
        ];
      }),
    );
    for (const { variant_id, min_amount, price } of given) {
      rules.set(`${variant_id} ${min_amount}`, { variant_id, min_amount, unit_price: toDollars(price) });
    }
    await setPriceRules(ctx, { id, rules: [...rules.values()] });
  }
  for (const buyerId of new Set(entries.flatMap((entry) => entry.buyerId ?? []))) {
    await updateCustomer(ctx, { id: buyerId, price_list_id: id });
  }
  return id;
}
