import type { TaxRule } from '../../features/pricing/document';
import { applying } from '../../features/pricing/taxes/applying';
import { TAX_PRESETS } from '../../features/pricing/taxes/presets';
import type { taxRules } from '../../features/pricing/taxes/tables';
import type { Business } from './businesses';
import { DAY, idAt } from './identity';

/** Longer than any order of the demo. */
const ADDED_DAYS_AGO = 419;

type Row = typeof taxRules.$inferInsert & { id: string };
const known = new Map<string, Row[]>();

/** The tax rules of the demo: one distributor charges its state's tax by a preset, and one of its city with freight. */
export function taxRulesOf({ key, entity }: Business, now: number): Row[] {
  if (key !== 'wholesaler2') return [];
  const present = known.get(entity.id);
  if (present) return present;
  const preset = TAX_PRESETS.find(({ state }) => state === entity.state);
  if (!preset?.rate) throw new Error('The state of the demo has a preset');
  const rule = (n: number, fields: Pick<Row, 'name' | 'rate'> & Partial<Row>): Row => {
    const createdAt = new Date(now - ADDED_DAYS_AGO * DAY + n * 60_000);
    return {
      ...{
        id: idAt(createdAt.getTime()),
        entityId: entity.id,
        basis: 'percent',
        createdAt,
        updatedAt: createdAt,
      },
      ...{ categories: [], includeFreight: false },
      ...fields,
    };
  };
  const rows = [
    rule(0, {
      name: preset.name,
      rate: preset.rate * 10_000,
      categories: preset.categories as Row['categories'],
    }),
    rule(1, { name: 'Fresno cannabis business tax', rate: 25_000, includeFreight: true }),
  ];
  known.set(entity.id, rows);
  return rows;
}

/** What an order of the demo keeps of them. */
export function keptTaxes(seller: Business, now: number): TaxRule[] | null {
  const rows = taxRulesOf(seller, now);
  const taxes = rows.map((row) => ({
    ...{ id: row.id, name: row.name, basis: row.basis, rate: row.rate ?? null },
    ...{ cents: null, unit: null, use: null, buyerTypes: [], states: [] },
    categories: row.categories ?? [],
    includeFreight: row.includeFreight ?? false,
  }));
  return applying(
    { taxes: taxes.length > 0 ? taxes : null, exempt: [] },
    { type: 'retailer', state: seller.entity.state, uses: [] },
  );
}
