'use client';
import { useWatch } from 'react-hook-form';
import { CertificateZone } from '@/components/stock/certificates/drop-zone';
import { Card } from '@/components/ui/base/card';
import { SelectField } from '@/components/ui/forms/fields';
import { TextField } from '@/components/ui/forms/text-field';
import { useViewer } from '@/components/ui/providers/viewer';
import type { VariantValues } from './variant-values';

/** Where the opening stock is and which batch it is of, and the batch's certificate. */
export function OpeningStock({
  certificate,
  onCertificate,
}: {
  certificate: File | null;
  onCertificate: (file: File) => void;
}) {
  const { locations, can } = useViewer();
  const variants = useWatch<{ variants: VariantValues[] }, 'variants'>({ name: 'variants' });
  const opens = variants.some(({ opening }) => (opening ?? 0) > 0);
  if (!opens && certificate === null && !can('create:coa')) return null;
  return (
    <Card
      title="Batch and certificate"
      description="The opening stock is booked into the vault of its location."
    >
      <div className="flex flex-col gap-4">
        {opens && (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <SelectField
              name="location_id"
              label="Location of the stock"
              options={locations.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <TextField
              name="batch_id"
              label="Batch number (optional)"
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        )}
        {can('create:coa') && <CertificateZone file={certificate} onFile={onCertificate} />}
      </div>
    </Card>
  );
}
