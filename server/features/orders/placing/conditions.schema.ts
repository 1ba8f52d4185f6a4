/** What its seller may pass over of a sale: by which right beyond those of the operation, and in what words. */
export const OVERRIDES = {
  case: {
    right: null,
    meaning: 'sells parts of a case',
    label: 'Sell parts of a case',
    told: 'Sold in parts of a case',
  },
  minimum: {
    right: null,
    meaning: 'sells less than its minimum',
    label: 'Sell below the minimum order',
    told: 'Sold below the minimum order',
  },
  credit: {
    right: 'update:terms',
    meaning: "sells beyond the buyer's credit, or while it is overdue",
    label: 'Place anyway, on credit',
    told: 'Sold on credit beyond the terms',
  },
  short_dated: {
    right: null,
    meaning: 'sells lots that expire too early',
    label: 'Sell lots that expire too early',
    told: 'Sold with lots that expire early',
  },
} as const;
export type Override = keyof typeof OVERRIDES;

/**
 * What only a sale is rejected for, by the code of the error: what it means to a program, and what the dashboard says of it; without a
 * sentence, the one of the response.
 */
export const SALE_REASONS = {
  FORBIDDEN: {
    connection_required: {
      meaning: 'The two businesses are not connected',
      sentence: "You're no longer connected with this business. Reconnect first.",
    },
    seller_orders_off: {
      meaning: 'The buyer has turned off orders that its seller enters',
      sentence: 'This customer has turned off orders that its sellers enter. Ask it to order itself.',
    },
    price_floor: {
      meaning:
        'The price is further below the computed one than your role may go: `details.max_discount_bps`',
    },
  },
  CONFLICT: {
    product_inactive: { meaning: 'The product is not for sale' },
    no_variant: { meaning: 'The product has no variant that can be ordered' },
    weight_missing: {
      meaning: 'A tax goes by weight, and the goods of the lines in `details.lines` have none',
    },
    on_hold: { meaning: "The seller has put the buyer's account on hold" },
    overdue: {
      meaning: 'The buyer has an invoice that is overdue, and its seller takes no orders until it is paid',
    },
    case_multiple: { meaning: 'Lines in `details.lines` are no whole cases' },
    minimum_order: {
      meaning: 'The order is below the minimum of the seller: `details.minimum` and `details.subtotal`',
    },
    partner_suspended: {
      meaning: 'The other business is suspended and takes part in no new order',
      sentence: 'This business is suspended and takes part in no new order for now.',
    },
    too_many_pending: {
      meaning: 'The seller takes no more pending orders from your business',
      sentence:
        'This supplier takes no more pending orders from your business. Wait until one is accepted, or cancel one.',
    },
    different_states: {
      meaning: "The seller's goods are in other states than the premises that they would reach",
    },
    short_dated: {
      meaning:
        'Lots of the lines in `details.lines` expire too early for the delivery day: `details.min_days`',
    },
    credit_limit: {
      meaning:
        "The buyer would owe more than its `details.limit`: `details.exposure` without this order's `details.order_total`",
    },
  },
  INSUFFICIENT_STOCK: {
    share: {
      meaning: "One business's pending orders would hold more of an item than the seller allows",
      sentence:
        "This supplier limits how much of an item one business's pending orders may hold. Lower the quantities, or wait until your pending orders are accepted.",
    },
    insufficient_stock: { meaning: 'Less is available than asked for' },
    nothing_available: { meaning: 'Nothing is available of any line' },
  },
} as const satisfies Record<string, Record<string, { meaning: string; sentence?: string }>>;

/**
 * What becomes of a sale: an order, one at the terms of an accepted quote, one that fills backorders, backorders alone, or an order that
 * was agreed on in another system.
 */
type NewSale = 'order' | 'quoted' | 'fill' | 'backorder' | 'moved_in';

/**
 * What becomes of an order: goods that it didn't have, more of a line, another amount or price, a line less, other adjustments,
 * another day or place, or other lots; or what a draft says.
 */
export type ChangeKind = 'add' | 'raise' | 'line' | 'remove' | 'adjust' | 'edit' | 'lots' | 'draft';
const RAISES = ['add', 'raise'] as const satisfies readonly ChangeKind[];
/** Whether goods are added to an order. */
export const isRaise = (kind: SaleKind): boolean => (RAISES as readonly SaleKind[]).includes(kind);
const LINES = [...RAISES, 'line'] as const satisfies readonly ChangeKind[];
/** What changes sums, or what is reserved. */
const EDITS = [...LINES, 'edit'] as const satisfies readonly ChangeKind[];

export type SaleKind = NewSale | ChangeKind;

interface Condition {
  readonly id: string;
  /** `details.reason` of its errors; none where the error has no reason. */
  readonly reasons: readonly string[];
  /** What its seller passes it over by. */
  readonly override?: Override;
  /** Without it there is no order to price: a quote is rejected, too. */
  readonly ends?: true;
  /** Of orders and changes that one side enters alone. */
  readonly side?: 'buyer' | 'seller';
  /** New sales that it isn't for. */
  readonly not?: readonly NewSale[];
  /** Changes of orders, and drafts, that it is for: compared with what stood before. */
  readonly changes?: readonly ChangeKind[];
  /** The same of these changes alone. */
  readonly changedBy?: 'buyer';
}

