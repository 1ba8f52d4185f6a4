import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { listComments } from './queries';
import { ListComments, NewComment, OrderComment, OrderCommentList } from './schema';
import { addComment } from './service';

export const commentsRouter = router({
  comments: endpoint({
    rest: 'GET /api/v1/orders/{id}/comments',
    summary: 'List the comments on an order',
    description: 'What both parties wrote, oldest first by default. Comments never change.',
    permission: 'read:orders',
    input: ListComments,
    output: OrderCommentList,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listComments(ctx, input)),

  comment: endpoint({
    rest: 'POST /api/v1/orders/{id}/comments',
    summary: 'Comment on an order',
    description:
      'Visible to both parties, in every status of the order; once their connection has ended, while the order is open. Each ' +
      'party can write 60 comments per hour to the other.',
    permission: 'update:orders',
    input: NewComment,
    output: OrderComment,
    status: 201,
    location: '/api/v1/orders/{input.id}/comments',
    errors: ['NOT_FOUND', 'connection_required'],
    emits: ['order.commented'],
  }).mutation(({ ctx, input }) => addComment(ctx, input)),
});
