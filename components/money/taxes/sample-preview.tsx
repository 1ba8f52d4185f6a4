'use client';
import { useWatch } from 'react-hook-form';
import { formatMoney } from '@/components/ui/format';
import { rateText } from './labels';
import { SAMPLE_FREIGHT, SAMPLE_LINES, sampleTax } from './sample';
import { type TaxValues, taxFields } from './tax-values';

const quantities = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });

/** What the rule in the form would add to a sample order. */
export function SamplePreview() {
  const values = useWatch<TaxValues>() as TaxValues;
  const tax = sampleTax(values);
  return (
    <section aria-label="Sample order" className="rounded-lg border border-border p-3 text-sm">
      <h3 className="font-medium">On a sample order</h3>
      <dl className="mt-2 flex flex-col gap-1 text-muted tabular-nums">
        {SAMPLE_LINES.map(({ name, quantity, price }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt>
              {quantity} × {name}
            </dt>
            <dd>{formatMoney(quantity * price)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4">
          <dt>Freight</dt>
          <dd>{formatMoney(SAMPLE_FREIGHT)}</dd>
        </div>
        <div className="flex justify-between gap-4 border-border border-t pt-1 font-medium text-text">
          <dt>{taxText(values, tax)}</dt>
          <dd>{tax && 'amount' in tax ? formatMoney(tax.amount) : '—'}</dd>
        </div>
      </dl>
      {tax && 'missing' in tax && (
        <p className="mt-2 text-destructive">
          “{tax.missing}” has no weight: orders with it are rejected until it has one. Choose the categories
          that this tax is for, or give every product a weight.
        </p>
      )}
    </section>
  );
}

function taxText(values: TaxValues, tax: ReturnType<typeof sampleTax>): string {
  const name = values.name || 'Tax';
  if (!tax || 'missing' in tax) return name;
  const { basis, rate = null, amount = null, weight_unit = null } = taxFields(values);
  if (basis === 'percent')
    return `${name} ${rateText({ basis, rate, amount, weight_unit })} on ${formatMoney(tax.base)}`;
  const unit = basis === 'weight' ? (weight_unit ?? '') : 'units';
  return `${name}, ${quantities.format(tax.base)} ${unit} at ${formatMoney(amount)}`;
}
