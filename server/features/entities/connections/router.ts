import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { readList } from '../../../platform/db/text-list';
import { connections } from '../tables';
import { CONNECTED_EVENTS, ENDED_EVENTS } from './announce';
import { getConnectionDetail } from './queries';
import { CONNECTIONS, connectionPage } from './queries.sql';
import { Connection, ConnectionDetail, ConnectionList } from './resource';
import { ConnectionId, RequestConnection, UpdateConnection } from './schema';
import { endConnection, requestConnection, respondToConnection, updateConnection } from './service';

export const connectionsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/entity/connections',
    summary: 'List connections',
    description:
      'Requests in both directions and accepted connections, newest first by default. Orders need an accepted one.',
    permission: 'read:connections',
    input: CONNECTIONS.input,
    output: ConnectionList,
  }).query(({ ctx, input }) => readList(ctx, CONNECTIONS, connectionPage, input)),

  get: endpoint({
    rest: 'GET /api/v1/entity/connections/{id}',
    summary: 'Get a connection',
    description:
      'Visible to both parties. While it is accepted, `profile` has the license, address and contact of the other ' +
      'business. Responds with 404 once it has ended.',
    permission: 'read:connections',
    input: ConnectionId,
    output: ConnectionDetail,
    object: rowOf(connections.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getConnectionDetail(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/entity/connections/{id}',
    summary: 'Allow or forbid orders that a seller enters',
    description:
      'For the buyer, while the connection is accepted. With `seller_orders` false the other business can no longer place orders for yours, or add to those that it placed.',
    permission: 'update:connections',
    everywhere: 'What a seller may enter applies',
    input: UpdateConnection,
    output: ConnectionDetail,
    errors: ['NOT_FOUND', 'not_a_buyer', 'not_accepted'],
  }).mutation(({ ctx, input }) => updateConnection(ctx, input)),

  request: endpoint({
    rest: 'POST /api/v1/entity/connections/request',
    summary: 'Request a connection with another business',
    description:
      'If the other business already asked you, this accepts its request. After a rejection, wait 24 hours.',
    permission: 'create:connections',
    input: RequestConnection,
    output: Connection,
    status: 201,
    location: '/api/v1/entity/connections/{id}',
    errors: [
      'NOT_FOUND',
      'already_connected',
      'already_requested',
      'license_unverified',
      'rejected_recently',
      'too_many',
    ],
    emits: ['connection.requested', ...CONNECTED_EVENTS],
  }).mutation(({ ctx, input }) => requestConnection(ctx, input)),

  accept: endpoint({
    rest: 'POST /api/v1/entity/connections/{id}/accept',
    summary: 'Accept a connection request',
    description: 'Only the business that received the request can respond.',
    permission: 'update:connections',
    input: ConnectionId,
    output: Connection,
    errors: ['NOT_FOUND', 'other_party', 'invalid_transition', 'license_unverified'],
    emits: CONNECTED_EVENTS,
  }).mutation(({ ctx, input }) => respondToConnection(ctx, input.id, 'accepted')),

  reject: endpoint({
    rest: 'POST /api/v1/entity/connections/{id}/reject',
    summary: 'Reject a connection request',
    description: 'Only the business that received the request can respond.',
    permission: 'update:connections',
    input: ConnectionId,
    output: Connection,
    errors: ['NOT_FOUND', 'other_party', 'invalid_transition'],
    emits: ['connection.rejected'],
  }).mutation(({ ctx, input }) => respondToConnection(ctx, input.id, 'rejected')),

  end: endpoint({
    rest: 'DELETE /api/v1/entity/connections/{id}',
    summary: 'End a connection',
    description: 'Existing orders continue. A customer that is not on board is deleted instead.',
    permission: 'update:connections',
    everywhere: 'Ending a connection applies',
    input: ConnectionId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'not_accepted', 'unclaimed'],
    emits: ENDED_EVENTS,
  }).mutation(({ ctx, input }) => endConnection(ctx, input.id)),
});
