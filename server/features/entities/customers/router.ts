import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowWhere } from '../../../operation/objects';
import { followUpsRouter } from '../follow-ups/router';
import { Location } from '../locations/schema';
import { addCustomerLocation, updateCustomerLocation } from './locations';
import { getCustomer, listCustomers } from './queries';
import { ListCustomers } from './queries.sql';
import { Customer, CustomerList } from './resource';
import {
  CustomerId,
  NewCustomer,
  NewCustomerLocation,
  UpdateCustomer,
  UpdateCustomerLocation,
} from './schema';
import { CHANGED_CUSTOMER_EVENTS, createCustomer, deleteCustomer, updateCustomer } from './service';
import { accounts } from './tables';

export const customersRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/customers',
    summary: 'List customers',
    description:
      'Businesses that buy from yours: those that you entered, and those that are or were connected; oldest first by default.',
    permission: 'read:customers',
    everywhere: 'to filter by `overdue`',
    input: ListCustomers,
    output: CustomerList,
    csvFields: {
      ...{ street: 'address.street', city: 'address.city', state: 'address.state', zip: 'address.zip' },
      ...{ email: 'contact.email', phone: 'contact.phone' },
    },
    errors: ['outside_your_locations'],
  }).query(({ ctx, input }) => listCustomers(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/customers/{id}',
    summary: 'Get a customer',
    description: 'Only your business sees a customer that is not on board.',
    permission: 'read:customers',
    input: CustomerId,
    output: Customer,
    object: rowWhere(
      accounts,
      (input, actor) => and(eq(accounts.buyerId, input.id as string), eq(accounts.sellerId, actor.entity.id)),
      { volatile: ['balance', 'overdue', 'exposure', 'kept'] },
    ),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getCustomer(ctx, input.id)),

  create: endpoint({
    rest: 'POST /api/v1/customers',
    summary: 'Add a customer that is not on board',
    description:
      'A business with one location that yours manages until it signs up. Whether others know the business never shows.',
    permission: 'create:customers',
    everywhere: 'to grant terms, a price list or an exemption',
    input: NewCustomer,
    output: Customer,
    status: 201,
    location: '/api/v1/customers/{id}',
    errors: ['NOT_FOUND', 'customer_exists', 'external_id_taken', 'permission_required', 'too_many'],
    emits: ['customer.created'],
  }).mutation(({ ctx, input }) => createCustomer(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/customers/{id}',
    summary: 'Update a customer',
    description:
      'Nested objects carry only what changes, and `contacts` all of them. Once it is claimed, only what your business decides ' +
      'can change: nickname, representative, contacts, notes, terms and external ids. Another `price_list_id` needs update:prices, another ' +
      '`minimum_order` and `confirmed` update:terms. What is confirmed decides which tax rules apply (see `/tax-rules`).',
    permission: 'update:customers',
    everywhere: 'to change its terms, hold, price list or exemptions',
    input: UpdateCustomer,
    output: Customer,
    errors: [
      ...(['NOT_FOUND', 'claimed', 'customer_exists', 'external_id_taken', 'license_changed'] as const),
      ...(['permission_required', 'unclaimed'] as const),
    ],
    emits: CHANGED_CUSTOMER_EVENTS,
  }).mutation(({ ctx, input }) => updateCustomer(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/customers/{id}',
    summary: 'Delete a customer that is not on board',
    description: 'Responds with 409 once it has orders or is claimed.',
    permission: 'update:customers',
    everywhere: 'Deleting a customer applies',
    input: CustomerId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'claimed', 'has_orders'],
    emits: ['customer.deleted'],
  }).mutation(({ ctx, input }) => deleteCustomer(ctx, input.id)),

  addLocation: endpoint({
    rest: 'POST /api/v1/customers/{id}/locations',
    summary: 'Add a location of a customer that is not on board',
    description: 'Responds with 409 once the customer is claimed, and above 500 locations.',
    permission: 'update:customers',
    input: NewCustomerLocation,
    output: Location,
    status: 201,
    location: '/api/v1/customers/{input.id}',
    errors: ['NOT_FOUND', 'claimed', 'external_id_taken', 'too_many'],
    emits: CHANGED_CUSTOMER_EVENTS,
  }).mutation(({ ctx, input }) => addCustomerLocation(ctx, input)),

  updateLocation: endpoint({
    rest: 'PATCH /api/v1/customers/{id}/locations/{location_id}',
    summary: 'Update a location of a customer that is not on board',
    description: '`address` carries only the fields to change; null clears the license number.',
    permission: 'update:customers',
    input: UpdateCustomerLocation,
    output: Location,
    errors: ['NOT_FOUND', 'claimed', 'external_id_taken'],
    emits: CHANGED_CUSTOMER_EVENTS,
  }).mutation(({ ctx, input }) => updateCustomerLocation(ctx, input)),

  followUps: followUpsRouter('customers', { read: 'read:customers', write: 'update:customers' }),
});
