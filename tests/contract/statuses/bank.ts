import {
  ACCOUNTS,
  csvOf,
  LINES,
  MAPPING,
  openAccount,
  readCsvOf,
  STATEMENTS,
  uploadStatement,
} from '../../factories/bank';
import { bankOf } from '../../factories/bank-scene';
import { createBusiness, createMember } from '../../factories/business';
import { moneyOf } from '../../factories/money';
import { openTrade } from '../../factories/trade';
import { ABSENT_ID } from '../../setup/expect';
import { form } from '../../setup/form';
import { type Callers, type Case, type Cases, place, seller, stage, trade, wholesaler } from './world';

/** Sellers alone get money by a bank; buyers pay by one, and a wholesaler does both. */
const BANK: Callers = ['', 'oa', 'oa'];
const PAYING: Callers = ['oa', 'oa', ''];

const limited = await stage.signIn(await createMember(stage.db, wholesaler, 'admin', [place]));
const { owe } = moneyOf(stage);
const bank = bankOf(stage, trade);
const known = { account: await bank.account(), line: await bank.line(), unmapped: await bank.unmapped() };

const paying = await openTrade(stage);
const pay = bankOf(stage, paying);
const payer = paying.buyer;
const limitedPayer = await stage.signIn(
  await createMember(stage.db, paying.retailer, 'admin', paying.retailer.locationIds.slice(0, 1)),
);
const second = await stage.signIn(await createMember(stage.db, paying.retailer, 'admin'));
const run = await pay.run();
const RUNS = '/api/v1/pay-runs';
const PAYEE = `/api/v1/suppliers/${paying.wholesaler.id}/payee`;
const ABSENT_PAYEE = `/api/v1/suppliers/${ABSENT_ID}/payee`;

/** A read that members limited to locations don't have. */
const reading = (
  client: typeof seller,
  by: typeof seller,
  may: Callers,
  address: string,
  absent?: string,
): Case => ({
  ...{ may, client, address },
  cases: {
    200: () => client.get(address),
    403: () => by.get(address),
    ...(absent && { 404: () => client.get(absent) }),
  },
});
const banking = (address: string, absent?: string) => reading(seller, limited, BANK, address, absent);
const bills = (address: string, absent?: string) => reading(payer, limitedPayer, PAYING, address, absent);

const moved = (what: string, body: object, ready: () => Promise<string>): Case => {
  const act = (id: string, by = seller) => by.post(`${LINES}/${id}/${what}`, body);
  return {
    ...{ may: BANK, client: seller, address: `${LINES}/${ABSENT_ID}/${what}` },
    cases: {
      200: async () => act(await ready()),
      403: async () => act(await ready(), limited),
      404: () => act(ABSENT_ID),
      409: async () => act(await bank.confirmed()),
    },
  };
};
async function aside(): Promise<string> {
  const id = await bank.line();
  await seller.post(`${LINES}/${id}/set-aside`, { kind: 'other' });
  return id;
}

const running = (what: string, ready: () => Promise<string>, ended: () => Promise<string>): Case => {
  const act = (id: string, by = payer) => by.post(`${RUNS}/${id}/${what}`);
  return {
    ...{ may: PAYING, client: payer, address: `${RUNS}/${ABSENT_ID}/${what}` },
    cases: {
      200: async () => act(await ready()),
      403: async () => act(await ready(), limitedPayer),
      404: () => act(ABSENT_ID),
      409: async () => act(await ended()),
    },
  };
};
async function cancelled(): Promise<string> {
  const id = await pay.run();
  await payer.post(`${RUNS}/${id}/cancel`);
  return id;
}

let statements = 0;
const fresh = () => csvOf(['2026-01-07', `STATEMENT ${++statements}`, 1]);

