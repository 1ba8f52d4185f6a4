import type { Env } from '../../kernel/env';
import { BackupKeys } from '../../platform/backup/keys';
import { type BackupPlace, openPlace } from '../../platform/backup/place';
import { CommandError } from './command';

/** The operator's backup keys; undefined without BACKUP_KEY. */
export function backupKeys({
  BACKUP_KEY: current,
  BACKUP_KEY_PREVIOUS: previous,
}: Env): BackupKeys | undefined {
  return current === undefined ? undefined : new BackupKeys(current, previous);
}

/** @throws CommandError without BACKUP_TO */
export async function backupPlace(env: Env): Promise<{ place: BackupPlace; keys: BackupKeys }> {
  const keys = backupKeys(env);
  if (!env.BACKUP_TO || !keys)
    throw new CommandError('Set BACKUP_TO to where backups are kept, and BACKUP_KEY.');
  return { place: await openPlace(env.BACKUP_TO, env.DATA_DIR), keys };
}

/** @param wanted a name, or `latest` @throws CommandError for a backup that isn't there */
export async function findBackup(place: BackupPlace, wanted: string): Promise<string> {
  const names = await place.names();
  const name = wanted === 'latest' ? names.at(-1) : names.find((found) => found === wanted);
  if (name) return name;
  const found = names.length === 0 ? 'it is empty' : `the last one is ${names.at(-1)}`;
  throw new CommandError(`BACKUP_TO has no backup ${wanted}: ${found}.`);
}
