import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOf } from '../../operation/objects';
import { INTEGRATION_EVENTS } from '../integrations/service';
import { integrationConnections } from '../integrations/tables';
import { VENDOR_FAULTS } from '../integrations/vendor-error';
import { getMetrc } from './connections/queries';
import { connectMetrc, deleteMetrc, testMetrc, updateMetrc } from './connections/service';
import { getJob, listJobs } from './jobs/queries';
import { JOBS } from './jobs/queries.sql';
import {
  approveJob,
  approveJobs,
  JOB_EVENTS,
  resolveJob,
  retryJob,
  skipJob,
  updateJob,
} from './jobs/service';
import { listPackages } from './packages/queries';
import { getReasons, putReasons } from './reasons/service';
import { ComplianceJob, ComplianceJobList, ComplianceTransfer, ComplianceTransferList } from './resource';
import {
  AcceptTransfer,
  ApproveJobs,
  ConnectMetrc,
  JobApprovals,
  JobId,
  ListPackages,
  MetrcConnection,
  MetrcLocation,
  MetrcTest,
  PutReasons,
  Reasons,
  ReasonsOf,
  ResolveJob,
  SkipJob,
  StatePackageList,
  TransferId,
  UpdateJob,
  UpdateMetrc,
} from './schema';
import { complianceJobs, complianceTransfers } from './tables';
import { ACCEPT_EVENTS, acceptTransfer } from './transfers/accept';
import { getTransfer, listTransfers } from './transfers/queries';
import { TRANSFERS } from './transfers/queries.sql';

const TRIED = [...VENDOR_FAULTS, 'vendor_key_missing'] as const;

