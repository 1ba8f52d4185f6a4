import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { getConnection, listConnections } from './queries';
import { Connection, ConnectionId, ConnectionList, ListConnections, RequestConnection } from './schema';
import { answerConnection, endConnection, requestConnection } from './service';

export const connectionsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/entity/connections',
    summary: 'Connections with other businesses, newest first',
    description: 'Requests in both directions and accepted connections. Orders need an accepted one.',
    permission: 'read:connections',
    input: ListConnections,
    output: ConnectionList,
  }).query(({ ctx, input }) => listConnections(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/entity/connections/{id}',
    summary: 'One connection',
    description: 'Both parties can read it; a connection that was ended is 404.',
    permission: 'read:connections',
    input: ConnectionId,
    output: Connection,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getConnection(ctx, input.id)),

  request: endpoint({
    rest: 'POST /api/v1/entity/connections/request',
    summary: 'Ask another business for a connection',
    description:
      'Where the other one has asked already, its request is accepted. After a rejection one waits 24 hours.',
    permission: 'create:connections',
    input: RequestConnection,
    output: Connection,
    status: 201,
    location: '/api/v1/entity/connections/{id}',
    errors: ['NOT_FOUND', 'CONFLICT'],
  }).mutation(({ ctx, input }) => requestConnection(ctx, input)),

  accept: endpoint({
    rest: 'POST /api/v1/entity/connections/{id}/accept',
    summary: 'Accept a request',
    description: 'Only the business that was asked answers.',
    permission: 'update:connections',
    input: ConnectionId,
    output: Connection,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  }).mutation(({ ctx, input }) => answerConnection(ctx, input.id, 'accepted')),

  reject: endpoint({
    rest: 'POST /api/v1/entity/connections/{id}/reject',
    summary: 'Reject a request',
    description: 'Only the business that was asked answers.',
    permission: 'update:connections',
    input: ConnectionId,
    output: Connection,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  }).mutation(({ ctx, input }) => answerConnection(ctx, input.id, 'rejected')),

  end: endpoint({
    rest: 'DELETE /api/v1/entity/connections/{id}',
    summary: 'End an accepted connection, from either side',
    description: 'Orders that were placed under it go on.',
    permission: 'update:connections',
    input: ConnectionId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }).mutation(({ ctx, input }) => endConnection(ctx, input.id)),
});
