'use client';
import { useState } from 'react';
import { DateTime } from '@/components/ui/date-time';
import { formatDate } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { DraftActions } from './draft-actions';
import { DraftFacts } from './draft-facts';
import { DraftLines } from './draft-lines';
import { titleOf } from './labels';
import { DraftBadge } from './status-badge';
import type { Draft } from './types';

const POLL_MS = 15_000;

/** A draft for its author, or a quote for both parties. */
export function DraftPage({
  first,
  decides,
  locations,
}: {
  /** The draft as the server read it. */
  first: Draft;
  /** The buyer isn't on board: its seller accepts and declines. */
  decides: boolean;
  /** Those of the buyer, as far as the reader sees them. */
  locations: readonly { id: string; name: string }[];
}) {
  const { entity } = useViewer();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [closing, setClosing] = useState(false);
  // Of a draft that is being deleted there is nothing to fetch again.
  const query = trpc.drafts.get.useQuery({ id: first.id }, { refetchInterval: POLL_MS, enabled: !closing });
  const draft = query.data ?? first;
  const place = draft.receiving_location_id
    ? locations.find(({ id }) => id === draft.receiving_location_id)
    : locations[0];
  return (
    <ResourcePage
      query={query}
      historyOf={closing ? undefined : draft.id}
      alert={refusal}
      breadcrumbs={[{ label: 'Drafts and quotes', href: '/drafts' }]}
      title={titleOf(draft, entity.id)}
      badge={<DraftBadge status={draft.status} buys={draft.retailer.id === entity.id} />}
      description={
        <>
          Created <DateTime value={draft.created_at} timezone={entity.timezone} />
          {draft.valid_until && ` · valid until ${formatDate(draft.valid_until)}`}
        </>
      }
      actions={<DraftActions draft={draft} decides={decides} onClosing={setClosing} onRefused={setRefusal} />}
      aside={<DraftFacts draft={draft} place={place?.name ?? null} timezone={entity.timezone} />}
    >
      <DraftLines draft={draft} />
    </ResourcePage>
  );
}
