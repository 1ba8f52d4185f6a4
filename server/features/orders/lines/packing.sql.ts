import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';

/** By how much a seller may pack more than was ordered, in basis points. */
export const toleranceOf = statement(
  [[ID]],
  (sellerId: string) => sql<{ bps: number }>`
    select weight_tolerance_bps as bps from ${entities} where id = ${sellerId}`,
);
