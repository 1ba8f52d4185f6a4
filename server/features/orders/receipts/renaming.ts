import type { z } from 'zod';
import { checkPatch } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import { renameObject } from '../../entities/external-ids/service';
import { getReceipt } from './queries';
import type { ReceiptView } from './resource';
import type { OrderReceiptId } from './schema';

/** Either party changes what its other systems call a receipt, at any time. */
export async function renameReceipt(
  ctx: WriteContext,
  {
    id,
    receipt_id,
    external_ids,
  }: z.infer<typeof OrderReceiptId> & { external_ids: Record<string, string | null> },
): Promise<ReceiptView> {
  const before = await getReceipt(ctx, { id, receipt_id });
  if (Object.keys(external_ids).length === 0) checkPatch({}, {}, []);
  const what = { type: 'receipt', action: 'receipt.updated' } as const;
  return renameObject(ctx, what, external_ids, before, () => getReceipt(ctx, { id, receipt_id }));
}
