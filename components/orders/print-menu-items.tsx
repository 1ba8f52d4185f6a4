'use client';
import type { ReactElement } from 'react';
import { download } from '@/components/ui/base/download';
import { DropdownMenu, MenuItem } from '@/components/ui/base/dropdown-menu';
import { pdfOf } from './pdf';
import type { OrderSummary } from './types';

const KINDS = [
  { kind: 'packing-slip', label: 'Packing slips' },
  { kind: 'invoice', label: 'Invoices' },
  { kind: 'manifest', label: 'Shipping manifests' },
] as const;

/** What the menu offers, fetched with its first use. */
export function PrintMenuItems({
  trigger,
  orders,
}: {
  trigger: ReactElement;
  orders: readonly OrderSummary[];
}) {
  return (
    <DropdownMenu trigger={trigger} side="top" align="start">
      {KINDS.map(({ kind, label }) => (
        <MenuItem key={kind} onSelect={() => void download(pdfOf(kind, orders))}>
          {label}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
