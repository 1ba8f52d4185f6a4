import { type FieldError, invalidRequest, isAppError, lacking } from '../../../kernel/errors';
import type { MemberContext, ReadContext, WriteContext } from '../../../operation/context';
import { type OpenedCoa, openCoa } from '../../lots/coa/service';
import { lockOwnProduct } from '../../products/queries';
import type { Goods } from './goods';
import type { SentLine } from './lines';
import type { LotLine } from './packages';

/** What certificates need beyond a transaction: their addresses. */
export type GoodsContext = WriteContext & Pick<MemberContext, 'publicUrl' | 'upload'>;

type WithCoa = Pick<SentLine, 'coa'>;

/**
 * Certificates of lines take the permission of filing them, and each reading is of one line (decision 942).
 * @throws AppError FORBIDDEN, INVALID_REQUEST with `duplicate`
 */
export function checkCoas({ actor }: ReadContext, lines: readonly WithCoa[]): void {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, { coa }] of lines.entries()) {
    if (!coa) continue;
    if (!actor.permissions.includes('create:coa')) throw lacking('create:coa');
    if (seen.has(coa.reading_id)) {
      const path = `lines[${index}].coa.reading_id`;
      errors.push({ path, code: 'duplicate', message: 'is in an earlier line' });
    }
    seen.add(coa.reading_id);
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

/** Locks the business's own products whose certificates are filed, in order: before their variants and batches, as where a product is changed. */
export async function lockCertified(
  ctx: ReadContext,
  lines: ReadonlyArray<{ goods: Goods; line: WithCoa }>,
): Promise<void> {
  const own = lines.flatMap(({ goods, line }) => (line.coa && goods.own ? [goods.product_id] : []));
  for (const id of [...new Set(own)].sort()) await lockOwnProduct(ctx, id);
}

/** A certificate of a line, to be filed once nothing is asked any more. */
export interface LineCoa extends OpenedCoa {
  line: LotLine;
}

/**
 * Takes the readings of lines as certificates of their batches, in the order of the batches.
 * @throws AppError as `openCoa`, at the line
 */
export async function openCoas(ctx: GoodsContext, lines: readonly LotLine[]): Promise<LineCoa[]> {
  const opened: LineCoa[] = [];
  const sorted = lines
    .flatMap((line) => (line.coa && line.state ? [{ line, coa: line.coa, batch: line.state.batch }] : []))
    .sort((a, b) => (a.batch < b.batch ? -1 : 1));
  for (const { line, coa, batch } of sorted) {
    const at = `lines[${line.index}].coa`;
    const one = await openCoa(ctx, batch, coa).catch((error: unknown) => {
      throw atLine(error, at);
    });
    opened.push({ ...one, line });
  }
  return opened;
}

/** What `openCoa` rejects, at the line that it is of: a reading that is saved or expired is an error of its field. */
function atLine(error: unknown, at: string): unknown {
  if (!isAppError(error)) return error;
  if (error.code === 'NOT_FOUND') {
    const message = 'is no reading of yours that waits to be saved: read the certificate again';
    return invalidRequest([{ path: `${at}.reading_id`, code: 'unknown_id', message }]);
  }
  if (error.code !== 'INVALID_REQUEST') return error;
  const { errors } = error.details as { errors: FieldError[] };
  return invalidRequest(errors.map((one) => ({ ...one, path: `${at}.${one.path}` })));
}

/** Files certificates; their batches and products say so in events of their own. */
export async function fileCoas(coas: readonly LineCoa[]): Promise<void> {
  for (const { file } of coas) await file();
}
