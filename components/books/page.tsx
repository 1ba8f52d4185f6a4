'use client';
import { useState } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { AccountsCard } from './accounts-card';
import { ExportCard } from './export-card';
import { ExportsSection } from './exports-section';
import type { BookAccounts, Rule } from './types';

/** What leaves for the books: exports of some days, and the accounts that they post to. */
export function BooksPage({ first, rules }: { first: BookAccounts; rules: readonly Rule[] }) {
  const [needed, setNeeded] = useState<readonly string[]>([]);
  return (
    <div className="max-w-4xl">
      <PageHeader title="Books" />
      <div className="flex flex-col gap-6">
        <ExportCard onNeeded={setNeeded} />
        <ExportsSection />
        <AccountsCard first={first} rules={rules} needed={needed} />
      </div>
    </div>
  );
}
