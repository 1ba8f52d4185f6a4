import { endpoint } from '../../../../operation/endpoint';
import { router } from '../../../../operation/init';
import { Manifest } from '../../fleet/schema';
import { OrderId } from '../../schema';
import { getManifest } from './queries';

export const manifestRouter = router({
  manifest: endpoint({
    rest: 'GET /api/v1/orders/{id}/manifest',
    summary: 'Get the shipping manifest of an order',
    description:
      'The data of a manifest, for both parties: licenses, premises, driver, vehicle, times and every lot. Before the order ' +
      'ships, it has what is reserved.',
    permission: 'read:orders',
    input: OrderId,
    output: Manifest,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getManifest(ctx, input.id)),
});
