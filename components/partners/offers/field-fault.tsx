'use client';
import { CircleAlert } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import type { OfferValues } from './offer-values';

/** What is wrong with a list of the form as a whole. */
export function FieldFault({ name }: { name: 'items' | 'buyers' }) {
  const fault = useFormContext<OfferValues>().formState.errors[name];
  const message = fault?.root?.message ?? fault?.message;
  return (
    message && (
      <p role="alert" className="flex items-start gap-1.5 text-destructive text-sm">
        <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        {message}
      </p>
    )
  );
}
