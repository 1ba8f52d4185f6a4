import { z } from 'zod';
import { MAX_PRICE_CENTS } from '../../../kernel/money';
import { STEP_UNITS } from '../../../kernel/weights';
import { SOLD_BY } from '../../products/schema';
import type { CellReader } from '../lines/cell-reader';
import type { CatalogEntry } from './entry';

const Dollars = z
  .number()
  .min(0)
  .max(MAX_PRICE_CENTS / 100);
/** Variants of a product, as the cell `variants` of our own export has them. */
const Variants = z
  .array(
    z.object({
      sku: z.string().min(1).max(100),
      name: z.string().min(1).max(200),
      price: Dollars,
      wholesale_price: Dollars,
      case_size: z.int().min(1).max(1_000_000),
      sold_by: z.enum(SOLD_BY),
      unit: z.enum(STEP_UNITS).nullable(),
      step: z.number().nullable(),
    }),
  )
  .min(1)
  .max(200);

/** The variants in a cell, each with what the line says of their product. */
export function variantsIn(
  reader: CellReader,
  cell: string | undefined,
  product: Partial<CatalogEntry> & Pick<CatalogEntry, 'name'>,
): CatalogEntry[] {
  const { data } = Variants.safeParse(parsed(cell));
  if (!data) {
    reader.fail('variants', 'invalid_format', 'must be as the export of products has it');
    return [];
  }
  return data.map(({ sku, name, price, wholesale_price, case_size, sold_by, unit, step }) => ({
    ...product,
    ...{ sku, variantName: name, caseSize: case_size, soldBy: sold_by },
    ...{ priceCents: Math.round(price * 100), wholesaleCents: Math.round(wholesale_price * 100) },
    ...(unit !== null && step !== null && { unit, step }),
  }));
}

function parsed(cell = ''): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return null;
  }
}
