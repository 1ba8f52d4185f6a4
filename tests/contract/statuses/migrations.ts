import type { MigrationView } from '../../../server/features/imports/migrations/schema';
import { createBusiness, createMember } from '../../factories/business';
import { addFile, MIGRATIONS, migrated } from '../../factories/migrations';
import { ABSENT_ID } from '../../setup/expect';
import { ADMINS, type Cases, MANAGERS, stage } from './world';

/** A business of its own: one migration reads or applies at a time. */
const shop = await createBusiness(stage.db, 'wholesaler');
const mover = await stage.signIn(await createMember(stage.db, shop, 'owner'));
const absent = `${MIGRATIONS}/${ABSENT_ID}`;
const file = 'name,category,sku,price,wholesale_price\nKush,flower,MOVED-1,20,10\n';
const body = { system: 'apex', source: 'files', kinds: ['products'] };

const begun = async () => (await mover.post<MigrationView>(MIGRATIONS, body)).body.id;
const filled = async () => {
  const id = await begun();
  await addFile(mover, id, 'products', 'products.csv', file);
  return `${MIGRATIONS}/${id}`;
};
const ready = async () => {
  const path = await filled();
  await mover.post(`${path}/read`);
  await migrated(mover, path.split('/').at(-1) ?? '');
  return path;
};
const done = async () => {
  const path = await ready();
  await mover.post(`${path}/apply`);
  await migrated(mover, path.split('/').at(-1) ?? '');
  return path;
};
const then = async <T>(path: Promise<string>, use: (path: string) => Promise<T>) => use(await path);
const gone = async <T>(path: Promise<string>, use: (path: string) => Promise<T>) => {
  const at = await path;
  const answer = await use(at);
  await mover.delete(at);
  return answer;
};
const upload = (path: string) =>
  addFile(mover, path.split('/').at(-1) ?? '', 'products', 'products.csv', file);

export const MIGRATION_CASES: Cases = {
  'POST /api/v1/migrations': {
    may: ADMINS,
    client: mover,
    address: MIGRATIONS,
    cases: {
      201: () => mover.post(MIGRATIONS, body),
      409: async () => {
        await Promise.all(Array.from({ length: 20 }, begun));
        const answer = await mover.post(MIGRATIONS, body);
        await stage.sql`delete from migrations where entity_id = ${shop.id} and applied_at is null`;
        return answer;
      },
    },
  },
  'GET /api/v1/migrations': {
    may: MANAGERS,
    client: mover,
    address: MIGRATIONS,
    cases: { 200: () => mover.get(MIGRATIONS) },
  },
  'GET /api/v1/migrations/{id}': {
    may: MANAGERS,
    client: mover,
    address: absent,
    cases: { 200: () => gone(filled(), (path) => mover.get(path)), 404: () => mover.get(absent) },
  },
  'PATCH /api/v1/migrations/{id}': {
    may: ADMINS,
    client: mover,
    address: absent,
    cases: {
      200: () => gone(filled(), (path) => mover.patch(path, { settings: {} })),
      404: () => mover.patch(absent, { settings: {} }),
      409: () => then(done(), (path) => mover.patch(path, { settings: {} })),
    },
  },
  'POST /api/v1/migrations/{id}/files': {
    may: ADMINS,
    client: mover,
    address: `${absent}/files`,
    cases: {
      201: () => then(filled(), upload),
      404: () => upload(absent),
      409: () => then(done(), upload),
      413: () =>
        then(filled(), (path) =>
          addFile(mover, path.split('/').at(-1) ?? '', 'products', 'a.csv', 'a,b\n'.repeat(20 * 1024 * 1024)),
        ),
    },
  },
  'POST /api/v1/migrations/{id}/read': {
    may: ADMINS,
    client: mover,
    address: `${absent}/read`,
    cases: {
      202: async () => {
        const path = await filled();
        const answer = await mover.post(`${path}/read`);
        await migrated(mover, path.split('/').at(-1) ?? '');
        return answer;
      },
      404: () => mover.post(`${absent}/read`),
      409: () => then(done(), (path) => mover.post(`${path}/read`)),
    },
  },
  'POST /api/v1/migrations/{id}/apply': {
    may: ADMINS,
    client: mover,
    address: `${absent}/apply`,
    cases: {
      202: async () => {
        const path = await ready();
        const answer = await mover.post(`${path}/apply`);
        await migrated(mover, path.split('/').at(-1) ?? '');
        return answer;
      },
      404: () => mover.post(`${absent}/apply`),
      409: () => gone(filled(), (path) => mover.post(`${path}/apply`)),
    },
  },
  'DELETE /api/v1/migrations/{id}': {
    may: ADMINS,
    client: mover,
    address: absent,
    cases: {
      204: () => then(filled(), (path) => mover.delete(path)),
      404: () => mover.delete(absent),
      409: () => then(done(), (path) => mover.delete(path)),
    },
  },
};
