import { Field } from '@/components/ui/base/field';
import { Textarea } from '@/components/ui/base/textarea';

/** What is said to the partner with a count. */
export function NoteField({
  partner,
  value,
  onChange,
}: {
  partner: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label="Note" hint={`Visible to ${partner}`}>
      <Textarea rows={2} maxLength={1000} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
