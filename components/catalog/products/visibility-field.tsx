'use client';
import { SelectField } from '@/components/ui/forms/fields';
import { VISIBILITIES, VISIBILITY } from './labels';

const OPTIONS = VISIBILITIES.map((value) => ({ value, label: VISIBILITY[value] }));

/** Who may see what is sold: all customers, or those with an offer. */
export function VisibilityField({ fieldClassName }: { fieldClassName?: string }) {
  return (
    <SelectField
      name="visibility"
      label="Visible to"
      options={OPTIONS}
      hint="Hidden from customers without an offer"
      fieldClassName={fieldClassName}
    />
  );
}
