import { endpoint } from '../trpc/endpoint';
import { router } from '../trpc/init';
import { listConnections } from './connections/queries';
import { listLocations } from './locations/queries';
import { getEntity } from './queries';
import { ConnectionList, Entity, ListQuery, LocationList, NoInput } from './schema';

export const entityRouter = router({
  get: endpoint({
    rest: 'GET /api/v1/entity',
    summary: "The caller's business",
    permission: 'read:entity',
    input: NoInput,
    output: Entity,
  }).query(({ ctx }) => getEntity(ctx)),

  locations: router({
    list: endpoint({
      rest: 'GET /api/v1/entity/locations',
      summary: 'Locations, oldest first',
      permission: 'read:locations',
      input: ListQuery,
      output: LocationList,
    }).query(({ ctx, input }) => listLocations(ctx, input)),
  }),

  connections: router({
    list: endpoint({
      rest: 'GET /api/v1/entity/connections',
      summary: 'Connections with other businesses, newest first',
      permission: 'read:connections',
      input: ListQuery,
      output: ConnectionList,
    }).query(({ ctx, input }) => listConnections(ctx, input)),
  }),
});
