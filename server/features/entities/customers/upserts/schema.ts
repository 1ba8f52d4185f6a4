import { z } from 'zod';
import { EntryKey, MAX_BATCH } from '../../external-ids/batch.schema';
import { NameOf } from '../../external-ids/schema';
import { Customer } from '../resource';
import { NewCustomer, UpdateCustomer } from '../schema';

const { type, location, ...own } = NewCustomer.shape;
const changes = UpdateCustomer.pick(
  Object.fromEntries(Object.keys(own).map((name) => [name, true])) as { [Name in keyof typeof own]: true },
).shape;
const Fields = {
  type: type.optional(),
  location: location.meta({ description: 'Its first location; of a customer that is there it is not read' }),
  ...changes,
  confirmed: UpdateCustomer.shape.confirmed,
};
const [example] = NewCustomer.meta()?.examples ?? [];

export const PutCustomer = z.strictObject({ ...NameOf('customer'), ...Fields }).meta({ examples: [example] });
export const CustomerEntry = z.strictObject({ ...EntryKey, ...Fields });
export type CustomerBody = Omit<z.infer<typeof PutCustomer>, 'system' | 'value'>;

export const CustomerBatch = z
  .strictObject({
    items: z.array(CustomerEntry).min(1).max(MAX_BATCH).meta({ description: 'Customers to make or change' }),
    atomic: z
      .boolean()
      .optional()
      .meta({ description: 'Whether all of it is done or nothing; false by default' }),
  })
  .meta({ examples: [{ items: [{ system: 'erp', value: 'C-100', ...(example as object) }] }] });

export const PutCustomerResult = Customer.extend({
  kept: z.array(z.string()).meta({
    description: 'Fields that were sent and stay: a customer on board manages its own profile',
  }),
}).meta({ id: 'UpsertedCustomer' });
