'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Select } from '@/components/ui/base/select';
import { Textarea } from '@/components/ui/base/textarea';
import { TriedResponse } from './tried-response';
import { type Outcome, requestOf, send } from './try-request';
import type { Tried } from './types';

/** The key is kept while the page is open, also from one operation to the next, and nowhere else. */
let keptKey = '';

export function TryIt({ operation }: { operation: Tried }) {
  const { isPublic, parameters, json, form, method, path } = operation;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    keptKey = String(fields.get('key') ?? '').trim();
    const request = requestOf(operation, fields);
    setProblem(request === null ? 'This is not valid JSON.' : null);
    if (request === null) return;
    setPending(true);
    setOutcome(await send(request));
    setPending(false);
  };

  return (
    <>
      <form onSubmit={submit} aria-label="Request" method="post" className="flex flex-col gap-3">
        {!isPublic && (
          <Field label="API key" hint="Kept until you leave or reload the page." required>
            <Input name="key" type="password" autoComplete="off" defaultValue={keptKey} required />
          </Field>
        )}
        {parameters.map(({ name, place, required, choices }) => (
          <Field key={name} label={name} required={required}>
            {choices.length > 0 ? (
              <Select
                name={`${place}:${name}`}
                defaultValue=""
                options={[
                  { value: '', label: 'Not sent' },
                  ...choices.map((value) => ({ value, label: value })),
                ]}
              />
            ) : (
              <Input name={`${place}:${name}`} autoComplete="off" spellCheck={false} required={required} />
            )}
          </Field>
        ))}
        {json !== null && (
          <Field label="Body" error={problem ?? undefined}>
            <Textarea
              name="body"
              rows={10}
              defaultValue={json}
              spellCheck={false}
              className="font-mono text-xs"
            />
          </Field>
        )}
        {form?.map(({ name, value, isFile }) => (
          <Field key={name} label={name} required>
            {isFile ? (
              <input
                type="file"
                aria-label={name}
                name={`form:${name}`}
                required
                className="max-w-full text-sm file:mr-3 file:h-9 file:rounded-lg file:border file:border-control/60 file:bg-surface file:px-3 file:font-medium file:text-text"
              />
            ) : (
              <Input name={`form:${name}`} defaultValue={value} required />
            )}
          </Field>
        ))}
        <Button type="submit" variant="primary" pending={pending} className="self-start">
          Send {method}
        </Button>
      </form>
      <TriedResponse outcome={outcome} path={path} />
    </>
  );
}
