import { createMember } from '../../factories/business';
import { moneyOf, PAYMENTS, paid, pay } from '../../factories/money';
import { ABSENT_ID } from '../../setup/expect';
import { type Callers, type Case, type Cases, place, read, seller, stage, trade, wholesaler } from './world';

const { owe } = moneyOf(stage);
const SELLERS: Callers = ['', 'oam', 'oam'];
const SELLING_ADMINS: Callers = ['', 'oa', 'oa'];

/** A member of one place, who sees no money of the whole business. */
const limited = await stage.signIn(await createMember(stage.db, wholesaler, 'manager', [place]));
const ofAll = (address: string, absent?: string): Case => {
  const all = read(seller, address, absent);
  return { ...all, cases: { ...all.cases, 403: () => limited.get(address) } };
};

const payment = await paid(trade, 10, { allocations: [] });
const pathOf = (id: string) => `${PAYMENTS}/${id}`;
const over = [{ invoice_id: (await owe(trade, 1)).id, amount: 2 }];

export const PAYMENT_CASES: Cases = {
  [`GET ${PAYMENTS}`]: ofAll(PAYMENTS),
  [`GET ${PAYMENTS}/{id}`]: ofAll(pathOf(payment.id), pathOf(ABSENT_ID)),
  [`POST ${PAYMENTS}`]: {
    may: SELLERS,
    client: seller,
    address: PAYMENTS,
    cases: {
      201: () => pay(trade, 10),
      404: () => pay({ seller, retailer: { id: ABSENT_ID } }, 10),
      409: () => pay(trade, 10, { allocations: over }),
    },
  },
  [`POST ${PAYMENTS}/{id}/allocations`]: {
    may: SELLERS,
    client: seller,
    address: `${pathOf(ABSENT_ID)}/allocations`,
    cases: {
      200: () => seller.post(`${pathOf(payment.id)}/allocations`, { allocations: [] }),
      404: () => seller.post(`${pathOf(ABSENT_ID)}/allocations`, {}),
      409: () => seller.post(`${pathOf(payment.id)}/allocations`, { allocations: over }),
    },
  },
  [`POST ${PAYMENTS}/{id}/void`]: {
    may: SELLING_ADMINS,
    client: seller,
    address: `${pathOf(ABSENT_ID)}/void`,
    cases: {
      200: async () => seller.post(`${pathOf((await paid(trade, 1)).id)}/void`, { reason: 'x' }),
      404: () => seller.post(`${pathOf(ABSENT_ID)}/void`, { reason: 'x' }),
      409: async () => {
        const { id } = await paid(trade, 1);
        await seller.post(`${pathOf(id)}/void`, { reason: 'x' });
        return seller.post(`${pathOf(id)}/void`, { reason: 'x' });
      },
    },
  },
};
