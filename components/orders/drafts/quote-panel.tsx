import { PrintButton } from '@/components/orders/documents/print-button';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { formatAmount, formatDate, formatMoney } from '@/components/ui/format';
import { savedOn, savingText } from './saving';
import type { Draft } from './types';

/** What a link to a quote shows without signing in: the quote alone, and the way to accept it. */
export function QuotePanel({
  quote,
  isParty = false,
  isLimited = false,
}: {
  /** Null where the link shows none. */
  quote: Draft | null;
  /** A member of either business is signed in. */
  isParty?: boolean;
  /** The network has tried too many links. */
  isLimited?: boolean;
}) {
  if (!quote) {
    return (
      <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-3 p-6">
        <h1 className="font-semibold text-2xl">{isLimited ? 'Too many attempts' : 'This quote has ended'}</h1>
        <p className="text-muted">
          {isLimited
            ? 'Try again in an hour.'
            : 'It expired, was withdrawn or decided, or a newer link replaced this one. Ask your supplier for a new one.'}
        </p>
      </main>
    );
  }
  const { wholesaler, retailer, items, subtotal, valid_until, notes, id } = quote;
  const saved = savedOn(items);
  return (
    <main className="mx-auto flex max-w-3xl flex-col gap-5 p-4 sm:p-8">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="wrap-anywhere font-semibold text-2xl">Quote from {wholesaler.name}</h1>
          <p className="text-muted">
            For {retailer.name} · valid until {formatDate(valid_until)}
          </p>
        </div>
        <Badge tone="info" icon="clock">
          Open
        </Badge>
      </header>
      <Card title="Items">
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">Items of the quote</caption>
          <thead className="text-muted">
            <tr className="border-border border-b">
              <th scope="col" className="py-1.5 text-left font-medium">
                Product
              </th>
              <th scope="col" className="px-2 py-1.5 text-right font-medium">
                Quantity
              </th>
              <th scope="col" className="px-2 py-1.5 text-right font-medium">
                Price
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                Total
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {items.map((line) => (
              <tr key={`${line.variant_id} ${line.sample}`}>
                <th scope="row" className="wrap-anywhere py-2 text-left align-top font-normal">
                  <span className="font-medium">{line.product_name}</span> {line.variant_name}
                  <span className="block text-muted text-xs">{line.sku}</span>
                </th>
                <td className="px-2 py-2 text-right align-top">{formatAmount(line.quantity, line)}</td>
                <td className="px-2 py-2 text-right align-top">
                  {line.sample ? 'Sample' : formatMoney(line.unit_price)}
                  {line.unit && !line.sample && <span className="text-muted">/{line.unit}</span>}
                  {savingText(line) && <span className="block text-muted text-xs">{savingText(line)}</span>}
                </td>
                <td className="py-2 text-right align-top">{formatMoney(line.total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className="mt-4 ml-auto flex w-full max-w-76 flex-col gap-1 tabular-nums">
          <div className="flex justify-between gap-4 font-semibold">
            <dt>Subtotal</dt>
            <dd>{formatMoney(subtotal)}</dd>
          </div>
          {saved > 0 && (
            <div className="flex justify-between gap-4 text-muted">
              <dt>Saved on usual prices</dt>
              <dd>{formatMoney(saved)}</dd>
            </div>
          )}
          <div className="text-right text-muted text-sm">
            <dt className="sr-only">Tax</dt>
            <dd>Tax is added when the order is placed.</dd>
          </div>
        </dl>
      </Card>
      {notes && (
        <Card title="Notes">
          <p className="wrap-anywhere whitespace-pre-line">{notes}</p>
        </Card>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <p className="text-muted text-sm">
          {isParty ? 'Accept it on its page.' : `Accepting takes a sign-in as ${retailer.name}.`}
        </p>
        <span className="flex gap-2">
          <PrintButton />
          <Button asChild variant="primary">
            <a href={`/drafts/${id}`}>{isParty ? 'Open the quote' : 'Sign in to accept'}</a>
          </Button>
        </span>
      </div>
    </main>
  );
}
