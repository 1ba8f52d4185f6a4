import { type SQL, sql } from 'drizzle-orm';
import { uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { events } from '../../platform/outbox/tables';
import { creditNotes } from '../billing/credits/tables';
import { invoices } from '../billing/invoices/tables';
import { payments } from '../billing/payments/tables';
import { accounts } from '../entities/customers/tables';
import { stockCounts } from '../inventory/counts/tables';
import { goodsReceipts } from '../inventory/goods-receipts/tables';
import { inventoryTransfers } from '../inventory/tables';
import { batches, batchReach, lotReach, lots } from '../lots/tables';
import { drafts } from '../orders/drafts/tables';
import { orders } from '../orders/tables';
import { productReach, products } from '../products/tables';
import { searchChanges, searchFills, searchTexts, searchWords } from './tables';
import type { Changed, SourceName } from './texts.sql';

/** Advisory lock of the process that writes texts: words are counted in turn. */
const LOCK = 3031;
/** Changes of a transaction. */
export const BATCH = 500;
/** Changes that are looked at for those of each business, so that one with many lets others pass. */
const LOOKED_AT = 20_000;

export const tryTextsLock = statement(
  [[]],
  () => sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as held`,
);

/** Hands on what events say. */
export const noteEvents = statement(
  [[[{ id: ID, kind: 'order' }]]],
  (found: ReadonlyArray<{ id: string; kind: string }>) => sql`
    insert into ${searchChanges} (source_id, kind, owner_id, object_id)
    select distinct on (f.kind, e.data ->> 'id') e.entity_id, f.kind, case when f.kind = 'claim' then e.entity_id end, (e.data ->> 'id')::uuid
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (id uuid, kind text) join ${events} e on e.id = f.id
    -- Partners get events of goods, too: their owner's says it.
    where f.kind <> 'product' or exists (
      select from ${products} p where p.id = (e.data ->> 'id')::uuid and p.entity_id = e.entity_id)
    order by f.kind, e.data ->> 'id'`,
);

/** Looked for before a transaction is begun: workers ask twice a second, mostly in vain. */
export const anyChange = statement([[]], () => sql`select from ${searchChanges} limit 1`);

/** Takes waiting changes, each business in turn; what follows from others waits for all that doesn't. */
export const takeChanges = statement(
  [[false], [true]],
  (follows: boolean) => sql<Changed & { kind: string; source_id: string | null }>`
    with first as materialized (
      select c.position, row_number() over (partition by c.source_id order by c.position) as turn
      from (select position, source_id from ${searchChanges} where ${follows ? sql`follows` : sql`not follows`}
        order by position limit ${LOOKED_AT}) c
    )
    delete from ${searchChanges} c using (select position from first order by turn, position limit ${BATCH}) t
    where c.position = t.position returning c.kind, c.owner_id, c.object_id, c.source_id`,
);

/** A text as it is stored. */
export interface Text {
  kind: string;
  owner_id: string;
  object_id: string;
  at: string;
  name: string;
  words: string;
}

/** A text that may be gone. */
export interface Gone {
  kinds: readonly string[];
  owner_id: string | null;
  object_id: string;
}

const wordsOf = (row: string, by: number) => sql`
  select ${sql.raw(row)}.owner_id, ${sql.raw(row)}.kind, w.word, ${sql.raw(String(by))} as n
  from ${sql.raw(row)} cross join lateral (
    select distinct u.word from unnest(string_to_array(btrim(${sql.raw(row)}.words), ' ')) u (word) where u.word <> '') w`;

/**
 * Stores texts, removes those of changed objects that have none anymore, and counts words. Runs under the lock.
 * @returns the texts whose words changed, without new ones
 */
export const writeTexts = statement(
  [[[], []]],
  (texts: readonly Text[], changed: readonly Gone[]) => sql<{
    kind: string;
    owner_id: string;
    object_id: string;
  }>`
    with given as materialized (
      select distinct on (owner_id, kind, object_id) * from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
        as g (owner_id uuid, kind text, object_id uuid, at timestamptz, name text, words text)
    ), was as materialized (
      select t.owner_id, t.kind, t.object_id, t.words from ${searchTexts} t join given g using (owner_id, kind, object_id)
    ), gone as (
      delete from ${searchTexts} t using jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (kinds text[], owner_id uuid, object_id uuid)
      where t.object_id = c.object_id and t.kind = any(c.kinds) and (c.owner_id is null or t.owner_id = c.owner_id)
        and not exists (select from given g where g.owner_id = t.owner_id and g.kind = t.kind and g.object_id = t.object_id)
      returning t.owner_id, t.kind, t.words
    ), written as (
      insert into ${searchTexts} as t (owner_id, kind, object_id, at, name, words)
      select owner_id, kind, object_id, at, name, words from given
      on conflict (owner_id, kind, object_id) do update set at = excluded.at, name = excluded.name, words = excluded.words
      where (t.at, t.name, t.words) is distinct from (excluded.at, excluded.name, excluded.words)
    ), counted as (
      select owner_id, kind, word, sum(n)::int as n from (${wordsOf('given', 1)} union all ${wordsOf('was', -1)} union all ${wordsOf('gone', -1)}) w
      group by owner_id, kind, word having sum(n) <> 0
    ), summed as (
      insert into ${searchWords} as s (owner_id, kind, word, objects)
      select owner_id, kind, word, n from counted order by owner_id, kind, word
      on conflict (owner_id, kind, word collate "C") do update set objects = s.objects + excluded.objects
    )
    select w.kind, w.owner_id, w.object_id from was w join given g using (owner_id, kind, object_id) where g.words <> w.words`,
);

export const removeUnusedWords = statement([[]], () => sql`delete from ${searchWords} where objects <= 0`);

const noted = (sourceId: SQL, kind: string, rows: SQL): SQL =>
  sql`select ${sourceId}, ${sql.raw(`'${kind}'`)}, f.owner_id, f.object_id, true from (${rows}) f`;

const trade = (of: (seller: SQL, buyer: SQL) => SQL) => {
  const pair = of(sql`t.seller_id`, sql`t.buyer_id`);
  return [
    [
      'order',
      sql`select null::uuid as owner_id, t.id as object_id from ${orders} t where ${of(sql`t.wholesaler_id`, sql`t.retailer_id`)}`,
    ],
    ...(
      [
        ['invoice', invoices],
        ['payment', payments],
        ['credit_note', creditNotes],
        ['draft', drafts],
      ] as const
    ).map(([kind, table]) => [
      kind,
      sql`select null::uuid as owner_id, t.id as object_id from ${table} t where ${pair}`,
    ]),
  ] as Array<[string, SQL]>;
};

/** What has the name of something, or of who sees it: what follows from a change. */
const FOLLOWING = {
  /** Documents of a seller (the owner) with a buyer. */
  pair: (owner: string | null, id: string) =>
    trade((seller, buyer) => sql`${seller} = ${owner} and ${buyer} = ${id}`),
  /** A buyer that was merged with a customer: with the documents, all that came with it. */
  claim: (owner: string | null, id: string): Array<[string, SQL]> => [
    ...trade((seller, buyer) => sql`${seller} = ${owner} and ${buyer} = ${id}`),
    [
      'batch',
      sql`select z.entity_id as owner_id, z.batch_id as object_id from ${batchReach} z where z.entity_id = ${id}`,
    ],
    [
      'lot',
      sql`select z.entity_id as owner_id, z.lot_id as object_id from ${lotReach} z where z.entity_id = ${id}`,
    ],
    [
      'product',
      sql`select z.entity_id as owner_id, z.product_id as object_id from ${productReach} z where z.entity_id = ${id}`,
    ],
  ],
  /** A business with another name: what its customers call it. */
  business: (_: string | null, id: string): Array<[string, SQL]> => [
    [
      'account',
      sql`select a.seller_id as owner_id, a.buyer_id as object_id from ${accounts} a where a.seller_id = ${id}`,
    ],
  ],
  /** Goods with other words. */
  goods: (_: string | null, id: string): Array<[string, SQL]> => [
    [
      'batch',
      sql`select null::uuid as owner_id, b.id as object_id from ${batches} b where b.product_id = ${id}`,
    ],
    [
      'lot',
      sql`select null::uuid as owner_id, l.id as object_id from ${batches} b join ${lots} l on l.batch_id = b.id where b.product_id = ${id}`,
    ],
  ],
  /** A location (of the owner) with another name. */
  location: (owner: string | null, id: string): Array<[string, SQL]> => [
    [
      'count',
      sql`select null::uuid as owner_id, c.id as object_id from ${stockCounts} c
      where c.entity_id = ${owner} and c.location_id = ${id}`,
    ],
    [
      'transfer',
      sql`select null::uuid as owner_id, m.id as object_id from ${inventoryTransfers} m
      where m.entity_id = ${owner} and m.location_ids @> ${uuids([id])}`,
    ],
    [
      'goods_receipt',
      sql`select null::uuid as owner_id, r.id as object_id from ${goodsReceipts} r
      where r.entity_id = ${owner} and r.location_id = ${id}`,
    ],
    [
      'order',
      sql`select null::uuid as owner_id, o.id as object_id from ${orders} o
      where o.retailer_id = ${owner} and o.receiving_location_id = ${id}`,
    ],
  ],
} as const;

export type Following = keyof typeof FOLLOWING;
export const isFollowing = (kind: string): kind is Following => kind in FOLLOWING;

/** Notes what follows from a change, to be written when nothing else waits. */
export const noteFollowing = statement(
  (Object.keys(FOLLOWING) as Following[]).map((kind): [Following, string, string, string] => [
    kind,
    ID,
    ID,
    ID,
  ]),
  (kind: Following, sourceId: string | null, owner: string | null, id: string) => {
    const found = FOLLOWING[kind](owner, id);
    return sql`insert into ${searchChanges} (source_id, kind, owner_id, object_id, follows) ${sql.join(
      found.map(([name, rows]) => noted(sql`${sourceId}::uuid`, name, rows)),
      sql` union all `,
    )}`;
  },
);

/** How far a source's objects from before are written; no row before it begins. */
export const fillOf = statement(
  [['order']],
  (name: SourceName) => sql<{ after_owner: string; after_object: string; done: boolean }>`
    select after_owner, after_object, done_at is not null as done from ${searchFills} where kind = ${name}`,
);

export const keepFill = statement(
  [['order', ID, ID, false]],
  (name: SourceName, owner: string, object: string, isDone: boolean) => sql`
    insert into ${searchFills} (kind, after_owner, after_object, done_at)
    values (${name}, ${owner}, ${object}, case when ${isDone} then now() end)
    on conflict (kind) do update set after_owner = excluded.after_owner, after_object = excluded.after_object, done_at = excluded.done_at`,
);
