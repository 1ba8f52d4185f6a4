import { z } from 'zod';
import { CalendarDate, Id, Moment, paragraphs, unchanged } from '../../../kernel/params';
import { FOLLOW_UP_READ_ONLY } from './resource';

/** Of one business, done or not. */
export const MAX_FOLLOW_UPS = 20_000;

const DueOn = CalendarDate.meta({
  description: "The day on which the member is notified, in your business's timezone",
});
const Text = paragraphs(500).meta({ description: 'What is to be done' });
const MemberId = Id.nullish();
const PARTNER = { customers: 'customer', suppliers: 'supplier' } as const;

/** Where follow-ups are: below a customer or below a supplier. */
export type FollowUpPlace = keyof typeof PARTNER;

const partnerId = (place: FollowUpPlace) => Id.meta({ description: `Id of the ${PARTNER[place]}` });
const followUpId = Id.meta({ description: 'Id of the follow-up' });

export const NewFollowUp = (place: FollowUpPlace) =>
  z
    .strictObject({
      id: partnerId(place),
      due_on: DueOn,
      text: Text,
      member_id: MemberId.meta({
        description: 'The member who does it; you when absent',
      }),
    })
    .meta({ examples: [{ due_on: '2026-12-01', text: 'Call about the fall menu' }] });

export const FollowUpId = (place: FollowUpPlace) =>
  z.strictObject({ id: partnerId(place), follow_up_id: followUpId });

export const UpdateFollowUp = (place: FollowUpPlace) =>
  FollowUpId(place)
    .extend({
      due_on: DueOn.optional(),
      text: Text.optional(),
      done_at: Moment.nullish().meta({
        format: 'date-time',
        description: 'When it was done; null opens it again',
      }),
      member_id: MemberId.meta({
        description: 'The member who does it; null for no member: the representative is notified then',
      }),
      ...unchanged(FOLLOW_UP_READ_ONLY),
    })
    .meta({ examples: [{ done_at: '2026-12-01T18:30:00.000Z' }] });
