import type { Actor } from '../../../kernel/actor';
import type { AppError } from '../../../kernel/errors';
import type { Premises, Route } from '../../../kernel/premises';
import type { Party as HeldParty } from '../../entities/queries.sql';
import type { Stock } from '../../inventory/allocation';
import type { TaxRule } from '../../pricing/document';
import type { AccountTerms } from '../../pricing/queries.sql';
import type { TaxTerms } from '../../pricing/taxes/applying';
import type { SaleableVariant } from '../../products/queries';
import type { Exposed } from '../money/exposure';
import type { SoldLine } from '../money/floor';
import type { FrozenPrices, Ladders } from '../money/ladders';
import type { NewOrderInput } from '../schema';
import type { Side } from '../shapes/flow.schema';
import type { AskedLine } from '../stock/holds.sql';
import type { ShareLeft } from '../stock/pick';
import type { Override, SaleKind } from './conditions.schema';
import type { Refused } from './merge';
import type { Parties } from './sides';

/** A sale or a change of an order to judge: who sells what to whom, and who says so. */
export interface Sale extends Parties {
  actor: Actor;
  input: NewOrderInput;
  kind: SaleKind;
  /** Of a quote, whose terms hold as they were sent. */
  frozen?: FrozenPrices | undefined;
}

/** A sale whose goods aren't in the body: of backorders, or of an order that is there. */
export const saleOf = (
  actor: Actor,
  parties: Parties,
  kind: SaleKind,
  override: readonly Override[] | undefined,
): Sale => ({ ...parties, actor, kind, input: { items: [], override: [...(override ?? [])] } });

/** Whether its buyer entered it: what a seller allows its buyers is no limit of its own. */
export const isBuyers = ({ enteredBy }: Pick<Sale, 'enteredBy'>): boolean => enteredBy === 'buyer';

/** Whether its order is accepted as it is placed. */
export const isAcceptedAtOnce = ({ enteredBy, input }: Pick<Sale, 'enteredBy' | 'input'>): boolean =>
  enteredBy === 'seller' && input.accept !== false;

/** What a seller grants a buyer, and the taxes that it charges. */
export type Terms = AccountTerms & TaxTerms;

/** A party, however it is read. */
export type Party = Omit<HeldParty, 'suspendedAt'> & { suspendedAt: Date | string | null };

/** What the decision about a sale needs to know. */
export interface Facts<D extends Judged = Deal> {
  /** As they exist for the acting side: one under review doesn't for who isn't connected with it. */
  parties: Record<Side, Party | undefined>;
  isConnected: boolean;
  /** Whether the buyer lets its sellers enter orders. */
  takesSellersOrders: boolean;
  receiving: Premises | null;
  /** Null without two connected parties and premises: then there is nothing to price. */
  deal: D | null;
}

/** What conditions ask of goods, prices and stock, and what of both parties' limits applies. */
export interface Judged {
  retailer: Party;
  wholesaler: Party;
  receiving: Premises;
  route: Route;
  /** Undefined also where none of it is asked for. */
  terms: Pick<Terms, 'credit'> | undefined;
  /** Of the buyer's orders, in cents; null for none. */
  minimumCents: number | null;
  /** What is sold, or of an order what changes of it. */
  lines: ReadonlyArray<
    Pick<AskedLine, 'index' | 'itemId' | 'productId' | 'variantId' | 'sku' | 'quantity' | 'caseSize'>
  >;
  /** Lines of the request that are none of the order. */
  refused: readonly Refused[];
  /** All lines of an order before its change, which is rejected for what it makes worse alone; null for a new one. */
  before: readonly SoldLine[] | null;
  standing: Standing;
}

/** The same of a new order, with what its lines are priced by. */
export interface Deal extends Judged {
  terms: Terms | undefined;
  taxes: { taxRateBps: number; taxRules: TaxRule[] | null };
  /** Those that exist for the acting side. */
  variants: readonly SaleableVariant[];
  lines: AskedLine[];
  ladders: Ladders | undefined;
  /** Variants that an offer lets the buyer have from the secret menu, too. */
  secret: readonly string[];
}

/** What is counted and reserved now; as little as a sale asks for. */
export interface Standing {
  /** Whether the buyer has as many pending orders as its seller takes. */
  isFull: boolean;
  /** Null where no limit applies. */
  exposed: Exposed | null;
  /** Null until it is read: nothing is chosen without it. */
  stock: Stock | null;
  /** Whether its rows are locked. */
  isLocked: boolean;
  /** What of each variant the buyer may still hold; null without a share. */
  share: ShareLeft | null;
  /** The error of an external id that another order has. */
  taken: AppError | null;
  /** Open backorders of the pair; null where none would be opened. */
  openBackorders: number | null;
}

/** Of a sale that asks for none of it. */
export const NOTHING_READ: Standing = {
  ...{ isFull: false, exposed: null, stock: null, isLocked: false },
  ...{ share: null, taken: null, openBackorders: null },
};
