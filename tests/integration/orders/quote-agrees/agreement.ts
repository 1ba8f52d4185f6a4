import type { z } from 'zod';
import type { OrderQuote } from '../../../../server/features/orders/placing/quote/schema';
import type { OrderBody } from '../../../factories/trade';
import { type Answer, type ErrorBody, ok } from '../../../setup/client';
import type { Stage } from '../../../setup/stage';
import { type Case, writeState } from './cases';
import type { World } from './world';

type QuoteBody = z.infer<typeof OrderQuote>;

/** What placing says, or what a quote says that it would: an error, or lines and sums. */
interface Said {
  status: number;
  code?: string;
  reason?: string | null;
  lines?: object[];
  sums?: number[];
}

const STATUS: Record<string, number> = {
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  LICENSE_EXPIRED: 409,
  INSUFFICIENT_STOCK: 409,
};

const errorOf = ({ status, body }: Answer): Said => {
  const { code, details } = (body as ErrorBody).error;
  return { status, code, reason: (details.reason as string | undefined) ?? null };
};
const sumsOf = ({ subtotal, tax, total }: Pick<QuoteBody, 'subtotal' | 'tax' | 'total'>) => [
  subtotal,
  tax,
  total,
];
const linesOf = (
  lines: ReadonlyArray<
    Pick<QuoteBody['lines'][number], 'variant_id' | 'sample' | 'quantity' | 'unit_price' | 'total'>
  >,
) =>
  lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ variant_id, sample, quantity, unit_price, total }) => ({
      ...{ variant_id, sample, quantity, unit_price, total },
    }));

const placedSays = (placed: Answer<OrderBody>): Said =>
  placed.status === 201
    ? { status: 201, lines: linesOf(placed.body.items), sums: sumsOf(placed.body) }
    : errorOf(placed);

function quoteSays(quoted: Answer<QuoteBody>): Said {
  if (quoted.status !== 200) return errorOf(quoted);
  const [first] = quoted.body.problems;
  if (!first) return { status: 201, lines: linesOf(quoted.body.lines), sums: sumsOf(quoted.body) };
  const { code, reason } = first;
  return { status: STATUS[code] ?? 0, code, reason };
}

/** Quotes and places the sale of a case. @returns what each said, and leaves the stock as it was */
export async function tryCase(
  stage: Stage,
  world: World,
  one: Case,
): Promise<{ quoted: Said; placed: Said; problems: unknown }> {
  await writeState(stage, world, one);
  const client = world.callers[one.caller];
  const quote = await client.post<QuoteBody>('/api/v1/orders/quote', one.body);
  const order = await client.post<OrderBody>('/api/v1/orders', one.body);
  if (order.status === 201) {
    ok(await client.post(`/api/v1/orders/${order.body.id}/cancel`));
    await stage.sql`delete from external_ids where object_id = ${order.body.id}`;
  }
  const problems = quote.status === 200 ? quote.body.problems : quote.body;
  return { quoted: quoteSays(quote), placed: placedSays(order), problems };
}
