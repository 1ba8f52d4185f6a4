'use client';
import { lazy, Suspense, useState } from 'react';
import { type Export, ExportData } from '@/components/business/tenants/export-data';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { PageHeader } from '@/components/ui/base/page-header';
import { useViewer } from '@/components/ui/providers/viewer';

const DeleteBusinessDialog = lazy(() =>
  import('./delete-business-dialog').then((m) => ({ default: m.DeleteBusinessDialog })),
);

const ErasureDialog = lazy(() =>
  import('@/components/business/tenants/erasure-dialog').then((m) => ({ default: m.ErasureDialog })),
);

/**
 * What the owner alone can do, and can't undo.
 * @param latest the latest export, null before the first; absent for an owner of some locations, who can't export
 */
export function DangerPage({ latest }: { latest: Export | null | undefined }) {
  const { name } = useViewer().entity;
  const [open, setOpen] = useState(false);
  const [isErasing, setErasing] = useState(false);
  return (
    <div className="max-w-3xl">
      <PageHeader title="Danger zone" />
      {latest !== undefined && (
        <Card
          title="Export your data"
          description="An archive of your data as JSON lines, with your files. Available once a day."
          className="mb-6"
        >
          <ExportData first={latest} />
        </Card>
      )}
      <Card
        title={`Delete ${name}`}
        className="border-destructive"
        footer={
          <div className="flex justify-end">
            <Button variant="destructive" onClick={() => setOpen(true)}>
              Delete business
            </Button>
          </div>
        }
      >
        <p>Deleting your business can't be undone.</p>
        <ul className="mt-3 list-disc space-y-1.5 pl-5 text-muted">
          <li>Every member is signed out immediately and can't sign in again.</li>
          <li>Connections with suppliers and customers end.</li>
          <li>Webhooks are deleted, and POS credentials are erased.</li>
          <li>Your partners keep the orders that they placed with you or received from you.</li>
          <li>Complete or cancel every open order first.</li>
        </ul>
      </Card>
      <Card
        title="Erase your data"
        className="mt-6 border-destructive"
        footer={
          <div className="flex justify-end">
            <Button variant="destructive" onClick={() => setErasing(true)}>
              Request erasure
            </Button>
          </div>
        }
      >
        <p>
          The operator erases names, addresses and contacts of your business and its members. Your partners
          keep their orders without them.
        </p>
      </Card>
      <Suspense>{isErasing && <ErasureDialog name={name} onClose={() => setErasing(false)} />}</Suspense>
      <Suspense>{open && <DeleteBusinessDialog name={name} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
