import { connectBody, listLicense } from '../../factories/state';
import { type Answer, type Client, ok } from '../../setup/client';
import { type Act, act, beyond, byKeys, recently } from './act';
import { here, owner, shop, stage, there } from './world';

const metrcOf = (location: string) => `/api/v1/entity/locations/${location}/metrc`;
/** On a location that has a connection with Metrc, or none. */
const withMetrc =
  (
    location: string,
    isConnected: boolean,
    call: (client: Client, path: string) => Promise<Answer>,
  ): Act['send'] =>
  async (client) => {
    await stage.sql`delete from integration_connections where entity_id = ${shop.id}`;
    const [row] = await stage.sql<
      { license_number: string }[]
    >`select license_number from entities where id = ${shop.id}`;
    await listLicense(row?.license_number ?? '');
    if (isConnected) ok(await owner.post(metrcOf(location), connectBody));
    return call(client, metrcOf(location));
  };

export const METRC_ACTS: Record<string, readonly Act[]> = {
  'POST /api/v1/entity/locations/{id}/metrc': [
    act(
      'of its location',
      { ...recently, ...byKeys },
      withMetrc(here, false, (c, path) => c.post(path, connectBody)),
    ),
    act(
      'of another location',
      { ...beyond, ...recently, ...byKeys },
      withMetrc(there, false, (c, path) => c.post(path, connectBody)),
    ),
  ],
  'PATCH /api/v1/entity/locations/{id}/metrc': [
    act(
      'no use',
      byKeys,
      withMetrc(here, true, (c, path) => c.patch(path, { status: 'off' })),
    ),
    act(
      'another key',
      { ...recently, ...byKeys },
      withMetrc(here, true, (c, path) => c.patch(path, { user_key: 'another' })),
    ),
    act(
      'of another location',
      { ...beyond, ...recently, ...byKeys },
      withMetrc(there, true, (c, path) => c.patch(path, { user_key: 'another' })),
    ),
  ],
};
