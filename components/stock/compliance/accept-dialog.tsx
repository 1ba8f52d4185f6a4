'use client';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { Skeleton } from '@/components/ui/base/skeleton';
import { showDone } from '@/components/ui/base/toast';
import { errorText } from '@/components/ui/forms/error-text';
import { SelectField } from '@/components/ui/forms/fields';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { AcceptLine } from './accept-line';
import {
  AcceptValues,
  acceptedLine,
  acceptValues,
  fieldOfLine,
  openPackages,
  transferName,
} from './incoming';
import type { Transfer } from './types';

interface Place {
  id: string;
  name: string;
}

/** Takes in what a delivery brought. */
export function AcceptDialog({
  id,
  locations,
  onClose,
}: {
  id: string;
  locations: readonly Place[];
  onClose: () => void;
}) {
  const query = trpc.compliance.transfer.useQuery({ id }, { refetchOnWindowFocus: false });
  if (query.data) return <AcceptForm transfer={query.data} locations={locations} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Accept a delivery"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {query.error ? <FormAlert message={errorText(query.error)} /> : <Skeleton className="h-40 w-full" />}
    </Dialog>
  );
}

function AcceptForm({
  transfer,
  locations,
  onClose,
}: {
  transfer: Transfer;
  locations: readonly Place[];
  onClose: () => void;
}) {
  const accept = trpc.compliance.accept.useMutation();
  const form = useServerForm<AcceptValues>({
    schema: AcceptValues,
    defaultValues: acceptValues(transfer),
    fieldOf: fieldOfLine,
    onSubmit: async ({ location_id, lines }) => {
      const taken = lines.filter((line) => line.taken).map(acceptedLine);
      await accept.mutateAsync({ id: transfer.id, location_id, lines: taken });
      showDone('Delivery accepted', transferName(transfer));
      onClose();
    },
  });
  const { errors } = form.form.formState;
  return (
    <FormDialog
      form={form}
      size="lg"
      title={`Accept ${transferName(transfer)}`}
      description="This adds to your stock. In Metrc a person accepts it: this changes nothing there."
      submitLabel="Accept delivery"
      onClose={onClose}
    >
      <SelectField
        name="location_id"
        label="Location"
        options={locations.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <p className="text-muted text-sm">
        Choose your variant of each package, unless one of your orders brings it. Packages that you leave out
        stay open.
      </p>
      <FormAlert message={errors.lines?.root?.message ?? errors.lines?.message} />
      <ul className="grid gap-4">
        {openPackages(transfer).map((one, index) => (
          <AcceptLine key={one.package_tag} index={index} shipped={one} />
        ))}
      </ul>
    </FormDialog>
  );
}
