import { AppError } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import { takenDomains } from '../sign-in/sign-in.sql';

/** Of several businesses with one domain only the first makes members of it. @throws AppError CONFLICT `domain_taken` */
export async function checkFirst(db: Db, entityId: string): Promise<void> {
  const domains = (await takenDomains(db, entityId)).map(({ domain }) => domain);
  if (domains.length === 0) return;
  throw new AppError(
    'CONFLICT',
    `Another business proved ${domains.join(', ')} before, so your provider makes no members of it. Turn that off.`,
    { reason: 'domain_taken', domains },
  );
}
