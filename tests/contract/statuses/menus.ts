import { createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { type Callers, type Cases, PUBLIC, seller, stage, trade } from './world';

const PATH = '/api/v1/menus';
const ABSENT = `${PATH}/${ABSENT_ID}`;
const READERS: Callers = ['', 'oamv', 'oamv'];
const MANAGERS: Callers = ['', 'oam', 'oam'];
/** What a request must say is checked before whether its business sells. */
const MEMBERS: Callers = ['oam', 'oam', 'oam'];
const REQUESTS = '/api/v1/order-requests';
const ABSENT_REQUEST = `${REQUESTS}/${ABSENT_ID}`;
const OPEN = '/api/v1/public/menus';
const MAIL = { subject: 'New', message: 'New this week' };
const OF_BUYER = { customer_id: trade.retailer.id, unknown_contact: true };
const REQUEST = {
  business: {
    ...{ name: 'Asking Shop', license_number: 'ASKING-1', type: 'retailer' },
    address: { street: 'x', city: 'x', state: 'CA', zip: '9' },
  },
  contact: { name: 'x', email: 'asking@status.test', phone: '1' },
  lines: [{ variant_id: trade.product.variantId, quantity: 1 }],
};
/** The public address of a menu. */
const opened = async (fields: object = {}) => {
  const { url } = ok(await seller.post<{ url: string }>(PATH, { name: 'Open', ...fields }));
  return `${OPEN}/${url.split('/').at(-1)}`;
};
/** A request that waits, as its asker's confirmation leaves it. */
const asked = async () => {
  const { id } = ok(await seller.post<{ id: string }>(PATH, { name: 'Asked' }));
  const line = {
    ...{
      variant_id: trade.product.variantId,
      product_id: trade.product.id,
      product_name: 'x',
      variant_name: 'x',
    },
    ...{ quantity: 1, unit: null, step: null, unit_price: 9_999, total: 9_999 },
    ladder: [{ min_amount: 1, unit_price: 9_999, source: 'wholesale' }],
  };
  const [row] = await stage.sql<{ id: string }[]>`
    insert into order_requests (id, entity_id, menu_id, link_id, status, business, contact, address, contact_known, lines, prices_shown,
      token_hash, token_sealed, network, digest, confirmed_at, expires_at)
    select gen_random_uuid(), k.entity_id, k.menu_id, k.id, 'waiting', ${JSON.stringify(REQUEST.business)}::text::jsonb, ${JSON.stringify(REQUEST.contact)}::text::jsonb,
      ${REQUEST.contact.email}, false, ${JSON.stringify([line])}::text::jsonb, true, gen_random_uuid()::text, 'x', 'x', 'x', now(), now() + interval '14 days'
    from menu_links k where k.menu_id = ${id} returning id`;
  return `${REQUESTS}/${row?.id}`;
};
const made = async () => `${PATH}/${ok(await seller.post<{ id: string }>(PATH, { name: 'Status' })).id}`;

export const MENU_CASES: Cases = {
  [`GET ${PATH}`]: { may: READERS, client: seller, address: PATH, cases: { 200: () => seller.get(PATH) } },
  [`POST ${PATH}`]: {
    may: MEMBERS,
    client: seller,
    address: PATH,
    cases: {
      201: () => seller.post(PATH, { name: 'Status' }),
      409: async () => {
        await stage.sql`insert into menus (id, entity_id, name) select gen_random_uuid(), ${trade.wholesaler.id}, 'Full' from generate_series(1, 100)`;
        const answer = await seller.post(PATH, { name: 'Status' });
        await stage.sql`delete from menus where name = 'Full'`;
        return answer;
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
    may: MANAGERS,
    client: seller,
    address: ABSENT,
    cases: {
      200: async () => seller.patch(await made(), { status: 'off' }),
      404: () => seller.patch(ABSENT, { status: 'off' }),
    },
  },
  [`DELETE ${PATH}/{id}`]: {
    may: MANAGERS,
    client: seller,
    address: ABSENT,
    cases: { 204: async () => seller.delete(await made()), 404: () => seller.delete(ABSENT) },
  },
  [`POST ${PATH}/{id}/rotate`]: {
    may: MANAGERS,
    client: seller,
    address: `${ABSENT}/rotate`,
    cases: {
      200: async () => seller.post(`${await made()}/rotate`, {}),
      404: () => seller.post(`${ABSENT}/rotate`, {}),
    },
  },
  [`GET ${PATH}/{id}/links`]: {
    may: READERS,
    client: seller,
    address: `${ABSENT}/links`,
    cases: { 200: async () => seller.get(`${await made()}/links`), 404: () => seller.get(`${ABSENT}/links`) },
  },
  [`DELETE ${PATH}/{id}/links/{link_id}`]: {
    may: MANAGERS,
    client: seller,
    address: `${ABSENT}/links/${ABSENT_ID}`,
    cases: {
      204: async () => {
        const path = await made();
        const [link] = await stage.sql<{ id: string }[]>`
          insert into menu_links (id, menu_id, entity_id, customer_id, token_hash, token_sealed)
          values (gen_random_uuid(), ${path.slice(PATH.length + 1)}, ${trade.wholesaler.id}, ${trade.retailer.id}, ${path}, 'x') returning id`;
        return seller.delete(`${path}/links/${link?.id}`);
      },
      404: () => seller.delete(`${ABSENT}/links/${ABSENT_ID}`),
    },
  },
  [`POST ${PATH}/{id}/send`]: {
    may: MEMBERS,
    client: seller,
    address: `${ABSENT}/send`,
    cases: {
      202: async () => seller.post(`${await made()}/send`, { customer_ids: [trade.retailer.id], ...MAIL }),
      404: () => seller.post(`${ABSENT}/send`, { segment: {}, ...MAIL }),
      409: async () => {
        const path = await made();
        await stage.sql`update entities set under_review = true where id = ${trade.wholesaler.id}`;
        const answer = await seller.post(`${path}/send`, { segment: {}, ...MAIL });
        await stage.sql`update entities set under_review = false where id = ${trade.wholesaler.id}`;
        return answer;
      },
    },
  },
  [`GET ${PATH}/{id}/sends`]: {
    may: READERS,
    client: seller,
    address: `${ABSENT}/sends`,
    cases: { 200: async () => seller.get(`${await made()}/sends`), 404: () => seller.get(`${ABSENT}/sends`) },
  },
  [`GET ${PATH}/{id}/sends/{send_id}`]: {
    may: READERS,
    client: seller,
    address: `${ABSENT}/sends/${ABSENT_ID}`,
    cases: {
      200: async () => {
        const path = await made();
        const { id } = ok(await seller.post<{ id: string }>(`${path}/send`, { segment: {}, ...MAIL }));
        return seller.get(`${path}/sends/${id}`);
      },
      404: () => seller.get(`${ABSENT}/sends/${ABSENT_ID}`),
    },
  },
  [`GET ${REQUESTS}`]: {
    may: READERS,
    client: seller,
    address: REQUESTS,
    cases: { 200: () => seller.get(REQUESTS) },
  },
  [`GET ${REQUESTS}/{id}`]: {
    may: READERS,
    client: seller,
    address: ABSENT_REQUEST,
    cases: { 200: async () => seller.get(await asked()), 404: () => seller.get(ABSENT_REQUEST) },
  },
  [`POST ${REQUESTS}/{id}/accept`]: {
    may: MANAGERS,
    client: seller,
    address: `${ABSENT_REQUEST}/accept`,
    cases: {
      201: async () => seller.post(`${await asked()}/accept`, OF_BUYER),
      404: () => seller.post(`${ABSENT_REQUEST}/accept`, OF_BUYER),
      409: async () => seller.post(`${await asked()}/accept`, { customer_id: trade.retailer.id }),
    },
  },
  [`POST ${REQUESTS}/{id}/decline`]: {
    may: MANAGERS,
    client: seller,
    address: `${ABSENT_REQUEST}/decline`,
    cases: {
      200: async () => seller.post(`${await asked()}/decline`, {}),
      404: () => seller.post(`${ABSENT_REQUEST}/decline`, {}),
      409: async () => {
        const path = await asked();
        await seller.post(`${path}/decline`, {});
        return seller.post(`${path}/decline`, {});
      },
    },
  },
  [`GET ${OPEN}/{token}`]: {
    may: PUBLIC,
    client: stage.anybody,
    address: `${OPEN}/x`,
    cases: {
      200: async () => stage.anybody.get(await opened()),
      403: async () => stage.anybody.get(await opened({ passcode: 'green-door-9' })),
      404: () => stage.anybody.get(`${OPEN}/x`),
    },
  },
  [`GET ${OPEN}/{token}/pdf`]: {
    may: PUBLIC,
    client: stage.anybody,
    address: `${OPEN}/x/pdf`,
    cases: {
      200: async () => stage.anybody.get(`${await opened()}/pdf`),
      403: async () => stage.anybody.get(`${await opened({ passcode: 'green-door-9' })}/pdf`),
      404: () => stage.anybody.get(`${OPEN}/x/pdf`),
      409: async () => {
        const many = await createBusiness(stage.db, 'wholesaler');
        const owner = await stage.signIn(await createMember(stage.db, many, 'owner'));
        const { id } = await createProduct(stage.db, many);
        await stage.sql`insert into product_variants (id, product_id, entity_id, name, sku, price_cents, wholesale_price_cents, position)
          select gen_random_uuid(), ${id}, ${many.id}, 'v', 'MANY-' || n, 1, 1, n + 10 from generate_series(1, 2001) n`;
        const { url } = ok(await owner.post<{ url: string }>(PATH, { name: 'Many' }));
        return stage.anybody.get(`${OPEN}/${url.split('/').at(-1)}/pdf`);
      },
    },
  },
  [`POST ${OPEN}/{token}/requests`]: {
    may: PUBLIC,
    client: stage.anybody,
    address: `${OPEN}/x/requests`,
    cases: {
      202: async () => stage.anybody.post(`${await opened()}/requests`, REQUEST),
      403: async () => stage.anybody.post(`${await opened({ passcode: 'green-door-9' })}/requests`, REQUEST),
      404: () => stage.anybody.post(`${OPEN}/x/requests`, REQUEST),
      409: async () => stage.anybody.post(`${await opened({ takes_requests: false })}/requests`, REQUEST),
    },
  },
};
