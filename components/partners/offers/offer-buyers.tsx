'use client';
import { useFormContext, useWatch } from 'react-hook-form';
import { ChosenCustomers } from '@/components/orders/order-entry/chosen-customers';
import { FieldFault } from './field-fault';
import type { OfferValues } from './offer-values';

/** The customers that an offer is for. */
export function OfferBuyers() {
  const { setValue, formState } = useFormContext<OfferValues>();
  const buyers = useWatch<OfferValues, 'buyers'>({ name: 'buyers' });
  return (
    <ChosenCustomers
      label="Customers of the offer"
      value={buyers}
      fault={<FieldFault name="buyers" />}
      onChange={(next) =>
        setValue('buyers', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
      }
    />
  );
}
