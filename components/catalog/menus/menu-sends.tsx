'use client';
import { useMemo } from 'react';
import { EmptyLine } from '@/components/ui/base/empty-state';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListSection } from '@/components/ui/data-table/list-section';
import { INSTANT } from '@/components/ui/data-table/values';
import { formatNumber } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import type { Menu, MenuSend } from './types';

const column = columnsOf<MenuSend>();
const SKIPPED = {
  unsubscribed: 'unsubscribed',
  limit: 'over the limit of mails',
  no_email: 'without an email',
  bounced: 'with a dead mailbox',
} as const;

/** Why customers got no mail: "2 unsubscribed, 1 without an email". */
function skippedText({ skipped }: MenuSend): string {
  const counts = new Map<keyof typeof SKIPPED, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${formatNumber(count)} ${SKIPPED[reason]}`).join(', ');
}

/** The runs that mailed a menu, newest first. */
export function MenuSends({ menu }: { menu: Menu }) {
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('subject', { header: 'Subject', meta: { rowHeader: true } }),
        column.accessor('created_at', { header: 'Sent', ...INSTANT, meta: { card: 'detail' } }),
        column.accessor('by', {
          header: 'By',
          meta: { card: 'detail', named: true },
          cell: (info) => info.getValue().name,
        }),
        column.display({
          id: 'outcome',
          header: 'Mails',
          meta: { card: 'detail', named: true },
          cell: ({ row: { original } }) =>
            `${formatNumber(original.sent)} of ${formatNumber(original.total)}`,
        }),
        column.display({
          id: 'skipped',
          header: 'Not mailed',
          meta: { card: 'detail', named: true },
          cell: ({ row: { original } }) => skippedText(original) || 'None',
        }),
      ]),
    [],
  );
  return (
    <ListSection
      title="Mails"
      procedure={trpc.menus.sends}
      input={{ id: menu.id, limit: 20 }}
      columns={columns}
      rowLabel={({ subject }) => subject}
      empty={<EmptyLine>Mails of this menu appear here.</EmptyLine>}
    />
  );
}
