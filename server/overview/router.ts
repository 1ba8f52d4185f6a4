import { endpoint } from '../trpc/endpoint';
import { router } from '../trpc/init';
import { getOverview } from './queries';
import { Overview, OverviewQuery } from './schema';

export const overviewRouter = router({
  get: endpoint({
    rest: 'GET /api/v1/overview',
    summary: "Today's work, and the figures of a period beside the one before it",
    permission: 'read:inventory',
    input: OverviewQuery,
    output: Overview,
  }).query(({ ctx, input }) => getOverview(ctx, input)),
});
