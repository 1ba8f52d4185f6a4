'use client';
import { Button } from '@/components/ui/base/button';
import { DownloadLink } from '@/components/ui/base/download-link';
import { Link } from '@/components/ui/base/link';
import { formatCount } from '@/components/ui/format';
import { fileAddress } from './files';
import type { BookExport } from './types';

/** The files of an export; several are in a list of their own. */
export function ExportFiles({ made: { id, files } }: { made: BookExport }) {
  const [only, ...others] = files;
  if (!only) return null;
  if (others.length === 0) {
    return (
      <Button asChild size="sm">
        <DownloadLink href={fileAddress(id, only.n)} fileName={only.name}>
          {only.name}
        </DownloadLink>
      </Button>
    );
  }
  return (
    <details>
      <summary className="cursor-pointer text-link">{formatCount(files.length, 'file')}</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {files.map(({ n, name, rows }) => (
          <li key={n} className="flex items-center justify-between gap-3">
            <DownloadLink
              href={fileAddress(id, n)}
              fileName={name}
              className="wrap-anywhere inline-flex min-w-0 items-center gap-1.5 text-link hover:underline [&_svg]:size-3.5 [&_svg]:shrink-0"
            >
              {name}
            </DownloadLink>
            <span className="shrink-0 text-muted text-sm tabular-nums">{formatCount(rows, 'row')}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Names and phone numbers that the accounting program would have rejected, with what the files have instead. */
export function NameChanges({ made: { changes } }: { made: BookExport }) {
  if (changes.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-link">{formatCount(changes.length, 'change')}</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {changes.map(({ customer_id, field, from, to }) => (
          <li key={`${customer_id} ${field}`} className="wrap-anywhere">
            <span className="text-muted">{field === 'phone' ? 'Phone' : 'Name'}: </span>
            <Link href={`/customers/${customer_id}`} className="text-link hover:underline">
              {from}
            </Link>
            {` → ${to}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
