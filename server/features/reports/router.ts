import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { PeriodQuery } from '../overview/schema';
import { getStockReport } from './queries';
import { StockReport } from './schema';

export const reportsRouter = router({
  stock: endpoint({
    rest: 'GET /api/v1/reports/stock',
    summary: 'Stock value, turn and days on hand',
    description:
      'Current stock by location and room at its average cost, and how fast it sold in the last `days` days, today included, ' +
      "in your timezone. Limited to the member's locations.",
    permission: 'read:inventory',
    input: PeriodQuery,
    output: StockReport,
    replica: true,
  }).query(({ ctx, input }) => getStockReport(ctx, input)),
});
