import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { backupVariables, wrongBackupVariables } from './backup-variables';
import { isBucketUrl } from './bucket-url';
import { dataDirOf } from './release';
import { SIGN_UP_MODES } from './sign-up';
import { TIERS } from './tiers';
import { readTracing, TRACING, type TracingEnv } from './tracing-env';
import { readTrustedProxies } from './trusted-proxies';

const isOn = (value: string) => value === '1' || value === 'true';
const yesOrNo = z.enum(['0', '1', 'true', 'false'], 'must be 1 or 0');
const flag = yesOrNo.default('0').transform(isOn);
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
};
const address = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be an address such as ${example}` });
const secret = z.string().min(32, 'must be at least 32 characters');
const postgres = address(/^postgres(ql)?$/, 'postgres://user:password@host:5432/database');

/** An address without user, path, query or fragment; a trailing slash is fine. */
function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { href, origin } = new URL(text);
  return href === `${origin}/`;
}

const isOrigin = (text: string) => text === '*' || (URL.canParse(text) && new URL(text).origin === text);

/** Whether an origin may replace a vendor's: https, or http on this machine. */
function isVendorOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href, hostname } = new URL(text);
  if (href !== `${origin}/` || text.replace(/\/$/, '') !== origin) return false;
  return (
    protocol === 'https:' || (protocol === 'http:' && isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, '$1')))
  );
}
const vendorOrigin = z
  .string()
  .refine(
    isVendorOrigin,
    'must be an origin such as https://leaflink.example, or http on 127.0.0.1 or [::1], without path, query or credentials',
  )
  .transform((text) => new URL(text).origin);

/** Metrc's keys of the operator, by state, or by state and `-sandbox`: each environment has its own. */
const metrcKeys = z
  .string()
  .max(10_000, 'must have at most 10000 characters')
  .transform((list, ctx) => {
    const parts = list.split(',').map((part) => part.trim());
    const pairs = parts
      .filter(Boolean)
      .map((part) => /^([a-z]{2}(?:-sandbox)?):([!-+\--9;-~]{1,500})$/.exec(part));
    const keys = pairs.flatMap((pair) => (pair ? [[pair[1] as string, pair[2] as string] as const] : []));
    if (keys.length === pairs.length && new Set(keys.map(([place]) => place)).size === keys.length) {
      return Object.fromEntries(keys) as Record<string, string>;
    }
    // The message repeats nothing of it: it holds secrets.
    ctx.addIssue({
      code: 'custom',
      message: 'must be keys by state such as co:KEY,ca-sandbox:KEY, each state and environment once',
    });
    return z.NEVER;
  });
const isLoopbackAddress = (host: string) => /^(?:127(?:\.\d{1,3}){3}|::1)$/.test(host);

/** `localhost` means both loopback addresses, or the IPv4 one where the machine has no IPv6. */
function hostsOf(list: string): string[] {
  return list.split(',').flatMap((part) => (part.trim() === 'localhost' ? loopback() : [part.trim()]));
}

function loopback(): string[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some(({ address }) => address === '::1') ? ['127.0.0.1', '::1'] : ['127.0.0.1'];
}

const Schema = z
  .object({
    ...TRACING,
    NODE_ENV: z
      .enum(['development', 'production', 'test'], 'must be development, production or test')
      .default('production'),
    PORT: whole(0, 65_535).default(3000),
    HOST: z
      .string()
      .transform(hostsOf)
      .refine(
        (hosts) => hosts.every((host) => isIP(host) !== 0),
        'must be IP addresses, separated by commas, such as 127.0.0.1,::1',
      )
      .optional(),
    METRICS_PORT: whole(1, 65_535).optional(),
    HEALTH_PORT: whole(1, 65_535).optional(),
    METRICS_HOST: z
      .string()
      .refine((host) => isIP(host) !== 0, 'must be an IP address such as 127.0.0.1')
      .default('127.0.0.1'),
    LAME_DUCK_SECONDS: whole(0, 60).optional(),
    DEMO: yesOrNo.transform(isOn).optional(),
    PUBLIC_URL: address(/^https?$/, 'https://tallyleaf.example')
      .refine(isBaseUrl, 'must be an address such as https://tallyleaf.example, without a path')
      .optional(),
    DATA_DIR: z.string().optional(),
    DATABASE_URL: postgres.optional(),
    DATABASE_DIRECT_URL: postgres.optional(),
    DATABASE_REPLICA_URL: postgres.optional(),
    DATABASE_POOL: whole(2, 200).optional(),
    DATABASE_PREPARE: yesOrNo.transform(isOn).optional(),
    ROLE: z.enum(['all', 'web', 'worker'], 'must be web or worker, or absent for both').default('all'),
    WEB_CONCURRENCY: whole(1, 64).default(1),
    AUTH_SECRET: secret.optional(),
    AUTH_SECRET_PREVIOUS: secret.optional(),
    SMTP_URL: address(/^smtps?$/, 'smtp://user:password@mail.example:587').optional(),
    MAIL_FROM: z
      .string()
      .max(300, 'must have at most 300 characters')
      .regex(/^[^\r\n]+@[^\r\n@]+$/, 'must be an address such as Tallyleaf <no-reply@tallyleaf.example>')
      .optional(),
    SECURITY_CONTACT: z
      .string()
      .max(300, 'must have at most 300 characters')
      .regex(
        /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
        'must be an address such as mailto:security@tallyleaf.example or https://tallyleaf.example/report',
      )
      .optional(),
    S3_URL: z
      .string()
      .refine(isBucketUrl, 'must be an address such as s3://KEY:SECRET@host/bucket?region=us-east-1')
      .optional(),
    ...backupVariables,
    CORS_ORIGINS: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((origin) => origin.trim())
          .filter(Boolean),
      )
      .refine(
        (list) => list.every(isOrigin),
        'must be origins such as https://app.example, separated by commas, or *',
      ),
    TRUST_PROXY: z
      .string()
      .default('0')
      .transform((text, ctx) => {
        const proxies = readTrustedProxies(text);
        if (proxies) return proxies;
        ctx.addIssue({
          code: 'custom',
          message:
            'must be 0, the number of proxies in front such as 1, or their networks such as 10.0.0.0/8,fd00::/8',
        });
        return z.NEVER;
      }),
    WEBHOOK_ALLOW_LOOPBACK: flag,
    SANDBOX: flag,
    LEAFLINK_URL: vendorOrigin.optional(),
    DISTRU_URL: vendorOrigin.optional(),
    METRC_URL: vendorOrigin.optional(),
    METRC_VENDOR_KEYS: metrcKeys.default({}),
    DUTCHIE_URL: vendorOrigin.optional(),
    DEFAULT_TIER: z.enum(TIERS, 'must be free, pro or enterprise').optional(),
    SIGN_UP: z.enum(SIGN_UP_MODES, 'must be off, review or open').optional(),
    ANONYMOUS_RATE_LIMIT: whole(1, 1_000_000).default(1_200),
    OFFLINE: yesOrNo.default('1').transform(isOn),
    SEND_TIMEOUT: whole(1, 600).default(60),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
        'must be fatal, error, warn, info, debug or silent',
      )
      .default('info'),
  })
  .superRefine((env, ctx) => {
    for (const { name, message } of wrongBackupVariables(env)) {
      ctx.addIssue({ code: 'custom', path: [name], message });
    }
    if (env.SANDBOX && (env.DATABASE_URL || env.HOST?.some((host) => !isLoopbackAddress(host)))) {
      const message = 'must be 0 with DATABASE_URL, and with a HOST that other machines reach';
      ctx.addIssue({ code: 'custom', path: ['SANDBOX'], message });
    }
    readTracing(env, (path, message) => ctx.addIssue({ code: 'custom', path: [path], message }));
    if (!env.DATABASE_URL) {
      if (env.ROLE === 'worker') {
        ctx.addIssue({ code: 'custom', path: ['DATABASE_URL'], message: 'is required with ROLE=worker' });
      }
      for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const) {
        if (!env[name]) continue;
        ctx.addIssue({ code: 'custom', path: ['DATABASE_URL'], message: `is required with ${name}` });
      }
      return;
    }
    for (const name of ['PUBLIC_URL', 'AUTH_SECRET'] as const) {
      if (!env[name])
        ctx.addIssue({ code: 'custom', path: [name], message: 'is required with DATABASE_URL' });
    }
  });

export type EnvName = keyof z.infer<typeof Schema>;
/** Every variable that is read. */
export const ENV_NAMES: readonly string[] = Object.keys(Schema.shape);

/** The variables as they were given, ours and others. */
export const givenVariables = (): Readonly<Record<string, string | undefined>> => process.env;

/** Names that the command line read in the unit's file, separated by commas: it passes them on to what it starts. */
export const UNIT_NAMES = 'TALLYLEAF_UNIT_NAMES';

/**
 * Names of the variables that the unit's file sets: those that the command line read there, or the whole environment of a process that
 * systemd started, which has no other.
 */
export function namesInUnit(source: Readonly<Record<string, string | undefined>> = process.env): string[] {
  if (source.SYSTEMD_EXEC_PID === String(process.pid)) return Object.keys(source);
  return (source[UNIT_NAMES] ?? '').split(',').filter(Boolean);
}

/** The environment, parsed once. `DATA_DIR` is absolute; `PUBLIC_URL` has no trailing slash. */
export type Env = Omit<
  z.infer<typeof Schema>,
  | 'PUBLIC_URL'
  | 'DATA_DIR'
  | 'HOST'
  | 'LAME_DUCK_SECONDS'
  | 'DATABASE_POOL'
  | 'DATABASE_PREPARE'
  | keyof typeof TRACING
> & {
  DATABASE_POOL: number;
  DATABASE_PREPARE: boolean;
  PUBLIC_URL: string;
  DATA_DIR: string;
  /** The addresses to listen on; empty for all interfaces (decision 95). */
  HOST: readonly string[];
  LAME_DUCK_SECONDS: number;
  /** Null where nothing is traced. */
  tracing: TracingEnv | null;
};

/** Pool size of each process: 16, or about 64 in total when several share the machine. */
function poolFor(webs: number): number {
  return Math.max(4, Math.min(16, Math.floor(64 / webs)));
}

/** A wrong environment value: one line per value, each with its name and what it should be. */
export class EnvError extends Error {}

/**
 * Reads the environment. An empty value counts as absent.
 * @throws EnvError naming every wrong value
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = Schema.safeParse(present);
  if (!parsed.success) {
    throw new EnvError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '),
    );
  }
  const env = parsed.data;
  const dataDir = dataDirOf(env.DATA_DIR, present);
  if (dataDir.wrong) throw new EnvError(dataDir.wrong);
  return {
    ...env,
    tracing: readTracing(env, () => {}),
    DATA_DIR: dataDir.path,
    ...(env.BACKUP_TO && !env.BACKUP_TO.startsWith('s3:') && { BACKUP_TO: resolve(env.BACKUP_TO) }),
    DATABASE_POOL: env.DATABASE_POOL ?? poolFor(env.WEB_CONCURRENCY),
    // Transaction poolers keep prepared statements only when they are set up for it.
    DATABASE_PREPARE: env.DATABASE_PREPARE ?? env.DATABASE_DIRECT_URL === undefined,
    HOST: env.HOST ?? (env.DATABASE_URL ? [] : loopback()),
    // The embedded database allows one process, so a load balancer has no other one to route to.
    LAME_DUCK_SECONDS: env.LAME_DUCK_SECONDS ?? (env.DATABASE_URL ? 5 : 0),
    PUBLIC_URL: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/(?<!\/)\/+$/, ''),
  };
}

/** Sets the variables that Next and next-auth read themselves. Call it before loading either. */
export function exportForNext(env: Env, authSecret: string): void {
  process.env.NEXTAUTH_URL = env.PUBLIC_URL;
  process.env.NEXTAUTH_SECRET = authSecret;
  process.env.NEXT_TELEMETRY_DISABLED = '1';
}
