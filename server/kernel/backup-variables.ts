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
  BACKUP_KEEP: count(1, 1_000).default(7),
  BACKUP_KEEP_DAYS: count(0, 3_650).default(30),
};

interface Values {
  BACKUP_SCHEDULE?: string | undefined;
  BACKUP_TO?: string | undefined;
  BACKUP_KEY?: string | undefined;
}

/** Returns the variables that are missing beside those that are set, each with the one that asks for it. */
export function missingBackupVariables(env: Values): { name: 'BACKUP_TO' | 'BACKUP_KEY'; because: string }[] {
  const needs = [
    ['BACKUP_SCHEDULE', 'BACKUP_TO'],
    ['BACKUP_TO', 'BACKUP_KEY'],
  ] as const;
  return needs.flatMap(([because, name]) => (env[because] && !env[name] ? [{ name, because }] : []));
}
