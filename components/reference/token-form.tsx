'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

interface Answer {
  access_token?: string;
  temp_token?: string;
  error?: { message: string };
}

async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  return response ? response.json() : { error: { message: "Couldn't reach the server. Try again." } };
}

/** Signs in over the API as an integrator does, with the code where a second factor is on, and hands on the token. */
export function TokenForm({
  email,
  hasToken,
  onToken,
}: {
  email: string;
  hasToken: boolean;
  onToken: (accessToken: string) => void;
}) {
  const [tempToken, setTempToken] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    setPending(true);
    const response = tempToken
      ? await post('/auth/mfa/complete', { temp_token: tempToken, code: fields.code })
      : await post('/auth/login', fields);
    setPending(false);
    setProblem(response.error?.message ?? null);
    setTempToken(response.temp_token ?? (response.error ? tempToken : null));
    if (response.access_token) onToken(response.access_token);
  };

  if (hasToken) {
    return (
      <p role="status" className="rounded-lg border border-border bg-surface px-4 py-3 text-sm">
        Requests from this page use your token, which lasts one hour.
      </p>
    );
  }
  return (
    <form
      onSubmit={submit}
      method="post"
      aria-label="Token for test requests"
      className="flex flex-wrap items-end gap-3 rounded-lg border border-border bg-surface p-4"
    >
      {tempToken ? (
        <Field label="Code" error={problem ?? undefined}>
          <Input name="code" inputMode="numeric" autoComplete="one-time-code" required />
        </Field>
      ) : (
        <>
          <Field label="Email">
            <Input name="email" type="email" autoComplete="username" defaultValue={email} required />
          </Field>
          <Field label="Password" error={problem ?? undefined}>
            <Input name="password" type="password" autoComplete="current-password" required />
          </Field>
        </>
      )}
      <Button type="submit" variant="primary" pending={pending}>
        Get a token
      </Button>
    </form>
  );
}
