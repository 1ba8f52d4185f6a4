import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>;

export type GoodsReceipt = Outputs['goodsReceipts']['get'];
export type ReceiptRow = Outputs['goodsReceipts']['list']['data'][number];
export type ReceiptLine = GoodsReceipt['lines'][number];
export type GoodsNotice = GoodsReceipt['notices'][number];
export type GoodsKind = GoodsReceipt['kind'];
export type ReceiveInput = Inputs['goodsReceipts']['create'];
export type CorrectInput = Inputs['goodsReceipts']['correct'];
export type NewGoodsLine = ReceiveInput['lines'][number];
export type Product = Outputs['products']['list']['data'][number];

/** Goods that can be received. */
export type Goods = Pick<
  ReceiptLine,
  | 'product_id'
  | 'product_name'
  | 'variant_id'
  | 'variant_name'
  | 'sku'
  | 'category'
  | 'image'
  | 'unit'
  | 'step'
> &
  Partial<Pick<Product['variants'][number], 'weight' | 'weight_unit'>>;
/** A location that takes goods. */
export type Place = { id: string; name: string };
