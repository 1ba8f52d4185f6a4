import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOf } from '../../operation/objects';
import { getIntegration, listIntegrations } from './queries';
import { INTEGRATIONS } from './queries.sql';
import { Integration, IntegrationList } from './resource';
import { ConnectIntegration, IntegrationId, IntegrationTest, UpdateIntegration } from './schema';
import {
  connectIntegration,
  deleteIntegration,
  INTEGRATION_EVENTS,
  testIntegration,
  updateIntegration,
} from './service';
import { integrationConnections } from './tables';
import { VENDOR_FAULTS } from './vendor-error';

const TRIED = [...VENDOR_FAULTS, 'company_required'] as const;

export const integrationsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/integrations',
    summary: 'List connections with other systems',
    description:
      "With LeafLink and Distru, and with Metrc by location: members limited to locations get those of theirs. POS connections are a location's own.",
    permission: 'read:integrations',
    input: INTEGRATIONS.input,
    output: IntegrationList,
  }).query(({ ctx, input }) => listIntegrations(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/integrations/{id}',
    summary: 'Get a connection and its health',
    description: 'Credentials are never returned.',
    permission: 'read:integrations',
    input: IntegrationId,
    output: Integration,
    object: rowOf(integrationConnections.id, {
      volatile: ['status', 'failures', 'last_ok_at', 'last_error'],
    }),
    errors: ['NOT_FOUND', 'whole_business'],
  }).query(({ ctx, input }) => getIntegration(ctx, input.id)),

  connect: endpoint({
    rest: 'POST /api/v1/integrations',
    summary: 'Connect LeafLink or Distru',
    description:
      'The vendor is asked whether it accepts the credentials before they are stored: else 409 with its fault, and nothing is saved. ' +
      'They are stored encrypted and never returned. Tallyleaf only reads there.',
    permission: 'update:integrations',
    input: ConnectIntegration,
    output: Integration,
    status: 201,
    location: '/api/v1/integrations/{id}',
    errors: ['whole_business', 'not_a_seller', 'too_many', ...TRIED],
    recent: true,
    transaction: false,
  }).mutation(({ ctx, input }) => connectIntegration(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/integrations/{id}',
    summary: 'Update a connection',
    description: 'Other credentials, or another company, are tried before they are stored.',
    permission: 'update:integrations',
    input: UpdateIntegration,
    output: Integration,
    errors: ['NOT_FOUND', 'whole_business', ...TRIED],
    recent: 'to change its company or credentials',
    transaction: false,
  }).mutation(({ ctx, input }) => updateIntegration(ctx, input)),

  remove: endpoint({
    rest: 'DELETE /api/v1/integrations/{id}',
    summary: 'Delete a connection',
    description: 'Deletes its credentials. What moved in from it stays.',
    permission: 'update:integrations',
    input: IntegrationId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'whole_business'],
  }).mutation(({ ctx, input }) => deleteIntegration(ctx, input.id)),

  test: endpoint({
    rest: 'POST /api/v1/integrations/{id}/test',
    summary: 'Test a connection',
    description:
      'Asks the vendor whether it accepts the credentials, and responds with `ok: false` and the fault otherwise.',
    permission: 'update:integrations',
    input: IntegrationId,
    output: IntegrationTest,
    errors: ['NOT_FOUND', 'whole_business'],
    emits: INTEGRATION_EVENTS,
    transaction: false,
  }).mutation(({ ctx, input }) => testIntegration(ctx, input.id)),
});
