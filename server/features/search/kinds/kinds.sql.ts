import type { SearchKind } from '../schema';
import type { Kind } from './kind.sql';
import { customer, member, priceList, supplier } from './partners.sql';
import { batch, count, goodsReceipt, lot, product, recall, transfer, variant } from './stock.sql';
import { creditNote, draft, invoice, order, payment } from './trade.sql';

/** What is found, each by one entry. */
export const KINDS: Record<SearchKind, Kind> = {
  customer,
  supplier,
  order,
  product,
  variant,
  batch,
  lot,
  invoice,
  payment,
  credit_note: creditNote,
  price_list: priceList,
  recall,
  transfer,
  count,
  goods_receipt: goodsReceipt,
  member,
  draft,
};
