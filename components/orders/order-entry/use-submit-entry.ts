'use client';
import { useRef, useState } from 'react';
import { placingError } from '@/components/orders/cart/placing-error';
import type { Order, Override } from '@/components/orders/types';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { trpc } from '@/components/ui/providers/trpc';
import type { EntryLine } from './entry';
import type { EntryBody } from './entry-start';

const META = { meta: { refresh: 'background' } } as const;

/** Places what was entered, saves it as a draft or sends it as a quote, once however often it is pressed. */
export function useSubmitEntry({
  customerId,
  draft,
  body,
  override,
  lines,
  onPlaced,
  onKept,
}: {
  customerId: string;
  /** The draft that is edited, as it was; null for none. */
  draft: { id: string; body: EntryBody } | null;
  body: EntryBody;
  /** What of its rules the seller passes over in placing. */
  override: readonly Override[];
  lines: readonly EntryLine[];
  onPlaced: (order: Order) => void;
  /** After saving and sending. */
  onKept: (draftId: string, how: 'saved' | 'sent') => void;
}) {
  const create = trpc.orders.create.useMutation(META);
  const write = trpc.drafts.create.useMutation(META);
  const update = trpc.drafts.update.useMutation(META);
  const order = trpc.drafts.order.useMutation(META);
  const sendQuote = trpc.drafts.send.useMutation(META);
  // A draft that was saved before sending or placing failed isn't written twice.
  const kept = useRef(draft);
  // State would let a second press through before the next render.
  const running = useRef(false);
  const [pending, setPending] = useState<'place' | 'save' | null>(null);
  const [rejection, setRejection] = useState<string | null>(null);

  const passed = override.length > 0 ? { override: [...override] } : {};
  const keep = async (more: { valid_until?: string } = {}): Promise<string> => {
    const before = kept.current;
    const changed = before && { ...changedFields(before.body, body), ...more };
    if (!before) {
      const { id } = await write.mutateAsync({ retailer_id: customerId, ...body, ...more });
      kept.current = { id, body };
      return id;
    }
    if (changed && Object.keys(changed).length > 0) await update.mutateAsync({ id: before.id, ...changed });
    kept.current = { id: before.id, body };
    return before.id;
  };
  const run = async (act: 'place' | 'save', submit: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setPending(act);
    setRejection(null);
    try {
      // The button stays busy until the next page is there.
      return await submit();
    } catch (error) {
      setRejection(placingError(error, lines));
    }
    running.current = false;
    setPending(null);
  };
  return {
    place: () =>
      run('place', async () =>
        onPlaced(
          kept.current
            ? await order.mutateAsync({ id: await keep(), ...passed })
            : await create.mutateAsync({ retailer_id: customerId, ...body, ...passed }),
        ),
      ),
    save: () => run('save', async () => onKept(await keep(), 'saved')),
    /** Rejects with the server's error; the form stays busy until the next page is there. */
    send: async (validUntil: string): Promise<'leaving' | undefined> => {
      if (running.current) return;
      running.current = true;
      try {
        const id = await keep({ valid_until: validUntil });
        await sendQuote.mutateAsync({ id });
        onKept(id, 'sent');
        return 'leaving';
      } catch (error) {
        running.current = false;
        throw error;
      }
    },
    pending,
    rejection,
  };
}
