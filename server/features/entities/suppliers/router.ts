import { and, eq } from 'drizzle-orm';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowWhere } from '../../../operation/objects';
import { accounts } from '../customers/tables';
import { followUpsRouter } from '../follow-ups/router';
import { getSupplier, listSuppliers } from './queries';
import { SUPPLIERS } from './queries.sql';
import { Supplier, SupplierList } from './resource';
import { SupplierId, UpdateSupplier } from './schema';
import { updateSupplier } from './service';

export const suppliersRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/suppliers',
    summary: 'List suppliers',
    description:
      'Businesses that yours buys from: those that are or were connected, with what your business wrote down about each; oldest first by default.',
    permission: 'read:connections',
    input: SUPPLIERS.input,
    output: SupplierList,
    errors: ['not_a_buyer'],
  }).query(({ ctx, input }) => listSuppliers(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/suppliers/{id}',
    summary: 'Get a supplier',
    description: 'What your business wrote down is seen by your business alone.',
    permission: 'read:connections',
    input: SupplierId,
    output: Supplier,
    object: rowWhere(accounts, (input, actor) =>
      and(eq(accounts.sellerId, input.id as string), eq(accounts.buyerId, actor.entity.id)),
    ),
    errors: ['NOT_FOUND', 'not_a_buyer'],
  }).query(({ ctx, input }) => getSupplier(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/suppliers/{id}',
    summary: 'Update what your business wrote down about a supplier',
    description:
      'Representative, contacts and notes; `contacts` carries all of them. For those who may place orders.',
    permission: 'create:orders',
    input: UpdateSupplier,
    output: Supplier,
    errors: ['NOT_FOUND', 'not_a_buyer'],
  }).mutation(({ ctx, input }) => updateSupplier(ctx, input)),

  followUps: followUpsRouter('suppliers', { read: 'read:connections', write: 'create:orders' }),
});
