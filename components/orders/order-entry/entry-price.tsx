import { caseText, priceAt } from '@/components/catalog/pricing/ladder';
import { PriceButton } from '@/components/catalog/pricing/price-button';
import { PriceLines } from '@/components/catalog/pricing/price-lines';
import { discountText, sourceText } from '@/components/catalog/pricing/price-notes';
import type { Given } from '@/components/catalog/pricing/price-panel';
import type { LineTerms } from '@/components/orders/cart/cart';
import { lineKey } from '@/components/orders/cart/cart';
import type { LineCheck } from '@/components/orders/cart/checks';
import type { QuotedLine } from '@/components/orders/types';
import type { EntryLine } from './entry';

/** The price of a line that is entered: where it comes from, what more would cost, and the way to another one. */
export function EntryPrice({
  line,
  onSet,
}: {
  line: EntryLine & { check: LineCheck; price_source: QuotedLine['price_source'] | undefined };
  onSet: (key: string, terms: LineTerms) => void;
}) {
  const { check, price_ladder = [], manual_price, discount_bps = 0, sample = false } = line;
  const given: Given = { unit_price: manual_price ?? null, discount_bps, sample };
  const source = sample ? 'sample' : manual_price === undefined ? line.price_source : 'manual';
  return (
    <span className="block md:py-1">
      <PriceButton
        // What it begins with is the line as it is now.
        key={JSON.stringify(given)}
        price={check.price}
        name={`${line.product_name} ${line.sku}`}
        unit={line.unit ?? null}
        given={given}
        computed={priceAt(price_ladder, line.quantity, line) ?? line.unit_price}
        onSave={async ({ unit_price, ...terms }) =>
          onSet(lineKey(line), {
            ...(unit_price !== null && { manual_price: unit_price }),
            ...(terms.discount_bps > 0 && !terms.sample && { discount_bps: terms.discount_bps }),
            ...(terms.sample && { sample: true }),
          })
        }
      />
      {line.unit && <span className="text-muted">/{line.unit}</span>}
      <PriceLines
        notes={[
          source && sourceText({ ...line, price_source: source, price_ladder }),
          discountText(discount_bps),
          // The flag of a line that is off says it, too.
          line.quantity % (line.case_size ?? 1) === 0 && caseText(line),
          check.more,
        ]}
      />
    </span>
  );
}
