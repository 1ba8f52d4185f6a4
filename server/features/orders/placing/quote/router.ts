import { endpoint } from '../../../../operation/endpoint';
import { router } from '../../../../operation/init';
import { reasonsOfQuotes } from '../conditions.schema';
import { quoteOrder } from './queries';
import { OrderQuote, QuoteOrder } from './schema';

export const quoteRouter = router({
  quote: endpoint({
    rest: 'POST /api/v1/orders/quote',
    summary: 'Price an order before placing it',
    description:
      'Takes what `POST /api/v1/orders` takes. Computes prices, tax and total as placing the order would, and what is available of each line. ' +
      'Changes and reserves nothing; what an order would be rejected for is listed as `problems`.',
    permission: 'create:orders',
    input: QuoteOrder,
    output: OrderQuote,
    errors: ['NOT_FOUND', 'not_a_seller', 'other_party', ...reasonsOfQuotes()],
  }).mutation(({ ctx, input }) => quoteOrder(ctx, input)),
});
