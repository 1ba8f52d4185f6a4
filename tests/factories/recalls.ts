import type { z } from 'zod';
import type { RecallDetail } from '../../server/features/recalls/schema';
import type { Client } from '../setup/client';
import { ok } from '../setup/client';

export type RecallBody = z.infer<typeof RecallDetail>;

/** Recalls a batch. @throws Error unless it is recalled */
export async function openRecall(
  client: Client,
  batch: string,
  fields: Record<string, unknown> = {},
): Promise<RecallBody> {
  return ok(
    await client.post<RecallBody>(`/api/v1/batches/${batch}/recalls`, {
      class: 'II',
      reason: 'Aspergillus found in a retained sample',
      instructions: 'Quarantine all units and respond within 24 hours.',
      ...fields,
    }),
  );
}
