import type { z } from 'zod';
import type { ReadContext } from '../../../operation/context';
import { pageOf } from '../../../platform/db/listing';
import { certificatesOfBatch } from '../../lots/coa/queries';
import { getBatch } from '../../lots/queries';
import type { Trace, TraceBatch } from './schema';
import { readTrace } from './trace.sql';

/**
 * Where the caller's units of a batch came from and went: one step up and one step down. Other holders' units aren't
 * listed.
 * @throws AppError NOT_FOUND
 */
export async function traceBatch(
  ctx: ReadContext,
  { id, page, limit }: z.infer<typeof TraceBatch>,
): Promise<z.infer<typeof Trace>> {
  const batch = await getBatch(ctx, id);
  const certificates = await certificatesOfBatch(ctx, batch.id);
  const rows = await readTrace(ctx.db, ctx.actor, batch.id, { page, limit });
  const total = rows[0]?.total ?? 0;
  const data = rows.flatMap(({ total: _, ...step }) => (step.direction === null ? [] : [step]));
  return { data, pagination: pageOf({ page, limit }, total), certificates };
}
