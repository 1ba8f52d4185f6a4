import { z } from 'zod';
import { Count, Id, listOf, Paging, sortBy, Timestamp, text } from '../../kernel/params';
import { rule } from '../../kernel/rules';
import { RoomType } from '../schema';

export const SYNC_TYPES = ['full', 'incremental'] as const;
export const SyncType = z.enum(SYNC_TYPES).meta({
  id: 'SyncType',
  description: '`full` sets what the POS reports, `incremental` takes changes since the last completed sync',
});
export const SYNC_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export const SyncStatus = z.enum(SYNC_STATUSES).meta({ id: 'SyncStatus', description: 'How far a sync is' });
export const PROVIDERS = ['simulator', 'http', 'square'] as const;
export const PosProvider = z
  .enum(PROVIDERS)
  .meta({ id: 'PosProvider', description: 'Which connector talks to the POS' });
/** Errors, and unmatched ones, that a run keeps; `failed` and `unmatched_count` count them all. */
export const MAX_ERRORS = 100;

export const SyncError = z.object({
  sku: z.string().nullable().meta({ description: 'null when the run as a whole failed' }),
  code: z.string(),
  message: z.string(),
});

export type SyncError = z.infer<typeof SyncError>;

/** What no product is known for: by the point of sale's own id, its SKU, or both. */
export const Unmatched = z
  .object({
    external_id: z.string().nullable().meta({ description: "the point of sale's own id" }),
    sku: z.string().nullable(),
    name: z.string().nullable(),
  })
  .meta({ id: 'UnmatchedPosItem' });
export type Unmatched = z.infer<typeof Unmatched>;

/** A sync of a location with its point of sale (decision 32). */
export const SyncRun = z
  .object({
    id: Id,
    location_id: Id,
    sync_type: SyncType,
    status: SyncStatus,
    processed: Count.meta({ description: 'items that the point of sale has reported so far' }),
    total: Count.meta({ description: 'items that it has, as far as it can tell' }),
    created: Count.meta({ description: 'rows of stock that came into being' }),
    updated: Count.meta({ description: 'rows whose quantity changed' }),
    failed: Count.meta({ description: 'items that could not be taken over' }),
    errors: z.array(SyncError).meta({ description: `the first ${MAX_ERRORS}` }),
    unmatched: z.array(Unmatched).meta({
      description: `the first ${MAX_ERRORS} that no product is known for; a mapping tells which one is meant`,
    }),
    unmatched_count: Count,
    created_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({
    id: 'SyncRun',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b0a',
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        sync_type: 'incremental',
        status: 'completed',
        processed: 31,
        total: 31,
        created: 0,
        updated: 30,
        failed: 1,
        errors: [{ sku: 'BD-3.5', code: 'below_reserved', message: 'Fewer were counted than are reserved.' }],
        unmatched: [],
        unmatched_count: 0,
        created_at: '2026-01-02T15:04:05.000Z',
        finished_at: '2026-01-02T15:04:07.000Z',
      },
    ],
  });
export const SyncRunList = listOf(SyncRun);

export const StartSync = z.strictObject({
  location_id: Id,
  sync_type: SyncType.default('incremental'),
});
export const SyncRunId = z.strictObject({ id: Id });

export const SYNC_SORTS = ['created_at', 'finished_at', 'status', 'sync_type'] as const;
export const ListSyncRuns = z.strictObject({
  location_id: Id.optional(),
  status: SyncStatus.optional(),
  sort: sortBy(SYNC_SORTS),
  ...Paging,
});

/** What a provider's connector needs to know. */
export const SimulatorConfig = z.strictObject({
  page_size: z.int('must be a whole number').min(1).max(500).default(200),
  delay_ms: z.int('must be a whole number').min(0).max(10_000).default(0),
  outage: z.boolean().default(false),
});
const Remote = {
  base_url: z.string().max(2048),
  location_id: text(200),
  room_type: RoomType.default('sales_floor'),
};
export const HttpConfig = z.strictObject({
  ...Remote,
  page_size: z.int('must be a whole number').min(1).max(500).default(200),
});
export const SquareConfig = z.strictObject({
  ...Remote,
  base_url: Remote.base_url.default('https://connect.squareup.com'),
  page_size: z.int('must be a whole number').min(1).max(1000).default(500),
});
export const CONFIGS = { simulator: SimulatorConfig, http: HttpConfig, square: SquareConfig };

/** What lets us in: a bearer token, or a user name with a password. */
export const PosCredentials = z.strictObject({
  token: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be 1 to 4096 printable ASCII characters')
    .optional(),
  username: z
    .string()
    .regex(/^[^:\p{Cc}]{1,256}$/u, 'must be 1 to 256 characters without a colon')
    .optional(),
  password: z
    .string()
    .regex(/^\P{Cc}{0,1024}$/u, 'must be at most 1024 characters')
    .optional(),
});
export type PosCredentials = z.infer<typeof PosCredentials>;

