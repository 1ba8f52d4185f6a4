import { isAppError } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { assertFound, findGoods, type Goods } from '../../inventory/goods-receipts/goods';
import { recordReceipt } from '../../inventory/goods-receipts/service';
import type { LineError } from '../lines/codes';
import { type AppliedLine, lineErrorOf, type Values } from '../lines/line';
import type { OpenLine } from '../queries';
import { inSavepoint } from '../running/apply-line';
import type { LeasedImport } from '../running/leased-import';
import { lineErrorsOf } from './errors';
import { linesOfReceipt } from './lines.sql';
import { type GoodsData, RECEIPT_LINES, saidOf } from './receipts';

/** How often a receipt is tried without the lines that it can't have. */
export const ROUNDS = 6;

/** The lines of the next receipt: all of them, since they are one. */
export const takeReceipt = (db: Db, importId: string): Promise<OpenLine[]> =>
  linesOfReceipt(db, importId, RECEIPT_LINES);

/**
 * Receives the lines of one receipt, without those that can't be received any more: their errors roll back the receipt, and it is
 * tried again without them.
 */
export async function applyGoodsLines(
  ctx: WriteContext,
  _leased: LeasedImport,
  lines: readonly OpenLine[],
): Promise<AppliedLine[]> {
  const failed = new Map<number, LineError[]>();
  let number: string | null = null;
  for (let round = 1; ; round++) {
    const open = lines.filter(({ line }) => !failed.has(line));
    if (open.length === 0) break;
    try {
      number = await inSavepoint(ctx, (tx) =>
        receive(
          tx,
          open.map(({ data }) => data as GoodsData),
        ),
      );
      break;
    } catch (error) {
      if (!isAppError(error)) throw error;
      const found = lineErrorsOf(error, open.length);
      for (const [index, { line }] of open.entries()) {
        const errors = found.get(index) ?? (round === ROUNDS ? [lineErrorOf(error)] : undefined);
        if (errors) failed.set(line, errors);
      }
    }
  }
  return lines.map(({ line, after, note }) => {
    const errors = failed.get(line);
    const shown = { line, before: null, note, after: after as Values | null };
    if (errors) return { ...shown, outcome: 'error', errors };
    return { ...shown, after: { ...shown.after, receipt: number }, outcome: 'adjust', errors: [] };
  });
}

async function receive(ctx: WriteContext, lines: readonly GoodsData[]): Promise<string> {
  // What the business sees now decides.
  const found = await findGoods(
    ctx,
    lines.map(({ goods }) => ({ variant_id: goods.variant_id })),
  );
  const goods = assertFound(found) as Goods[];
  return (await recordReceipt(ctx, saidOf(lines), goods)).number;
}
