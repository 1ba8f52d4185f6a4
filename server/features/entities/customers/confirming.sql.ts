import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { statedBy } from '../licenses/stated.sql';
import { licenses } from '../licenses/tables';
import type { LICENSE_USES } from '../typed.schema';
import { isConnected } from './resource';
import { accounts } from './tables';

interface Pair {
  sellerId: string;
  buyerId: string;
}

/** What a seller confirms of a license. */
export interface Confirmed {
  license_number: string;
  state: string;
  use: (typeof LICENSE_USES)[number];
  expires_on: string | null;
}

const PAIR: Pair = { sellerId: ID, buyerId: ID };

/**
 * Adds what a license of a connected buyer says to what its seller has confirmed, which then has nothing else of that number, and
 * nothing that no license says anymore: as many as the buyer has licenses. @returns no row when no license says it
 */
export const confirmLicense = statement(
  [[PAIR, { license_number: 'x', state: 'CA', use: 'adult', expires_on: null }]],
  ({ sellerId, buyerId }: Pair, said: Confirmed) => sql<{ buyer_id: string }>`
    update ${accounts} a set confirmed = jsonb_build_array(g.said || jsonb_build_object('confirmed_at', now())) || coalesce((
        select jsonb_agg(y.one) from jsonb_array_elements(a.confirmed) y (one)
        where y.one->>'license_number' <> g.said->>'license_number'
          and exists (select from ${licenses} n where n.entity_id = a.buyer_id and y.one @> ${statedBy})), '[]')
    from (select ${JSON.stringify(said)}::jsonb as said) g
    where a.seller_id = ${sellerId} and a.buyer_id = ${buyerId} and ${isConnected}
      and exists (select from ${licenses} n where n.entity_id = a.buyer_id and ${statedBy} = g.said)
    returning a.buyer_id`,
);

export const forgetConfirmed = statement(
  [[PAIR]],
  ({ sellerId, buyerId }: Pair) => sql`
    update ${accounts} set confirmed = '[]' where seller_id = ${sellerId} and buyer_id = ${buyerId}`,
);
