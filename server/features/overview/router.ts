import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { getOverview } from './queries';
import { Overview, PeriodQuery } from './schema';

export const overviewRouter = router({
  get: endpoint({
    rest: 'GET /api/v1/overview',
    summary: "Today's work and the figures of a period",
    description:
      'Compares the last `days` days, today included, with as many days before them, in your timezone. Canceled orders ' +
      "count only in `orders_by_status`; stock is limited to the member's locations.",
    permission: 'read:inventory',
    input: PeriodQuery,
    output: Overview,
    replica: true,
  }).query(({ ctx, input }) => getOverview(ctx, input)),
});
