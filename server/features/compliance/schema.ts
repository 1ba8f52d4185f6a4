import { z } from 'zod';
import { CalendarDate, Confirmation, Id, listOf, Paging, Timestamp, text } from '../../kernel/params';
import { IntegrationAuth, IntegrationStatus, VendorFailure, VendorFaultCode } from '../integrations/schema';
import { STATE_CODES } from './states';
import {
  DIRECTIONS,
  ENVIRONMENTS,
  JOB_KINDS,
  JOB_SOURCES,
  JOB_STATUSES,
  MODES,
  PACKAGE_STATES,
  PROBLEMS,
  TOLD_REASONS,
} from './words';

/** Characters of a note as Metrc takes it, our mark left out. */
export const LONGEST_NOTE = 400;
/** Jobs that are approved in one call. */
export const MAX_APPROVED = 500;

export const MetrcState = z.enum(STATE_CODES).meta({
  id: 'MetrcState',
  description: 'State, as a postal code in small letters. Metrc offers programs different things in each',
});
export const MetrcEnvironment = z.enum(ENVIRONMENTS).meta({
  id: 'MetrcEnvironment',
  description: '`sandbox` is Metrc’s own place to try things',
});
const Mode = z.enum(MODES);
const MODE = {
  package_adjustment: Mode.meta({ description: 'Changes of what a package holds' }),
  package_finish: Mode.meta({ description: 'Ending an empty package' }),
  transfer_template: Mode.meta({ description: 'Templates of shipments, their changes and deletions' }),
};
export const MetrcMode = z.object(MODE).meta({
  id: 'MetrcMode',
  description: 'Whether reports wait for `review` by a member or go out on their own (`auto`)',
});
const ModeChange = z
  .strictObject({
    package_adjustment: MODE.package_adjustment.optional(),
    package_finish: MODE.package_finish.optional(),
    transfer_template: MODE.transfer_template.optional(),
  })
  .meta({ description: 'By kind; `review` where none is given' });
const TransferTypeName = text(200).meta({
  description: 'Type of transfers as Metrc names it, such as `Transfer`',
});
const UserKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 printable ASCII characters')
  .meta({
    description: 'Key of a user of Metrc with access to the license. Stored encrypted and never returned',
  });
const PosReports = z.boolean().nullable().meta({
  description:
    'Whether the POS of the location tells the state of what happens there: then changes of stock are not reported. Null: where the location has a POS',
});
const LocationId = Id.meta({ description: 'Id of the location' });

export const MetrcLocation = z.strictObject({ id: LocationId });
export const ConnectMetrc = z
  .strictObject({
    id: LocationId,
    state: MetrcState,
    environment: MetrcEnvironment.default('production'),
    mode: ModeChange.default({}),
    transfer_type: TransferTypeName.nullish(),
    pos_reports: PosReports.optional(),
    user_key: UserKey,
    ...Confirmation,
  })
  .meta({ examples: [{ state: 'co', environment: 'sandbox', mode: {}, user_key: 'aB3dE5fG7hI9' }] });
export const UpdateMetrc = z
  .strictObject({
    id: LocationId,
    state: MetrcState.optional(),
    environment: MetrcEnvironment.optional(),
    mode: ModeChange.optional(),
    transfer_type: TransferTypeName.nullable().optional(),
    pos_reports: PosReports.optional(),
    user_key: UserKey.optional(),
    status: z
      .enum(['active', 'off'])
      .optional()
      .meta({ description: '`off` stops its use; `active` resumes it' }),
    ...Confirmation,
  })
  .meta({ examples: [{ mode: { package_adjustment: 'auto' } }] });

