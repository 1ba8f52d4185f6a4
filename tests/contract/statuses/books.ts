import { createBusiness, createMember } from '../../factories/business';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { type Callers, type Cases, seller, stage } from './world';

const PATH = '/api/v1/accounting/exports';
const ACCOUNTS = '/api/v1/accounting/accounts';
const ABSENT = `${PATH}/${ABSENT_ID}`;
const ADMINS: Callers = ['', 'oa', 'oa'];
const CUSTOMERS = {
  ...{ kind: 'customers', format: 'neutral', only: 'all' },
  ...{ start_date: '2020-01-01', end_date: '2099-12-31' },
};
const made = async () => `${PATH}/${ok(await seller.post<{ id: string }>(PATH, CUSTOMERS)).id}`;

export const BOOKS_CASES: Cases = {
  [`GET ${ACCOUNTS}`]: {
    may: ADMINS,
    client: seller,
    address: ACCOUNTS,
    cases: { 200: () => seller.get(ACCOUNTS) },
  },
  [`PUT ${ACCOUNTS}`]: {
    may: ADMINS,
    client: seller,
    address: ACCOUNTS,
    cases: { 200: () => seller.put(ACCOUNTS, { receivable: 'Accounts Receivable' }) },
  },
  [`GET ${PATH}`]: { may: ADMINS, client: seller, address: PATH, cases: { 200: () => seller.get(PATH) } },
  [`POST ${PATH}`]: {
    may: ADMINS,
    client: seller,
    address: PATH,
    cases: {
      201: () => seller.post(PATH, CUSTOMERS),
      409: async () => {
        const business = await createBusiness(stage.db, 'wholesaler');
        const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
        return owner.post(PATH, CUSTOMERS);
      },
    },
  },
  [`GET ${PATH}/{id}`]: {
    may: ADMINS,
    client: seller,
    address: ABSENT,
    cases: { 200: async () => seller.get(await made()), 404: () => seller.get(ABSENT) },
  },
  [`GET ${PATH}/{id}/files/{n}`]: {
    may: ADMINS,
    client: seller,
    address: `${ABSENT}/files/1`,
    cases: {
      200: async () => seller.get(`${await made()}/files/1`),
      404: async () => seller.get(`${await made()}/files/2`),
    },
  },
  [`DELETE ${PATH}/{id}`]: {
    may: ADMINS,
    client: seller,
    address: ABSENT,
    cases: { 204: async () => seller.delete(await made()), 404: () => seller.delete(ABSENT) },
  },
};
