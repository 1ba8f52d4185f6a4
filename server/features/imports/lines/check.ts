import { eq } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { newId } from '../../../kernel/ids';
import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import { loadKey } from '../../api-keys/queries';
import { loadMember } from '../../auth/queries';
import { PLACELESS } from '../fields';
import { KINDS } from '../kinds';
import { lackedFor } from '../queries.sql';
import { ImportFailure } from '../running/failure';
import type { LeasedImport } from '../running/leased-import';
import { endCheck, importLeases, restartCheck, storeChecked } from '../running/leased-import.sql';
import { insertLines } from '../running/lines.sql';
import { MAX_SKIPPED, NO_LINES, type Skipped } from '../schema';
import { reachableLocations } from '../stock/places.sql';
import { importLines } from '../tables';
import type { CheckedLine } from './line';
import { readBatches } from './read-file';

/**
 * Reads the member or API key on whose behalf an import runs.
 * @throws ImportFailure when the member was removed, the key was revoked or has expired, or either may no longer do this
 */
export async function memberOf(db: Db, leased: LeasedImport): Promise<Actor> {
  const actor = await uploaderOf(db, leased);
  const lacked = lackedFor(actor, leased.kind);
  if (!lacked) return actor;
  throw new ImportFailure('permission_lost', `Who uploaded the file no longer has the permission ${lacked}.`);
}

async function uploaderOf(db: Db, leased: LeasedImport): Promise<Actor> {
  if (leased.keyId !== null) {
    const actor = await loadKey(db, leased.keyId);
    if (actor) return actor;
    throw new ImportFailure('api_key_ended', 'The API key that sent the import no longer works.');
  }
  const actor = await loadMember(db, leased.memberId, newId());
  if (!actor) throw new ImportFailure('member_removed', 'The member who uploaded the file was removed.');
  return actor;
}

/**
 * Reads the whole file and stores what each line would do; nothing else changes. Always starts from the beginning, even
 * after an interrupted check. `goOn` throws when the process is stopping.
 * @throws ImportFileError, ImportFailure, LeaseLost
 */
export async function checkFile(
  db: Db,
  storage: Storage,
  leased: LeasedImport,
  goOn: () => void,
): Promise<void> {
  const actor = await memberOf(db, leased);
  const kind = KINDS[leased.kind];
  const check = kind.openCheck({ actor, leased });
  const counts = { ...NO_LINES };
  await db.transaction(async (tx) => {
    await restartCheck(tx, leased, counts);
    await tx.delete(importLines).where(eq(importLines.importId, leased.id));
  });
  const step = async (batch: readonly unknown[]) => {
    goOn();
    const checked = await db.transaction(async (tx) => {
      await importLeases.hold(tx, leased);
      const lines = await check(tx, batch);
      await storeLines(tx, leased, lines);
      const after = { ...counts };
      for (const { outcome } of lines) after[outcome] += 1;
      const locations = [...new Set(lines.flatMap(({ locationId }) => locationId ?? []))];
      await storeChecked(tx, leased, batch.length, after, locations);
      return after;
    });
    Object.assign(counts, checked);
  };
  const locations = PLACELESS.includes(leased.kind)
    ? []
    : await reachableLocations(db, actor.entity.id, actor.locationIds);
  const totals: Skipped[] = [];
  for await (const { lines, skipped } of readBatches(storage, leased, locations)) {
    totals.push(...skipped.slice(0, MAX_SKIPPED - totals.length));
    if (lines.length > 0) await step(lines);
  }
  await endCheck(db, leased, totals);
}

async function storeLines(db: Db, { id }: LeasedImport, lines: readonly CheckedLine[]): Promise<void> {
  await insertLines(db, id, lines);
}
