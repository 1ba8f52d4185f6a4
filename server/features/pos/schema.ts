import { z } from 'zod';
import { Confirmation, Count, Id, Timestamp, text, wholeNumber } from '../../kernel/params';
import { rule } from '../../kernel/rules';
import { RoomType } from '../inventory/schema';

export const SYNC_TYPES = ['full', 'incremental'] as const;
export const SyncType = z.enum(SYNC_TYPES).meta({
  id: 'SyncType',
  description:
    '`full` imports every item of the POS, `incremental` the changes since the last completed sync',
});
export const SYNC_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export const SyncStatus = z.enum(SYNC_STATUSES).meta({ id: 'SyncStatus', description: 'Progress of a sync' });
export const PROVIDERS = ['simulator', 'http', 'square', 'dutchie'] as const;
export const PosProvider = z.enum(PROVIDERS);
export const AUTH_KINDS = ['none', 'bearer', 'basic'] as const;
/** Maximum errors and unmatched items that a run keeps; `failed` and `unmatched_count` count all. */
export const MAX_ERRORS = 100;

export const SyncError = z.object({
  sku: z.string().nullable().meta({ description: 'SKU of the item; null when the whole sync failed' }),
  code: z.string().meta({ description: 'Stable code of the error' }),
  message: z.string().meta({ description: 'What went wrong, as text' }),
});

export type SyncError = z.infer<typeof SyncError>;

/** What no product is known for: by the POS's own id, its SKU, or both. */
export const Unmatched = z
  .object({
    external_id: z.string().nullable().meta({ description: "The POS's own id of the item" }),
    sku: z.string().nullable().meta({ description: 'SKU of the item in the POS' }),
    name: z.string().nullable().meta({ description: 'Name of the item in the POS' }),
  })
  .meta({ id: 'UnmatchedPosItem' });
export type Unmatched = z.infer<typeof Unmatched>;

const RunId = Id.meta({ description: 'Id of the sync' });
const LocationId = Id.meta({ description: 'Id of the location' });
export const OnlyLocation = Id.meta({ description: 'Only this location' });
const RequestedAt = Timestamp.meta({ description: 'When the sync was requested' });
export const FinishedAt = Timestamp.nullable().meta({
  description: 'When it completed or failed; null until then',
});

export const StartSync = z
  .strictObject({
    location_id: LocationId,
    sync_type: SyncType.default('incremental'),
  })
  .meta({
    examples: [{ location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07', sync_type: 'full' }],
  });
export const SyncRunId = z.strictObject({ id: RunId });

const PAGE_SIZE = { description: 'Items per page to request from the POS' };
const DELAY = { description: 'Simulator: delay of each response, in milliseconds' };
const OUTAGE = { description: 'Simulator: `true` to fail as if unreachable' };

/** Configuration of a provider's connector. */
export const SimulatorConfig = z.strictObject({
  page_size: wholeNumber().min(1).max(500).default(200).meta(PAGE_SIZE),
  delay_ms: wholeNumber().min(0).max(10_000).default(0).meta(DELAY),
  outage: z.boolean().default(false).meta(OUTAGE),
});
const Remote = {
  base_url: z.string().max(2048).meta({ description: 'Public https URL of the API, without a query' }),
  location_id: text(200).meta({ description: "The POS's own id of the location" }),
  room_type: RoomType.default('sales_floor').meta({
    description: 'Room of items for which the POS reports no room',
  }),
};
export const HttpConfig = z.strictObject({
  ...Remote,
  page_size: wholeNumber().min(1).max(500).default(200).meta(PAGE_SIZE),
});
export const SquareConfig = z.strictObject({
  ...Remote,
  base_url: Remote.base_url
    .default('https://connect.squareup.com')
    .meta({ description: 'Square production, or the URL of its sandbox' }),
  page_size: wholeNumber().min(1).max(1000).default(500).meta(PAGE_SIZE),
});
/** Where Dutchie POS is reached unless the operator has put another server in its place. */
export const DUTCHIE_URL = 'https://api.pos.dutchie.com';
const MOST_ROOMS = 50;
const RoomMap = z
  .record(text(100), RoomType)
  .refine(
    (rooms) => Object.keys(rooms).length <= MOST_ROOMS,
    rule('too_many_items', `must have at most ${MOST_ROOMS} rooms`),
  );
const ROOMS = {
  description: "Rooms by the POS's own id or name of the room; others follow what Dutchie says of them",
};
const SALES = { description: 'Whether its sales explain changed counts; needs `Reporting` of the key' };
const ALLOCATED = { description: 'Whether units that are allocated to open orders are counted, too' };
export const DutchieConfig = z.strictObject({
  ...Remote,
  base_url: Remote.base_url.default(DUTCHIE_URL).meta({ description: 'Dutchie POS unless set' }),
  room_map: RoomMap.default({}).meta(ROOMS),
  sales: z.boolean().default(true).meta(SALES),
  count_allocated: z.boolean().default(true).meta(ALLOCATED),
});
export const CONFIGS = {
  simulator: SimulatorConfig,
  http: HttpConfig,
  square: SquareConfig,
  dutchie: DutchieConfig,
};

/** What lets us in: a bearer token, or a user name with a password. */
export const PosCredentials = z.strictObject({
  token: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be 1 to 4096 printable ASCII characters')
    .optional()
    .meta({ description: 'Bearer token, or the API key of `dutchie`; not together with a user name' }),
  username: z
    .string()
    .regex(/^[^:\p{Cc}]{1,256}$/u, 'must be 1 to 256 characters without a colon')
    .optional()
    .meta({ description: 'User name for basic authentication, with `password`' }),
  password: z
    .string()
    .regex(/^\P{Cc}{0,1024}$/u, 'must be at most 1024 characters')
    .optional()
    .meta({ description: 'Password for basic authentication' }),
  integrator_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,1024}$/, 'must be 1 to 1024 printable ASCII characters')
    .optional()
    .meta({ description: "`dutchie`: the integrator's own key, with `token`" }),
});
export type PosCredentials = z.infer<typeof PosCredentials>;

