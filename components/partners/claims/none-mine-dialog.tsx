'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { joined } from './labels';
import { OFFERED } from './list-input';

/** Sellers that the question names; more are a number. */
const NAMED = 10;

/** Asks before all offers are rejected at once: none of them is the business's own. */
export function NoneMineDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = trpc.claims.list.useQuery(OFFERED);
  const rejectOffers = trpc.claims.rejectOffers.useMutation();
  const offers = data?.data ?? [];
  const count = formatCount(offers.length, 'offer');
  const reject = async () => {
    try {
      const { rejected } = await rejectOffers.mutateAsync({ ids: offers.map(({ id }) => id) });
      showDone(`${formatCount(rejected, 'offer')} rejected`);
    } catch (failure) {
      await showError("Couldn't reject the offers", failure);
    }
    onClose();
  };
  const names = offers.slice(0, NAMED).map(({ seller }) => seller.name);
  const others = offers.length - names.length;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={offers.length === 1 ? "This isn't yours?" : 'None of these is yours?'}
      description={
        error
          ? "Couldn't read the offers. Close this and try again."
          : `You reject ${count}, of ${joined(others > 0 ? [...names, formatCount(others, 'other')] : names)}. Their sellers keep their records and aren't notified. An offer comes back only if its seller invites you as that customer.`
      }
      confirmLabel={`Reject ${count}`}
      cancelLabel="Not now"
      disabled={offers.length === 0}
      onConfirm={reject}
    />
  );
}
