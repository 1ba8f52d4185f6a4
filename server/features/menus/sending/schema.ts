import { z } from 'zod';
import { isObject } from '../../../kernel/measured';
import { Count, Id, listOf, Paging, Person, Timestamp } from '../../../kernel/params';
import { MailText, MenuSegment } from '../schema';
import { SKIP_REASONS } from '../state';

/** Customers that a run names one by one. */
const MAX_NAMED = 200;

const PathId = Id.meta({ description: 'Id of the menu' });
export const SendMenu = z
  .strictObject({
    id: PathId,
    customer_ids: z
      .array(Id)
      .min(1, 'must have at least 1 entry')
      .max(MAX_NAMED, `must have at most ${MAX_NAMED} entries`)
      .overwrite((ids) => [...new Set(ids)])
      .optional()
      .meta({ description: 'Your customers that get it' }),
    segment: MenuSegment.optional(),
    ...MailText,
  })
  .refine(({ customer_ids, segment }) => customer_ids === undefined || segment === undefined, {
    path: ['segment'],
    error: 'must not come with customer_ids',
    params: { code: 'ambiguous' },
    when: isObject,
  })
  .refine(({ customer_ids, segment }) => customer_ids !== undefined || segment !== undefined, {
    path: ['customer_ids'],
    error: 'is required without segment',
    params: { code: 'required' },
    when: isObject,
  })
  .meta({ examples: [{ segment: {}, subject: 'New this week', message: 'Fresh flower is in.' }] });

export const MenuSend = z
  .object({
    id: Id.meta({ description: 'Id of the run' }),
    menu_id: PathId,
    subject: z.string().meta({ description: 'Subject of the mail' }),
    message: z.string().meta({ description: 'Text of the mail' }),
    total: Count.meta({ description: 'Customers that it is for' }),
    sent: Count.meta({ description: 'Mails that left' }),
    skipped: z
      .array(
        z.object({
          customer_id: Id,
          reason: z.enum(SKIP_REASONS).meta({
            description:
              '`unsubscribed`; `limit` of mails to the address or of your business; `no_email`; `bounced` before',
          }),
        }),
      )
      .meta({ description: 'Customers that got none, and why' }),
    by: Person,
    created_at: Timestamp.meta({ description: 'When it was started' }),
    finished_at: Timestamp.nullable().meta({ description: 'When all of it was done' }),
  })
  .meta({
    id: 'MenuSend',
    description: 'A run in which a menu is mailed',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b75',
        menu_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b72',
        subject: 'New this week',
        message: 'Fresh flower is in.',
        total: 40,
        sent: 38,
        skipped: [{ customer_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b06', reason: 'unsubscribed' }],
        by: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b0b', name: 'Dana Reyes' },
        created_at: '2026-01-02T15:04:05.000Z',
        finished_at: null,
      },
    ],
  });
export type SendView = z.infer<typeof MenuSend>;
export const MenuSendList = listOf(MenuSend);
export const ListMenuSends = z.strictObject({ id: PathId, ...Paging });
export const MenuSendId = z.strictObject({ id: PathId, send_id: Id.meta({ description: 'Id of the run' }) });
