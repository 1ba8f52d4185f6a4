import type { Actor } from '../../../kernel/actor';
import type { FrozenPrices } from '../ladders';
import type { Parties } from '../parties';
import type { NewOrderInput } from '../schema';
import type { SaleKind } from './conditions.schema';

/** A sale to judge: who sells what to whom, and who says so. */
export interface Sale extends Parties {
  actor: Actor;
  input: NewOrderInput;
  kind: SaleKind;
  /** Of a quote, whose terms hold as they were sent. */
  frozen?: FrozenPrices | undefined;
}

/** Whether its buyer entered it: what a seller allows its buyers is no limit of its own. */
export const isBuyers = ({ enteredBy }: Pick<Sale, 'enteredBy'>): boolean => enteredBy === 'buyer';

/** Whether its order is accepted as it is placed. */
export const isAcceptedAtOnce = ({ enteredBy, input }: Pick<Sale, 'enteredBy' | 'input'>): boolean =>
  enteredBy === 'seller' && input.accept !== false;
