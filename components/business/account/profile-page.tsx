'use client';
import * as z from 'zod/mini';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { PageHeader } from '@/components/ui/base/page-header';
import { showDone } from '@/components/ui/base/toast';
import { Form } from '@/components/ui/forms/form';
import { SaveBar } from '@/components/ui/forms/save-bar';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';

const NAME_LENGTH = 200;
const ProfileValues = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter your name'),
      z.maxLength(NAME_LENGTH, `Use at most ${NAME_LENGTH} characters`),
    ),
});

/** The member's own name, and what only an admin or owner can change. */
export function ProfilePage() {
  const { user, entity } = useViewer();
  const update = trpc.auth.updateMe.useMutation();
  const form = useServerForm({
    schema: ProfileValues,
    values: { name: user.name },
    onSubmit: async ({ name }) => {
      const saved = await update.mutateAsync({ name });
      form.form.reset({ name: saved.name });
      showDone('Profile saved');
    },
  });
  return (
    <div className="max-w-3xl">
      <PageHeader title="Profile" />
      <Form form={form} locked>
        <Card title="You" description="Your name appears on orders, stock changes and in the audit log.">
          <div className="flex flex-col gap-5">
            <TextField
              name="name"
              label="Full name"
              autoComplete="name"
              maxLength={NAME_LENGTH}
              className="sm:max-w-96"
            />
            <DefinitionList
              columns={2}
              items={[
                { term: 'Email', value: user.email },
                { term: 'Role', value: <span className="capitalize">{user.role}</span> },
                { term: 'Business', value: entity.name },
              ]}
            />
          </div>
        </Card>
      </Form>
      <SaveBar form={form} />
    </div>
  );
}
