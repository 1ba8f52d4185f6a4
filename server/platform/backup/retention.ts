import { join } from 'node:path';

/** Where base backups are, below BACKUP_TO; each has the name of the backup that was made with it. */
export const basesFolder = (to: string) => join(to, 'base');

/** Names of scheduled backups are their moments, so they sort by age. */
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

export const isBackupName = (name: string) => NAME.test(name);

export const nameOf = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** @throws Error for a name of another form */
export function momentOf(name: string): Date {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  if (!day) throw new Error(`${name} is no name of a backup`);
  return new Date(`${day}T${hour}:${minute}:${second}Z`);
}

export interface Rules {
  /** The newest ones that stay, at least one. */
  keep: number;
  /** Those that are younger stay, too. */
  keepDays: number;
  now: Date;
  /** The newest one that a restore has proved good. */
  verified?: string | undefined;
}

/**
 * Which backups go: those beyond the newest `keep` that are older than `keepDays`. The newest one stays, and so does the
 * last that was verified, however old they are.
 * @param names of complete backups, in any order
 */
export function expired(names: readonly string[], { keep, keepDays, now, verified }: Rules): string[] {
  const oldest = now.getTime() - keepDays * 86_400_000;
  return names
    .toSorted()
    .reverse()
    .slice(Math.max(1, keep))
    .filter((name) => name !== verified && momentOf(name).getTime() < oldest);
}
