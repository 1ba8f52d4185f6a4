'use client';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { showDone, showUndo } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { CheckboxField, SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { showError } from '@/components/ui/forms/show-error';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { zoneName } from '@/server/kernel/delivery-window';
import { OfferBuyers } from './offer-buyers';
import { OfferItems } from './offer-items';
import { OfferSummary } from './offer-summary';
import { copiedOffer, isUnpriced, newOffer, OfferValues, offerFields, offerValues } from './offer-values';
import type { SpecialOffer } from './types';

const AUDIENCES = [
  { value: 'chosen', label: 'Customers that I choose' },
  { value: 'all', label: 'All connected customers' },
] as const;

/** Starts an offer, now or later, or changes one. @param offer null for a new one; `copied` what a new one begins with */
export function OfferDialog({
  offer,
  copied = null,
  onClose,
}: {
  offer: SpecialOffer | null;
  copied?: SpecialOffer | null;
  onClose: () => void;
}) {
  const { timezone } = useViewer().entity;
  // What the form began with: the offer may be refetched meanwhile.
  const [before] = useState(() => {
    if (offer) return offerValues(offer, timezone);
    return copied ? copiedOffer(copied, timezone) : newOffer(timezone);
  });
  const create = trpc.offers.create.useMutation();
  const update = trpc.offers.update.useMutation();
  const form = useServerForm({
    schema: OfferValues,
    defaultValues: before,
    onSubmit: async (values) => {
      const { ends_at = '', ...fields } = offerFields(values, before, timezone);
      if (offer) {
        await update.mutateAsync({ id: offer.id, ...fields, ...(ends_at && { ends_at }) });
        showDone('Offer saved', values.name);
      } else {
        const { id } = await create.mutateAsync({ ...fields, ends_at });
        const undo = () =>
          update
            .mutateAsync({ id, ends_at: new Date().toISOString() })
            .then(() => showDone('Offer ended', 'Customers may have seen it meanwhile.'))
            .catch((error) => showError("Couldn't end the offer", error));
        showUndo(values.starts_at ? 'Offer scheduled' : 'Offer started', undo, values.name);
      }
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={offer ? `Edit ${offer.name}` : 'Start offer'}
      size="lg"
      submitLabel={offer ? 'Save' : 'Start offer'}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="Customers never see it."
        maxLength={100}
        required
        autoComplete="off"
      />
      <OfferItems />
      <ShowsOnly />
      <SelectField name="audience" label="For" options={AUDIENCES} />
      <ChosenBuyers />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          name="starts_at"
          label={offer ? 'Starts' : 'Starts (optional)'}
          hint={offer ? undefined : 'Now when empty.'}
          type="datetime-local"
          required={offer !== null}
          className="tabular-nums"
        />
        <TextField
          name="ends_at"
          label="Ends"
          hint={`${zoneName(timezone)}.`}
          type="datetime-local"
          required
          className="tabular-nums"
        />
      </div>
      {!offer && <OfferSummary />}
    </FormDialog>
  );
}

/** Asked where an item has no price, so that an offer without prices is meant. */
function ShowsOnly() {
  const items = useWatch<OfferValues, 'items'>({ name: 'items' });
  const unpriced = items.filter(isUnpriced).length;
  if (unpriced === 0) return null;
  return (
    <CheckboxField
      name="shows_only"
      label={
        unpriced === items.length
          ? 'Show these items without an offer price'
          : `Show ${formatCount(unpriced, 'item')} without an offer price`
      }
      hint="Customers see them and pay their usual price."
    />
  );
}

function ChosenBuyers() {
  const audience = useWatch<OfferValues, 'audience'>({ name: 'audience' });
  return audience === 'chosen' && <OfferBuyers />;
}
