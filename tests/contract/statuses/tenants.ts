import { expect } from 'vitest';
import { eventually } from '../../setup/eventually';
import { type Case, emailOf, lock, newOwner, OWNERS, password, pending, seller } from './world';

const EXPORT = '/api/v1/entity/export';
/** An owner whose account is locked sends the password of a recent sign-in. */
const lockedOwner = async (address: string) => {
  const owner = await newOwner();
  await lock(emailOf(owner));
  return owner.post(address, { password });
};

/** A business's data: its export and its erasure. */
export const TENANT_CASES: Record<string, Case> = {
  'POST /api/v1/entity/export': {
    may: OWNERS,
    client: seller,
    address: EXPORT,
    cases: {
      202: async () => (await newOwner()).post(EXPORT),
      423: () => lockedOwner(EXPORT),
    },
  },
  'GET /api/v1/entity/export': {
    may: OWNERS,
    client: seller,
    address: EXPORT,
    cases: {
      200: async () => {
        const owner = await newOwner();
        await owner.post(EXPORT);
        return owner.get(EXPORT);
      },
      404: async () => (await newOwner()).get(EXPORT),
    },
  },
  'GET /api/v1/entity/export/file': {
    may: OWNERS,
    client: seller,
    address: `${EXPORT}/file`,
    cases: {
      200: async () => {
        const owner = await newOwner();
        await owner.post(EXPORT);
        const file = () => owner.get(`${EXPORT}/file`);
        await eventually(file, ({ status }) => expect(status).toBe(200), {
          patienceMs: 30_000,
          everyMs: 500,
        });
        return file();
      },
      404: async () => (await newOwner()).get(`${EXPORT}/file`),
    },
  },
  'POST /api/v1/entity/erasure': {
    may: OWNERS,
    client: seller,
    address: '/api/v1/entity/erasure',
    cases: {
      202: async () => (await newOwner()).post('/api/v1/entity/erasure'),
      409: async () => {
        await pending();
        return seller.post('/api/v1/entity/erasure');
      },
      423: () => lockedOwner('/api/v1/entity/erasure'),
    },
  },
};
