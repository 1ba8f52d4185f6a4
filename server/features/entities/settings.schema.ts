/**
 * The settings of a business, once: column and check (`settings-columns.ts`), both published schemas and the forms
 * (`components/business/settings-form.tsx`) follow, and rules 19 and 46 print them. Data without imports: pages read it.
 */
interface Base {
  /** As the API document says it. */
  text: string;
  /** Of its field in the dashboard; what a form of its own shows has none. */
  card?: Card;
  label?: string;
  hint?: string;
  /** The constraint that holds its bounds in the database. */
  check?: string;
  /** Owners alone change it, after a recent sign-in (decision 441). */
  owners?: true;
}
type Card =
  | 'tax'
  | 'prices'
  | 'limits'
  | 'backorders'
  | 'shipping'
  | 'invoices'
  | 'credit'
  | 'reminders'
  | 'sign-in'
  | 'assistants'
  | 'stock'
  | 'syncs';

export interface Flag extends Base {
  kind: 'flag';
  initial: boolean;
  /** Its column says since when it is on. */
  since?: true;
}
/** A whole number of `unit`; without one null means what `none` says. */
export interface Count extends Base {
  kind: 'count';
  min: number;
  max: number;
  unit: string;
  initial?: number;
  none?: string;
  /** Whether its column has two bytes. */
  small?: true;
}
/** In basis points: 825 is 8.25%. */
export interface Percent extends Base {
  kind: 'percent';
  max: number;
  initial: number;
}
/** In US dollars, kept in cents in a column that ends in `_cents`; null for none. */
export interface Dollars extends Base {
  kind: 'dollars';
  none: string;
}
export interface Choice extends Base {
  kind: 'choice';
  initial: string;
  /** What each value is called. */
  options: Readonly<Record<string, string>>;
}
export interface Words extends Base {
  kind: 'words';
  max: number;
  none: string;
}
export interface Timezone extends Base {
  kind: 'timezone';
  initial: string;
}
export type Setting = Flag | Count | Percent | Dollars | Choice | Words | Timezone;

