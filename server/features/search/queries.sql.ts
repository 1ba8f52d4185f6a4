import { type SQL, sql } from 'drizzle-orm';
import { iso, texts, uuids } from '../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { sellersOf } from '../entities/connections/queries';
import { accounts } from '../entities/customers/tables';
import type { Reader } from './kinds/kind.sql';
import { KINDS } from './kinds/kinds.sql';
import { NUMBERS } from './kinds/numbers.sql';
import { SEARCH_KINDS, type SearchKind } from './schema';
import { searchTexts, searchWords } from './tables';

/** Objects of a kind that a search looks through at most (decision 949). */
export const MOST = 5_000;
/** How many are looked at first: most readers see nearly all of what is found. */
export const FIRST = 100;
/** Words that begin alike and are counted. */
const COUNTED = 2_000;
/** Words one letter off that are looked for in place of one. */
const CLOSE = 20;

export const foldText = statement(
  [['x']],
  (text: string) => sql<{ folded: string }>`select search_fold(${text}) as folded`,
);

/** The businesses whose goods a reader may see by their own list: itself, its sellers, and those that it had. */
export const ownersOfGoods = statement(
  [[OWNER]],
  ({ entity }: Reader) => sql<{ id: string }>`
    select s.id from ${sellersOf(entity.id)} s union select a.seller_id from ${accounts} a where a.buyer_id = ${entity.id}`,
);

/** A part of a search: words between two, compared byte by byte. */
export interface Piece {
  low: string;
  high: string;
}

/** How many texts of each owner and kind have words of each piece; the missing have none. */
export const countWords = statement(
  [[[{ kind: 'order', owner: ID }], [{ low: 'x', high: 'x' }]]],
  (where: ReadonlyArray<{ kind: string; owner: string }>, pieces: readonly Piece[]) => sql<{
    kind: string;
    owner: string;
    piece: number;
    objects: number;
  }>`
    select k.kind, k.owner, p.n::int as piece, c.objects::int as objects
    from jsonb_to_recordset(${JSON.stringify(where)}::jsonb) k (kind text, owner uuid)
      cross join rows from (jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as (low text, high text)) with ordinality p (low, high, n)
      cross join lateral (
        select case when count(*) = ${COUNTED} then greatest(sum(w.objects), ${MOST + 1}) else sum(w.objects) end as objects
        from (select w.objects from ${searchWords} w where w.owner_id = k.owner and w.kind = k.kind
          and w.word collate "C" >= p.low and w.word collate "C" <= p.high limit ${COUNTED}) w
      ) c
    where c.objects > 0`,
);

/** How candidates of a kind are found: by the index of words, and of who has too many of each word among its newest. */
export interface Way {
  kind: string;
  /** Whose texts. */
  owners: readonly string[];
  /** A tsquery; null where none has few. */
  query: string | null;
  /** Whose newest are looked through. */
  newest: readonly string[];
  /** Patterns of LIKE, of each word those of which one has to fit. */
  words: ReadonlyArray<readonly string[]>;
}

/** Terms that a text is compared with: the bounds of a search allow no more. */
export const TERMS = 8;
const places = Array.from({ length: TERMS }, (_, place) => sql.raw(`p${place}`));
const fits = (column: SQL) =>
  sql.join(
    places.map((place) => sql`(k.${place} is null or ${column} like any(k.${place}))`),
    sql` and `,
  );
const PATTERNS = sql.join(
  places.map((place) => sql`${place} text[]`),
  sql`, `,
);
const withPatterns = <T extends { words: ReadonlyArray<readonly string[]> }>(ways: readonly T[]) =>
  JSON.stringify(
    ways.map(({ words, ...way }) => ({
      ...way,
      ...Object.fromEntries(words.map((one, place) => [`p${place}`, one])),
    })),
  );

/**
 * The first candidates of each way, those by name and then the newest, as ids between commas, and whether there may be more. They are found
 * by one condition alone, behind a fence: left to itself, PostgreSQL would walk all of a business by date (decision 949). An object may
 * come once for each of its owners.
 */
export const candidates = statement(
  [[[{ kind: 'order', owners: [ID], query: null, newest: [], words: [['% x%']] }], 1]],
  (ways: readonly Way[], most: number) => sql<{
    way: number;
    named: string | null;
    others: string | null;
    full: boolean;
  }>`
    select k.way::int as way, c.named, c.others, c.total >= ${most} as full
    from (select row_number() over () - 1 as way, w.* from jsonb_to_recordset(${withPatterns(ways)}::jsonb)
        as w (kind text, owners uuid[], query text, newest uuid[], ${PATTERNS})) k
      cross join lateral (
        select string_agg(o.id::text, ',') filter (where o.named) as named,
          string_agg(o.id::text, ',') filter (where not o.named) as others, count(*) as total
        from (
          select t.object_id as id, ${fits(sql`t.name`)} as named
          from (
            select f.* from (select * from ${searchTexts} t
              where search_lexemes(t.owner_id, t.kind, t.words) @@ k.query::tsquery offset 0) f
            where f.kind = k.kind and f.owner_id = any(k.owners)
            union all
            select f.* from unnest(k.newest) n (owner) cross join lateral (select * from ${searchTexts} t
              where t.owner_id = n.owner and t.kind = k.kind order by t.at desc nulls last, t.object_id limit ${MOST}) f
          ) t
          where ${fits(sql`t.words`)}
          order by named desc, t.at desc, t.object_id limit ${most}
        ) o
      ) c
    where c.total > 0`,
);

