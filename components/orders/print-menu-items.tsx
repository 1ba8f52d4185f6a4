'use client';
import type { ReactElement } from 'react';
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu';
import { pdfOf } from './pdf';
import type { Order } from './types';

const KINDS = [
  { kind: 'packing-slip', label: 'Packing slips' },
  { kind: 'invoice', label: 'Invoices' },
  { kind: 'manifest', label: 'Shipping manifests' },
] as const;

/** What the menu offers, fetched with its first use. */
export function PrintMenuItems({ trigger, orders }: { trigger: ReactElement; orders: readonly Order[] }) {
  return (
    <DropdownMenu trigger={trigger} side="top" align="start">
      {KINDS.map(({ kind, label }) => (
        <MenuItem key={kind} asChild>
          <a href={pdfOf(kind, orders)} download>
            {label}
          </a>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
