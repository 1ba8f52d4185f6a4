import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import type { Permission } from '../../../kernel/permissions';
import { entities } from '../../entities/tables';
import type { SearchKind } from '../schema';

/** Who searches. */
export type Reader = Actor;

/** What a result shows. */
export interface Shown {
  title: SQL;
  subtitle: SQL;
  number: SQL;
  status: SQL;
  path: SQL;
  locationId: SQL;
  updatedAt: SQL;
}

/** The list of a kind: how its rows are read, and by which condition a reader sees them (decision 949). */
interface List {
  from: SQL;
  id: SQL;
  visible: SQL;
}

/** A kind of object: one entry of `KINDS`. */
export interface Kind {
  /** The right that its list takes. */
  needs: Permission;
  /** Whether a reader with the right has such a list at all. */
  has?(reader: Reader): boolean;
  list(reader: Reader): List;
  /** SQL: what is shown reads beside a row of the list: joins that change no row. */
  joins(reader: Reader): SQL;
  shown(reader: Reader): Shown;
  /** States by which it is found, as they are now: SQL that is true or false of a row. */
  states?(reader: Reader): Readonly<Record<string, SQL>>;
  /** Whose words it has: where these are searched, too, close words are looked for there alone. */
  namedBy?: SearchKind;
  /** Whether its texts are those of its owner and its sellers, instead of the reader's. */
  isGoods?: true;
  /** Another kind of its texts, which a reader without a limit finds it by. */
  wholeTexts?: string;
  /** Where a number doesn't prove by itself that the reader knows it: it is compared with what is shown. */
  checksNumber?: true;
}

interface Listed<V, I> {
  from: SQL;
  id: SQL;
  where(viewer: V, input: I): SQL;
}

/** A list of a feature, with the condition that it has without any filter. */
export const listOf = <V>(list: Listed<V, never>, reader: V): List => ({
  from: list.from,
  id: list.id,
  visible: list.where(reader, { limit: 1 } as never),
});

/** SQL: dollars of cents. */
export const dollars = (cents: SQL): SQL => sql`to_char(${cents} / 100.0, 'FM"$"999,999,999,990.00')`;

/** SQL: parts of a subtitle; null without any. */
export const parts = (...texts: SQL[]): SQL => sql`nullif(concat_ws(' · ', ${sql.join(texts, sql`, `)}), '')`;

/** SQL: the name of a business. */
export const nameOf = (id: SQL): SQL => sql`(select n.name from ${entities} n where n.id = ${id})`;

export const NONE = sql`null::text`;
export const NOWHERE = sql`null::uuid`;