/** Objects that a number, tag, SKU or license is of, by the place of what was typed; -1 for all of it. */
export const numbered = statement(
  [
    [OWNER, ['x']],
    [LIMITED, ['x']],
  ],
  (reader: Reader, typed: readonly string[]) => sql<{
    kind: SearchKind;
    id: string;
    place: number;
    key: string;
  }>`
    with typed as materialized (
      select t.raw, upper(t.raw) as upper, search_key(t.raw) as key, case when t.n = ${typed.length} then -1 else t.n - 1 end::int as place
      from unnest(${texts(typed)}) with ordinality t (raw, n)
    )
    ${sql.join(
      NUMBERS.map(
        (ids) => sql`(select f.kind, f.id, t.place, t.key
      from typed t cross join lateral (${ids(reader)} limit 200) f where t.key <> '')`,
      ),
      sql` union all `,
    )}`,
);

/** Which of objects have texts with words, of one kind or another. */
export interface Checked {
  kind: string;
  id: string;
  words: ReadonlyArray<readonly string[]>;
}

export const withWords = statement(
  [[[{ kind: 'order', id: ID, words: [['% x%']] }]]],
  (objects: readonly Checked[]) => sql<{ kind: string; id: string }>`
    select distinct k.kind, k.id from jsonb_to_recordset(${withPatterns(objects)}::jsonb) as k (kind text, id uuid, ${PATTERNS})
      join ${searchTexts} t on t.object_id = k.id and t.kind = k.kind
    where ${fits(sql`t.words`)}`,
);

/** A row of a result, without how it was found. */
export interface ShownRow {
  id: string;
  title: string;
  subtitle: string | null;
  number: string | null;
  status: string | null;
  path: string;
  location_id: string | null;
  updated_at: string;
  /** The number as numbers are compared. */
  key: string | null;
}

/** States of which an object has to have one, for each of two words; null for any. */
export type States = readonly [readonly string[] | null, readonly string[] | null];

/**
 * The first of some candidates that a reader sees in the kind's list, in their order (decision 949). They are looked at one by one until there
 * are enough.
 */
export const shownOf = statement(
  SEARCH_KINDS.flatMap((kind) =>
    [OWNER, LIMITED].map((reader): [SearchKind, Reader, string[], States, number] => [
      kind,
      reader,
      [ID],
      [['x'], null],
      1,
    ]),
  ),
  (kind: SearchKind, reader: Reader, ids: readonly string[], states: States, most: number) => {
    const { list, joins, shown, states: known } = KINDS[kind];
    const { from, id, visible } = list(reader);
    const { title, subtitle, number, status, path, locationId, updatedAt } = shown(reader);
    const now = Object.entries(known?.(reader) ?? {}).map(
      ([name, is]) => sql`case when ${is} then ${sql.raw(`'${name}'`)} end`,
    );
    const has = (wanted: readonly string[] | null) => {
      const given = wanted && texts(wanted);
      return now.length > 0
        ? sql`(${given}::text[] is null or array[${sql.join(now, sql`, `)}] && ${given}::text[])`
        : sql`${given}::text[] is null`;
    };
    return sql<ShownRow>`
      select x.* from unnest(${uuids(ids)}) with ordinality candidate (id, n) cross join lateral (
        select ${id} as id, ${title} as title, ${subtitle} as subtitle, ${number} as number, ${status} as status, ${path} as path,
          ${locationId} as location_id, ${iso(updatedAt)} as updated_at, search_key(${number}) as key
        from ${from} ${joins(reader)}
        where ${id} = candidate.id and ${visible} and ${has(states[0])} and ${has(states[1])}
        limit 1
      ) x limit ${most}`;
  },
);

/** Words of a business that are one letter off, those of most objects first (decision 949). */
export const closeWords = statement(
  [[ID, ['order'], { exact: ['x'], patterns: ['x_'], begin: 'x', end: 'x' }]],
  (
    owner: string,
    kinds: readonly string[],
    { exact, patterns, begin, end }: { exact: string[]; patterns: string[]; begin: string; end: string },
  ) => {
    const own = sql`w.owner_id = ${owner} and w.kind = k.kind`;
    const last = '\u{10ffff}';
    return sql<{ word: string }>`
      select f.word from unnest(${texts(kinds)}) k (kind) cross join lateral (
        select w.word, w.objects from ${searchWords} w where ${own} and w.word collate "C" = any(${texts(exact)})
        union all
        select w.word, w.objects from (select w.word, w.objects from ${searchWords} w where ${own}
          and w.word collate "C" >= ${begin} and w.word collate "C" <= ${begin + last} limit ${MOST}) w
        where w.word like any(${texts(patterns)})
        union all
        select w.word, w.objects from (select w.word, w.objects from ${searchWords} w where ${own}
          and reverse(w.word) collate "C" >= ${end} and reverse(w.word) collate "C" <= ${end + last} limit ${MOST}) w
        where w.word like any(${texts(patterns)})
      ) f group by f.word order by max(f.objects) desc, f.word limit ${CLOSE}`;
  },
);
