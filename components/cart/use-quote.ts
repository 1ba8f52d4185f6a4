'use client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OrderQuote, Override, QuotedLine, Shortage } from '@/components/orders/types';
import { trpc } from '@/components/providers/trpc';
import { type CartLine, itemOf, type LineTerms, lineKey } from './cart';

const POLL_MS = 15_000;
/** While a quantity is being typed, only the last one is asked about. */
const TYPING_MS = 250;

const NOTHING: readonly Override[] = [];

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

function itemsOf(lines: readonly (CartLine & LineTerms)[]) {
  // In a fixed order, so that the same lines are the same question whatever order they were put in.
  return lines.map(itemOf).sort((a, b) => (lineKey(a) < lineKey(b) ? -1 : 1));
}

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
export function useQuote(
  party: OtherParty,
  lines: readonly (CartLine & LineTerms)[],
  shortage: Shortage = 'reject',
  override: readonly Override[] = NOTHING,
) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const items = itemsOf(lines);
  const optionsOf = (asked: typeof items) => ({
    queryKey: ['order-quote', party, shortage, asked, override],
    queryFn: async (): Promise<Quote> => {
      const { lines, ...rest } = await client.orders.quote.mutate({
        ...party,
        items: asked,
        shortage,
        ...(override.length > 0 && { override: [...override] }),
      });
      const connected = rest.problems.every(({ reason }) => reason !== 'connection_required');
      const places = new Map(asked.map((item, place) => [lineKey(item), place]));
      const quoted = lines.map((line) => {
        const key = lineKey(line);
        return [key, { ...line, said: saidOf(rest.problems, places.get(key) ?? -1) }] as const;
      });
      return { ...rest, connected, lines: new Map(quoted) };
    },
  });
  const key = JSON.stringify(items);
  const settled = useSettled(items, key);
  const { data, error, isPlaceholderData } = useQuery({
    ...optionsOf(settled),
    enabled: settled.length > 0,
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
    reread: () => queryClient.fetchQuery({ ...optionsOf(items), staleTime: 0 }),
  };
}
