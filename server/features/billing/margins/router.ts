import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { getMargins } from './queries';
import { MarginReport, MarginsQuery } from './schema';

export const marginsRouter = router({
  get: endpoint({
    rest: 'GET /api/v1/reports/margins',
    summary: 'Margins by one or two of product, brand, category, customer, representative and day',
    description:
      'What goods that you invoiced came to, less their average cost when they shipped, by the day of issue; credited units are in neither. Highest margin first by default. For sellers; their buyers never see it.',
    permission: 'read:invoices',
    everywhere: 'Invoices count',
    input: MarginsQuery,
    output: MarginReport,
    replica: 'repeatable read',
    errors: ['not_a_seller', 'outside_your_locations'],
  }).query(({ ctx, input }) => getMargins(ctx, input)),
});
