import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { listReceivables } from './queries';
import { COLUMNS, ListReceivables, ReceivableList } from './schema';

export const receivablesRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/receivables',
    summary: 'What customers owe you, or you owe suppliers, by age',
    description:
      'One row per business with money open or unapplied at the end of a day, past days exactly as the documents of then and since ' +
      "say. Days overdue are by the seller's calendar.",
    permission: 'read:invoices',
    everywhere: 'A balance counts',
    input: ListReceivables,
    output: ReceivableList,
    columns: COLUMNS,
    errors: ['not_a_buyer', 'not_a_seller', 'outside_your_locations'],
    replica: true,
  }).query(({ ctx, input }) => listReceivables(ctx, input)),
});
