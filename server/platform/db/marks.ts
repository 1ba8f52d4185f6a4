import type { PgTable } from 'drizzle-orm/pg-core';

/** How long rows are kept, by the reason to keep them: docs/operations.md has the table. */
export const KEPT = {
  access: 'as long as the membership, invitation or key, at most 30 days beyond it',
  audit: 'as long as the installation; personal fields until they are erased',
  days30: '30 days; stored responses 24 hours',
  days90: '90 days',
  derived: 'as long as what it is computed from',
  ledger: 'as long as the installation: the ledger of regulated stock; personal fields until they are erased',
  orders:
    'as long as the installation, for both parties; erasing waits for open ones and for 3 years after the last',
  own: 'no data of a business',
  recalls: 'as long as the installation; erasing waits until they are closed',
  records: 'until the business is erased',
  throttles: 'two days; addresses that unsubscribed as long as they do',
  working: 'until it is deleted, or the business is',
} as const;

export interface Kept {
  /**
   * Whose rows they are: columns that name the business, or `column>table` for rows of those of another table, of which
   * `column>table.side` takes those of one column; several, by `|`, are of either. Absent where no row is exported.
   */
  rows?: string;
  /** What erasing a business does to its rows; `audit` and `ledger` rows keep their digests. Absent where nothing personal is. */
  erase?: 'blank' | 'delete' | 'audit' | 'ledger';
  /** Which rows erasing changes, where these aren't `rows`: a partner keeps what is its own. */
  erased?: string;
  kept: keyof typeof KEPT;
}

/** What a column says of its values; `side` names the column of the one party in whose export they are. */
export interface Marks {
  holds?: 'personal' | 'withheld' | 'plain';
  side?: string;
}

const keptTables = new WeakMap<PgTable, Kept>();
const columnMarks = new WeakMap<object, Marks>();

/** Declares of a table whose rows it has, why they are kept and what erasing does to them: exports, erasures and the documentation read it. */
export function keep(table: PgTable, kept: Kept): void {
  keptTables.set(table, kept);
}

/** Of a column with what names or reaches a person or business: erasing blanks it. */
export const personal = <T extends object>(column: T): T => mark(column, { holds: 'personal' });

/** Of a column that no export has: a secret, or what serves one party alone. */
export const withheld = <T extends object>(column: T): T => mark(column, { holds: 'withheld' });

/** Of a column of text that is neither: a test asks of each which it is. */
export const plain = <T extends object>(column: T): T => mark(column, { holds: 'plain' });

/** Of a column that is one party's, null in the other's export. @param side the column that names the party */
export const ofParty = <T extends object>(side: string, column: T): T => mark(column, { side });

export const keptOf = (table: PgTable): Kept | undefined => keptTables.get(table);

export const marksOf = (column: object): Marks => columnMarks.get(configOf(column)) ?? {};

/** A column has the configuration that its builder had, which Drizzle keeps as one object. */
const configOf = (column: object): object => (column as { config: object }).config;

function mark<T extends object>(column: T, marks: Marks): T {
  const config = configOf(column);
  columnMarks.set(config, { ...columnMarks.get(config), ...marks });
  return column;
}