/** Every field of every provider; which of them count is checked against the provider's own. */
const AnyConfig = z.strictObject({
  base_url: Remote.base_url.optional().meta({
    description: 'http: where the contract is served. square: its production, unless the sandbox is meant.',
  }),
  location_id: Remote.location_id
    .optional()
    .meta({ description: "the point of sale's own id of the location" }),
  room_type: RoomType.optional().meta({
    description: 'the room of what it counts, where it says none; sales_floor when absent',
  }),
  page_size: z.int('must be a whole number').min(1).max(1000).optional(),
  delay_ms: z
    .int('must be a whole number')
    .min(0)
    .max(10_000)
    .optional()
    .meta({ description: 'simulator: how slow it is' }),
  outage: z.boolean().optional().meta({ description: 'simulator: true while it cannot be reached' }),
});

/** Of what is kept, the published fields. */
export const ShownConfig = z.object(AnyConfig.shape);

const PosRun = z.object({
  id: Id,
  status: SyncStatus,
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
});

/** The point of sale of a location. What lets us in is never shown again. */
export const PosConnection = z
  .object({
    location_id: Id,
    provider: PosProvider,
    config: AnyConfig,
    auth: z.enum(['none', 'bearer', 'basic']).meta({ description: 'what kind of credentials are kept' }),
    last_sync: PosRun.nullable(),
    next_sync_at: Timestamp.nullable().meta({
      description: 'when the schedule syncs it at the earliest; null when it does not',
    }),
    failures: Count.meta({ description: 'syncs in a row that failed; the schedule waits longer after each' }),
    unmatched_count: Count.meta({ description: 'reported and not known here' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'PosConnection' });

export const PosLocationId = z.strictObject({ id: Id });
export const ConnectPos = z.strictObject({
  id: Id,
  provider: PosProvider,
  config: AnyConfig.default({}),
  credentials: PosCredentials.default({}),
});
/** `ConnectPos` as it is documented: each provider with its own `config`. */
export const ConnectPosBody = z
  .discriminatedUnion('provider', [
    z
      .strictObject({ provider: z.literal('simulator'), config: SimulatorConfig.optional() })
      .meta({ id: 'ConnectSimulator' }),
    z
      .strictObject({
        provider: z.literal('http'),
        config: HttpConfig,
        credentials: PosCredentials.optional(),
      })
      .meta({ id: 'ConnectHttp' }),
    z
      .strictObject({
        provider: z.literal('square'),
        config: SquareConfig,
        credentials: PosCredentials.optional(),
      })
      .meta({ id: 'ConnectSquare' }),
  ])
  .meta({
    examples: [
      {
        provider: 'http',
        config: { base_url: 'https://pos.example.com/tallyleaf', location_id: 'shop-1' },
        credentials: { token: 'a-token-of-the-pos' },
      },
    ],
  });
export const UpdatePos = z.strictObject({
  id: Id,
  config: AnyConfig.optional().meta({ description: 'only what changes' }),
  credentials: PosCredentials.optional().meta({ description: 'in place of those that are kept' }),
});
export const PosTest = z
  .object({
    ok: z.boolean(),
    code: z.string().nullable().meta({ description: 'null when it answers' }),
    message: z.string(),
    locations: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .meta({ id: 'PosTestResult' });

export const PosUnmatchedList = listOf(
  z.object({
    location_id: Id,
    ...Unmatched.shape,
    quantity: z.number().meta({ description: 'as it was last reported' }),
    seen_at: Timestamp,
  }),
);
export const ListOfPos = z.strictObject({ location_id: Id.optional(), ...Paging });

export const PosMapping = z
  .object({
    id: Id,
    location_id: Id,
    external_id: z.string().nullable(),
    sku: z.string().nullable(),
    variant: z.object({
      id: Id,
      product_id: Id,
      product_name: z.string(),
      name: z.string(),
      sku: z.string(),
    }),
    created_at: Timestamp,
  })
  .meta({ id: 'PosMapping' });
export const PosMappingList = listOf(PosMapping);
export const MapPos = z
  .strictObject({
    location_id: Id,
    external_id: text(200).optional(),
    sku: text(200).optional(),
    variant_id: Id,
  })
  .refine(({ external_id, sku }) => (external_id === undefined) !== (sku === undefined), {
    ...rule('ambiguous', 'send either external_id or sku'),
    path: ['external_id'],
  });
export const PosMappingId = z.strictObject({ id: Id });
