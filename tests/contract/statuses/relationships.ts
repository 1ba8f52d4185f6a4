import { MAX_FOLLOW_UPS } from '../../../server/features/entities/follow-ups/schema';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { BUYERS, buyer, type Callers, type Cases, MANAGERS, MARKET, seller, stage, trade } from './world';

const SUPPLIERS = '/api/v1/suppliers';
const supplier = `${SUPPLIERS}/${trade.wholesaler.id}`;
const CUSTOMER_READERS: Callers = ['', 'oamv', 'oamv'];
const CUSTOMER_MANAGERS: Callers = ['', 'oam', 'oam'];
const body = { due_on: '2026-12-01', text: 'Call' };

/** Sends while the business has as many follow-ups as it may have. */
async function withMany<T>(place: 'customers' | 'suppliers', send: () => Promise<T>): Promise<T> {
  const [sellerId, buyerId] = [trade.wholesaler.id, trade.retailer.id];
  const entityId = place === 'customers' ? sellerId : buyerId;
  await stage.sql`insert into follow_ups (id, entity_id, seller_id, buyer_id, due_on, text)
    select gen_random_uuid(), ${entityId}, ${sellerId}, ${buyerId}, '2026-12-01', 'one of many'
    from generate_series(1, ${MAX_FOLLOW_UPS}::int)`;
  const sent = await send();
  await stage.sql`delete from follow_ups where text = 'one of many'`;
  return sent;
}

/** Follow-ups below a partner of a caller. */
function followUps(
  place: 'customers' | 'suppliers',
  partnerId: string,
  { client, readers, writers }: { client: typeof seller; readers: Callers; writers: Callers },
): Cases {
  const path = `/api/v1/${place}/{id}/follow-ups`;
  const at = (id: string) => `/api/v1/${place}/${id}/follow-ups`;
  const absent = at(ABSENT_ID);
  const added = async () =>
    `${at(partnerId)}/${ok(await client.post<{ id: string }>(at(partnerId), body)).id}`;
  return {
    [`GET ${path}`]: {
      ...{ may: readers, client, address: absent },
      cases: { 200: () => client.get(at(partnerId)), 404: () => client.get(absent) },
    },
    [`POST ${path}`]: {
      // Without a body, a cultivator's is rejected for that.
      ...{ may: place === 'suppliers' ? MANAGERS : writers, client, address: absent },
      cases: {
        201: () => client.post(at(partnerId), body),
        404: () => client.post(absent, body),
        409: () => withMany(place, () => client.post(at(partnerId), body)),
      },
    },
    [`GET ${path}/{follow_up_id}`]: {
      ...{ may: readers, client, address: `${absent}/${ABSENT_ID}` },
      cases: {
        200: async () => client.get(await added()),
        404: () => client.get(`${absent}/${ABSENT_ID}`),
      },
    },
    [`PATCH ${path}/{follow_up_id}`]: {
      ...{ may: writers, client, address: `${absent}/${ABSENT_ID}` },
      cases: {
        200: async () => client.patch(await added(), { text: 'Call again' }),
        404: () => client.patch(`${absent}/${ABSENT_ID}`, { text: 'x' }),
      },
    },
    [`DELETE ${path}/{follow_up_id}`]: {
      ...{ may: writers, client, address: `${absent}/${ABSENT_ID}` },
      cases: {
        204: async () => client.delete(await added()),
        404: () => client.delete(`${absent}/${ABSENT_ID}`),
      },
    },
  };
}

export const RELATIONSHIP_CASES: Cases = {
  ...followUps('customers', trade.retailer.id, {
    ...{ client: seller, readers: CUSTOMER_READERS, writers: CUSTOMER_MANAGERS },
  }),
  ...followUps('suppliers', trade.wholesaler.id, { client: buyer, readers: MARKET, writers: BUYERS }),
  [`GET ${SUPPLIERS}`]: {
    ...{ may: MARKET, client: buyer, address: SUPPLIERS },
    cases: { 200: () => buyer.get(SUPPLIERS) },
  },
  [`GET ${SUPPLIERS}/{id}`]: {
    ...{ may: MARKET, client: buyer, address: `${SUPPLIERS}/${ABSENT_ID}` },
    cases: { 200: () => buyer.get(supplier), 404: () => buyer.get(`${SUPPLIERS}/${ABSENT_ID}`) },
  },
  [`PATCH ${SUPPLIERS}/{id}`]: {
    ...{ may: BUYERS, client: buyer, address: `${SUPPLIERS}/${ABSENT_ID}` },
    cases: {
      200: () => buyer.patch(supplier, { internal_notes: 'x' }),
      404: () => buyer.patch(`${SUPPLIERS}/${ABSENT_ID}`, { internal_notes: 'x' }),
    },
  },
};
