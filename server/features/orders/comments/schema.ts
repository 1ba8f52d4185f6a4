import { z } from 'zod';
import { Id, listOf, Paging, paragraphs, sortBy, Timestamp } from '../../../kernel/params';
import { ActorFields } from '../shapes/timeline.schema';

/** Comments of one party to another within an hour, over all their orders. */
export const COMMENTS_PER_HOUR = 60;
export const COMMENT_LENGTH = 2000;

export const OrderComment = z
  .object({
    id: Id.meta({ description: 'Id of the comment' }),
    body: z.string().meta({ description: 'Plain text' }),
    actor: z.object(ActorFields).meta({ description: 'Who wrote it, of either party' }),
    created_at: Timestamp.meta({ description: 'When it was written' }),
  })
  .meta({
    id: 'OrderComment',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b30',
        body: 'Please deliver to the back door.',
        actor: {
          id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b31',
          name: 'Dana Reyes',
          entity_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b06',
        },
        created_at: '2026-01-02T16:10:00.000Z',
      },
    ],
  });
export const OrderCommentList = listOf(OrderComment);

const OrderPathId = Id.meta({ description: 'Id of the order' });
export const ListComments = z.strictObject({
  id: OrderPathId,
  sort: sortBy(['created_at']),
  ...Paging,
});
export const NewComment = z
  .strictObject({
    id: OrderPathId,
    body: paragraphs(COMMENT_LENGTH).meta({ description: 'Plain paragraphs, shown to both parties' }),
  })
  .meta({ examples: [{ body: 'Please deliver to the back door.' }] });
