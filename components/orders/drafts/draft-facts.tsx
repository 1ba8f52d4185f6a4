import { SHORTAGES } from '@/components/orders/cart/shortage-field';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { DateTime } from '@/components/ui/date-time';
import { formatDate, formatWindow, UNKNOWN } from '@/components/ui/format';
import type { Draft } from './types';

/** Terms, delivery and notes of a draft or quote. @param place where it is delivered; null when the reader can't know */
export function DraftFacts({
  draft,
  place,
  timezone,
}: {
  draft: Draft;
  place: string | null;
  timezone: string;
}) {
  return (
    <>
      <Card title="Terms">
        <DefinitionList
          items={[
            ...(draft.valid_until ? [{ term: 'Valid until', value: formatDate(draft.valid_until) }] : []),
            {
              term: 'If stock is short',
              value: SHORTAGES.find(({ value }) => value === draft.shortage)?.label ?? UNKNOWN,
            },
            { term: 'Supplier', value: draft.wholesaler.name },
            { term: 'Customer', value: draft.retailer.name },
            { term: 'Created by', value: draft.author.name },
            ...(draft.sent_at
              ? [{ term: 'Sent', value: <DateTime value={draft.sent_at} timezone={timezone} /> }]
              : []),
          ]}
        />
      </Card>
      <Card title="Delivery">
        <DefinitionList
          items={[
            { term: 'Date', value: formatDate(draft.delivery_date) },
            { term: 'Delivery window', value: formatWindow(draft.delivery_window, timezone) },
            ...(place ? [{ term: 'Deliver to', value: place }] : []),
            { term: 'PO number', value: draft.po_number ?? UNKNOWN },
          ]}
        />
      </Card>
      {draft.notes && (
        <Card title="Notes">
          <p className="whitespace-pre-line">{draft.notes}</p>
        </Card>
      )}
    </>
  );
}