/** All fields of all providers; the provider's own schema checks which are valid. */
const AnyConfig = z.strictObject({
  base_url: Remote.base_url.optional().meta({
    description: '`http`: public https URL of the API; `square`, `dutchie`: production unless set',
  }),
  location_id: Remote.location_id.optional().meta({ description: "The POS's own id of the location" }),
  room_type: RoomType.optional().meta({
    description: 'Room of items for which the POS reports no room; `sales_floor` when absent',
  }),
  page_size: wholeNumber().min(1).max(1000).optional().meta(PAGE_SIZE),
  delay_ms: wholeNumber().min(0).max(10_000).optional().meta(DELAY),
  outage: z.boolean().optional().meta(OUTAGE),
  room_map: RoomMap.optional().meta(ROOMS),
  sales: z.boolean().optional().meta(SALES),
  count_allocated: z.boolean().optional().meta(ALLOCATED),
});

/** The stored configuration as shown: each provider's own fields. */
export const SHOWN = {
  simulator: z.object(SimulatorConfig.shape),
  http: z.object(HttpConfig.shape),
  square: z.object(SquareConfig.shape),
  dutchie: z.object(DutchieConfig.shape),
};

const PosRun = z.object({
  id: RunId,
  status: SyncStatus,
  failed: Count.meta({ description: 'Items that could not be applied' }),
  created_at: RequestedAt,
  finished_at: FinishedAt,
});

const ConnectionFields = {
  auth: z.enum(AUTH_KINDS).meta({ description: 'Kind of the stored credentials, which are never returned' }),
  simulator: z
    .boolean()
    .meta({ description: "Whether the operator has put another server in place of the provider's" }),
  last_sync: PosRun.nullable().meta({ description: 'The newest sync; null before the first' }),
  next_sync_at: Timestamp.nullable().meta({
    description: 'Earliest start of the next scheduled sync; null without a schedule',
  }),
  failures: Count.meta({ description: 'Consecutive failed syncs; the schedule waits longer after each' }),
  unmatched_count: Count.meta({ description: 'Items of the POS that match no product' }),
  created_at: Timestamp.meta({ description: 'When the POS was connected' }),
  updated_at: Timestamp.meta({ description: 'When the connection last changed' }),
};
const PROVIDER = {
  simulator: 'The built-in simulator, for tests',
  http: 'A POS that serves our HTTP contract',
  square: 'Square',
  dutchie: 'Dutchie POS',
};
const CONFIG = { description: 'How to reach the POS' };
const CREDENTIALS = { description: 'Credentials for the POS; stored encrypted and never returned' };

function connectionOf<P extends z.infer<typeof PosProvider>, C extends z.ZodObject>(provider: P, config: C) {
  return z.object({
    location_id: LocationId,
    provider: z.literal(provider).meta({ description: PROVIDER[provider] }),
    config: config.meta(CONFIG),
    ...ConnectionFields,
  });
}

/** The POS of a location, with its provider's own `config`. Credentials are never returned. */
export const PosConnection = z
  .discriminatedUnion('provider', [
    connectionOf('simulator', SHOWN.simulator).meta({ id: 'SimulatorConnection' }),
    connectionOf('http', SHOWN.http).meta({ id: 'HttpConnection' }),
    connectionOf('square', SHOWN.square).meta({ id: 'SquareConnection' }),
    connectionOf('dutchie', SHOWN.dutchie).meta({ id: 'DutchieConnection' }),
  ])
  .meta({ id: 'PosConnection' });

