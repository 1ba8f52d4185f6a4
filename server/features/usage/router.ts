import { z } from 'zod';
import { Paging } from '../../kernel/params';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { readPaged } from '../../platform/db/paged.sql';
import { getUsage } from './queries';
import { REQUESTS } from './queries.sql';
import { ApiRequestList } from './resource';
import { Usage } from './schema';

export const usageRouter = router({
  get: endpoint({
    rest: 'GET /api/v1/usage',
    summary: 'Get request counts of the current minute and day',
    description: 'Counts REST requests of all members of your business against the limits of its tier.',
    permission: 'read:usage',
    input: z.strictObject({}),
    output: Usage,
  }).query(({ ctx }) => getUsage(ctx)),

  requests: endpoint({
    rest: 'GET /api/v1/usage/requests',
    summary: 'List REST requests',
    description: 'Newest first, kept for 30 days. A request appears about a second after its response.',
    permission: 'read:usage',
    input: z.strictObject({ ...Paging, ...REQUESTS.input.shape }),
    output: ApiRequestList,
    replica: true,
  }).query(({ ctx, input }) => readPaged(ctx.db, REQUESTS, ctx.actor, input)),
});
