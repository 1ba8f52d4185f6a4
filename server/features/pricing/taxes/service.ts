import { eq } from 'drizzle-orm';
import { AppError, type FieldError, invalidRequest } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { toCents } from '../../../kernel/money';
import { changesBetween, checkPatch } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import { endExemptions } from '../../entities/customers/service.sql';
import { lockEntity } from '../../entities/queries';
import { MAX_TAX_RULES } from '../../entities/schema';
import { getTaxRule } from './queries';
import { countTaxRules } from './queries.sql';
import type { TaxRuleView } from './resource';
import { type NewTaxRule, TAX_RULE_READ_ONLY, type UpdateTaxRule } from './schema';
import { taxRules } from './tables';

/** What a rule says, beside its id and times. */
type Values = Omit<TaxRuleView, 'id' | 'created_at' | 'updated_at'>;

/** @throws AppError INVALID_REQUEST, CONFLICT with `details.reason` `too_many` */
export async function createTaxRule(ctx: WriteContext, input: NewTaxRule): Promise<TaxRuleView> {
  const { db, actor } = ctx;
  const values = checked({
    ...input,
    rate: input.rate ?? null,
    amount: input.amount ?? null,
    weight_unit: input.weight_unit ?? null,
    categories: input.categories ?? [],
    buyer_types: input.buyer_types ?? [],
    use: input.use ?? null,
    states: input.states ?? [],
    include_freight: input.include_freight ?? false,
    starts_on: input.starts_on ?? null,
    ends_on: input.ends_on ?? null,
  });
  // Rules of one business change in turns, so that their limit holds.
  await lockEntity(db, actor.entity.id);
  const [counted] = await countTaxRules(db, actor.entity.id);
  if (counted && counted.total >= MAX_TAX_RULES) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_TAX_RULES} tax rules. Delete one first.`, {
      reason: 'too_many',
      limit: MAX_TAX_RULES,
    });
  }
  const id = newId();
  await db.insert(taxRules).values({ id, entityId: actor.entity.id, ...columnsOf(values) });
  const after = await getTaxRule(ctx, id);
  ctx.audit({ action: 'tax_rule.created', objectId: id, after });
  return after;
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST */
export async function updateTaxRule(
  ctx: WriteContext,
  { id, ...patch }: UpdateTaxRule,
): Promise<TaxRuleView> {
  await lockEntity(ctx.db, ctx.actor.entity.id);
  const before = await getTaxRule(ctx, id);
  checkPatch(patch, before, TAX_RULE_READ_ONLY);
  await ctx.db
    .update(taxRules)
    .set(columnsOf(checked(patched(before, patch))))
    .where(eq(taxRules.id, id));
  const after = await getTaxRule(ctx, id);
  ctx.audit({ action: 'tax_rule.updated', objectId: id, ...changesBetween(before, after) });
  return after;
}

/** Deletes a rule; orders that were placed keep it. @throws AppError NOT_FOUND */
export async function deleteTaxRule(ctx: WriteContext, id: string): Promise<void> {
  const { db, actor } = ctx;
  await lockEntity(db, actor.entity.id);
  const before = await getTaxRule(ctx, id);
  await endExemptions(db, actor.entity.id, id);
  await db.delete(taxRules).where(eq(taxRules.id, id));
  ctx.audit({ action: 'tax_rule.deleted', objectId: id, before });
}

/** A rule after a PATCH: with another basis, what only the previous one has goes unless it was sent. */
function patched(before: TaxRuleView, patch: Omit<UpdateTaxRule, 'id'>): Values {
  const basis = patch.basis ?? before.basis;
  const kept = <T>(sent: T | null | undefined, present: T | null, fits: boolean): T | null => {
    if (sent !== undefined) return sent;
    return fits ? present : null;
  };
  return {
    name: patch.name ?? before.name,
    basis,
    rate: kept(patch.rate, before.rate, basis === 'percent'),
    amount: kept(patch.amount, before.amount, basis !== 'percent'),
    weight_unit: kept(patch.weight_unit, before.weight_unit, basis === 'weight'),
    categories: kept(patch.categories, before.categories, true) ?? [],
    buyer_types: kept(patch.buyer_types, before.buyer_types, true) ?? [],
    use: kept(patch.use, before.use, true),
    states: kept(patch.states, before.states, true) ?? [],
    include_freight: kept(patch.include_freight, before.include_freight, basis === 'percent') ?? false,
    starts_on: kept(patch.starts_on, before.starts_on, true),
    ends_on: kept(patch.ends_on, before.ends_on, true),
  };
}

/** @throws AppError INVALID_REQUEST for fields that the basis needs, or doesn't have */
function checked(values: Values): Values {
  const { basis, rate, amount, weight_unit, include_freight, starts_on, ends_on } = values;
  const errors: FieldError[] = [];
  const needs = (path: string, value: unknown, isNeeded: boolean) => {
    const isGiven = value !== null && value !== false;
    if (isNeeded && !isGiven) {
      errors.push({ path, code: 'required', message: `is required with the basis ${basis}` });
    } else if (!isNeeded && isGiven) {
      errors.push({ path, code: 'conflict', message: `does not go with the basis ${basis}` });
    }
  };
  needs('rate', rate, basis === 'percent');
  needs('amount', amount, basis !== 'percent');
  needs('weight_unit', weight_unit, basis === 'weight');
  if (basis !== 'percent') needs('include_freight', include_freight, false);
  if (starts_on && ends_on && ends_on < starts_on) {
    errors.push({ path: 'ends_on', code: 'range_upside_down', message: 'must not be before starts_on' });
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return values;
}

/** The row of a rule. */
const columnsOf = ({ rate, amount, ...values }: Values) => ({
  name: values.name,
  basis: values.basis,
  // Four decimals of a percent are exact as whole ten-thousandths.
  rate: rate === null ? null : Math.round(rate * 10_000),
  amountCents: amount === null ? null : toCents(amount),
  weightUnit: values.weight_unit,
  categories: values.categories,
  buyerTypes: values.buyer_types,
  use: values.use,
  states: values.states,
  includeFreight: values.include_freight,
  startsOn: values.starts_on,
  endsOn: values.ends_on,
});
