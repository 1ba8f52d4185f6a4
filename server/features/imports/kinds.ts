import { BATCH_LINES } from './batches/lines';
import { PRODUCT_LINES } from './catalog/products';
import { CUSTOMER_LINES } from './customers/lines';
import type { ImportKind } from './fields';
import { applyGoodsLines, takeReceipt } from './goods/apply';
import { openGoodsCheck } from './goods/lines';
import { LEVEL_LINES } from './levels/lines';
import type { LineKind } from './lines/line';
import { OPENING_LINES } from './opening/lines';
import { ORDER_LINES } from './orders/lines';
import { PRICE_LINES } from './price-lists/lines';
import { applyStockLines } from './stock/apply';
import { openStockCheck } from './stock/lines';
import { openMovedStock } from './stock/moved';

const STOCK_LINES: LineKind = {
  openCheck: (ctx) =>
    ctx.leased.migration ? openMovedStock(ctx, ctx.leased.migration) : openStockCheck(ctx),
  apply: applyStockLines,
};

export const KINDS: Record<ImportKind, LineKind> = {
  inventory: STOCK_LINES,
  count: STOCK_LINES,
  products: PRODUCT_LINES,
  customers: CUSTOMER_LINES,
  opening_balances: OPENING_LINES,
  levels_wanted: LEVEL_LINES,
  batches: BATCH_LINES,
  price_lists: PRICE_LINES,
  orders: ORDER_LINES,
  goods_receipts: { openCheck: openGoodsCheck, take: takeReceipt, apply: applyGoodsLines },
};
