import { createBusiness, createMember } from '../../factories/business';
import { checkCsv, copyImport, importParts, settled, uploadCsv } from '../../factories/imports';
import { ABSENT_ID } from '../../setup/expect';
import { form } from '../../setup/form';
import { type Case, MANAGERS, seller, stage, takenSku } from './world';

const IMPORTS = '/api/v1/imports';
const content = `sku,quantity_change,reason_code\n${takenSku},1,AUDIT\nno-such-sku,1,AUDIT\n`;
const checked = async () => (await checkCsv(seller, 'inventory', content)).id;
const known = await checked();
const absent = `${IMPORTS}/${ABSENT_ID}`;

const confirmed = async () => {
  const id = await checked();
  await seller.post(`${IMPORTS}/${id}/apply`);
  await settled(seller, id);
  return id;
};
const mapping = {
  mapping: [
    { column: 'sku', field: 'sku' },
    { column: 'quantity_change', field: 'quantity_change' },
  ],
};

export const IMPORT_CASES: Record<string, Case> = {
  'POST /api/v1/imports': {
    may: MANAGERS,
    client: seller,
    address: IMPORTS,
    cases: {
      201: () => uploadCsv(seller, 'inventory', content),
      404: () => uploadCsv(seller, 'inventory', content, { location_id: ABSENT_ID }),
      409: async () => {
        const business = await createBusiness(stage.db, 'retailer');
        const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
        const waiting = await checkCsv(owner, 'inventory', content);
        await copyImport(stage.sql, waiting.id, 49);
        return uploadCsv(owner, 'inventory', content);
      },
      413: () =>
        seller.send('POST', IMPORTS, form(importParts('count', Buffer.alloc(10 * 1024 * 1024 + 1, 'a,b\n')))),
    },
  },
  'GET /api/v1/imports': {
    may: MANAGERS,
    client: seller,
    address: IMPORTS,
    cases: { 200: () => seller.get(IMPORTS) },
  },
  'GET /api/v1/imports/{id}': {
    may: MANAGERS,
    client: seller,
    address: `${IMPORTS}/${known}`,
    cases: {
      200: () => seller.get(`${IMPORTS}/${known}`),
      404: () => seller.get(absent),
    },
  },
  'PATCH /api/v1/imports/{id}': {
    may: MANAGERS,
    client: seller,
    address: `${IMPORTS}/${known}`,
    cases: {
      200: async () => seller.patch(`${IMPORTS}/${await checked()}`, mapping),
      404: () => seller.patch(absent, mapping),
      409: async () => seller.patch(`${IMPORTS}/${await confirmed()}`, mapping),
    },
  },
  'DELETE /api/v1/imports/{id}': {
    may: MANAGERS,
    client: seller,
    address: `${IMPORTS}/${known}`,
    cases: {
      204: async () => seller.delete(`${IMPORTS}/${await checked()}`),
      404: () => seller.delete(absent),
      409: async () => seller.delete(`${IMPORTS}/${await confirmed()}`),
    },
  },
  'GET /api/v1/imports/{id}/lines': {
    may: MANAGERS,
    client: seller,
    address: `${IMPORTS}/${known}/lines`,
    cases: {
      200: () => seller.get(`${IMPORTS}/${known}/lines`),
      404: () => seller.get(`${absent}/lines`),
    },
  },
  'POST /api/v1/imports/{id}/apply': {
    may: MANAGERS,
    client: seller,
    address: `${IMPORTS}/${known}/apply`,
    cases: {
      202: async () => seller.post(`${IMPORTS}/${await checked()}/apply`),
      404: () => seller.post(`${absent}/apply`),
      409: async () => seller.post(`${IMPORTS}/${await confirmed()}/apply`),
    },
  },
};
