'use client';
import { useFormContext } from 'react-hook-form';
import type { OfferValues } from './offer-values';

/** What is wrong with a list of the form as a whole. */
export function FieldFault({ name }: { name: 'items' | 'buyers' }) {
  const fault = useFormContext<OfferValues>().formState.errors[name];
  const message = fault?.root?.message ?? fault?.message;
  return (
    message && (
      <p role="alert" className="text-destructive text-sm">
        {message}
      </p>
    )
  );
}
