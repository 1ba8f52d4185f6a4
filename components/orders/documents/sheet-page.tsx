import { ArrowLeft } from 'lucide-react';
import { LogoImage } from '@/components/business/logo-image';
import { Button } from '@/components/ui/base/button';
import { cn } from '@/components/ui/base/class-names';
import { DownloadLink } from '@/components/ui/base/download-link';
import { Link } from '@/components/ui/base/link';
import { ScrollRegion } from '@/components/ui/base/scroll-region';
import { logoOf } from '@/server/features/entities/logo/schema';
import { Barcode } from './barcode';
import { PrintButton } from './print-button';
import type { Sheet } from './types';

/** A document of an order on a sheet of letter paper; the bar above it stays off the paper. */
export function SheetPage({ orderId, sheet }: { orderId: string; sheet: Sheet }) {
  const logo = sheet.logo_url && logoOf(sheet.logo_url);
  return (
    <div className="mx-auto max-w-[8.5in]">
      <nav aria-label="Document" className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <Button asChild variant="ghost">
          <Link href={`/orders/${orderId}`}>
            <ArrowLeft aria-hidden />
            {sheet.number}
          </Link>
        </Button>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <DownloadLink href={`/api/v1/orders/${orderId}/document/pdf?kind=${sheet.kind}`}>
              Download PDF
            </DownloadLink>
          </Button>
          <PrintButton />
        </div>
      </nav>
      <main className="rounded-lg border border-border bg-surface p-6 shadow-xs sm:p-10 print:border-0 print:p-0 print:shadow-none">
        <header
          className={cn(
            'mb-5 flex flex-wrap justify-between gap-2 border-text border-b pb-2',
            logo ? 'items-center' : 'items-baseline',
          )}
        >
          {logo && (
            <LogoImage
              id={logo}
              name={sheet.parties[0]?.name ?? ''}
              className="max-w-52 bg-white object-left"
            />
          )}
          <div className={logo ? 'text-right' : 'contents'}>
            <h1 className="font-semibold text-2xl">{sheet.title}</h1>
            <p className="font-semibold text-lg">{sheet.number}</p>
          </div>
        </header>
        <div className="mb-5 grid gap-5 sm:grid-cols-2 print:grid-cols-2">
          {sheet.parties.map(({ role, name, lines }) => (
            <section key={role} aria-label={role}>
              <h2 className="text-muted text-sm">{role}</h2>
              <p className="font-semibold">{name}</p>
              {lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </section>
          ))}
        </div>
        <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3 print:grid-cols-3">
          {sheet.facts.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-muted text-sm">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <ScrollRegion label="Lines" className="overflow-x-auto print:overflow-visible">
          <table className="w-full border-collapse text-sm">
            <caption className="sr-only">Lines of {sheet.number}</caption>
            <thead>
              <tr className="border-control border-b">
                {sheet.columns.map(({ label, align }) => (
                  <th
                    key={label}
                    scope="col"
                    className={cn('py-1.5 pr-3 last:pr-0', align === 'right' ? 'text-right' : 'text-left')}
                  >
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sheet.rows.map((cells) => (
                <tr key={cells.join('|')} className="border-border border-b align-top">
                  {cells.map((cell, index) => {
                    const Cell = index === 0 ? 'th' : 'td';
                    return (
                      <Cell
                        key={sheet.columns[index]?.label}
                        scope={index === 0 ? 'row' : undefined}
                        className={cn(
                          'py-1.5 pr-3 font-normal last:pr-0',
                          sheet.columns[index]?.align === 'right' ? 'text-right' : 'text-left',
                          // Names take a second line; a number, tag or date is read as one.
                          index === 0 ? 'whitespace-pre-line' : 'whitespace-pre',
                        )}
                      >
                        {cell}
                        {sheet.columns[index]?.barcode && <Barcode text={cell} />}
                      </Cell>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
        <div className="mt-4 flex flex-wrap justify-between gap-x-8 gap-y-4">
          <dl aria-label="By category" className="flex w-full max-w-56 flex-col gap-1">
            {sheet.categories.map(({ label, value }) => (
              <div key={label} className="flex justify-between gap-4">
                <dt>{label}</dt>
                <dd className="tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
          <dl className="flex w-full max-w-xs flex-col gap-1">
            {sheet.totals.map(({ label, value }) => (
              <div key={label} className="flex justify-between gap-4 last:font-semibold">
                <dt>{label}</dt>
                <dd className="tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        {sheet.payment && (
          <section aria-label="How to pay" className="mt-6">
            <h2 className="text-muted text-sm">How to pay</h2>
            <p className="whitespace-pre-line">{sheet.payment}</p>
          </section>
        )}
        {sheet.notes && (
          <section aria-label="Notes" className="mt-6">
            <h2 className="text-muted text-sm">Notes</h2>
            <p className="whitespace-pre-line">{sheet.notes}</p>
          </section>
        )}
        {sheet.signatures.length > 0 && (
          <div className="mt-16 grid grid-cols-2 gap-8">
            {sheet.signatures.map((label) => (
              <p key={label} className="border-text border-t pt-1 text-muted text-xs">
                {label}: name, signature, date and time
              </p>
            ))}
          </div>
        )}
      </main>
    </div>
  );
}
