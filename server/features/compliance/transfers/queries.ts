import type { z } from 'zod';
import { existing } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readPaged } from '../../../platform/db/paged.sql';
import type { ComplianceTransferView } from '../resource';
import { readTransfersById, TRANSFERS, transferOf } from './queries.sql';

/** Lists deliveries that the state knows of: members limited to locations get those of theirs. */
export const listTransfers = ({ db, actor }: ReadContext, input: z.infer<typeof TRANSFERS.input>) =>
  readPaged(db, TRANSFERS, actor, input);

/** @throws AppError NOT_FOUND, also for one of a location out of the member's reach */
export const getTransfer = ({ db, actor }: ReadContext, id: string): Promise<ComplianceTransferView> =>
  existing(readTransfersById(db, transferOf(id, actor)));
