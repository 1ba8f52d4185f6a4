import { invalidRequest } from '../../../../kernel/errors';
import { fieldErrors } from '../../../../kernel/field-errors';
import { removeNullIds } from '../../external-ids/service';
import { differing, type Upserts } from '../../external-ids/upsert';
import { lockEntity } from '../../queries';
import { getCustomer } from '../queries';
import type { CustomerView } from '../queries.sql';
import { BUSINESS_FIELDS } from '../resource';
import { NewCustomer } from '../schema';
import { CUSTOMER_EVENTS, createCustomer, lockCustomer, updateCustomer } from '../service';
import type { CustomerBody } from './schema';

/** The profile of a customer, which it manages itself once it is on board. */
const PROFILE: readonly string[] = BUSINESS_FIELDS;

export const customerUpserts: Upserts<CustomerBody, CustomerView> & { events: typeof CUSTOMER_EVENTS } = {
  type: 'customer',
  create: 'create:customers',
  update: 'update:customers',
  object: '/api/v1/customers/{id}',
  events: CUSTOMER_EVENTS,
  async lock(ctx, given) {
    // As `updateCustomer`, which takes the business first where licenses of two customers may meet.
    await lockEntity(ctx.db, ctx.actor.entity.id);
    const { id } = await lockCustomer(ctx, given);
    return getCustomer(ctx, id);
  },
  async make(ctx, { confirmed: _, ...body }) {
    const sent = { ...body, external_ids: removeNullIds(body.external_ids) };
    const parsed = NewCustomer.safeParse(sent);
    if (!parsed.success) throw invalidRequest(fieldErrors(parsed.error.issues, sent, 50));
    return createCustomer(ctx, parsed.data);
  },
  async change(ctx, before, { type, location: _, ...body }) {
    if (type !== undefined && type !== before.type)
      throw invalidRequest([{ path: 'type', code: 'read_only', message: 'cannot be changed' }]);
    const { isManaged } = await lockCustomer(ctx, before.id);
    const patch = differing(body, before);
    const kept = isManaged ? [] : Object.keys(patch).filter((name) => PROFILE.includes(name));
    const left = Object.fromEntries(Object.entries(patch).filter(([name]) => !kept.includes(name)));
    if (Object.keys(left).length === 0) return { kept };
    return { view: await updateCustomer(ctx, { id: before.id, ...left }), kept };
  },
};
