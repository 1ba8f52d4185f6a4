// Other features import this file.
import { type FieldError, invalidRequest } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { type FoundBy, type FoundGoods, goodsByName } from './goods.sql';
import { NAMES } from './schema';

type Named = Partial<Record<(typeof NAMES)[number], string | undefined>>;
/** The variant that a line is of. */
export type Goods = Omit<FoundGoods, 'found_by' | 'name'>;

/** What a scanned code is looked for as, in this order (decision 942). */
const SCANNED: readonly FoundBy[] = ['sku', 'external_id', 'tag'];

/**
 * Finds the goods of lines: those of the business, and those that its list of products shows. Others are unknown, whether they exist or not.
 * @param lines undefined for one that names none
 * @returns the goods of each line, or its error
 */
export async function findGoods(
  { db, actor }: ReadContext,
  lines: ReadonlyArray<Named | undefined>,
): Promise<Array<Goods | FieldError | undefined>> {
  const namedBy = (field: (typeof NAMES)[number]) => [
    ...new Set(lines.flatMap((line) => line?.[field] ?? [])),
  ];
  const scans = namedBy('scan');
  const names = {
    variantIds: namedBy('variant_id'),
    skus: [...new Set([...namedBy('sku'), ...scans])],
    scans,
  };
  const found = names.variantIds.length + names.skus.length > 0 ? await goodsByName(db, actor, names) : [];
  const byName = new Map<string, FoundGoods[]>();
  for (const goods of found) {
    const key = `${goods.found_by} ${goods.name}`;
    byName.set(key, [...(byName.get(key) ?? []), goods]);
  }
  return lines.map((line, index) => {
    const field = NAMES.find((one) => line?.[one] !== undefined);
    if (!line || !field) return undefined;
    const ways = field === 'scan' ? SCANNED : [field];
    const meant = ways
      .map((way) => byName.get(`${way} ${line[field]}`) ?? [])
      .find((goods) => goods.length > 0);
    return chosen(meant ?? [], `lines[${index}].${field}`);
  });
}

/** Those of the business first; of several others' none. */
function chosen(found: readonly FoundGoods[], path: string): Goods | FieldError {
  const own = found.filter((goods) => goods.own);
  const [first, second] = own.length > 0 ? own : found;
  if (!first) return { path, code: 'unknown_sku', message: 'is of no product of yours, or that you see' };
  if (!second) return first;
  return {
    path,
    code: 'ambiguous',
    message: 'is of several variants: send variant_id',
    variants: (own.length > 0 ? own : found).map(
      ({ variant_id, product_id, product_name, variant_name }) => ({
        variant_id,
        product_id,
        product_name,
        variant_name,
      }),
    ),
  };
}

const isError = (one: Goods | FieldError | undefined): one is FieldError =>
  one !== undefined && 'code' in one;

/** @throws AppError INVALID_REQUEST with the lines whose goods weren't found */
export function assertFound(found: ReadonlyArray<Goods | FieldError | undefined>): Array<Goods | undefined> {
  const errors = found.filter(isError);
  if (errors.length > 0) throw invalidRequest(errors);
  return found as Array<Goods | undefined>;
}

/** The goods of a line, whose error is thrown later. */
export const goodsOf = (one: Goods | FieldError | undefined): Goods | undefined =>
  isError(one) ? undefined : one;
