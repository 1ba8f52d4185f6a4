'use client';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/base/button';
import { Form } from '@/components/ui/forms/form';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import type { ContactPerson } from '@/server/features/entities/relationships/schema';

const line = (longest: number) =>
  z.string().check(z.trim(), z.maxLength(longest, `Use at most ${longest} characters`));
const Values = z.object({
  name: line(100).check(z.minLength(1, 'Enter a name')),
  role: line(100),
  email: z.union([z.literal(''), z.string().check(z.trim(), z.email('Enter an email address'))]),
  phone: line(50),
});

/** One contact in place. @param contact as it is now; absent for a new one @param onSave rejects with the server's error */
export function ContactForm({
  contact,
  onSave,
  onCancel,
}: {
  contact?: ContactPerson;
  onSave: (contact: ContactPerson) => Promise<unknown>;
  onCancel: () => void;
}) {
  const form = useServerForm({
    schema: Values,
    defaultValues: {
      name: contact?.name ?? '',
      role: contact?.role ?? '',
      email: contact?.email ?? '',
      phone: contact?.phone ?? '',
    },
    onSubmit: ({ name, role, email, phone }) =>
      onSave({ name, role: role || null, email: email || null, phone: phone || null }),
  });
  return (
    <Form form={form} className="grid gap-3 py-3">
      <TextField name="name" label="Name" autoFocus required />
      <TextField name="role" label="Role (optional)" placeholder="Purchasing" />
      <TextField name="email" label="Email (optional)" type="email" />
      <TextField name="phone" label="Phone (optional)" type="tel" />
      <span className="flex gap-2">
        <Button type="submit" variant="primary" pending={form.pending}>
          Save contact
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </span>
    </Form>
  );
}
