import { bigint, date, pgTable } from 'drizzle-orm/pg-core';
import { bytea, instant } from '../../../platform/db/columns';
import { keep, plain, withheld } from '../../../platform/db/marks';

/**
 * Seals of the ledger (decision 423): the ids and digests of a stretch of rows, and a digest of them and of the seal before.
 * A row that is changed, removed or added later no longer matches its stretch. The ledger's own statement pays nothing.
 */
export const ledgerSeals = pgTable('ledger_seals', {
  /** The stretch: positions above the seal before, up to this one. */
  through: bigint('through', { mode: 'number' }).primaryKey(),
  after: bigint('after', { mode: 'number' }).notNull().unique(),
  /** When the stretch was chosen. It is sealed once every transaction that began before has ended. */
  notedAt: instant('noted_at').notNull().defaultNow(),
  sealedAt: instant('sealed_at'),
  /** The day of the migration, for rows from before: until then no change of theirs could be noticed. */
  backfilledOn: date('backfilled_on'),
  rows: bigint('rows', { mode: 'number' }),
  /** By position: id (16 bytes) and digest (32 bytes) of each row. */
  entries: plain(bytea('entries')),
  /** By position: 16 random bytes of each row's digest, so that an erased value can't be guessed from it. */
  salts: withheld(bytea('salts')),
  /** SHA-256 of the digest of the seal before and of `entries`. */
  digest: plain(bytea('digest')),
});
keep(ledgerSeals, { kept: 'ledger' });