export const SETTINGS = {
  auto_sync: {
    kind: 'flag',
    initial: false,
    text: 'Whether the schedule syncs locations with their POS',
    card: 'syncs',
    label: 'Sync automatically',
    hint: 'When off, locations sync only when you start a sync.',
  },
  sync_frequency: {
    kind: 'choice',
    initial: 'manual',
    options: {
      manual: 'Manual only',
      '5min': 'Every 5 minutes',
      '15min': 'Every 15 minutes',
      '30min': 'Every 30 minutes',
      hourly: 'Every hour',
      daily: 'Every day',
      weekly: 'Every week',
    },
    text: 'How often the schedule syncs each location',
    card: 'syncs',
    label: 'Frequency',
  },
  low_stock_threshold: {
    kind: 'count',
    min: 0,
    max: 1_000_000,
    unit: 'units',
    initial: 10,
    check: 'entities_threshold',
    text: 'Units per variant and location below which stock is low',
    card: 'stock',
    label: 'Threshold',
  },
  timezone: { kind: 'timezone', initial: 'UTC', text: 'IANA timezone' },
  tax_rate_bps: {
    kind: 'percent',
    max: 10_000,
    initial: 0,
    check: 'entities_tax_rate',
    text: 'Sales tax on orders you sell, in basis points: 825 is 8.25%',
    card: 'tax',
    label: 'Sales tax',
  },
  require_coa: {
    kind: 'flag',
    initial: false,
    text: 'Whether shipping needs a certificate of analysis for each product',
    card: 'shipping',
    label: 'Require certificates',
    hint: 'Orders ship only with a certificate of analysis for each product.',
  },
  /** Decision 201. */
  require_manifest: {
    kind: 'flag',
    initial: false,
    text: 'Whether shipping needs a driver and a vehicle',
    card: 'shipping',
    label: 'Require manifests',
    hint: 'Orders ship only with a driver and a vehicle.',
  },
  /** Decision 119. */
  pending_order_expiry_days: {
    kind: 'count',
    min: 1,
    max: 365,
    unit: 'days',
    none: 'never',
    text: 'Days after which a pending order is canceled; null for never',
  },
  /** Decision 428. */
  max_pending_orders: {
    kind: 'count',
    min: 1,
    max: 10_000,
    unit: 'orders',
    none: 'no limit',
    check: 'entities_max_pending',
    text: 'Pending orders that one buyer may have with you; null for no limit',
    card: 'limits',
    label: 'Pending orders per buyer (optional)',
    hint: 'Further orders are rejected until you accept or cancel one. Leave empty for no limit.',
  },
  /** Decision 434. */
  max_reserved_percent: {
    kind: 'count',
    min: 1,
    max: 100,
    unit: '%',
    initial: 100,
    check: 'entities_max_reserved',
    text: "Percentage of a variant's stock that one buyer's pending orders may hold: of what is sellable plus what the buyer has reserved; 100 for no limit",
    card: 'limits',
    label: 'Stock per buyer',
    hint: "What one buyer's pending orders may hold of an item: of what you can sell and what the buyer has reserved.",
  },
  minimum_order: {
    kind: 'dollars',
    none: 'no minimum',
    check: 'entities_minimum_order',
    text: 'Least subtotal of an order, less its discounts, in US dollars, where the customer has none of its own; null for none',
    card: 'prices',
    label: 'Minimum order (optional)',
    hint: 'Of goods less discounts, before freight and tax. A customer may have its own. Leave empty for none.',
  },
  max_manual_discount_bps: {
    kind: 'percent',
    max: 10_000,
    initial: 10_000,
    check: 'entities_manual_discount',
    text: 'How far below the computed price a manager may sell, in basis points; owners and admins at any price',
    card: 'prices',
    label: 'Discounts by managers',
    hint: "How far managers may go below the computed price, all discounts together. Owners and admins have no limit. Below 100%, managers can't give samples.",
  },
  /** Decision 630. */
  weight_tolerance_bps: {
    kind: 'percent',
    max: 1000,
    initial: 0,
    check: 'entities_weight_tolerance',
    text: 'How far above the ordered amount goods sold by weight may be packed, in basis points',
    card: 'prices',
    label: 'Packing tolerance',
    hint: 'How much more than ordered may be packed of goods sold by weight, at most 10%.',
  },
  /** Decision 526. */
  same_state_only: {
    kind: 'flag',
    initial: true,
    text: 'Whether goods that you sell go to premises in the state that they leave alone',
    card: 'shipping',
    label: 'Sell within the state only',
    hint: 'Orders take stock from your locations in the state that they are delivered to.',
  },
  /** Decision 923. */
  min_days_at_delivery: {
    kind: 'count',
    min: 0,
    max: 365,
    unit: 'days',
    initial: 0,
    small: true,
    text: 'Days that units of a lot must be good for on the delivery day of an order: fewer are 409 `short_dated`, which you can pass over; 0 for none',
    card: 'shipping',
    label: 'Days to expiration at delivery',
    hint: 'Batches that expire sooner after the delivery date need your override. 0 for no limit.',
  },
  /** Decision 522. */
  backorder_days: {
    kind: 'count',
    min: 1,
    max: 365,
    unit: 'days',
    initial: 30,
    check: 'entities_backorder_days',
    text: 'Days after which an open backorder of your goods is canceled',
    card: 'backorders',
    label: 'Days a backorder stays open',
    hint: 'Unfilled backorders are canceled after this many days.',
  },
  default_terms_days: {
    kind: 'count',
    min: 0,
    max: 365,
    unit: 'days',
    initial: 0,
    small: true,
    check: 'entities_terms_days',
    text: 'Days after an invoice in which it is due, where the customer has none of its own',
    card: 'invoices',
    label: 'Payment terms',
    hint: 'Days until an invoice is due. A customer may have its own.',
  },
  /** Decision 650. */
  credit_check: {
    kind: 'choice',
    initial: 'placing',
    options: {
      placing: 'When an order is placed',
      accepting: 'When an order is accepted',
      shipping: 'When an order ships',
    },
    check: 'entities_credit_check',
    text: 'From which step an order counts against a credit limit: `placing`, `accepting` or `shipping`',
    card: 'credit',
    label: 'Check credit limits',
    hint: "From this step on an open order counts toward its customer's limit.",
  },
  block_overdue_days: {
    kind: 'count',
    min: 0,
    max: 365,
    unit: 'days',
    none: 'any number of days',
    small: true,
    check: 'entities_block_overdue',
    text: 'A customer with an invoice overdue by more days places nothing: 409 `overdue`; null for any number of days',
    card: 'credit',
    label: 'Block orders of overdue customers after (optional)',
    hint: "Days past due after which a customer can't place orders. Leave empty to never block.",
  },
  /** Decision 670. */
  invoice_at: {
    kind: 'choice',
    initial: 'shipped',
    options: { shipped: 'When the order ships', delivered: 'When the order is delivered' },
    check: 'entities_invoice_at',
    text: 'The step that issues an invoice: `shipped` or `delivered`',
    card: 'invoices',
    label: 'Issue an invoice',
    hint: 'Shipped orders are invoiced for what was shipped, delivered ones for what was accepted.',
  },
  /** Decision 692. */
  dunning: {
    kind: 'flag',
    initial: false,
    text: 'Whether buyers are reminded of overdue invoices by mail, on days 1, 7 and 30',
    card: 'reminders',
    label: 'Mail reminders of overdue invoices',
    hint: 'Customers get one on the 1st, 7th and 30th day after the due date.',
  },
  remittance_text: {
    kind: 'words',
    max: 1000,
    none: 'no text',
    text: 'How to pay you: printed on invoices and statements',
    card: 'invoices',
    label: 'How to pay you (optional)',
    hint: 'Printed on invoices and statements: where to send a check, or your bank details.',
  },
  require_mfa: {
    kind: 'flag',
    initial: false,
    since: true,
    owners: true,
    text: 'Whether members need a second factor: an authenticator app or a passkey',
    card: 'sign-in',
    label: 'Require a second factor',
    hint: 'A passkey, or a code from an authenticator app. Without one, members can only set one up.',
  },
  mfa_grace_days: {
    kind: 'count',
    min: 0,
    max: 30,
    unit: 'days',
    initial: 7,
    owners: true,
    text: 'Days from when `require_mfa` was set in which a session without a second factor still works',
    card: 'sign-in',
    label: 'Time to set one up',
    hint: 'Starts on the day you require it. Enter 0 to require it immediately.',
  },
  session_days: {
    kind: 'count',
    min: 1,
    max: 30,
    unit: 'days',
    initial: 30,
    owners: true,
    text: 'Days after which a session ends',
    card: 'sign-in',
    label: 'Sign out after',
  },
  session_idle_hours: {
    kind: 'count',
    min: 1,
    max: 336,
    unit: 'hours',
    initial: 336,
    owners: true,
    text: 'Hours without use after which a session ends',
    card: 'sign-in',
    label: 'Sign out without use after',
  },
  /** Assistants plan, and a member decides. */
  mcp_confirm: {
    kind: 'choice',
    initial: 'ask',
    options: {
      ask: 'The assistant asks you, or a member approves it here',
      token: 'Run without asking again',
      dashboard: 'A member approves it here',
    },
    check: 'entities_mcp_confirm',
    card: 'assistants',
    label: 'Before a plan is run',
    hint: 'Plans wait on this page for 10 minutes until a member approves them.',
    text: 'How what an assistant planned is confirmed: `ask` by its client, or on the dashboard where that asks nothing; `token` by running it; `dashboard` by a member. For signed-in owners and admins, with a recent sign-in',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export type SettingsCard = Card;
type OptionOf<S> = S extends { options: infer Options } ? keyof Options & string : never;
/** What a setting holds in the API. */
export type SettingValue<S> = S extends { kind: 'flag' }
  ? boolean
  : S extends { kind: 'choice' }
    ? OptionOf<S>
    : S extends { kind: 'words' }
      ? string | null
      : S extends { kind: 'timezone' }
        ? string
        : S extends { none: string }
          ? number | null
          : number;
export type SettingValues = { -readonly [Name in SettingName]: SettingValue<(typeof SETTINGS)[Name]> };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** The values of a choice, in order. */
export const choicesOf = <Options extends Readonly<Record<string, string>>>({
  options,
}: {
  options: Options;
}) => Object.keys(options) as [keyof Options & string, ...(keyof Options & string)[]];

/** The choices of a field: values with their labels. */
export const optionsOf = <Options extends Readonly<Record<string, string>>>(choice: { options: Options }) =>
  choicesOf(choice).map((value) => ({ value, label: choice.options[value] as string }));