export const MetrcConnection = z
  .object({
    id: Id.meta({ description: 'Id of the connection' }),
    location_id: LocationId,
    state: MetrcState,
    environment: MetrcEnvironment,
    mode: MetrcMode,
    transfer_type: z
      .string()
      .nullable()
      .meta({ description: 'Type of transfers that templates have; null without one' }),
    pos_reports: PosReports,
    license_number: z.string().meta({ description: 'License of the premises, for which Metrc is asked' }),
    supports: z
      .object({
        packages: z
          .boolean()
          .meta({ description: 'Whether the state lets programs read and adjust packages' }),
        transfers: z.boolean().meta({ description: 'Whether it lets them read transfers' }),
        templates: z.boolean().meta({ description: 'Whether it lets them create templates of transfers' }),
      })
      .meta({ description: 'What the state’s Metrc offers to programs' }),
    auth: IntegrationAuth.meta({ description: 'Kind of the stored credentials, which are never returned' }),
    status: IntegrationStatus,
    simulator: z
      .boolean()
      .meta({ description: 'Whether the operator has put another server in place of Metrc' }),
    failures: z.int().min(0).meta({ description: 'Consecutive failures' }),
    last_ok_at: Timestamp.nullable().meta({ description: 'When it last worked; null before' }),
    last_error: VendorFailure.nullable().meta({ description: 'The last failure; null once it works again' }),
    credentials_at: Timestamp.meta({ description: 'When the user key was entered' }),
    created_at: Timestamp.meta({ description: 'When it was connected' }),
    updated_at: Timestamp.meta({ description: 'When it was last changed' }),
  })
  .meta({ id: 'MetrcConnection', description: 'The connection of a location with the state’s Metrc' });
export type MetrcConnectionView = z.infer<typeof MetrcConnection>;
export const MetrcTest = z
  .object({
    ok: z.boolean().meta({ description: 'Whether Metrc accepted the keys and knows the license' }),
    code: VendorFaultCode.nullable().meta({ description: 'Kind of the failure; null when it works' }),
    message: z.string().meta({ description: 'The result, as text' }),
  })
  .meta({ id: 'MetrcTest' });

export const JobKindName = z.enum(JOB_KINDS).meta({
  id: 'ComplianceJobKind',
  description:
    'What is reported: a change of a package, its end, or the template of a shipment, its change or deletion',
});
export const JobStatusName = z.enum(JOB_STATUSES).meta({
  id: 'ComplianceJobStatus',
  description:
    '`needs_data`: see `problems`; `review`: it waits for approval; `ready`: it is sent next; `sending`; `unknown`: no response came, and Metrc is ' +
    'looked at before anything is sent again; `confirmed`: Metrc has it; `rejected`: Metrc rejected it; `skipped` by a member; `superseded`: it no longer applies',
});
export const JobSourceName = z.enum(JOB_SOURCES);
export const JobProblem = z
  .object({
    field: z.string().nullable().meta({ description: 'Field that would settle it; null where none does' }),
    code: z.enum(PROBLEMS).meta({ id: 'ComplianceProblemCode', description: 'What stands against it' }),
    message: z.string().meta({ description: 'The same as text' }),
  })
  .meta({ id: 'ComplianceProblem' });
export const JobAttempt = z.object({
  at: Timestamp.meta({ description: 'When' }),
  step: z.enum(['send', 'look']).meta({ description: '`send`, or `look`: whether Metrc has it' }),
  outcome: z.string().meta({ description: 'What came of it' }),
  status: z.int().nullable().meta({ description: 'HTTP status; null without a response' }),
  message: z.string().meta({ description: 'The same as text' }),
});
export const JobRequest = z.object({
  method: z.enum(['POST', 'PUT', 'DELETE']).meta({ description: 'HTTP method' }),
  path: z.string().meta({ description: 'Path at Metrc' }),
  body: z.unknown().meta({ description: 'The exact body; null without one' }),
});
export const JobQuantities = z
  .object({
    unit: z.string().meta({ description: 'Unit of the package' }),
    before: z.number().nullable().meta({ description: 'What the package held before, as Metrc said' }),
    change: z.number().nullable().meta({ description: 'By how much it is to change' }),
    found: z.number().nullable().meta({ description: 'What it held at the last look; null before' }),
  })
  .meta({ description: 'What the package holds; null where the job is about none' });

