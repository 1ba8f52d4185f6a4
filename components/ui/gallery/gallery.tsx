'use client';
import { Check, Clock, Plus, Truck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { CodeBlock } from '@/components/ui/base/code-block';
import { FilterSelect } from '@/components/ui/base/combobox';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Dialog } from '@/components/ui/base/dialog';
import { EmptyState } from '@/components/ui/base/empty-state';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { PageHeader } from '@/components/ui/base/page-header';
import { Skeleton } from '@/components/ui/base/skeleton';
import { Spinner } from '@/components/ui/base/spinner';
import { Stepper } from '@/components/ui/base/stepper';
import { Timeline, TimelineItem } from '@/components/ui/base/timeline';
import { showDone, showFailure, showUndo } from '@/components/ui/base/toast';
import { SampleForm, SampleFormDialog } from './sample-form';
import { ThemeButton } from './theme-button';

const ROOMS = ['Vault', 'Sales floor', 'Quarantine'].map((label) => ({ value: label, label }));
const TONES = ['neutral', 'warning', 'info', 'progress', 'success', 'danger'] as const;

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'form' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  return (
    <Row>
      <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
      <Button onClick={() => setOpen('form')}>Open form dialog</Button>
      <Button variant="destructive" onClick={() => setOpen('confirm')}>
        Delete location
      </Button>
      <Button onClick={() => showDone('Location added', 'Harbor')}>Show message</Button>
      <Button onClick={() => showFailure('Not saved', 'Only 4 available. Lower the quantity.')}>
        Show error
      </Button>
      <Button onClick={() => showUndo('Harbor closed', () => showDone('Harbor is open'))}>Show undo</Button>
      <Dialog open={open === 'dialog'} onOpenChange={close} title="Packing slip" description="Letter size.">
        <p>Body</p>
      </Dialog>
      {open === 'form' && <SampleFormDialog onClose={close} />}
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Delete Harbor?"
        description="This can't be undone."
        confirmLabel="Delete location"
        cancelLabel="Keep location"
        typedName="Harbor"
        onConfirm={() => new Promise((done) => setTimeout(done, 1000))}
      />
    </Row>
  );
}

/** Every component of ui/ and forms/ in its states. */
export function Gallery() {
  const [rooms, setRooms] = useState<string[]>([]);
  return (
    <main className="mx-auto flex max-w-5xl flex-col gap-5 p-6">
      <PageHeader title="Gallery" description="Components in development." actions={<ThemeButton />} />
      <Card title="Buttons">
        <Row>
          <Button variant="primary">
            <Plus aria-hidden />
            Add location
          </Button>
          <Button>Export</Button>
          <Button variant="ghost">Cancel</Button>
          <Button variant="destructive">Delete</Button>
          <Button variant="link">Show all</Button>
          <Button disabled>Disabled</Button>
          <Button variant="primary" pending>
            Saving
          </Button>
          <Button size="sm">Small</Button>
          <Button size="lg">Large</Button>
        </Row>
      </Card>
      <Card title="Badges">
        <Row>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone} icon={tone === 'neutral' ? undefined : Clock}>
              {tone}
            </Badge>
          ))}
        </Row>
      </Card>
      <Card title="Form" description="Checked on blur, then on change. 13 units are rejected by the server.">
        <SampleForm />
      </Card>
      <Card title="Dialogs and messages">
        <Overlays />
      </Card>
      <Card title="Filter">
        <FilterSelect label="Room" options={ROOMS} value={rooms} onValueChange={setRooms} multiple />
      </Card>
      <Card title="States">
        <div className="flex flex-col gap-5">
          <ErrorPanel heading="p" requestId="req-1" onRetry={() => showDone('Retried')} />
          <EmptyState icon={Truck} title="All caught up">
            Orders to ship appear here.
          </EmptyState>
          <Skeleton className="h-10" />
          <Spinner label="Loading…" />
        </div>
      </Card>
      <Card title="Progress and history">
        <div className="flex flex-col gap-6">
          <Stepper
            label="Order"
            steps={[
              { key: 'pending', label: 'Pending', state: 'done' },
              { key: 'accepted', label: 'Accepted', state: 'current' },
              { key: 'shipped', label: 'Shipped', state: 'upcoming' },
            ]}
          />
          <Timeline label="History">
            <TimelineItem icon={Check} title="Accepted" meta="Nov 21, 2026" />
          </Timeline>
          <DefinitionList
            items={[
              { term: 'SKU', value: 'BD-35' },
              { term: 'Room', value: 'Vault' },
            ]}
          />
          <CodeBlock label="Request" text="GET /api/v1/orders" />
        </div>
      </Card>
    </main>
  );
}
