'use client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OrderQuote, Override, QuotedLine, Shortage } from '@/components/orders/types';
import { trpc } from '@/components/ui/providers/trpc';
import { type CartLine, itemOf, type LineTerms, lineKey } from './cart';

const POLL_MS = 15_000;
/** While a quantity is being typed, only the last one is asked about. */
const TYPING_MS = 250;

/** What beside its lines decides what an order would hold and be rejected for. */
type Terms = {
  shortage?: Shortage;
  /** What of its rules the seller passes over. */
  override?: readonly Override[];
  /** The requested day, YYYY-MM-DD, once it is one that an order takes. */
  deliveryDate?: string | null | undefined;
  locationId?: string | null;
};

/** Who the other party of the order is: who sells it, or who buys it. */
type OtherParty = { wholesaler_id: string } | { retailer_id: string };

/** What an order would cost now, and what is left of each line. */
export type Quote = Pick<
  OrderQuote,
  | 'subtotal'
  | 'discount_total'
  | 'freight_total'
  | 'tax_lines'
  | 'total'
  | 'problems'
  | 'next_delivery_dates'
  | 'exposure'
  | 'limit'
> & {
  /** By the lines' keys, with what else is wrong with each; a line that is no longer sold is absent. */
  lines: ReadonlyMap<string, QuotedLine & { said: readonly string[] }>;
  /** False once the two are no longer connected: prices are hidden then. */
  connected: boolean;
};

/** The question about an order that is being entered. */
const askedOf = (
  lines: readonly (CartLine & LineTerms)[],
  { shortage = 'reject', override = [], deliveryDate, locationId }: Terms,
) => ({
  // In a fixed order, so that the same lines are the same question whatever order they were put in.
  items: lines.map(itemOf).sort((a, b) => (lineKey(a) < lineKey(b) ? -1 : 1)),
  shortage,
  ...(deliveryDate && { delivery_date: deliveryDate }),
  ...(locationId && { receiving_location_id: locationId }),
  ...(override.length > 0 && { override: [...override] }),
});

/** What lines show by themselves, by their numbers. */
const SHOWN: readonly (string | null)[] = ['case_multiple', 'insufficient_stock', 'share'];

/** The problems of the line at a place of the question that it doesn't show by itself. */
const saidOf = (problems: OrderQuote['problems'], place: number) =>
  problems
    .filter(({ index, code, reason }) => index === place && code === 'CONFLICT' && !SHOWN.includes(reason))
    .map(({ message }) => message);

function useSettled<T>(value: T, key: string): T {
  const [settled, setSettled] = useState({ key, value });
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled((before) => (before.key === key ? before : { key, value })),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [key, value]);
  return settled.value;
}

/** The server's price of an order with these lines, asked again every 15 s and by `reread`. */
export function useQuote(party: OtherParty, lines: readonly (CartLine & LineTerms)[], terms: Terms = {}) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const question = askedOf(lines, terms);
  const optionsOf = (asked: typeof question) => ({
    queryKey: ['order-quote', party, asked],
    queryFn: async (): Promise<Quote> => {
      const { lines, ...rest } = await client.orders.quote.mutate({ ...party, ...asked });
      const connected = rest.problems.every(({ reason }) => reason !== 'connection_required');
      const places = new Map(asked.items.map((item, place) => [lineKey(item), place]));
      const quoted = lines.map((line) => {
        const key = lineKey(line);
        return [key, { ...line, said: saidOf(rest.problems, places.get(key) ?? -1) }] as const;
      });
      return { ...rest, connected, lines: new Map(quoted) };
    },
  });
  const key = JSON.stringify(question);
  const settled = useSettled(question, key);
  const { data, error, isPlaceholderData } = useQuery({
    ...optionsOf(settled),
    enabled: settled.items.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  return {
    /** Null until the server was asked, and without a connection. */
    quote: data?.connected ? data : null,
    connected: data?.connected !== false,
    /** False while the sums are of quantities that have changed since. */
    current: data !== undefined && !isPlaceholderData && JSON.stringify(settled) === key,
    error,
    reread: () => queryClient.fetchQuery({ ...optionsOf(question), staleTime: 0 }),
  };
}