export const metrcRouter = router({
  get: endpoint({
    rest: 'GET /api/v1/entity/locations/{id}/metrc',
    summary: 'Get the Metrc connection of a location',
    description: 'Responds with 404 until Metrc is connected. The user key is never returned.',
    permission: 'read:integrations',
    input: MetrcLocation,
    output: MetrcConnection,
    object: rowOf(integrationConnections.locationId, {
      volatile: ['status', 'failures', 'last_ok_at', 'last_error'],
    }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getMetrc(ctx, input.id)),

  connect: endpoint({
    rest: 'POST /api/v1/entity/locations/{id}/metrc',
    summary: 'Connect a location with Metrc',
    description:
      'Metrc is asked whether it accepts the keys and lists the license of the location before they are stored: else 409 with its fault, and ' +
      'nothing is saved. From then on changes of tagged packages there are reported. The operator’s key is per state and environment: 409 without one.',
    permission: 'update:integrations',
    input: ConnectMetrc,
    output: MetrcConnection,
    status: 201,
    location: '/api/v1/entity/locations/{input.id}/metrc',
    errors: ['NOT_FOUND', 'metrc_connected', ...TRIED],
    recent: true,
    transaction: false,
  }).mutation(({ ctx, input }) => connectMetrc(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/entity/locations/{id}/metrc',
    summary: 'Update the Metrc connection of a location',
    description:
      'Another state, environment or user key is tried before it is stored, and has waiting jobs go on.',
    permission: 'update:integrations',
    input: UpdateMetrc,
    output: MetrcConnection,
    errors: ['NOT_FOUND', ...TRIED],
    recent: 'to change its state, environment or user key',
    transaction: false,
  }).mutation(({ ctx, input }) => updateMetrc(ctx, input)),

  remove: endpoint({
    rest: 'DELETE /api/v1/entity/locations/{id}/metrc',
    summary: 'Disconnect a location from Metrc',
    description: 'Deletes the user key. Jobs stay; those that were not sent are superseded.',
    permission: 'update:integrations',
    input: MetrcLocation,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => deleteMetrc(ctx, input.id)),

  test: endpoint({
    rest: 'POST /api/v1/entity/locations/{id}/metrc/test',
    summary: 'Test the Metrc connection of a location',
    description:
      'Asks Metrc whether it lists the license of the location, and responds with `ok: false` and the fault otherwise.',
    permission: 'update:integrations',
    input: MetrcLocation,
    output: MetrcTest,
    errors: ['NOT_FOUND'],
    emits: INTEGRATION_EVENTS,
    transaction: false,
  }).mutation(({ ctx, input }) => testMetrc(ctx, input.id)),
});

const CHANGED = ['NOT_FOUND', 'wrong_status'] as const;
const CHANGED_BY_SENDING = [
  ...['status', 'reason', 'problems', 'quantities', 'attempts', 'warnings'],
  ...['next_attempt_at', 'sent_at', 'remote_id', 'updated_at'],
];

export const complianceRouter = router({
  jobs: endpoint({
    rest: 'GET /api/v1/compliance/jobs',
    summary: 'List reports to the state',
    description: 'Newest first; limited to the locations of the member.',
    permission: 'read:integrations',
    input: JOBS.input,
    output: ComplianceJobList,
  }).query(({ ctx, input }) => listJobs(ctx, input)),

  job: endpoint({
    rest: 'GET /api/v1/compliance/jobs/{id}',
    summary: 'Get a report to the state',
    description: 'With the exact body, what was tried and what stands against it.',
    permission: 'read:integrations',
    input: JobId,
    output: ComplianceJob,
    // What sending changes: If-Match is about what is sent.
    object: rowOf(complianceJobs.id, { volatile: CHANGED_BY_SENDING }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getJob(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/compliance/jobs/{id}',
    summary: 'Change a report to the state',
    description:
      'While it was not sent. `package_tag` says which package it was, where the order of allocation had chosen one.',
    permission: 'update:compliance',
    input: UpdateJob,
    output: ComplianceJob,
    errors: CHANGED,
    emits: JOB_EVENTS,
  }).mutation(({ ctx, input }) => updateJob(ctx, input)),

  approve: endpoint({
    rest: 'POST /api/v1/compliance/jobs/{id}/approve',
    summary: 'Approve a report to the state',
    description: 'It is sent next, after earlier jobs of its package or order.',
    permission: 'update:compliance',
    input: JobId,
    output: ComplianceJob,
    errors: [...CHANGED, 'needs_data'],
    emits: JOB_EVENTS,
  }).mutation(({ ctx, input }) => approveJob(ctx, input.id)),

  retry: endpoint({
    rest: 'POST /api/v1/compliance/jobs/{id}/retry',
    summary: 'Send a rejected report again',
    description:
      'Once what Metrc rejected it for is corrected. It is sent as it then is, and looked up first where it may have arrived.',
    permission: 'update:compliance',
    input: JobId,
    output: ComplianceJob,
    errors: [...CHANGED, 'needs_data'],
    emits: JOB_EVENTS,
  }).mutation(({ ctx, input }) => retryJob(ctx, input.id)),

  skip: endpoint({
    rest: 'POST /api/v1/compliance/jobs/{id}/skip',
    summary: 'Skip a report to the state',
    description: 'While it was not sent: it is never told.',
    permission: 'update:compliance',
    input: SkipJob,
    output: ComplianceJob,
    errors: CHANGED,
    emits: JOB_EVENTS,
  }).mutation(({ ctx, input }) => skipJob(ctx, input)),

  resolve: endpoint({
    rest: 'POST /api/v1/compliance/jobs/{id}/resolve',
    summary: 'Say what became of a report',
    description:
      'Of a job whose outcome is unknown, at the earliest five minutes after it was sent: `applied` confirms it, `not_applied` sends it again.',
    permission: 'update:compliance',
    input: ResolveJob,
    output: ComplianceJob,
    errors: [...CHANGED, 'too_early'],
    emits: JOB_EVENTS,
  }).mutation(({ ctx, input }) => resolveJob(ctx, input)),

  approveMany: endpoint({
    rest: 'POST /api/v1/compliance/jobs/approve',
    summary: 'Approve up to 500 jobs',
    description:
      'Each in a transaction of its own: responds with 200 and a result for each, also when all failed. Jobs of other locations than the member’s are `not_found`.',
    permission: 'update:compliance',
    input: ApproveJobs,
    output: JobApprovals,
    transaction: false,
    emits: JOB_EVENTS,
  }).mutation(({ ctx, input }) => approveJobs(ctx, input)),

  reasons: endpoint({
    rest: 'GET /api/v1/compliance/reasons',
    summary: 'Get the reasons that a location tells the state',
    description:
      'Which of Metrc’s reasons yours are at a location, what their names suggest, and those that its license has.',
    permission: 'read:integrations',
    input: ReasonsOf,
    output: Reasons,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getReasons(ctx, input.location_id)),

  putReasons: endpoint({
    rest: 'PUT /api/v1/compliance/reasons',
    summary: 'Confirm the reasons that a location tells the state',
    description: 'Replaces all. Jobs that waited for a reason go on.',
    permission: 'update:compliance',
    input: PutReasons,
    output: Reasons,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => putReasons(ctx, input)),

  transfers: endpoint({
    rest: 'GET /api/v1/compliance/transfers',
    summary: 'List deliveries that the state knows of',
    description: 'To and from connected locations, newest first; limited to the locations of the member.',
    permission: 'read:integrations',
    input: TRANSFERS.input,
    output: ComplianceTransferList,
  }).query(({ ctx, input }) => listTransfers(ctx, input)),

  transfer: endpoint({
    rest: 'GET /api/v1/compliance/transfers/{id}',
    summary: 'Get a delivery that the state knows of',
    description: 'With its packages, as the state shows them.',
    permission: 'read:integrations',
    input: TransferId,
    output: ComplianceTransfer,
    object: rowOf(complianceTransfers.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getTransfer(ctx, input.id)),

  accept: endpoint({
    rest: 'POST /api/v1/compliance/transfers/{id}/accept',
    summary: 'Take in what a delivery brought',
    description:
      'Files the receipt of your order that ships the same packages, else a goods receipt with a lot per package. It is accepted in Metrc by a ' +
      'person: this changes nothing there. A count unlike Metrc’s is a note.',
    permission: 'update:compliance',
    input: AcceptTransfer,
    output: ComplianceTransfer,
    errors: [
      'NOT_FOUND',
      'permission_required',
      'already_accepted',
      'mixed_delivery',
      'already_received',
      'cannot_receive',
      'confirm_required',
      'credited',
      'external_id_taken',
      'invoiced',
      'location',
      'location_deleted',
      'not_shipped',
      'other_party',
      'tag_taken',
      'too_late',
      'units_gone',
    ],
    emits: ACCEPT_EVENTS,
    transaction: false,
  }).mutation(({ ctx, input }) => acceptTransfer(ctx, input)),

  packages: endpoint({
    rest: 'GET /api/v1/compliance/packages',
    summary: 'Compare packages with the state',
    description:
      'Packages of connected locations, here and in the state’s lists; `difference=true` lists those that differ. Nothing is corrected.',
    permission: 'read:integrations',
    input: ListPackages,
    output: StatePackageList,
  }).query(({ ctx, input }) => listPackages(ctx, input)),
});
