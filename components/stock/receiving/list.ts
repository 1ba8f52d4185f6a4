import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsId } from '@/components/ui/data-table/list-definition';
import type { GoodsKind } from './types';

const KINDS: readonly GoodsKind[] = ['purchase', 'found', 'harvest'];

/** Goods that came from outside, newest first. */
export const receiptsList = defineList({
  noun: 'goods receipt',
  limit: 50,
  filters: { location_id: parseAsId, kind: parseAsStringLiteral(KINDS), supplier_id: parseAsId },
});
