import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { listOf } from '../../../kernel/params';
import { SELLERS } from '../../../kernel/permissions';
import { flag, id, oneOf, text, time } from '../../../platform/db/fields';
import { readOnlyOf, resource, type ViewOf } from '../../../platform/db/resource';
import { orders } from '../../orders/tables';
import { isConnected, known, profileOf, type SeenBy } from '../customers/resource';
import { accounts } from '../customers/tables';
import { contactsField, joinMember, representativeFields } from '../relationships/resource';
import { RELATIONSHIP_FIELDS } from '../relationships/schema';
import { SELLER } from '../resource';
import { entities } from '../tables';
import { supplierNotes } from './tables';

const a = alias(accounts, 'a');
const s = alias(supplierNotes, 's');

/** SQL: a seller (alias `e`) of an account, and what its buyer may see of it, as a seller sees a customer (decision 450). */
const supplierOf = ({ entity }: SeenBy): SQL => sql`
  join ${entities} e on e.id = a.seller_id
  left join ${supplierNotes} s on s.seller_id = a.seller_id and s.buyer_id = a.buyer_id
  ${joinMember(sql`s.representative_id`)}
  cross join lateral (select ${isConnected} as connected offset 0) k
  cross join lateral (select k.connected or exists (select from ${orders} o
    where o.retailer_id = ${entity.id} and o.wholesaler_id = a.seller_id) as known offset 0) w`;

export const supplier = resource(
  a,
  {
    id: id(a.sellerId, 'Id of the supplier: the id of its business', SELLER.id),
    type: oneOf(z.enum(SELLERS as ['wholesaler', 'cultivator']))(
      sql`e.type`,
      'Type of the business',
      'wholesaler',
    ),
    name: text(sql`e.name`, 'Name of the business', SELLER.name),
    connected: flag(sql`k.connected`, 'Whether the two businesses are connected now', true),
    ...profileOf(text.orNull(known(sql`e.license_number`), 'License number', 'C11-0000102-LIC'), {
      legalName: 'Golden Coast LLC',
      licenseType: 'Distribution',
      address: { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' },
      email: 'orders@goldencoast.example',
    }),
    ...representativeFields(sql`s.representative_id`),
    contacts: contactsField(sql`coalesce(s.contacts, '[]')`),
    internal_notes: text(s.internalNotes, 'Notes of your business; the supplier never sees them'),
    created_at: time(a.createdAt, 'Since when it is a supplier'),
    updated_at: time(
      sql`coalesce(s.updated_at, a.created_at)`,
      'When your business last changed what it wrote down',
    ),
  },
  {
    joins: supplierOf,
    id: 'SupplierAccount',
    description: 'A business that yours buys from, as your business sees it',
  },
);
export const Supplier = supplier.schema;
export type SupplierView = ViewOf<typeof supplier>;
export const SupplierList = listOf(Supplier);

/** Fields that a PATCH takes only as they are (decision 34). */
export const SUPPLIER_READ_ONLY = readOnlyOf(supplier, 'id', ...RELATIONSHIP_FIELDS);
