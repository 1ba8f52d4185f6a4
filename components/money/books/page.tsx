'use client';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { PageHeader } from '@/components/ui/base/page-header';
import { Skeleton } from '@/components/ui/base/skeleton';
import { ExportsSection } from './exports-section';
import type { BookAccounts, Rule } from './types';

const ExportCard = lazy(() => import('./export-card').then((m) => ({ default: m.ExportCard })));
const AccountsCard = lazy(() => import('./accounts-card').then((m) => ({ default: m.AccountsCard })));

/** What leaves for the books: exports of some days, and the accounts that they post to. */
export function BooksPage({ first, rules }: { first: BookAccounts; rules: readonly Rule[] }) {
  const [exporting, setExporting] = useState(false);
  const [naming, setNaming] = useState(false);
  const [needed, setNeeded] = useState<readonly string[]>([]);
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Books"
        actions={
          <>
            <Button variant="primary" disabled={exporting} onClick={() => setExporting(true)}>
              <Plus aria-hidden />
              New export
            </Button>
            <Button disabled={naming} onClick={() => setNaming(true)}>
              Edit accounts
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          {exporting && (
            <ExportCard
              onNeeded={(keys) => {
                setNeeded(keys);
                if (keys.length > 0) setNaming(true);
              }}
            />
          )}
        </Suspense>
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          {naming && <AccountsCard first={first} rules={rules} needed={needed} />}
        </Suspense>
        <ExportsSection />
      </div>
    </div>
  );
}
