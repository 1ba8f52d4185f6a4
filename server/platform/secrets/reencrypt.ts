import { getTableName } from 'drizzle-orm';
import type { Cipher } from '../../kernel/cipher';
import type { Db } from '../db/client';
import { BATCH, lockSealed, replaceSealed, type SealedColumn } from './reencrypt.sql';

/** How many texts of a column were under the earlier secret. */
export interface Reencrypted {
  column: string;
  renewed: number;
}

/**
 * Seals everything that an earlier secret sealed again under the current one, in batches; without an earlier secret it
 * does nothing. Safe to repeat and to run in several processes.
 */
export async function reencrypt(
  db: Db,
  cipher: Cipher,
  columns: readonly SealedColumn[],
): Promise<Reencrypted[]> {
  if (!cipher.isRotating) return [];
  const done: Reencrypted[] = [];
  for (const sealed of columns) {
    const { column } = sealed;
    done.push({
      column: `${getTableName(column.table)}.${column.name}`,
      renewed: await renewAll(db, cipher, sealed),
    });
  }
  return done;
}

async function renewAll(db: Db, cipher: Cipher, column: SealedColumn): Promise<number> {
  let renewed = 0;
  for (let after: string | undefined = '(0,0)'; after !== undefined; ) {
    const from: string = after;
    after = await db.transaction(async (tx) => {
      const rows = await lockSealed(tx, column, from);
      const changed = rows.flatMap(({ place, id, sealed }) => {
        const fresh = cipher.renew(column.purpose(id), sealed);
        return fresh === null ? [] : [{ place, fresh }];
      });
      if (changed.length > 0) {
        const places = changed.map(({ place }) => place);
        await replaceSealed(
          tx,
          column,
          places,
          changed.map(({ fresh }) => fresh),
        );
        renewed += changed.length;
      }
      // A row that was written again is read again, at its new place, and is then under the current secret.
      return rows.length === BATCH ? rows.at(-1)?.place : undefined;
    });
  }
  return renewed;
}
