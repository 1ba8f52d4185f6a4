import { type Answer, type Client, ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import { createProduct } from './catalog';
import { GOODS, type GoodsBody, openGoods, received } from './goods';

type Line = GoodsBody['lines'][number];

/** The nth line of a receipt. */
export const lineOf = ({ lines }: GoodsBody, n = 0) => lines[n] as Line;

/** Receipts of a seller, their corrections, and what these move. */
export async function openCorrections(stage: Stage) {
  const { trade, itemOf } = await openGoods(stage);
  /** A new product of the seller, some units of which were received. */
  const receiptOf = async (lines: readonly object[], fields: object = {}) => {
    const product = await createProduct(stage.db, trade.wholesaler);
    const sent = lines.map((line) => ({
      variant_id: product.variantId,
      quantity: 10,
      unit_cost: 5,
      ...line,
    }));
    return { product, receipt: await received(trade.seller, trade.wholesaler, sent, fields) };
  };
  const correct = (id: string, body: object, client: Client = trade.seller): Promise<Answer<GoodsBody>> =>
    client.patch<GoodsBody>(`${GOODS}/${id}`, body);
  return {
    trade,
    receiptOf,
    receipt: (line: object = {}, fields: object = {}) => receiptOf([line], fields),
    correct,
    corrected: async (id: string, body: object) => ok(await correct(id, body)),
    itemOf: ({ inventory_id }: Line) => itemOf(inventory_id),
    /** Changes the units of a line's row, in its lot: sold unless said otherwise. */
    adjust: async ({ inventory_id, lot_id }: Line, quantity_change: number, fields: object = {}) =>
      ok(
        await trade.seller.patch(`/api/v1/inventory/${inventory_id}`, {
          ...{ quantity_change, reason_code: 'SALE', ...(lot_id && { lot_id }), ...fields },
        }),
      ),
    /** What the ledger has of a receipt, oldest first. */
    movesOf: async ({ id }: GoodsBody) =>
      (
        await stage.sql<{ delta: number }[]>`
          select delta from inventory_movements where source_type = 'goods_receipt' and source_id = ${id} order by position`
      ).map(({ delta }) => delta),
  };
}
