'use client';
import { Download, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { cn } from '@/components/ui/base/class-names';
import { saveFile } from '@/components/ui/base/save-file';
import { ScrollRegion } from '@/components/ui/base/scroll-region';
import { BYTE_ORDER_MARK } from '@/server/kernel/csv-text';
import { type CsvValue, toCsv } from './csv';

type Column = { label: string; align?: 'right' };
type Row = {
  key: string;
  /** The first names the row. */
  cells: readonly ReactNode[];
  /** The same for a file; a chart whose rows have none offers no CSV. */
  values?: readonly CsvValue[];
};

/** A chart with what it says in a sentence, and the same numbers as a table. */
export function ChartCard({
  title,
  testId,
  summary,
  columns,
  rows,
  className,
  head,
  children,
}: {
  title: string;
  testId: string;
  summary: string;
  columns: readonly Column[];
  rows: readonly Row[];
  className?: string;
  /** Above the chart and the table. */
  head?: ReactNode;
  children: ReactNode;
}) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section
      aria-label={title}
      data-testid={testId}
      className={cn(
        'flex min-w-0 flex-col rounded-lg border border-border bg-surface p-4 shadow-xs sm:p-5',
        className,
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="font-semibold text-lg">{title}</h2>
        {rows.length > 0 && (
          <div className="-my-1 -mr-2 flex flex-wrap max-sm:-ml-3 print:hidden">
            <Button
              size="sm"
              variant="ghost"
              aria-pressed={asTable}
              aria-label={`View as table: ${title}`}
              onClick={() => setAsTable((on) => !on)}
              className={asTable ? 'bg-selected text-link' : 'text-muted'}
            >
              <Table2 aria-hidden />
              View as table
            </Button>
            {rows[0]?.values && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Download CSV: ${title}`}
                onClick={() => download(title, columns, rows)}
                className="text-muted"
              >
                <Download aria-hidden />
                CSV
              </Button>
            )}
          </div>
        )}
      </header>
      <p className="mt-0.5 mb-4 text-pretty text-muted text-sm">{summary}</p>
      {head}
      {asTable ? <DataOfChart title={title} columns={columns} rows={rows} /> : children}
    </section>
  );
}

/** Saves the rows of a chart as a file named after it. */
function download(title: string, columns: readonly Column[], rows: readonly Row[]): void {
  const text = toCsv([columns.map(({ label }) => label), ...rows.map(({ values = [] }) => values)]);
  const name = `${title.toLowerCase().replaceAll(' ', '-')}.csv`;
  saveFile(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv' }), name);
}

function DataOfChart({
  title,
  columns,
  rows,
}: {
  title: string;
  columns: readonly Column[];
  rows: readonly Row[];
}) {
  return (
    // A long table scrolls within the card, so that the page keeps its shape.
    <ScrollRegion label={`${title}, data`} className="max-h-80 overflow-y-auto">
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {columns.map(({ label, align }) => (
              <th
                key={label}
                scope="col"
                className={cn(
                  'sticky top-0 h-8 border-border border-b bg-surface px-2 font-medium text-muted text-xs',
                  align === 'right' ? 'text-right' : 'text-left',
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="group/row">
              {cells.map((cell, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={columns[index]?.label}
                    scope={index === 0 ? 'row' : undefined}
                    className={cn(
                      'h-8 border-border border-b px-2 font-normal group-last/row:border-b-0',
                      columns[index]?.align === 'right' ? 'text-right' : 'text-left',
                    )}
                  >
                    {cell}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
