import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { PeriodQuery } from '../overview/schema';
import { getBatchAges } from './batch-ages/queries';
import { BatchAges, BatchAgesQuery } from './batch-ages/schema';
import { getProductFigures, getProductSales } from './products/queries';
import { ProductFigures, ProductFiguresQuery, ProductSales, ProductSalesQuery } from './products/schema';
import { getSalesReport, getSalesTrend } from './sales/queries';
import { SalesQuery, SalesReport, SalesTrend, TrendQuery } from './sales/schema';
import { getSellThrough } from './sell-through/queries';
import { SellThroughQuery, SellThroughReport } from './sell-through/schema';
import { getStockReport } from './stock/queries';
import { StockReport } from './stock/schema';

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

  sales: endpoint({
    rest: 'GET /api/v1/reports/sales',
    summary: 'Sales or purchases by product, customer or another group',
    description:
      'Lines of all orders but canceled ones, on the day of placing in the timezone of the seller, highest value first by default. ' +
      'Brand and category are those of now, the representative that of the order. Costs need `read:inventory`.',
    permission: 'read:orders',
    input: SalesQuery,
    output: SalesReport,
    replica: true,
  }).query(({ ctx, input }) => getSalesReport(ctx, input)),

  trend: endpoint({
    rest: 'GET /api/v1/reports/sales/trend',
    summary: 'Sales or purchases over time',
    description: 'The same figures by day, or by month for more than 92 days.',
    permission: 'read:orders',
    input: TrendQuery,
    output: SalesTrend,
    replica: true,
  }).query(({ ctx, input }) => getSalesTrend(ctx, input)),

  sellThrough: endpoint({
    rest: 'GET /api/v1/reports/sell-through',
    summary: 'Sell-through and days of supply',
    description:
      "What of the stock sold in a period and how long the rest lasts, fastest first by default. Limited to the member's locations.",
    permission: 'read:inventory',
    input: SellThroughQuery,
    output: SellThroughReport,
    replica: true,
  }).query(({ ctx, input }) => getSellThrough(ctx, input)),

  batchAges: endpoint({
    rest: 'GET /api/v1/reports/batch-ages',
    summary: 'Batches on hand by age',
    description:
      "Units in lots by the age of their batch: since packaging, else harvest, else entry. Limited to the member's locations.",
    permission: 'read:inventory',
    input: BatchAgesQuery,
    output: BatchAges,
    replica: true,
  }).query(({ ctx }) => getBatchAges(ctx)),

  products: endpoint({
    rest: 'GET /api/v1/reports/products',
    summary: 'Stock and sales of products',
    description:
      "What your locations have of each product and what was sold of it in the last 30 days, in your timezone. Stock is limited to the member's locations.",
    permission: 'read:inventory',
    input: ProductFiguresQuery,
    output: ProductFigures,
    replica: true,
  }).query(({ ctx, input }) => getProductFigures(ctx, input)),

  productSales: endpoint({
    rest: 'GET /api/v1/reports/products/{id}/sales',
    summary: 'Who bought a product, and when',
    description:
      'What each customer ordered of it from you in the last 90 days, highest value first, and by week. Nothing of a retailer, which sells to no business.',
    permission: 'read:orders',
    input: ProductSalesQuery,
    output: ProductSales,
    replica: true,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getProductSales(ctx, input)),
});
