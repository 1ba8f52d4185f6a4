import { createBusiness, createMember } from '../../factories/business';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { type Callers, type Cases, seller, stage } from './world';

const PATH = '/api/v1/tax-rules';
const PRESETS = '/api/v1/tax-presets';
const ABSENT = `${PATH}/${ABSENT_ID}`;
const READERS: Callers = ['', 'oamv', 'oamv'];
const ADMINS: Callers = ['', 'oa', 'oa'];
const RULE = { name: 'Excise', basis: 'percent', rate: 15 };
/** Current nowhere, so that no other order of these tests has it. */
const made = async () =>
  `${PATH}/${ok(await seller.post<{ id: string }>(PATH, { ...RULE, states: ['GU'], ends_on: '2020-01-01' })).id}`;

export const TAX_RULE_CASES: Cases = {
  [`GET ${PRESETS}`]: {
    may: READERS,
    client: seller,
    address: PRESETS,
    cases: { 200: () => seller.get(PRESETS) },
  },
  [`GET ${PATH}`]: { may: READERS, client: seller, address: PATH, cases: { 200: () => seller.get(PATH) } },
  [`POST ${PATH}`]: {
    may: ADMINS,
    client: seller,
    address: PATH,
    cases: {
      201: () => seller.post(PATH, { ...RULE, ends_on: '2020-01-01' }),
      409: async () => {
        const business = await createBusiness(stage.db, 'wholesaler');
        const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
        for (let n = 0; n < 20; n++) ok(await owner.post(PATH, RULE));
        return owner.post(PATH, RULE);
      },
    },
  },
  [`GET ${PATH}/{id}`]: {
    may: READERS,
    client: seller,
    address: ABSENT,
    cases: { 200: async () => seller.get(await made()), 404: () => seller.get(ABSENT) },
  },
  [`PATCH ${PATH}/{id}`]: {
    may: ADMINS,
    client: seller,
    address: ABSENT,
    cases: {
      200: async () => seller.patch(await made(), { rate: 10 }),
      404: () => seller.patch(ABSENT, { rate: 10 }),
    },
  },
  [`DELETE ${PATH}/{id}`]: {
    may: ADMINS,
    client: seller,
    address: ABSENT,
    cases: { 204: async () => seller.delete(await made()), 404: () => seller.delete(ABSENT) },
  },
};
