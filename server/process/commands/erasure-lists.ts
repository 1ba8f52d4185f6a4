import { type ErasureList, listedErasures, listInStorage } from '../../features/tenants/erasure/list';
import type { Env } from '../../kernel/env';
import { openPlace } from '../../platform/backup/place';
import { signedNote } from '../../platform/backup/signed-note';
import { openStorage } from '../../platform/storage/storage';
import { backupKeys } from './backup-place';

/**
 * Where erasures are listed outside of the database: beside the stored files and, since those may be lost with the
 * machine, beside the backups (decision 570).
 */
export async function erasureLists(env: Env): Promise<ErasureList[]> {
  const besideBackups = await listBesideBackups(env);
  const besideFiles = listInStorage(await openStorage(env));
  return besideBackups ? [besideBackups, besideFiles] : [besideFiles];
}

/**
 * Reads the list beside the backups, before a restore changes anything.
 * @throws BackupError, UnknownBackupKey
 */
export async function checkErasures(env: Env): Promise<void> {
  const list = await listBesideBackups(env);
  if (list) await listedErasures([list]);
}

/** Undefined without BACKUP_TO. */
async function listBesideBackups(env: Env): Promise<ErasureList | undefined> {
  const keys = backupKeys(env);
  if (!env.BACKUP_TO || !keys) return undefined;
  return signedNote(await openPlace(env.BACKUP_TO, env.DATA_DIR), keys, 'erasures.jsonl');
}
