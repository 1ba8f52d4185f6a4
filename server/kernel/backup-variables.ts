import { parseCrontab } from 'graphile-worker';
import { z } from 'zod';
import { isBucketUrl } from './bucket-url';

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/** @returns five fields of cron (UTC); undefined for a text that is neither those nor a time of day */
export function readSchedule(text: string): string | undefined {
  const [, hour, minute] = TIME.exec(text.trim()) ?? [];
  const fields = hour ? `${Number(minute)} ${Number(hour)} * * *` : text.trim().split(/\s+/).join(' ');
  try {
    parseCrontab(`${fields} take_backup`);
    return fields.split(' ').length === 5 ? fields : undefined;
  } catch {
    return undefined;
  }
}

const count = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,4}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
};
const isKey = (text: string) => text.length >= 32 && !text.includes(',');
const secret = z.string().refine(isKey, 'must be at least 32 characters without a comma');

/** What an operator says about backups (decision 540). */
export const backupVariables = {
  BACKUP_SCHEDULE: z
    .string()
    .transform((text, ctx) => {
      const fields = readSchedule(text);
      if (fields !== undefined) return fields;
      ctx.addIssue({
        code: 'custom',
        message: 'must be a time of day (UTC) such as 03:30, or five fields of cron such as 30 */6 * * *',
      });
      return z.NEVER;
    })
    .optional(),
  BACKUP_TO: z
    .string()
    .refine(
      (text) => !text.startsWith('s3:') || isBucketUrl(text),
      'must be a folder, or an address such as s3://KEY:SECRET@host/bucket/prefix?region=us-east-1',
    )
    .optional(),
  BACKUP_KEY: secret.optional(),
  BACKUP_KEY_PREVIOUS: z
    .string()
    .transform((list) => list.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every(isKey), 'must be keys of at least 32 characters, separated by commas')
    .default([]),
  BACKUP_WAL: z
    .enum(['0', '1', 'true', 'false'], 'must be 1 or 0')
    .default('0')
    .transform((value) => value === '1' || value === 'true'),
  BACKUP_KEEP: count(1, 1_000).default(7),
  BACKUP_KEEP_DAYS: count(0, 3_650).default(30),
};

interface Values {
  BACKUP_SCHEDULE?: string | undefined;
  BACKUP_TO?: string | undefined;
  BACKUP_KEY?: string | undefined;
  BACKUP_WAL: boolean;
  DATABASE_URL?: string | undefined;
}

/** Returns what doesn't fit together, each with the variable to change. */
export function wrongBackupVariables(env: Values): { name: keyof Values; message: string }[] {
  const needs = [
    ['BACKUP_WAL', 'BACKUP_SCHEDULE'],
    ['BACKUP_SCHEDULE', 'BACKUP_TO'],
    ['BACKUP_TO', 'BACKUP_KEY'],
  ] as const;
  const wrong: { name: keyof Values; message: string }[] = needs.flatMap(([because, name]) =>
    env[because] && !env[name] ? [{ name, message: `is required with ${because}` }] : [],
  );
  if (!env.BACKUP_WAL) return wrong;
  if (env.DATABASE_URL) {
    const message = 'is for the embedded database; your own PostgreSQL archives its write-ahead log itself';
    wrong.push({ name: 'BACKUP_WAL', message });
  } else if (env.BACKUP_TO?.startsWith('s3:')) {
    wrong.push({ name: 'BACKUP_TO', message: 'must be a folder with BACKUP_WAL' });
  }
  return wrong;
}
