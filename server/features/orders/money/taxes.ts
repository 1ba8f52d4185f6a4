import type { Premises } from '../../../kernel/premises';
import type { Db } from '../../../platform/db/client';
import { type Reading, readingsOf } from '../../entities/customers/readings/queries.sql';
import type { TaxRule } from '../../pricing/document';
import { applying, dependOnLicense, type TaxTerms } from '../../pricing/taxes/applying';

/** How premises are read, by id. */
type Markets = ReadonlyMap<string, Reading>;

/** How a seller reads the premises of its buyers (decision 905): where its rules choose by them, which few sellers' do. */
export async function marketsOf(
  db: Db,
  sellerId: string,
  terms: readonly TaxTerms[],
  places: ReadonlyArray<Pick<Premises, 'id'> | null | undefined>,
): Promise<Markets> {
  const ids = places.flatMap((place) => place?.id ?? []);
  if (ids.length === 0 || !terms.some(dependOnLicense)) return new Map();
  return new Map((await readingsOf(db, sellerId, ids)).map((reading) => [reading.id, reading]));
}

/** The tax rules that an order keeps; null where the one rate of its seller applies. */
export function rulesFor(
  terms: TaxTerms | undefined,
  { type }: { type: string },
  { id, state }: Pick<Premises, 'id' | 'state'>,
  markets: Markets,
): TaxRule[] | null {
  const { uses = [], confirmed = true, sellerState = null } = markets.get(id) ?? {};
  return applying(terms, { type, state, sellersState: confirmed ? null : sellerState, uses });
}
