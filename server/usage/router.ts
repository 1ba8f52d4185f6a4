import { z } from 'zod';
import { endpoint } from '../trpc/endpoint';
import { router } from '../trpc/init';
import { getUsage, listApiRequests } from './queries';
import { ApiRequestList, ListApiRequests, Usage } from './schema';

export const usageRouter = router({
  get: endpoint({
    rest: 'GET /api/v1/usage',
    summary: 'Requests used of the present minute and day',
    permission: 'read:usage',
    input: z.strictObject({}),
    output: Usage,
  }).query(({ ctx }) => getUsage(ctx)),

  requests: endpoint({
    rest: 'GET /api/v1/usage/requests',
    summary: 'The log of requests over REST, newest first',
    description: 'Kept for 30 days. A request stands in it about a second after it was answered.',
    permission: 'read:usage',
    input: ListApiRequests,
    output: ApiRequestList,
  }).query(({ ctx, input }) => listApiRequests(ctx, input)),
});