/** What may stand against a sale or a change of an order, in the one order in which it is named (decision 409). */
export const CONDITIONS = [
  {
    id: 'override_right',
    reasons: ['permission_required'],
    side: 'seller',
    changes: [...EDITS, 'adjust', 'lots'],
  },
  { id: 'party', reasons: ['not_a_buyer'], ends: true, changes: ['draft'] },
  { id: 'own_review', reasons: ['license_unverified'] },
  { id: 'connection', reasons: ['connection_required'], changes: [...RAISES, 'draft'] },
  { id: 'seller_orders', reasons: ['seller_orders_off'], side: 'seller', not: ['fill'], changes: RAISES },
  { id: 'premises', reasons: [], ends: true, changes: ['draft'] },
  { id: 'lines', reasons: ['product_inactive', 'no_variant'], changes: ['add', 'draft'] },
  { id: 'bounds', reasons: [], ends: true, changes: [...EDITS, 'adjust', 'draft'] },
  { id: 'weight', reasons: ['weight_missing'], changes: EDITS },
  {
    id: 'floor',
    reasons: ['price_floor'],
    side: 'seller',
    not: ['quoted', 'fill', 'moved_in'],
    changes: [...LINES, 'remove', 'adjust', 'draft'],
  },
  { id: 'hold', reasons: ['on_hold'], not: ['backorder', 'moved_in'] },
  { id: 'overdue', reasons: ['overdue'], override: 'credit', not: ['backorder', 'moved_in'] },
  {
    id: 'case',
    reasons: ['case_multiple'],
    override: 'case',
    not: ['quoted', 'fill', 'moved_in'],
    changes: LINES,
    changedBy: 'buyer',
  },
  {
    id: 'minimum',
    reasons: ['minimum_order'],
    override: 'minimum',
    not: ['quoted', 'fill', 'backorder', 'moved_in'],
    changes: [...LINES, 'remove'],
    changedBy: 'buyer',
  },
  { id: 'partner', reasons: ['partner_suspended'], changes: RAISES },
  { id: 'buyers_license', reasons: ['license_expired', 'license_not_active'] },
  { id: 'pending', reasons: ['too_many_pending'], side: 'buyer', not: ['fill', 'backorder'] },
  {
    id: 'sellers_premises',
    reasons: ['license_expired', 'license_not_active', 'different_states'],
    not: ['backorder'],
    changes: LINES,
  },
  {
    id: 'short_dated',
    reasons: ['short_dated'],
    override: 'short_dated',
    not: ['fill', 'backorder', 'moved_in'],
    changes: [...EDITS, 'lots'],
  },
  { id: 'share', reasons: ['share'], side: 'buyer', not: ['fill', 'backorder'], changes: RAISES },
  { id: 'stock', reasons: ['insufficient_stock'], not: ['fill', 'backorder'], changes: LINES },
  { id: 'nothing', reasons: ['nothing_available'], not: ['backorder'] },
  {
    id: 'limit',
    reasons: ['credit_limit'],
    override: 'credit',
    not: ['backorder', 'moved_in'],
    changes: [...EDITS, 'adjust'],
  },
  { id: 'external_id', reasons: ['external_id_taken'], not: ['quoted', 'fill', 'backorder'] },
  { id: 'backorders', reasons: ['too_many'], not: ['fill'] },
] as const satisfies readonly Condition[];
export type ConditionId = (typeof CONDITIONS)[number]['id'];

const SALES: readonly SaleKind[] = ['order', 'quoted', 'fill', 'backorder', 'moved_in'] satisfies NewSale[];

/** Whether a condition is one of this kind of sale or change, and of the party that enters it. */
export function appliesTo(
  { not = [], side, changes = [], changedBy }: Condition,
  kind: SaleKind,
  by?: 'buyer' | 'seller',
): boolean {
  const isChange = !SALES.includes(kind);
  const kinds: readonly SaleKind[] = isChange ? changes : not;
  const whose = side ?? (isChange ? changedBy : undefined);
  return kinds.includes(kind) === isChange && (!by || !whose || whose === by);
}

type ReasonsOf<C> = C extends { reasons: readonly (infer R)[] } ? R : never;
/** `details.reason` of what may stand against a sale. */
export type SaleReason = ReasonsOf<(typeof CONDITIONS)[number]>;

/** What a sale or a change of a kind may be rejected for, in order. */
export const reasonsOf = (kind: SaleKind): SaleReason[] =>
  named(CONDITIONS.filter((condition) => appliesTo(condition, kind)));

/** What a quote is rejected for: what stands before, or is, a condition without which there is nothing to price. */
export const reasonsOfQuotes = (): SaleReason[] =>
  named(CONDITIONS.slice(0, CONDITIONS.findLastIndex(({ ends }: Condition) => ends === true) + 1));

const named = (conditions: ReadonlyArray<(typeof CONDITIONS)[number]>): SaleReason[] => [
  ...new Set(conditions.flatMap(({ reasons }) => reasons as readonly SaleReason[])),
];

/** The whole of a condition, with what most of them leave out. */
export const conditionOf = (one: (typeof CONDITIONS)[number]): Condition => one;