const JobPathId = Id.meta({ description: 'Id of the job' });
export const JobId = z.strictObject({ id: JobPathId });
export const UpdateJob = z
  .strictObject({
    id: JobPathId,
    reason: text(200)
      .nullable()
      .optional()
      .meta({ description: 'Reason of Metrc in place of the mapped one' }),
    note: z
      .string()
      .trim()
      .max(LONGEST_NOTE, `must be at most ${LONGEST_NOTE} characters`)
      .nullable()
      .optional()
      .meta({ description: 'Note for Metrc' }),
    date: CalendarDate.nullable().optional().meta({ description: 'Day of the change, today or before' }),
    package_tag: text(100).optional().meta({
      description:
        'Tag of another package of the same item, where the units were taken by the order of allocation',
    }),
  })
  .meta({ examples: [{ reason: 'Entry Error', note: 'Counted twice' }] });
export const SkipJob = z
  .strictObject({ id: JobPathId, reason: text(200).meta({ description: 'Why it is not told' }) })
  .meta({ examples: [{ reason: 'Reported in Metrc by hand' }] });
export const ResolveJob = z
  .strictObject({
    id: JobPathId,
    outcome: z.enum(['applied', 'not_applied']).meta({ description: 'Whether Metrc has it' }),
    note: text(500).optional().meta({ description: 'How you know' }),
  })
  .meta({ examples: [{ outcome: 'applied', note: 'Seen in Metrc' }] });
export const ApproveJobs = z
  .strictObject({
    ids: z
      .array(Id)
      .min(1, 'must have at least one entry')
      .max(MAX_APPROVED, `must have at most ${MAX_APPROVED} entries`)
      .meta({ description: 'Ids of jobs' }),
  })
  .meta({ examples: [{ ids: ['0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b01'] }] });
export const JobApprovals = z
  .object({
    results: z
      .array(
        z.object({
          id: Id.meta({ description: 'Id of the job' }),
          status: JobStatusName.nullable().meta({ description: 'Its status now; null with an error' }),
          error: z
            .object({
              code: z.string().meta({ description: '`not_found`, `needs_data` or `wrong_status`' }),
              message: z.string().meta({ description: 'The same as text' }),
            })
            .nullable()
            .meta({ description: 'Why it was not approved; null where it was' }),
        }),
      )
      .meta({ description: 'One for each id, in the order of the request' }),
  })
  .meta({ id: 'ComplianceApprovals' });

const VendorReasons = z
  .array(
    z.object({
      name: z.string().meta({ description: 'Name in Metrc' }),
      requires_note: z.boolean().meta({ description: 'Whether Metrc wants a note with it' }),
      requires_waste_weight: z.boolean().meta({
        description: 'Whether Metrc wants the weight of the waste: such a change is made in Metrc',
      }),
    }),
  )
  .nullable();
const reasonMap = <S extends z.ZodType>(one: S) =>
  Object.fromEntries(TOLD_REASONS.map((reason) => [reason, one])) as Record<(typeof TOLD_REASONS)[number], S>;
export const ReasonsOf = z.strictObject({ location_id: LocationId });
export const Reasons = z
  .object({
    location_id: LocationId,
    reasons: z
      .object(reasonMap(z.string().nullable().meta({ description: 'Reason of Metrc; null without one' })))
      .meta({ description: 'Metrc’s reason for each of yours, as confirmed' }),
    suggested: z
      .object(reasonMap(z.string().nullable().meta({ description: 'By its name; null without one' })))
      .meta({ description: 'What their names suggest' }),
    confirmed: z.boolean().meta({ description: 'Whether a member has confirmed them' }),
    available: VendorReasons.meta({
      description: 'Reasons that the license has; null before they were read',
    }),
  })
  .meta({ id: 'ComplianceReasons' });
export const PutReasons = z
  .strictObject({
    location_id: LocationId,
    reasons: z
      .strictObject(reasonMap(text(200).nullable().optional().meta({ description: 'Reason of Metrc' })))
      .meta({ description: 'Replaces all' }),
  })
  .meta({
    examples: [
      {
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        reasons: { DAMAGE: 'Damage', AUDIT: 'Scale Variance' },
      },
    ],
  });

