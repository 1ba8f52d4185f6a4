import type { z } from 'zod';
import { AppError, type FieldError, invalidRequest } from '../../kernel/errors';
import { EACH } from '../../kernel/weights';
import type { Db } from '../../platform/db/client';
import { lockProductRow } from './queries.sql';
import type { ProductView } from './resource';
import type { NewVariant } from './schema';
import { lockVariants, usedAmong } from './sold-by.sql';
import type { productVariants } from './tables';

type Stated = Partial<Pick<z.infer<typeof NewVariant>, 'sold_by' | 'unit' | 'step'>>;
type Shown = Pick<ProductView['variants'][number], 'sold_by' | 'unit' | 'step'>;
type Columns = Pick<typeof productVariants.$inferInsert, 'unit' | 'step'>;

/**
 * The columns that say in what a variant is sold.
 * @param path of the variant's fields in the request, such as `variants[0].`
 * @param current of a variant that exists; what the request leaves out stays
 * @throws AppError INVALID_REQUEST for a weight without unit or step, and for either of goods sold each
 */
export function soldAs(stated: Stated, path = '', current?: Shown): Columns {
  const isStated = (stated.unit ?? stated.step ?? null) !== null;
  const soldBy = stated.sold_by ?? (isStated ? 'weight' : (current?.sold_by ?? 'unit'));
  const { unit = current?.unit ?? null, step = current?.step ?? null } = stated;
  const errors = (key: 'unit' | 'step', code: FieldError['code'], message: string): FieldError[] => [
    { path: `${path}${key}`, code, message },
  ];
  if (soldBy === 'unit') {
    if (!isStated) return { unit: null, step: null };
    throw invalidRequest(
      errors(stated.unit ? 'unit' : 'step', 'ambiguous', 'must not come with sold_by unit'),
    );
  }
  if (unit === null || step === null) {
    throw invalidRequest([
      ...(unit === null ? errors('unit', 'required', 'is required for goods sold by weight') : []),
      ...(step === null ? errors('step', 'required', 'is required for goods sold by weight') : []),
    ]);
  }
  return { unit, step: Math.round(step * EACH) };
}

/**
 * Lets variants of a product be sold otherwise: nothing of them may ever have been stocked or ordered, since all of their quantities
 * count steps. Orders and stock that come meanwhile wait, or are found.
 * @throws AppError CONFLICT with `details.reason = "has_stock"`
 */
export async function checkUnused(
  db: Db,
  product: Pick<ProductView, 'id' | 'entity'>,
  variantIds: readonly string[],
): Promise<void> {
  await lockProductRow(db, product.id, product.entity.id, 'against orders');
  await lockVariants(db, variantIds);
  const [used] = await usedAmong(db, variantIds);
  if (!used) return;
  throw new AppError(
    'CONFLICT',
    `${used.sku} has stock or order lines already. Add another variant to sell it in other units.`,
    { reason: 'has_stock', variant_id: used.id },
  );
}

/** Whether a variant would be sold otherwise than it is. */
export const isSoldOtherwise = ({ unit, step }: Columns, current: Shown): boolean =>
  unit !== current.unit ||
  (step ?? null) !== (current.step === null ? null : Math.round(current.step * EACH));
