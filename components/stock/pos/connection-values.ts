import * as z from 'zod/mini';
import { ROOM } from '@/components/stock/inventory/labels';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { AUTH, type AuthKind, PROVIDER } from './labels';
import type { Connection, ConnectionConfig, ConnectionFields, ConnectionPatch, Provider } from './types';

const MOST_DELAY_MS = 10_000;
const keysOf = <Key extends string>(words: Record<Key, unknown>) => Object.keys(words) as Key[];
const amount = (least: number, most: number) =>
  z
    .nullable(z.number())
    .check(
      z.refine(
        (value) => value === null || (Number.isInteger(value) && value >= least && value <= most),
        `Enter ${least} to ${most.toLocaleString('en-US')}, or leave it empty`,
      ),
    );

/** What the server takes for a field that is left empty. */
export const DEFAULTS = {
  simulator: { page_size: 200, delay_ms: 0 },
  http: { page_size: 200 },
  square: { base_url: 'https://connect.squareup.com', page_size: 500 },
  dutchie: { base_url: 'https://api.pos.dutchie.com' },
} satisfies Record<Provider, ConnectionConfig>;

/** Whether a provider needs a web address; production of Square and Dutchie is known. */
const isRemote = (provider: Provider) => provider !== 'simulator';

/** Values of the POS form: the fields of every provider, of which it shows those of the selected one. */
export const ConnectionValues = z
  .object({
    provider: z.enum(keysOf(PROVIDER)),
    base_url: z.string().check(z.trim(), z.maxLength(2048, 'Use at most 2048 characters')),
    location_id: z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters')),
    room_type: z.enum(keysOf(ROOM)),
    page_size: amount(1, 1000),
    delay_ms: amount(0, MOST_DELAY_MS),
    outage: z.boolean(),
    sales: z.boolean(),
    count_allocated: z.boolean(),
    rooms: z.array(
      z.object({ name: z.string().check(z.trim(), z.maxLength(100)), room: z.enum(keysOf(ROOM)) }),
    ),
    /** False while those that are kept stay. */
    replace: z.boolean(),
    auth: z.enum(keysOf(AUTH)),
    token: z.string().check(z.trim()),
    integrator_key: z.string().check(z.trim()),
    username: z.string(),
    password: z.string(),
  })
  .check(
    z.refine(({ provider, base_url }) => provider !== 'http' || base_url !== '', {
      path: ['base_url'],
      error: 'Enter the address of the POS',
    }),
    z.refine(({ provider, base_url }) => !isRemote(provider) || base_url === '' || isWebAddress(base_url), {
      path: ['base_url'],
      error: 'Enter a full address such as https://pos.example.com/api',
    }),
    z.refine(({ provider, location_id }) => !isRemote(provider) || location_id !== '', {
      path: ['location_id'],
      error: "Enter the POS's location ID",
    }),
    z.refine((values) => !sends(values, 'bearer') || values.token !== '', {
      path: ['token'],
      error: 'Enter the token',
    }),
    z.refine((values) => !sends(values, 'basic') || values.username !== '', {
      path: ['username'],
      error: 'Enter the user name',
    }),
  );
export type ConnectionValues = z.infer<typeof ConnectionValues>;

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** The kind of credentials that a form shows: Square and Dutchie know only tokens. */
export function authOf({ provider, auth }: Pick<ConnectionValues, 'provider' | 'auth'>): AuthKind {
  if (provider === 'simulator') return 'none';
  return provider === 'http' ? auth : 'bearer';
}

function sends(values: Pick<ConnectionValues, 'provider' | 'auth' | 'replace'>, kind: AuthKind): boolean {
  return values.replace && authOf(values) === kind;
}

/** The form of a connection, or of a new one. Credentials are never told by the server, so those fields are empty. */
export function connectionValues(connection: Connection | null): ConnectionValues {
  const config: ConnectionConfig = connection?.config ?? {};
  return {
    provider: connection?.provider ?? 'http',
    base_url: config.base_url ?? '',
    location_id: config.location_id ?? '',
    room_type: config.room_type ?? 'sales_floor',
    page_size: config.page_size ?? null,
    delay_ms: config.delay_ms ?? null,
    outage: config.outage ?? false,
    sales: config.sales ?? true,
    count_allocated: config.count_allocated ?? true,
    rooms: Object.entries(config.room_map ?? {}).map(([name, room]) => ({ name, room })),
    replace: connection === null,
    auth: connection === null ? 'bearer' : connection.auth,
    token: '',
    integrator_key: '',
    username: '',
    password: '',
  };
}

/** What the provider's connector needs to know, without what was left empty. */
export function configOf(values: ConnectionValues): ConnectionConfig {
  const { base_url, location_id, room_type, page_size, delay_ms, outage } = values;
  const size = page_size === null ? {} : { page_size };
  if (values.provider === 'simulator') {
    return { outage, ...(delay_ms !== null && { delay_ms }), ...size };
  }
  const place = { ...(base_url && { base_url }), location_id, room_type };
  if (values.provider !== 'dutchie') return { ...place, ...size };
  const { sales, count_allocated, rooms } = values;
  const named = rooms.filter(({ name }) => name !== '').map(({ name, room }) => [name, room] as const);
  return { ...place, sales, count_allocated, room_map: Object.fromEntries(named) };
}

/** The credentials that are sent; undefined while those that are kept stay. */
export function credentialsOf(values: ConnectionValues): ConnectionFields['credentials'] {
  if (!values.replace) return undefined;
  const kind = authOf(values);
  if (kind === 'bearer') {
    const { token, integrator_key } = values;
    return { token, ...(values.provider === 'dutchie' && integrator_key && { integrator_key }) };
  }
  return kind === 'basic' ? { username: values.username, password: values.password } : {};
}

/** Only what was changed in the form, with the default of a field that was emptied; null when nothing was. */
export function connectionPatch(before: ConnectionValues, after: ConnectionValues): ConnectionPatch | null {
  const whole = (values: ConnectionValues) => ({ ...DEFAULTS[values.provider], ...configOf(values) });
  const config = changedFields(whole(before), whole(after));
  const changed = Object.keys(config).length > 0;
  const credentials = credentialsOf(after);
  if (!changed && !credentials) return null;
  return {
    ...(changed && { config }),
    ...(credentials && { credentials }),
  };
}
