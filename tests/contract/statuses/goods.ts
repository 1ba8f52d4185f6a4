import { createMember } from '../../factories/business';
import { GOODS, receive, received, unique } from '../../factories/goods';
import { ABSENT_ID } from '../../setup/expect';
import { type Cases, MANAGERS, product, read, readOf, seller, stage, wholesaler } from './world';

const goods = { variant_id: product.variantId, quantity: 1 };
const known = await received(seller, wholesaler, [goods]);
const limited = await stage.signIn(
  await createMember(stage.db, wholesaler, 'manager', [wholesaler.locationIds[0]]),
);
const expired = () => ({ ...goods, batch_id: unique('STATUS'), expires_on: '2020-01-01' });

export const GOODS_CASES: Cases = {
  'GET /api/v1/goods-receipts': read(seller, GOODS),
  'GET /api/v1/goods-suppliers': read(seller, '/api/v1/goods-suppliers'),
  'POST /api/v1/goods-receipts': {
    may: MANAGERS,
    client: seller,
    address: GOODS,
    cases: {
      200: () => receive(seller, wholesaler, [goods], { dry_run: true }),
      201: () => receive(seller, wholesaler, [goods]),
      403: () => receive(limited, wholesaler, [expired()]),
      404: () => receive(seller, { locationIds: [ABSENT_ID] }, [goods]),
      409: () => receive(seller, wholesaler, [expired()]),
    },
  },
  'GET /api/v1/goods-receipts/{id}': readOf(seller, known.id),
  'PATCH /api/v1/goods-receipts/{id}': {
    may: MANAGERS,
    client: seller,
    address: `${GOODS}/${ABSENT_ID}`,
    cases: {
      200: () => seller.patch(`${GOODS}/${known.id}`, { notes: 'Two jars were missing' }),
      403: () => limited.patch(`${GOODS}/${known.id}`, { lines: [expired()] }),
      404: () => seller.patch(`${GOODS}/${ABSENT_ID}`, { notes: 'x' }),
      409: () => seller.patch(`${GOODS}/${known.id}`, { lines: [expired()] }),
    },
  },
};
