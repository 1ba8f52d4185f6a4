'use client';
import { useFormContext } from 'react-hook-form';
import { FaultText } from '@/components/ui/base/fault-text';
import type { OfferValues } from './offer-values';

/** What is wrong with a list of the form as a whole. */
export function FieldFault({ name }: { name: 'items' | 'buyers' }) {
  const fault = useFormContext<OfferValues>().formState.errors[name];
  return <FaultText message={fault?.root?.message ?? fault?.message} />;
}
