import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { getBackorder, listBackorders } from './queries';
import { ListBackorders } from './queries.sql';
import { Backorder, BackorderList } from './resource';
import { BackorderId } from './schema';

export const backordersRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/backorders',
    summary: 'List backorders',
    description: 'Backorders of your business, as buyer or seller, oldest first.',
    permission: 'read:orders',
    input: ListBackorders,
    output: BackorderList,
  }).query(({ ctx, input }) => listBackorders(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/backorders/{id}',
    summary: 'Get a backorder',
    description: 'Visible to both parties.',
    permission: 'read:orders',
    input: BackorderId,
    output: Backorder,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getBackorder(ctx, input.id)),
});
