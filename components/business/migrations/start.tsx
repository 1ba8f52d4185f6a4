'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Field } from '@/components/ui/base/field';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { Select } from '@/components/ui/base/select';
import { formatDateTime } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { STATUS, SYSTEM } from './labels';
import type { Migration } from './types';

const SYSTEMS = (Object.keys(SYSTEM) as Migration['system'][]).map((value) => ({
  value,
  label: SYSTEM[value],
}));

/** Where a move from another system begins, and the earlier ones. */
export function MovingInPage() {
  const router = useRouter();
  const { entity } = useViewer();
  const [system, setSystem] = useState<Migration['system']>('leaflink');
  const [source, setSource] = useState('files');
  const { data: connections } = trpc.integrations.list.useQuery({ limit: 100 });
  const { data: earlier } = trpc.migrations.list.useQuery({ limit: 20 });
  const create = trpc.migrations.create.useMutation({
    onSuccess: ({ id }) => router.push(`/settings/moving-in/${id}`),
    onError: (error) => showError("Couldn't start", error),
  });
  const own = (connections?.data ?? []).filter((one) => one.system === system);
  const options = [
    { value: 'files', label: 'From files' },
    ...own.map(({ id }, at) => ({
      value: id,
      label: `By the connection${own.length > 1 ? ` ${at + 1}` : ''}`,
    })),
  ];
  const chosen = options.some(({ value }) => value === source) ? source : 'files';
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Move in"
        breadcrumbs={[{ label: 'Connections', href: '/settings/integrations' }]}
        description="Bring customers, products, batches, prices, stock, open orders and open invoices. Nothing changes before you apply it."
      />
      <Card title="Where from?">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="System">
            <Select options={SYSTEMS} value={system} onValueChange={setSystem} />
          </Field>
          <Field label="Source">
            <Select options={options} value={chosen} onValueChange={setSource} />
          </Field>
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            pending={create.isPending}
            onClick={() =>
              create.mutate(
                chosen === 'files'
                  ? { system, source: 'files' }
                  : { system, source: 'api', connection_id: chosen },
              )
            }
          >
            Start
          </Button>
          {own.length === 0 && (system === 'leaflink' || system === 'distru') && (
            <Link
              href="/settings/integrations"
              className="rounded-sm text-link text-sm underline underline-offset-4"
            >
              Connect {SYSTEM[system]} to read it directly
            </Link>
          )}
        </div>
      </Card>
      {earlier && earlier.data.length > 0 && (
        <div className="mt-5">
          <Card title="Earlier">
            <ul className="divide-y divide-border">
              {earlier.data.map((one) => (
                <li key={one.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                  <Link
                    href={`/settings/moving-in/${one.id}`}
                    className="rounded-sm text-link underline underline-offset-4"
                  >
                    {SYSTEM[one.system]}, {formatDateTime(one.created_at, entity.timezone)}
                  </Link>
                  <span className="text-muted text-sm">{STATUS[one.status]}</span>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      )}
    </div>
  );
}