export const BANK_CASES: Cases = {
  [`GET ${ACCOUNTS}`]: { ...banking(ACCOUNTS), may: ['oa', 'oa', 'oa'] },
  'GET /api/v1/bank/accounts/{id}': {
    ...banking(`${ACCOUNTS}/${known.account}`, `${ACCOUNTS}/${ABSENT_ID}`),
    may: ['oa', 'oa', 'oa'],
  },
  [`POST ${ACCOUNTS}`]: {
    ...{ may: ['oa', 'oa', 'oa'], client: seller, address: ACCOUNTS },
    cases: {
      201: () => seller.post(ACCOUNTS, { name: 'Another' }),
      403: () => limited.post(ACCOUNTS, { name: 'Another' }),
      409: async () => {
        const business = await createBusiness(stage.db, 'wholesaler');
        const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
        for (let i = 0; i < 50; i++) await openAccount(owner);
        return owner.post(ACCOUNTS, { name: 'One more' });
      },
    },
  },
  'PATCH /api/v1/bank/accounts/{id}': {
    ...{ may: ['oa', 'oa', 'oa'], client: seller, address: `${ACCOUNTS}/${known.account}` },
    cases: {
      200: () => seller.patch(`${ACCOUNTS}/${known.account}`, { name: 'Renamed' }),
      403: () => limited.patch(`${ACCOUNTS}/${known.account}`, { name: 'Renamed' }),
      404: () => seller.patch(`${ACCOUNTS}/${ABSENT_ID}`, { name: 'Renamed' }),
    },
  },
  'DELETE /api/v1/bank/accounts/{id}': {
    ...{ may: ['oa', 'oa', 'oa'], client: seller, address: `${ACCOUNTS}/${known.account}` },
    cases: {
      204: async () => seller.delete(`${ACCOUNTS}/${await bank.account()}`),
      403: () => limited.delete(`${ACCOUNTS}/${known.account}`),
      404: () => seller.delete(`${ACCOUNTS}/${ABSENT_ID}`),
      409: async () => {
        const id = await bank.account();
        await readCsvOf(seller, id, ['2026-01-07', 'USED', 1]);
        return seller.delete(`${ACCOUNTS}/${id}`);
      },
    },
  },
  [`POST ${STATEMENTS}`]: {
    ...{ may: BANK, client: seller, address: STATEMENTS },
    cases: {
      201: () => uploadStatement(seller, known.account, fresh()),
      403: () => uploadStatement(limited, known.account, fresh()),
      404: () => uploadStatement(seller, ABSENT_ID, fresh()),
      409: async () => {
        const content = fresh();
        await uploadStatement(seller, known.account, content);
        return uploadStatement(seller, known.account, content);
      },
      413: () =>
        seller.send(
          'POST',
          STATEMENTS,
          form([
            { name: 'account_id', content: known.account },
            { name: 'file', fileName: 'a.csv', content: Buffer.alloc(10 * 1024 * 1024 + 1, 'a,b\n') },
          ]),
        ),
    },
  },
  [`GET ${STATEMENTS}`]: banking(STATEMENTS),
  'GET /api/v1/bank/statements/{id}': banking(
    `${STATEMENTS}/${known.unmapped}`,
    `${STATEMENTS}/${ABSENT_ID}`,
  ),
  'PATCH /api/v1/bank/statements/{id}': {
    ...{ may: BANK, client: seller, address: `${STATEMENTS}/${known.unmapped}` },
    cases: {
      200: async () => seller.patch(`${STATEMENTS}/${await bank.unmapped()}`, { mapping: MAPPING }),
      403: () => limited.patch(`${STATEMENTS}/${known.unmapped}`, { mapping: MAPPING }),
      404: () => seller.patch(`${STATEMENTS}/${ABSENT_ID}`, { mapping: MAPPING }),
      409: async () => {
        const id = await bank.unmapped();
        await seller.patch(`${STATEMENTS}/${id}`, { mapping: MAPPING });
        return seller.patch(`${STATEMENTS}/${id}`, { mapping: MAPPING });
      },
    },
  },
  'DELETE /api/v1/bank/statements/{id}': {
    ...{ may: BANK, client: seller, address: `${STATEMENTS}/${known.unmapped}` },
    cases: {
      204: async () => seller.delete(`${STATEMENTS}/${await bank.unmapped()}`),
      403: () => limited.delete(`${STATEMENTS}/${known.unmapped}`),
      404: () => seller.delete(`${STATEMENTS}/${ABSENT_ID}`),
      409: async () => {
        const line = await seller.get<{ statement_id: string }>(`${LINES}/${await bank.confirmed()}`);
        return seller.delete(`${STATEMENTS}/${line.body.statement_id}`);
      },
    },
  },
  [`GET ${LINES}`]: banking(LINES),
  'GET /api/v1/bank/lines/{id}': banking(`${LINES}/${known.line}`, `${LINES}/${ABSENT_ID}`),
  'POST /api/v1/bank/lines/{id}/confirm': moved('confirm', bank.decision, () => bank.line()),
  'POST /api/v1/bank/lines/{id}/set-aside': moved('set-aside', { kind: 'other' }, () => bank.line()),
  'POST /api/v1/bank/lines/{id}/reopen': moved('reopen', {}, aside),
  'POST /api/v1/bank/lines/confirm': {
    ...{ may: BANK, client: seller, address: `${LINES}/confirm` },
    cases: {
      200: async () =>
        seller.post(`${LINES}/confirm`, { lines: [{ id: await bank.line(), ...bank.decision }] }),
      403: () => limited.post(`${LINES}/confirm`, { lines: [{ id: known.line, ...bank.decision }] }),
    },
  },
  [`GET ${RUNS}`]: bills(RUNS),
  'GET /api/v1/pay-runs/{id}': bills(`${RUNS}/${run}`, `${RUNS}/${ABSENT_ID}`),
  [`POST ${RUNS}`]: {
    ...{ may: PAYING, client: payer, address: RUNS },
    cases: {
      201: async () => {
        await pay.approve();
        return pay.draft((await owe(paying, 5)).id);
      },
      403: () =>
        limitedPayer.post(RUNS, {
          account_id: ABSENT_ID,
          pay_on: '2026-01-12',
          lines: [{ invoice_id: ABSENT_ID, amount: 1 }],
        }),
      404: () => pay.draft(ABSENT_ID),
      409: async () => pay.draft((await owe(paying, 5)).id, await pay.payer({})),
    },
  },
  'GET /api/v1/pay-runs/{id}/file': {
    ...bills(`${RUNS}/${run}/file`, `${RUNS}/${ABSENT_ID}/file`),
    cases: {
      ...bills(`${RUNS}/${run}/file`, `${RUNS}/${ABSENT_ID}/file`).cases,
      409: async () => payer.get(`${RUNS}/${await cancelled()}/file`),
    },
  },
  'POST /api/v1/pay-runs/{id}/sent': running('sent', () => pay.made(), cancelled),
  'POST /api/v1/pay-runs/{id}/cancel': running('cancel', () => pay.run(), cancelled),
  'GET /api/v1/suppliers/{id}/payee': bills(PAYEE, ABSENT_PAYEE),
  'PUT /api/v1/suppliers/{id}/payee': {
    ...{ may: PAYING, client: payer, address: PAYEE },
    cases: {
      200: () => pay.setPayee(),
      403: () => pay.setPayee(limitedPayer),
      404: () => payer.put(ABSENT_PAYEE, pay.payee),
    },
  },
  'POST /api/v1/suppliers/{id}/payee/approve': {
    ...{ may: PAYING, client: payer, address: `${PAYEE}/approve` },
    cases: {
      200: async () => {
        await pay.setPayee();
        return second.post(`${PAYEE}/approve`);
      },
      403: () => payer.post(`${PAYEE}/approve`),
      404: () => payer.post(`${ABSENT_PAYEE}/approve`),
    },
  },
};
