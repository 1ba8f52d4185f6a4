import type { Premises } from '../../kernel/premises';
import type { Db } from '../../platform/db/client';
import { usesOf } from '../entities/licenses/queries.sql';
import type { TaxRule } from '../pricing/document';
import { applying, dependOnUse, type TaxTerms } from '../pricing/taxes/applying';

type Uses = Awaited<ReturnType<typeof usesOf>>[number]['uses'];

/** The markets of premises, by id: read where rules choose by them, which few sellers' do. */
export async function marketsOf(
  db: Db,
  terms: readonly TaxTerms[],
  places: ReadonlyArray<Pick<Premises, 'id'> | null | undefined>,
): Promise<ReadonlyMap<string, Uses>> {
  const ids = places.flatMap((place) => place?.id ?? []);
  if (ids.length === 0 || !terms.some(dependOnUse)) return new Map();
  return new Map((await usesOf(db, ids)).map(({ id, uses }) => [id, uses]));
}

/** The tax rules that an order keeps; null where the one rate of its seller applies. */
export const rulesFor = (
  terms: TaxTerms | undefined,
  { type }: { type: string },
  { id, state }: Pick<Premises, 'id' | 'state'>,
  markets: Awaited<ReturnType<typeof marketsOf>>,
): TaxRule[] | null => applying(terms, { type, state, uses: markets.get(id) ?? [] });
