import type { ReadContext } from '../../operation/context';
import { listRecalls } from '../recalls/queries';
import { RECALLS } from '../recalls/queries.sql';

/** How many the page of a suspended business names. */
const SHOWN = 50;

/** An open recall, for a business that can't call anything. */
export type OpenRecall = Pick<
  Awaited<ReturnType<typeof listRecalls>>['data'][number],
  'id' | 'batch_id' | 'product_name' | 'entity' | 'class' | 'reason' | 'instructions' | 'created_at'
>;

/** Reads the open recalls that a business must know of, newest first: the 50 newest. */
export async function openRecallsOf(ctx: ReadContext): Promise<readonly OpenRecall[]> {
  const input = RECALLS.input.parse({ status: 'open', limit: SHOWN });
  const { data } = await listRecalls(ctx, input);
  return data.map(
    ({ id, batch_id, product_name, entity, class: grade, reason, instructions, created_at }) => ({
      id,
      batch_id,
      product_name,
      entity,
      class: grade,
      reason,
      instructions,
      created_at,
    }),
  );
}
