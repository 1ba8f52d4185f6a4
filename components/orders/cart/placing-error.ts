import { errorText } from '@/components/ui/forms/error-text';
import { reasonOf, shortagesOf } from '@/components/ui/forms/failure';

/** Why an order wasn't placed, with the items that fell short of stock by name. */
export function placingError(
  error: unknown,
  lines: readonly { variant_id: string; product_name: string }[],
): string {
  const short = new Map(shortagesOf(error).map((line) => [line.variant_id, line.available]));
  if (short.size === 0) return errorText(error);
  const named = lines
    .filter(({ variant_id }) => short.has(variant_id))
    .map(({ variant_id, product_name }) => `${product_name} (${short.get(variant_id)} available)`);
  const what = reasonOf(error) === 'share' ? errorText(error) : 'Not enough stock:';
  return `${what} ${named.join(', ')}. No order was placed.`;
}
