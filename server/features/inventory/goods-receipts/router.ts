import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { readPaged } from '../../../platform/db/paged.sql';
import { readList } from '../../../platform/db/text-list';
import { GOODS_EVENTS } from './changing';
import { correctGoods } from './correct';
import { getGoodsReceipt } from './queries';
import { GOODS_RECEIPTS, GOODS_SUPPLIERS, goodsReceiptPage } from './queries.sql';
import { CorrectGoods, GoodsReceipt, GoodsReceiptList, GoodsSupplierList, ReceivedGoods } from './resource';
import { GoodsReceiptId, ReceiveGoods } from './schema';
import { receiveGoods } from './service';
import { goodsReceipts } from './tables';

export const goodsReceiptsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/goods-receipts',
    summary: 'List goods receipts',
    description:
      'Goods that came from outside of Tallyleaf, newest first; limited to the locations of the member.',
    permission: 'read:inventory',
    input: GOODS_RECEIPTS.input,
    output: GoodsReceiptList,
  }).query(({ ctx, input }) => readList(ctx, GOODS_RECEIPTS, goodsReceiptPage, input)),

  create: endpoint({
    rest: 'POST /api/v1/goods-receipts',
    summary: 'Receive goods from outside',
    description:
      'Takes goods into stock that no order brings: from a supplier that delivers outside of Tallyleaf, found, or harvested. Of your own products ' +
      'and those that you see; a receipt never makes a product. Their batches and packages are created as by `POST /api/v1/batches` and ' +
      '`POST /api/v1/lots`. What seems wrong is asked: 409 `confirm_required` with all of `details.questions` at once, and nothing is written until ' +
      '`confirm` names their codes. A line’s `coa` saves a certificate that was read, for who may file one. `dry_run` checks and changes nothing: 200. At most 300 receipts an hour.',
    permission: 'update:inventory',
    everywhere: 'to record a failed test or a date that has passed',
    input: ReceiveGoods,
    output: ReceivedGoods,
    status: 201,
    location: '/api/v1/goods-receipts/{id}',
    transaction: false,
    errors: [
      'NOT_FOUND',
      'not_a_seller',
      'not_your_product',
      'permission_required',
      'outside_your_locations',
      'cannot_receive',
      'confirm_required',
      'external_id_taken',
      'tag_taken',
      'too_many',
    ],
    emits: GOODS_EVENTS,
  }).mutation(({ ctx, input }) => receiveGoods(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/goods-receipts/{id}',
    summary: 'Get a goods receipt',
    description: 'With its lines, and the batches and rows of stock that they went to.',
    permission: 'read:inventory',
    input: GoodsReceiptId,
    output: GoodsReceipt,
    object: rowOf(goodsReceipts.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getGoodsReceipt(ctx, input.id)),

  correct: endpoint({
    rest: 'PATCH /api/v1/goods-receipts/{id}',
    summary: 'Correct a goods receipt',
    description:
      'Within 72 hours, by everyone who may receive goods there: `lines` (all of them, by `line_id`), supplier, reference, notes and day; never the ' +
      'location. Units that leave have to be where they arrived, in their lot, and unreserved: else 409 `units_gone` with `details.lines`. Units that ' +
      'are still there change their worth, what was shipped keeps its cost. External ids can be changed at any time.',
    permission: 'update:inventory',
    everywhere: 'to record a failed test or a date that has passed',
    input: CorrectGoods,
    output: GoodsReceipt,
    transaction: false,
    errors: [
      'NOT_FOUND',
      'outside_your_locations',
      'cannot_receive',
      'confirm_required',
      'external_id_taken',
      'tag_taken',
      'too_late',
      'units_gone',
    ],
    emits: GOODS_EVENTS,
  }).mutation(({ ctx, input }) => correctGoods(ctx, input)),
});

export const goodsSuppliersRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/goods-suppliers',
    summary: 'List suppliers of goods from outside',
    description:
      'Suppliers as your business wrote them on goods receipts, by name: each license number once, else each name. They are no businesses on Tallyleaf.',
    permission: 'read:inventory',
    input: GOODS_SUPPLIERS.input,
    output: GoodsSupplierList,
  }).query(({ ctx, input }) => readPaged(ctx.db, GOODS_SUPPLIERS, ctx.actor, input)),
});
