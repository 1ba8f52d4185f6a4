import { isDeepStrictEqual } from 'node:util';
import { quantityOf } from '../../../kernel/amounts';
import { AppError, invalidRequest, isAppError, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { toCents } from '../../../kernel/money';
import type { SaleableVariant } from '../../products/queries';
import { keyOf } from '../money/ladders';
import type { NewOrderInput } from '../schema';
import type { AskedLine } from '../stock/holds.sql';

type Lines = NewOrderInput['items'];

/** Most units of a line of an order. */
export const MOST_UNITS = 1_000_000;

/** What the lines name their goods by. */
export function namesOf(lines: Lines): { productIds: string[]; skus: string[] } {
  return {
    productIds: lines.flatMap(({ product_id }) => product_id ?? []),
    skus: lines.flatMap(({ sku }) => sku ?? []),
  };
}

/** A line that can't be ordered, by its place in the request; null for a body that is wrong as a whole. */
export interface Refused {
  index: number | null;
  error: AppError;
}

/**
 * Finds the variant of each line, the product's first unless named, and merges equal lines.
 * @param reject what becomes of a line that can't be ordered: NOT_FOUND, or CONFLICT with `details.reason = "no_variant"`
 *   or `"product_inactive"`; thrown when absent
 * @throws AppError INVALID_REQUEST for lines of a variant that add up to too many units
 */
export function mergeLines(
  lines: Lines,
  variants: readonly SaleableVariant[],
  reject: (problem: AppError, index: number) => void = raise,
): AskedLine[] {
  const merged = new Map<string, AskedLine>();
  for (const [index, line] of lines.entries()) {
    const variant = variantFor(line, variants);
    if (isAppError(variant)) {
      reject(variant, index);
      continue;
    }
    const key = keyOf(variant.variant_id, line.sample);
    const present = merged.get(key);
    const given = givenIn(line);
    if (present && !isDeepStrictEqual(given, givenOf(present))) throw differentTerms(index);
    const quantity = (present?.quantity ?? 0) + quantityOf(line, variant.step, `items[${index}].`);
    if (quantity > MOST_UNITS) {
      throw invalidRequest([
        {
          path: `items[${index}].quantity`,
          code: 'value_too_large',
          message: `lines of one variant must add up to at most ${MOST_UNITS}`,
        },
      ]);
    }
    merged.set(key, {
      itemId: present?.itemId ?? newId(),
      index: present?.index ?? index,
      productId: variant.product_id,
      productName: variant.product_name,
      variantId: variant.variant_id,
      sku: variant.sku,
      quantity,
      unitPriceCents: variant.wholesale_price_cents,
      caseSize: variant.case_size,
      ...given,
      ...taxedAs(variant),
      unit: variant.unit,
      step: variant.step,
    });
  }
  return [...merged.values()];
}

/** What taxes of a line go by, which it keeps. */
export const taxedAs = ({ category, tax_weight, tax_weight_unit }: SaleableVariant) => ({
  taxCategory: category,
  taxWeight: tax_weight,
  taxWeightUnit: tax_weight_unit,
});

/** What its seller decided about a line. */
const givenIn = ({ unit_price, discount_bps, sample }: Lines[number]) => ({
  givenCents: unit_price === undefined || sample ? undefined : toCents(unit_price),
  discountBps: discount_bps ?? 0,
  sample: sample ?? false,
});

const givenOf = ({ givenCents, discountBps, sample }: AskedLine) => ({ givenCents, discountBps, sample });

const differentTerms = (index: number) =>
  invalidRequest([
    {
      path: `items[${index}]`,
      code: 'ambiguous',
      message: 'lines of one variant must have the same price and discount',
    },
  ]);

function variantFor(
  line: Lines[number],
  variants: readonly SaleableVariant[],
): (SaleableVariant & { variant_id: string }) | AppError {
  const named = variants.filter((variant) =>
    line.sku === undefined ? variant.product_id === line.product_id : variant.sku === line.sku,
  );
  const chosen = line.variant_id ? named.find((variant) => variant.variant_id === line.variant_id) : named[0];
  if (!chosen) return notFound();
  if (!chosen.active) {
    return productInactive(chosen);
  }
  if (chosen.variant_id === null) {
    return new AppError('CONFLICT', `${chosen.product_name} has no variant that can be ordered.`, {
      reason: 'no_variant',
      product_id: chosen.product_id,
    });
  }
  return { ...chosen, variant_id: chosen.variant_id };
}

/** The error of goods that aren't sold now: CONFLICT with `details.reason = "product_inactive"`. */
export const productInactive = ({ product_id, product_name }: { product_id: string; product_name: string }) =>
  new AppError('CONFLICT', `${product_name} is not for sale.`, { reason: 'product_inactive', product_id });

function raise(problem: AppError): never {
  throw problem;
}
