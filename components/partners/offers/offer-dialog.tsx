'use client';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { showDone } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { CheckboxField, SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { zoneName } from '@/server/kernel/delivery-window';
import { OfferBuyers } from './offer-buyers';
import { OfferItems } from './offer-items';
import { isUnpriced, newOffer, OfferValues, offerFields, offerValues } from './offer-values';
import type { SpecialOffer } from './types';

const AUDIENCES = [
  { value: 'chosen', label: 'Customers that I choose' },
  { value: 'all', label: 'All connected customers' },
] as const;

/** Starts an offer, now or later, or changes one. @param offer null for a new one */
export function OfferDialog({ offer, onClose }: { offer: SpecialOffer | null; onClose: () => void }) {
  const { timezone } = useViewer().entity;
  // What the form began with: the offer may be refetched meanwhile.
  const [before] = useState(() => (offer ? offerValues(offer, timezone) : newOffer(timezone)));
  const create = trpc.offers.create.useMutation();
  const update = trpc.offers.update.useMutation();
  const form = useServerForm({
    schema: OfferValues,
    defaultValues: before,
    onSubmit: async (values) => {
      const { ends_at = '', ...fields } = offerFields(values, before, timezone);
      if (offer) await update.mutateAsync({ id: offer.id, ...fields, ...(ends_at && { ends_at }) });
      else await create.mutateAsync({ ...fields, ends_at });
      showDone(offer ? 'Offer saved' : 'Offer started', values.name);
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
