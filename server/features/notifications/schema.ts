import { z } from 'zod';
import { CAUSED_APART, KIND_RULES, MAIL_CHOICES, NOTICE_KINDS, NOTICE_OBJECTS } from '../../kernel/notices';
import { Count, Id, Moment, Timestamp, Walking, walkOf } from '../../kernel/params';
import { rule } from '../../kernel/rules';

/** How far the mail of a notification is: `counted` is about to be sent. */
export const MAIL_STATES = ['none', 'at_once', 'counted', 'daily', 'sent'] as const;

/** Unread notifications are counted up to here. */
export const MOST_UNREAD = 1000;

export const NotificationKind = z.enum(NOTICE_KINDS).meta({
  id: 'NotificationKind',
  description:
    '`new_order`; `order_placed`: what you ordered, mailed to you, or what a seller entered for you; `order_request_received` from a menu; `order_moved` by the other party; `comment` on an order; `low_stock`; `backorder_ready`: stock for a backorder of your goods has arrived; `quote_received` from a seller; `remittance`: a buyer says it sent money, or the seller recorded or declined it; `dispute` of an invoice that was opened or closed; `expiration` of a license or batch that is near; `recall` of a batch that you have or had; `sync_failed`; `integration_failing`: a connection with another system stopped working; `webhook_disabled` by failures; `connection_requested`; `connection_accepted`: a business that you asked or invited is connected with you; `partner_renamed` when a connected business changed its name; `claim_waiting`: a customer that you entered was claimed, or a seller has your business as its customer; `follow_up` of a customer or supplier that is due; `menu` that was not mailed, or whose passcode is guessed; `new_device` that signed in to your account; `security_change` of your password or second factor',
});

const EXAMPLE = {
  id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b50',
  kind: 'new_order',
  object: { type: 'order', id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b01', name: 'ORD-20260102-7K3M9Q' },
  summary: 'Corner Dispensary placed ORD-20260102-7K3M9Q',
  count: 1,
  created_at: '2026-01-02T15:04:05.000Z',
  read_at: null,
};

export const Notification = z
  .object({
    id: Id.meta({ description: 'Id of the notification' }),
    kind: NotificationKind,
    object: z
      .object({
        type: z.enum(NOTICE_OBJECTS).meta({ description: 'Type of the object' }),
        id: Id.meta({ description: 'Id of the object' }),
        name: z.string().meta({ description: 'Name or number of the object at that time' }),
      })
      .meta({ id: 'NotificationObject', description: 'What the notification is about' }),
    summary: z.string().meta({ description: 'What happened, as text' }),
    count: z
      .int()
      .min(1)
      .meta({
        description: `How many it stands for: beyond ${CAUSED_APART} of one kind and partner within an hour, one counts the others`,
      }),
    created_at: Timestamp.meta({ description: 'When it happened' }),
    read_at: Timestamp.nullable().meta({ description: 'When you marked it as read; null until then' }),
  })
  .meta({ id: 'Notification', examples: [EXAMPLE] });

const UnreadCount = Count.meta({ description: `Your unread notifications, counted up to ${MOST_UNREAD}` });
const UnreadGroups = Count.meta({
  description: 'The same, counted once for each kind and object',
});
const { as_of: _, ...walked } = walkOf(Notification).shape;
export const NotificationList = z
  .object({ ...walked, unread_count: UnreadCount, unread_groups: UnreadGroups })
  .meta({ id: 'NotificationList' });

const { updated_since: __, ...Pages } = Walking;
export const ListNotifications = z.strictObject({
  unread: z
    .boolean()
    .meta({ description: 'true for unread notifications only, false for read ones' })
    .optional(),
  kind: NotificationKind.meta({ description: 'Only notifications of this kind' }).optional(),
  ...Pages,
});

export const NoInput = z.strictObject({});
export const UnreadNotifications = z
  .object({ unread_count: UnreadCount, unread_groups: UnreadGroups })
  .meta({ id: 'UnreadNotifications', examples: [{ unread_count: 3, unread_groups: 2 }] });

export const MarkRead = z
  .strictObject({
    ids: z
      .array(Id)
      .min(1, 'must have at least one id')
      .max(500, 'must have at most 500 ids')
      .refine(
        (ids) => new Set(ids).size === ids.length,
        rule('duplicate', 'must name each notification once'),
      )
      .optional()
      .meta({ description: 'These notifications; all of yours when absent' }),
    until: Moment.optional().meta({
      description: 'Without `ids`: only notifications of this time or earlier, such as those that were shown',
    }),
  })
  .meta({ examples: [{ ids: [EXAMPLE.id] }] });

const Bell = z.boolean().meta({ description: 'Whether the dashboard lists it' });
const Mail = z
  .enum(MAIL_CHOICES)
  .meta({ description: "`off`, `at_once`, or `daily` for a digest at 8:00 in your business's timezone" });
const PreferenceFields = { kind: NotificationKind, bell: Bell, mail: Mail };
const DEFAULT = { kind: 'order_moved', bell: true, mail: 'daily', required: false };
export const NotificationPreference = z
  .object({
    ...PreferenceFields,
    required: z
      .boolean()
      .meta({ description: 'Whether it is always mailed at once, for security or safety' }),
  })
  .meta({ id: 'NotificationPreference', examples: [DEFAULT] });
export const NotificationPreferences = z
  .object({
    preferences: z
      .array(NotificationPreference)
      .meta({ description: 'Each kind that your role and business type have' }),
    amounts_in_subjects: z
      .boolean()
      .meta({ description: 'Whether the subject of a mail about a new order has its total' }),
  })
  .meta({ id: 'NotificationPreferences', examples: [{ preferences: [DEFAULT], amounts_in_subjects: true }] });

export const UpdatePreferences = z
  .strictObject({
    preferences: z
      .array(
        z.strictObject({
          kind: NotificationKind,
          bell: Bell.optional(),
          mail: Mail.optional(),
          required: z.boolean().optional().meta({ description: 'Has no effect; may be sent back unchanged' }),
        }),
      )
      .min(1, 'must name at least one kind')
      .max(NOTICE_KINDS.length, `must name at most ${NOTICE_KINDS.length} kinds`)
      .refine(
        (list) => new Set(list.map(({ kind }) => kind)).size === list.length,
        rule('duplicate', 'must name each kind once'),
      )
      .refine(
        (list) =>
          list.every(({ kind, mail = 'at_once' }) => !KIND_RULES[kind].required || mail === 'at_once'),
        rule('read_only', 'mail about security and recalls is always sent at once'),
      )
      .optional()
      .meta({ description: 'The kinds to change; others stay' }),
    amounts_in_subjects: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the subject of a mail about a new order has its total' }),
  })
  .refine(
    ({ preferences, amounts_in_subjects }) => preferences !== undefined || amounts_in_subjects !== undefined,
    { ...rule('required', 'is required'), path: ['preferences'] },
  )
  .meta({ examples: [{ preferences: [{ kind: 'comment', mail: 'daily' }] }] });
