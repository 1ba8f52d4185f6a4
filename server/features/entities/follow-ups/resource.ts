import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { listOf } from '../../../kernel/params';
import { day, exampleId, id, text, time } from '../../../platform/db/fields';
import { readOnlyOf, resource, type ViewOf } from '../../../platform/db/resource';
import { joinMember } from '../relationships/resource';
import { followUps } from './tables';

const f = alias(followUps, 'f');

export const followUp = resource(
  f,
  {
    id: id(f.id, 'Id of the follow-up', exampleId('45')),
    due_on: day(f.dueOn, "The day on which the member is notified, in your business's timezone"),
    text: text(f.text, 'What is to be done', 'Call about the fall menu'),
    done_at: time(f.doneAt, 'When it was done; null until then'),
    member_id: id(f.memberId, 'The member who does it; null for no member', exampleId('0a')),
    member_name: text.orNull(sql`p.name`, 'Name of that member', 'Dana Reyes'),
    created_at: time(f.createdAt, 'When it was added'),
    updated_at: time(f.updatedAt, 'When it last changed'),
  },
  {
    joins: joinMember(sql`f.member_id`),
    id: 'FollowUp',
    description: 'What a member is to do about a customer or supplier; only your business sees it',
  },
);
export const FollowUp = followUp.schema;
export type FollowUpView = ViewOf<typeof followUp>;
export const FollowUpList = listOf(FollowUp);

/** Fields that a PATCH takes only as they are (decision 34). */
export const FOLLOW_UP_READ_ONLY = readOnlyOf(followUp, 'id', 'due_on', 'text', 'done_at', 'member_id');
