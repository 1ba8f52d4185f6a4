'use client';
import { Card } from '@/components/ui/base/card';
import { Checkbox } from '@/components/ui/base/checkbox';
import { Field } from '@/components/ui/base/field';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { EverywhereNote } from '@/components/ui/shell/everywhere-note';
import { TELL_SELLERS } from './tell-sellers';

/** Whether sellers may learn of the business (decision 902): the owner's to say, at once and at any time. */
export function TellSellersCard() {
  const { data } = trpc.claims.joining.useQuery({});
  const update = trpc.claims.updateJoining.useMutation({
    onError: (error) => void showError("Couldn't save", error),
  });
  const rules = useViewer().rules('delete:entity');
  // The new value until what was saved is read again.
  const said = update.isPending ? update.variables : data;
  return (
    <Card title="What sellers learn of you">
      <Field
        layout="inline"
        label={TELL_SELLERS}
        hint="They see your business name and license number. Your email follows once they confirm that you are their customer."
      >
        <Checkbox
          className="mt-0.5"
          disabled={!said || !rules}
          checked={said?.tell_sellers ?? false}
          onCheckedChange={(tell_sellers) => update.mutate({ tell_sellers })}
        />
      </Field>
      <EverywhereNote what="This applies" permission="delete:entity" />
    </Card>
  );
}