export const PosLocationId = z.strictObject({ id: LocationId });
export const ConnectPos = z.strictObject({
  id: LocationId,
  provider: PosProvider,
  config: AnyConfig.default({}),
  credentials: PosCredentials.default({}),
  ...Confirmation,
});
/** `ConnectPos` as documented: each provider with its own `config`. */
export const ConnectPosBody = z
  .discriminatedUnion('provider', [
    z
      .strictObject({
        provider: z.literal('simulator').meta({ description: PROVIDER.simulator }),
        config: SimulatorConfig.optional().meta(CONFIG),
        ...Confirmation,
      })
      .meta({ id: 'ConnectSimulator' }),
    z
      .strictObject({
        provider: z.literal('http').meta({ description: PROVIDER.http }),
        config: HttpConfig.meta(CONFIG),
        credentials: PosCredentials.optional().meta(CREDENTIALS),
        ...Confirmation,
      })
      .meta({ id: 'ConnectHttp' }),
    z
      .strictObject({
        provider: z.literal('square').meta({ description: PROVIDER.square }),
        config: SquareConfig.meta(CONFIG),
        credentials: PosCredentials.optional().meta(CREDENTIALS),
        ...Confirmation,
      })
      .meta({ id: 'ConnectSquare' }),
    z
      .strictObject({
        provider: z.literal('dutchie').meta({ description: PROVIDER.dutchie }),
        config: DutchieConfig.meta(CONFIG),
        credentials: PosCredentials.optional().meta(CREDENTIALS),
        ...Confirmation,
      })
      .meta({ id: 'ConnectDutchie' }),
  ])
  .meta({
    examples: [
      {
        provider: 'http',
        config: { base_url: 'https://pos.example.com/tallyleaf', location_id: 'shop-1' },
        credentials: { token: 'your-pos-token' },
      },
    ],
  });
const CHANGES = { description: 'Only the fields to change' };
const REPLACEMENT = { description: 'Replaces the stored credentials; `{}` removes them' };
export const UpdatePos = z.strictObject({
  id: LocationId,
  config: AnyConfig.optional(),
  credentials: PosCredentials.optional(),
  ...Confirmation,
});

/** A provider's `config` in a PATCH: an absent field keeps its value, so there are no defaults. */
function changesOf<P extends z.infer<typeof PosProvider>>(provider: P) {
  const fields = Object.entries(CONFIGS[provider].shape as Record<string, z.ZodType>);
  const optional = fields.map(([name, field]) => {
    const plain = field instanceof z.ZodDefault ? field.unwrap() : field;
    return [name, (plain as z.ZodType).optional().meta({ description: field.description ?? '' })];
  });
  return z.strictObject(Object.fromEntries(optional)).optional().meta(CHANGES);
}

const UPDATE_NAMES = { http: 'UpdateHttp', square: 'UpdateSquare', dutchie: 'UpdateDutchie' };

/**
 * `UpdatePos` as documented: each provider's own fields. One body can be valid for several providers, hence `anyOf`.
 */
export const UpdatePosBody = z
  .union([
    z
      .strictObject({ config: changesOf('simulator'), ...Confirmation })
      .meta({ id: 'UpdateSimulator', minProperties: 1 }),
    ...(['http', 'square', 'dutchie'] as const).map((provider) =>
      z
        .strictObject({
          config: changesOf(provider),
          credentials: PosCredentials.optional().meta(REPLACEMENT),
          ...Confirmation,
        })
        .meta({ id: UPDATE_NAMES[provider], minProperties: 1 }),
    ),
  ])
  .meta({ examples: [{ config: { room_type: 'vault' }, credentials: { token: 'your-new-pos-token' } }] });
export const PosTest = z
  .object({
    ok: z.boolean().meta({ description: 'Whether the POS responded as expected' }),
    code: z.string().nullable().meta({ description: 'Stable code of the error; null without one' }),
    message: z.string().meta({ description: 'The result, as text' }),
    locations: z
      .array(
        z.object({
          id: z.string().meta({ description: "The POS's own id of the location" }),
          name: z.string().meta({ description: 'Name of the location in the POS' }),
        }),
      )
      .meta({ description: 'Locations in the POS' }),
  })
  .meta({ id: 'PosTestResult' });

const MappingId = Id.meta({ description: 'Id of the mapping' });
export const MapPos = z
  .strictObject({
    location_id: LocationId,
    external_id: text(200)
      .optional()
      .meta({ description: "The POS's own id of the item; either this or `sku`" }),
    sku: text(200)
      .optional()
      .meta({ description: 'SKU of the item in the POS; either this or `external_id`' }),
    variant_id: Id.meta({ description: 'The variant that the item is' }),
  })
  .refine(({ external_id, sku }) => (external_id === undefined) !== (sku === undefined), {
    ...rule('ambiguous', 'send either external_id or sku'),
    path: ['external_id'],
  })
  .meta({
    examples: [
      {
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        external_id: 'pos-item-4711',
        variant_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04',
      },
    ],
  });
export const PosMappingId = z.strictObject({ id: MappingId });
