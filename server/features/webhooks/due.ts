import { newId } from '../../kernel/ids';
import type { Db } from '../../platform/db/client';
import type { DueDelivery, DueRow } from './due.sql';
import { batchable, dueDeliveries, lockIntoBatch, nextDueOf, restOfBatches } from './due.sql';
import { envelopeOfDelivery } from './envelope';
import type { LeasedEndpoint } from './leased-endpoint';

export type { DueDelivery } from './due.sql';

/** Deliveries of one request: one, or those of a batch. */
export interface DueRequest {
  /** The id of the batch; null where the request carries the delivery alone. */
  batchId: string | null;
  deliveries: readonly DueDelivery[];
}

/** Most bytes of the envelopes of a batch: 256 KiB with what is around them. */
const MAX_BATCH_BYTES = 256 * 1024 - 512;

const numbered = ({ sequence, ...row }: DueRow): DueDelivery => ({ ...row, sequence: Number(sequence ?? 0) });
const bySequence = (a: DueDelivery, b: DueDelivery) => a.sequence - b.sequence;

/**
 * What is due at an endpoint, the longest due first. What was sent in a batch is due in the same one; where the endpoint takes batches,
 * what is untried makes new ones, which are stored before they are sent: each attempt has the same id and events.
 * @param known ids of deliveries that are under way already
 * @param limit most deliveries without a batch
 */
export async function findDue(
  db: Db,
  endpoint: Pick<LeasedEndpoint, 'id' | 'batch'>,
  known: readonly string[],
  limit: number,
): Promise<DueRequest[]> {
  const rows = (await dueDeliveries(db, endpoint.id, known, endpoint.batch !== null, limit)).map(numbered);
  const requests = await withBatches(db, rows, known);
  if (requests.length > 0 || !endpoint.batch) return requests;
  const batch = await nextBatch(db, endpoint.id, endpoint.batch.max_events, known);
  return batch ? [batch] : [];
}

async function withBatches(
  db: Db,
  rows: readonly DueDelivery[],
  known: readonly string[],
): Promise<DueRequest[]> {
  const batchIds = [...new Set(rows.flatMap(({ batchId }) => batchId ?? []))];
  if (batchIds.length === 0) return rows.map(alone);
  const members = (await restOfBatches(db, batchIds, known)).map(numbered);
  const begun = new Set<string>();
  return rows.flatMap((row): DueRequest[] => {
    const { batchId } = row;
    if (batchId === null) return [alone(row)];
    if (begun.has(batchId)) return [];
    begun.add(batchId);
    const deliveries = members.filter((one) => one.batchId === batchId).sort(bySequence);
    return deliveries.length > 0 ? [{ batchId, deliveries }] : [];
  });
}

const alone = (delivery: DueDelivery): DueRequest => ({ batchId: null, deliveries: [delivery] });

/** Makes a batch once one of its events has waited long enough, or it is full; null before. */
async function nextBatch(
  db: Db,
  endpointId: string,
  most: number,
  known: readonly string[],
): Promise<DueRequest | null> {
  const found = await batchable(db, endpointId, known, most);
  if (found.length < most && !found.some(({ due }) => due)) return null;
  const chosen = fitting(found.map(({ due: _, ...row }) => numbered(row)));
  const batchId = newId();
  const taken = await lockIntoBatch(
    db,
    batchId,
    chosen.map(({ id }) => id),
  );
  const ids = new Set(taken.map(({ id }) => id));
  const deliveries = chosen.filter(({ id }) => ids.has(id)).map((one) => ({ ...one, batchId }));
  return deliveries.length > 0 ? { batchId, deliveries: deliveries.sort(bySequence) } : null;
}

/** The first ones that fit into a request; at least one. */
function fitting(deliveries: readonly DueDelivery[]): DueDelivery[] {
  let bytes = 0;
  const end = deliveries.findIndex((one) => {
    bytes += Buffer.byteLength(JSON.stringify(envelopeOfDelivery(one))) + 1;
    return bytes > MAX_BATCH_BYTES;
  });
  return deliveries.slice(0, end === -1 ? undefined : Math.max(1, end));
}

/** Reads when the next delivery to an active endpoint is due; null when none is waiting. */
export async function nextDueAt(db: Db, endpointId: string): Promise<Date | null> {
  const [row] = await nextDueOf(db, endpointId);
  return row?.at ? new Date(row.at) : null;
}
