import { ENV_NAMES, type EnvName } from './env';

/**
 * How a setting is shown to who helps an operator: its value where that is a number or one of a few words, of an address its host
 * alone, of all others only that it is set.
 */
type Shown = 'value' | 'host' | 'presence';

const HOSTS: ReadonlySet<EnvName> = new Set<EnvName>([
  ...(['PUBLIC_URL', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'SMTP_URL'] as const),
  ...(['S3_URL', 'LEAFLINK_URL', 'DISTRU_URL', 'METRC_URL', 'DUTCHIE_URL'] as const),
  ...(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const),
]);
const VALUES: ReadonlySet<EnvName> = new Set<EnvName>([
  ...([
    'NODE_ENV',
    'PORT',
    'METRICS_PORT',
    'HEALTH_PORT',
    'METRICS_HOST',
    'HOST',
    'LAME_DUCK_SECONDS',
  ] as const),
  ...(['DEMO', 'DATABASE_POOL', 'DATABASE_PREPARE', 'ROLE', 'WEB_CONCURRENCY', 'TRUST_PROXY'] as const),
  ...(['WEBHOOK_ALLOW_LOOPBACK', 'SANDBOX', 'DEFAULT_TIER', 'SIGN_UP', 'ANONYMOUS_RATE_LIMIT'] as const),
  ...(['OFFLINE', 'SEND_TIMEOUT', 'LOG_LEVEL', 'BACKUP_SCHEDULE'] as const),
]);

const kindOf = (name: EnvName): Shown => (HOSTS.has(name) ? 'host' : VALUES.has(name) ? 'value' : 'presence');

/** Each setting as it is shown; an empty one is absent. */
export function shownSettings(source: Readonly<Record<string, string | undefined>>) {
  return (ENV_NAMES as readonly EnvName[]).map((name) => ({
    name,
    shown: shownAs(kindOf(name), source[name]),
  }));
}

function shownAs(kind: Shown, text: string | undefined): string {
  if (!text) return 'not set';
  if (kind === 'value') return text.slice(0, 100);
  if (kind === 'host' && URL.canParse(text)) return new URL(text).host || 'set';
  return 'set';
}
