import type { ErrorCode } from '../../../../server/kernel/errors';
import type { Client } from '../../../setup/client';
import { cart, itemsOf, shortageOf } from './orders';
import { type Kind, pick, pickAny, type Roll, type Step } from './step';
import { type DraftBody, hold, type ModelDraft, placing, type World } from './world';

const VALID_DAYS = 10;
const day = () => new Date(Date.now() + VALID_DAYS * 86_400_000).toISOString().slice(0, 10);
/** Below the limit of a business. */
const MOST_OPEN = 150;

export const write: Kind = (world, roll) => {
  if (world.drafts.filter(({ status }) => status === 'draft' || status === 'sent').length > MOST_OPEN)
    return null;
  const buyer = pick(roll, world.buyers);
  const seller = pick(roll, buyer.sellers);
  const bySeller = buyer.client === null || roll(3) > 0;
  const [wanted, shortage, accept] = [cart(roll, seller), shortageOf(roll), roll(2) === 0];
  const prices = new Map(seller.prices);
  return {
    client: bySeller ? seller.client : (buyer.client as Client),
    method: 'POST',
    path: '/api/v1/drafts',
    body: {
      ...(bySeller ? { retailer_id: buyer.id, accept, valid_until: day() } : { wholesaler_id: seller.id }),
      ...{ items: itemsOf(world, wanted), shortage },
    },
    apply: (answer) => {
      const of = { seller, buyer, bySeller, wanted, prices, shortage, accept, orderId: null };
      world.drafts.push({ ...of, id: (answer as DraftBody).id, status: 'draft', wasSent: false });
    },
  };
};

interface Act {
  draft: ModelDraft;
  client: Client;
  /** Whether it acts for the draft's author, and for its buyer. */
  isAuthor: boolean;
  isReceiver: boolean;
}

/** A draft or quote, and a party of it; mostly one with which something may still happen. */
function actOf({ drafts }: World, roll: Roll): Act | null {
  const open = drafts.filter(({ status }) => status === 'draft' || status === 'sent');
  const draft = pickAny(roll, roll(6) > 0 && open.length > 0 ? open : drafts.slice(-50));
  if (!draft) return null;
  const { buyer, seller, bySeller } = draft;
  const asBuyer = buyer.client !== null && roll(2) === 0;
  return {
    draft,
    client: asBuyer ? (buyer.client as Client) : seller.client,
    isAuthor: asBuyer !== bySeller,
    isReceiver: asBuyer || buyer.client === null,
  };
}
const isUnknown = ({ draft, isAuthor }: Act) => !isAuthor && !draft.wasSent;
const isForSale = ({ seller, wanted }: ModelDraft) =>
  [...wanted.keys()].every((variant) => seller.prices.has(variant));
const stepOf = ({ draft, client }: Act, verb: string): Pick<Step, 'client' | 'method' | 'path'> => ({
  ...{ client, method: 'POST' },
  path: `/api/v1/drafts/${draft.id}/${verb}`,
});

/** The seller sends a quote, or withdraws it; prices hold from then on. */
export const quote: Kind = (world, roll) => {
  const act = actOf(world, roll);
  if (!act || !isForSale(act.draft)) return null;
  const { draft, isAuthor } = act;
  const [verb, from, to] =
    roll(4) > 0 ? (['send', 'draft', 'sent'] as const) : (['withdraw', 'sent', 'withdrawn'] as const);
  const fault: ErrorCode | undefined = isUnknown(act)
    ? 'NOT_FOUND'
    : !isAuthor || !draft.bySeller
      ? 'FORBIDDEN'
      : draft.status === from
        ? undefined
        : 'INVALID_TRANSITION';
  return {
    ...stepOf(act, verb),
    error: fault,
    apply: () => {
      draft.status = to;
      draft.wasSent = true;
      if (to === 'sent') draft.prices = new Map(draft.seller.prices);
    },
  };
};

export const decline: Kind = (world, roll) => {
  const act = actOf(world, roll);
  if (!act || roll(3) > 0) return null;
  const { draft, isReceiver } = act;
  const fault = draft.status === 'sent' ? undefined : 'INVALID_TRANSITION';
  return {
    ...stepOf(act, 'decline'),
    error: isUnknown(act) ? 'NOT_FOUND' : isReceiver ? fault : 'FORBIDDEN',
    apply: () => {
      draft.status = 'declined';
    },
  };
};

/** The author orders a draft at the prices of now, or the buyer accepts a quote at its prices. */
export const settle: Kind = (world, roll) => {
  const act = actOf(world, roll);
  if (!act || !isForSale(act.draft)) return null;
  const { draft, isAuthor, isReceiver } = act;
  const { seller, buyer, wanted, shortage, bySeller } = draft;
  const isQuote = draft.status === 'sent' ? roll(5) > 0 : roll(5) === 0;
  const [verb, from, to, may] = isQuote
    ? (['accept', 'sent', 'accepted', isReceiver] as const)
    : (['order', 'draft', 'ordered', isAuthor] as const);
  const planned = placing(world, seller, wanted, shortage);
  const fault = (): ErrorCode | undefined => {
    if (isUnknown(act)) return 'NOT_FOUND';
    if (!may) return 'FORBIDDEN';
    if (draft.orderId !== null) return 'CONFLICT';
    return draft.status === from ? planned.error : 'INVALID_TRANSITION';
  };
  const isAccepted = isQuote || (bySeller && draft.accept);
  const prices = isQuote ? draft.prices : new Map(seller.prices);
  return {
    ...stepOf(act, verb),
    error: fault(),
    apply: async (answer) => {
      const placed = { seller, buyer, wanted, shortage, prices, placing: planned };
      const status = isAccepted ? 'accepted' : 'pending';
      const enteredBy = bySeller ? 'seller' : 'buyer';
      const order = await hold(world, answer, { ...placed, status, enteredBy });
      draft.status = to;
      draft.orderId = order.id;
    },
  };
};