export const DirectionName = z.enum(DIRECTIONS).meta({
  id: 'ComplianceDirection',
  description: '`incoming` to the location, or `outgoing` from it',
});
export const TransferLine = z.object({
  package_tag: z.string().meta({ description: 'Tag of the package' }),
  package_id: z.string().nullable().meta({ description: 'Id of the package in Metrc' }),
  item_name: z.string().nullable().meta({ description: 'Its item in Metrc' }),
  category: z.string().nullable().meta({ description: 'Category in Metrc' }),
  batch_id: z.string().nullable().meta({ description: 'Number of the production batch' }),
  expires_on: CalendarDate.nullable().meta({ description: 'Last day of use' }),
  lab_testing_state: z.string().nullable().meta({ description: 'State of its lab tests, as Metrc says it' }),
  state: z.string().nullable().meta({
    description:
      '`ShipmentPackageState` of Metrc, such as Shipped, Accepted or Rejected: a person accepts it there',
  }),
  shipped_quantity: z.number().nullable().meta({ description: 'Quantity that was shipped' }),
  received_quantity: z.number().nullable().meta({ description: 'Quantity that was received in Metrc' }),
  unit: z.string().nullable().meta({ description: 'Unit of both' }),
});
export const TransferId = z.strictObject({ id: Id.meta({ description: 'Id of the transfer' }) });
const Units = z.int().min(0).max(2_000_000_000);
export const ACCEPT_REASONS = [
  'wrong_item',
  'short',
  'damaged',
  'expired',
  'failed_inspection',
  'temperature',
  'other',
] as const;
export const AcceptTransfer = z
  .strictObject({
    id: Id.meta({ description: 'Id of the transfer' }),
    location_id: LocationId,
    lines: z
      .array(
        z.strictObject({
          package_tag: text(100).meta({ description: 'Tag of the package, once' }),
          variant_id: Id.optional().meta({ description: 'Your variant: required unless an order brings it' }),
          accepted: Units.meta({ description: 'Units that are good' }),
          rejected: Units.default(0).meta({ description: 'Units that go back' }),
          damaged: Units.default(0).meta({ description: 'Units that are damaged' }),
          reason_code: z.enum(ACCEPT_REASONS).optional().meta({
            description: 'Why units were rejected or are damaged',
          }),
        }),
      )
      .min(1, 'must have at least one entry')
      .max(500, 'must have at most 500 entries')
      .meta({ description: 'What came of each package; missing ones stay open' }),
  })
  .meta({
    examples: [
      {
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        lines: [{ package_tag: '1A4000000000000000000001', accepted: 20 }],
      },
    ],
  });

export const ListPackages = z.strictObject({
  location_id: LocationId.optional(),
  difference: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: only packages whose quantity here isn’t that in Metrc' }),
  ...Paging,
});
export const StatePackage = z
  .object({
    location_id: LocationId,
    package_tag: z.string().meta({ description: 'Tag of the package' }),
    sku: z.string().nullable().meta({ description: 'SKU of the goods here; null without any' }),
    item_name: z.string().nullable().meta({ description: 'Its item in Metrc' }),
    ours: z
      .number()
      .nullable()
      .meta({ description: 'What is here, in `unit`; null where that can’t be said exactly' }),
    theirs: z
      .number()
      .nullable()
      .meta({ description: 'What Metrc says; null where it doesn’t know the tag' }),
    unit: z.string().nullable().meta({ description: 'Unit of the package in Metrc' }),
    state: z
      .enum(PACKAGE_STATES)
      .nullable()
      .meta({ description: 'Where Metrc lists it; null where it doesn’t' }),
    difference: z.boolean().meta({ description: 'Whether both differ' }),
    open_jobs: z.int().min(0).meta({ description: 'Jobs about it that aren’t finished' }),
    seen_at: Timestamp.nullable().meta({ description: 'When Metrc was last looked at; null before' }),
  })
  .meta({ id: 'StatePackage', description: 'A package here and in the state’s lists' });
export const StatePackageList = listOf(StatePackage).extend({
  complete: z
    .boolean()
    .meta({ description: 'Whether all lists of Metrc were read once since it was connected' }),
});
