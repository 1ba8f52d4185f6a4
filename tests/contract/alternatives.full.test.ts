import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { type PosBody, posPath } from '../factories/pos';
import { type Client, ok } from '../setup/client';
import { openStage } from '../setup/stage';

type Json = Record<string, unknown>;

const PATH = '/api/v1/entity/locations/{id}/pos';
const stage = await openStage();
const { body: document } = await stage.anybody.get<Json>('/api/openapi.json');
const schemas = (document.components as { schemas: Record<string, Json> }).schemas;

function accepts(schema: string, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addSchema({ ...document, $id: 'document' });
  return ajv.validate({ $ref: `document#/components/schemas/${schema}` }, value);
}

function bodyOf(method: string): string {
  const entry = (document.paths as Record<string, Record<string, Json>>)[PATH]?.[method] as {
    requestBody: { content: Record<string, { schema: { $ref: string } }> };
  };
  return entry.requestBody.content['application/json']?.schema.$ref.split('/').at(-1) ?? '';
}

const remote = { base_url: 'http://127.0.0.1:9/pos', location_id: 'shop-1' };
const CONNECTIONS: Record<string, { body: Json; config: string[] }> = {
  simulator: { body: { provider: 'simulator' }, config: ['delay_ms', 'outage', 'page_size'] },
  http: {
    body: { provider: 'http', config: remote },
    config: ['base_url', 'location_id', 'page_size', 'room_type'],
  },
  square: {
    body: { provider: 'square', config: remote, credentials: { token: 'a-token' } },
    config: ['base_url', 'location_id', 'page_size', 'room_type'],
  },
  dutchie: {
    body: { provider: 'dutchie', config: remote, credentials: { token: 'a-token' } },
    config: ['base_url', 'count_allocated', 'location_id', 'room_map', 'room_type', 'sales'],
  },
};

describe('the POS connection in the document', () => {
  let owner: Client;
  let places: string[];
  beforeAll(async () => {
    const shop = await createBusiness(stage.db, 'retailer', {
      locationCount: Object.keys(CONNECTIONS).length,
    });
    owner = await stage.signIn(await createMember(stage.db, shop, 'owner'));
    places = shop.locationIds;
  });

  test.each(Object.keys(CONNECTIONS))(
    'a response with %s matches that alternative alone',
    async (provider) => {
      const { body, config } = CONNECTIONS[provider] as (typeof CONNECTIONS)[string];
      const path = posPath(places[Object.keys(CONNECTIONS).indexOf(provider)] as string);
      const created = ok(await owner.post<PosBody>(path, body));
      expect(Object.keys(created.config).sort()).toEqual(config);
      const change = provider === 'dutchie' ? { sales: false } : { page_size: 5 };
      const changed = ok(await owner.patch<PosBody>(path, { config: change }));
      expect(changed.config).toEqual({ ...created.config, ...change });
      for (const shown of [created, changed, ok(await owner.get<PosBody>(path))]) {
        const { mapping } = (schemas.PosConnection as { discriminator: { mapping: Record<string, string> } })
          .discriminator;
        const matching = Object.entries(mapping).filter(([, ref]) =>
          accepts(ref.split('/').at(-1) ?? '', shown),
        );
        expect(matching.map(([name]) => name)).toEqual([provider]);
        expect(accepts('PosConnection', shown)).toBe(true);
      }
    },
  );

  test.each<[string, Json, boolean]>([
    ['a field of every provider', { config: { page_size: 5 } }, true],
    ['a field of one provider', { config: { outage: true } }, true],
    ['credentials', { credentials: {} }, true],
    ['fields of two providers', { config: { outage: true, room_type: 'vault' } }, false],
    ['credentials for the simulator', { config: { outage: true }, credentials: {} }, false],
    ['an unknown field', { config: { port: 1 } }, false],
    ['nothing', {}, false],
  ])('judges a PATCH with %s', (_, body, valid) => {
    expect(accepts(bodyOf('patch'), body)).toBe(valid);
  });
});
