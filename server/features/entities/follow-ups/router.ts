import { z } from 'zod';
import type { Permission } from '../../../kernel/permissions';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { getFollowUp, getPair, listFollowUps } from './queries';
import { FOLLOW_UPS } from './queries.sql';
import { FollowUp, FollowUpList } from './resource';
import { FollowUpId, type FollowUpPlace, NewFollowUp, UpdateFollowUp } from './schema';
import { createFollowUp, deleteFollowUp, updateFollowUp } from './service';
import { followUps } from './tables';

/** The operations of follow-ups below a customer or below a supplier. */
export function followUpsRouter(place: FollowUpPlace, { read, write }: Record<'read' | 'write', Permission>) {
  const partner = place === 'customers' ? 'customer' : 'supplier';
  const sided = place === 'suppliers' ? (['not_a_buyer'] as const) : [];
  const path = `/api/v1/${place}/{id}/follow-ups` as const;
  return router({
    list: endpoint({
      rest: `GET ${path}`,
      summary: `List follow-ups of a ${partner}`,
      description:
        'What members are to do about it: open ones that are due soonest first, then those that are done. Only your business sees them.',
      permission: read,
      input: FOLLOW_UPS.input.extend({ id: FollowUpId(place).shape.id }),
      output: FollowUpList,
      errors: ['NOT_FOUND', ...sided],
    }).query(({ ctx, input }) => listFollowUps(ctx, place, input)),

    get: endpoint({
      rest: `GET ${path}/{follow_up_id}`,
      summary: `Get a follow-up of a ${partner}`,
      description: 'Only your business sees it.',
      permission: read,
      input: FollowUpId(place),
      output: FollowUp,
      object: rowOf(followUps.id, {}, (input) => input.follow_up_id),
      errors: ['NOT_FOUND', ...sided],
    }).query(async ({ ctx, input }) =>
      getFollowUp(ctx.db, await getPair(ctx, place, input.id), input.follow_up_id),
    ),

    create: endpoint({
      rest: `POST ${path}`,
      summary: `Add a follow-up of a ${partner}`,
      description:
        "Its member is notified on the day, in your business's timezone. 409 above 20,000 follow-ups.",
      permission: write,
      input: NewFollowUp(place),
      output: FollowUp,
      status: 201,
      location: `/api/v1/${place}/{input.id}/follow-ups`,
      errors: ['NOT_FOUND', 'too_many', ...sided],
    }).mutation(({ ctx, input }) => createFollowUp(ctx, place, input)),

    update: endpoint({
      rest: `PATCH ${path}/{follow_up_id}`,
      summary: `Update a follow-up of a ${partner}`,
      description:
        'With `done_at` it is done, and null opens it again. With another day its member is notified again.',
      permission: write,
      input: UpdateFollowUp(place),
      output: FollowUp,
      errors: ['NOT_FOUND', ...sided],
    }).mutation(({ ctx, input }) => updateFollowUp(ctx, place, input)),

    delete: endpoint({
      rest: `DELETE ${path}/{follow_up_id}`,
      summary: `Delete a follow-up of a ${partner}`,
      description: 'It is gone for every member.',
      permission: write,
      input: FollowUpId(place),
      output: z.void(),
      status: 204,
      errors: ['NOT_FOUND', ...sided],
    }).mutation(({ ctx, input }) => deleteFollowUp(ctx, place, input)),
  });
}
