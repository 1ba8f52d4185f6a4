'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { showDone } from '@/components/ui/base/toast';
import { WarningNote } from '@/components/ui/base/warning-note';
import { formatCount } from '@/components/ui/format';
import { reasonOf } from '@/components/ui/forms/failure';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { joined } from './labels';
import { sumsOf, unverifiedText } from './offer-facts';
import type { Choice, Offer } from './types';

/** Asks once more before an offer is taken: with its sums, and what becomes of locations and disputes. */
export function MergeDialog({
  offer,
  choice: { locationIds, disputed },
  onClose,
}: {
  /** As the owner saw it when it chose to merge. */
  offer: Offer;
  choice: Choice;
  onClose: () => void;
}) {
  const merge = trpc.claims.merge.useMutation();
  const decide = async () => {
    const input = {
      id: offer.id,
      version: offer.version,
      location_ids: [...locationIds],
      disputed: disputed.map(({ id }) => id),
    };
    try {
      await merge.mutateAsync(input);
      showDone('Merging', offer.seller.name);
    } catch (error) {
      // The page, which is read again, says what is new.
      const title = reasonOf(error) === 'offer_changed' ? 'Nothing was merged' : "Couldn't merge";
      await showError(title, error);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Merge with ${offer.seller.name}?`}
      description={`What ${offer.seller.name} has of ${offer.name} becomes your business's, and you are connected. This can't be undone.`}
      confirmLabel="Merge"
      cancelLabel="Not now"
      destructive={false}
      onConfirm={decide}
    >
      <DefinitionList
        className="grid-cols-2"
        items={[
          ...sumsOf(offer),
          { term: 'Locations', value: placesText(offer, locationIds) },
          { term: 'Disputed', value: disputedText(disputed) },
        ]}
      />
      {!offer.license_verified && <WarningNote>{unverifiedText(offer)}</WarningNote>}
    </ConfirmDialog>
  );
}

function placesText({ locations }: Offer, locationIds: readonly string[]): string {
  const joins = locations.filter((place) => place.joins).length;
  const active = locations.filter(({ id, joins: own }) => !own && locationIds.includes(id)).length;
  const inactive = locations.length - joins - active;
  const said = [
    ...(active > 0 ? [`${active} active`] : []),
    ...(inactive > 0 ? [`${inactive} inactive`] : []),
    ...(joins > 0 ? [`${joins} ${joins === 1 ? 'joins' : 'join'} yours`] : []),
  ];
  return said.length > 0 ? said.join(', ') : 'None';
}

function disputedText(disputed: Choice['disputed']): string {
  const orders = disputed.filter(({ kind }) => kind === 'order').length;
  const invoices = disputed.length - orders;
  const said = [
    ...(orders > 0 ? [formatCount(orders, 'order')] : []),
    ...(invoices > 0 ? [formatCount(invoices, 'invoice')] : []),
  ];
  return said.length > 0 ? joined(said) : 'None';
}
