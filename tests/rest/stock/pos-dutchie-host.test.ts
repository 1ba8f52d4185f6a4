import { expect, test } from 'vitest';
import { DUTCHIE_LOCATION, startDutchie } from '../../../simulator/dutchie/server';
import { DutchieShop } from '../../../simulator/dutchie/shop';
import { createBusiness, createMember } from '../../factories/business';
import { DUTCHIE_KEY } from '../../factories/dutchie';
import { posPath } from '../../factories/pos';
import { openOwnStage } from '../../setup/stage';

const dutchie = await startDutchie({ shop: new DutchieShop(3, 1), key: DUTCHIE_KEY });
const stage = await openOwnStage({ DUTCHIE_URL: dutchie.url });
// A test takes what was logged before it.
const named = stage.server.stdout.filter((line) => line.includes('a vendor is replaced by another server'));

test('names the server at its start', () => expect(named.join()).toContain(dutchie.url));

test('reaches the server in place of Dutchie, and nothing else of this machine', {
  timeout: 60_000,
}, async () => {
  const own = await createBusiness(stage.db, 'retailer', { locationCount: 2 });
  const owner = await stage.signIn(await createMember(stage.db, own, 'owner'));
  const [place, other] = own.locationIds;
  const config = { location_id: String(DUTCHIE_LOCATION.id) };
  const connect = (id: string, given: object, provider = 'dutchie') =>
    owner.post(posPath(id), {
      provider,
      config: { ...config, ...given },
      credentials: { token: DUTCHIE_KEY },
    });
  const made = await connect(place, {});
  expect(made).toMatchObject({
    status: 201,
    body: { simulator: true, config: { base_url: 'https://api.pos.dutchie.com' } },
  });
  expect((await owner.get(posPath(place))).body).toMatchObject({ simulator: true });
  expect((await owner.post(`${posPath(place)}/test`)).body).toMatchObject({ ok: true });

  const refused = await connect(other ?? '', { base_url: 'http://127.0.0.1:9' });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { details: { errors: [{ path: 'config.base_url' }] } } },
  });
  expect((await connect(other ?? '', { base_url: dutchie.url }, 'http')).status).toBe(400);
  const webhook = await owner.post('/api/v1/webhooks', { url: `${dutchie.url}/hook`, events: ['*'] });
  expect(webhook.status).toBe(400);
  const same = await connect(other ?? '', { base_url: dutchie.url });
  expect(same).toMatchObject({ status: 201, body: { simulator: true } });
});
