'use client';
import { ArrowRight, Check, Copy, Link2, Pencil, Send, Trash2, Undo2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useRef, useState } from 'react';
import { placingError } from '@/components/orders/cart/placing-error';
import { sayPlaced } from '@/components/orders/cart/say-placed';
import { Button } from '@/components/ui/base/button';
import { DownloadLink } from '@/components/ui/base/download-link';
import { Link } from '@/components/ui/base/link';
import { MoreMenu } from '@/components/ui/base/more-menu';
import { PhoneBar } from '@/components/ui/base/phone-bar';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { actsOf } from './acts';
import type { Closing } from './closing-dialog';
import type { Draft } from './types';
import { useSendDraft } from './use-send-draft';

const SendDialog = lazy(() => import('./send-dialog').then((m) => ({ default: m.SendDialog })));
const LinkDialog = lazy(() => import('./link-dialog').then((m) => ({ default: m.LinkDialog })));
const ClosingDialog = lazy(() => import('./closing-dialog').then((m) => ({ default: m.ClosingDialog })));

/** What this member may do with a draft or quote now. */
export function DraftActions({
  draft,
  decides,
  onClosing,
  onRefused,
}: {
  draft: Draft;
  /** For a customer that isn't on board its seller accepts and declines. */
  decides: boolean;
  /** While a dialog asks whether to delete it, and for good once it is deleted. */
  onClosing: (closing: boolean) => void;
  onRefused: (text: string | null) => void;
}) {
  const router = useRouter();
  const { can, entity } = useViewer();
  const acts = actsOf(draft, { entityId: entity.id, decides, can });
  const [closing, setClosing] = useState<Closing | null>(null);
  const [sending, setSending] = useState(false);
  const [linking, setLinking] = useState(false);
  const send = useSendDraft();
  const accept = trpc.drafts.accept.useMutation({ meta: { refresh: 'background' } });
  const order = trpc.drafts.order.useMutation({ meta: { refresh: 'background' } });
  // State would let a second press through before the next render.
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const place = async (call: typeof accept | typeof order) => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    onRefused(null);
    try {
      const placed = await call.mutateAsync({ id: draft.id });
      const buys = draft.retailer.id === entity.id;
      sayPlaced(placed, {
        lines: draft.items,
        shortage: draft.shortage,
        description: buys ? `${draft.wholesaler.name} has been notified` : `For ${draft.retailer.name}`,
        onBackorders: () => router.push(buys ? '/backorders?side=buying' : '/backorders'),
      });
      // The button stays busy until the order's page is there.
      return router.push(`/orders/${placed.id}`);
    } catch (error) {
      onRefused(placingError(error, draft.items));
    }
    running.current = false;
    setPending(false);
  };
  // Its dialog closes before the list is there.
  const deleted = useRef(false);
  const close = (act: Closing | null) => {
    setClosing(act);
    if (!deleted.current) onClosing(act === 'delete');
  };
  const onDeleted = () => {
    deleted.current = true;
    router.push('/drafts');
  };
  const primary = acts.has('send') ? 'send' : acts.has('order') ? 'order' : null;
  return (
    <>
      {acts.has('withdraw') && (
        <Button onClick={() => setLinking(true)}>
          <Link2 aria-hidden />
          Copy link
        </Button>
      )}
      <Button asChild>
        <DownloadLink href={`/api/v1/drafts/${draft.id}/pdf`} fileName={`${draft.status}.pdf`}>
          PDF
        </DownloadLink>
      </Button>
      {acts.has('copy') && (
        <Button asChild>
          <Link href={`/orders/new?draft=${draft.id}`}>
            <Copy aria-hidden />
            Copy to a new draft
          </Link>
        </Button>
      )}
      {acts.has('edit') && (
        <Button asChild>
          <Link href={`/orders/new?draft=${draft.id}`}>
            <Pencil aria-hidden />
            Edit
          </Link>
        </Button>
      )}
      {draft.order_id && (
        <Button asChild variant="primary">
          <Link href={`/orders/${draft.order_id}`}>
            Open order
            <ArrowRight aria-hidden />
          </Link>
        </Button>
      )}
      <MoreMenu
        acts={[
          acts.has('withdraw') && { label: 'Withdraw', icon: Undo2, act: () => close('withdraw') },
          acts.has('delete') && {
            ...{ label: 'Delete', icon: Trash2, destructive: true },
            act: () => close('delete'),
          },
        ]}
      />
      {(acts.has('decline') || acts.has('accept') || primary) && (
        <PhoneBar>
          {acts.has('decline') && <Button onClick={() => close('decline')}>Decline</Button>}
          {acts.has('accept') && (
            <Button variant="primary" pending={pending} onClick={() => void place(accept)}>
              {!pending && <Check aria-hidden />}
              Accept
            </Button>
          )}
          {acts.has('order') && (
            <Button
              variant={primary === 'order' ? 'primary' : undefined}
              pending={pending}
              onClick={() => void place(order)}
            >
              Place order
            </Button>
          )}
          {acts.has('send') && (
            <Button variant="primary" onClick={() => setSending(true)}>
              <Send aria-hidden />
              Send quote
            </Button>
          )}
        </PhoneBar>
      )}
      <Suspense>
        {closing && (
          <ClosingDialog
            draft={draft}
            act={closing}
            onDone={closing === 'delete' ? onDeleted : undefined}
            onClose={() => close(null)}
          />
        )}
        {linking && <LinkDialog draftId={draft.id} onClose={() => setLinking(false)} />}
        {sending && (
          <SendDialog
            validUntil={draft.valid_until}
            onSend={async (day) => {
              await send(draft, day);
              setSending(false);
            }}
            onClose={() => setSending(false)}
          />
        )}
      </Suspense>
    </>
  );
}
