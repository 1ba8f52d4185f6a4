'use client';
import { Pencil } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Card } from '@/components/ui/base/card';
import { IconButton } from '@/components/ui/base/icon-button';
import type { EditGroup } from './edit-form';
import type { Order } from './types';

const load = () => import('./edit-form');
const EditForm = lazy(() => load().then((m) => ({ default: m.EditForm })));

/** A card of an order whose facts are edited where they stand. @param edits what of the order; null for facts alone */
export function EditableCard({
  order,
  title,
  description,
  edits,
  children,
}: {
  order: Order;
  title: string;
  description?: string;
  edits: EditGroup | null;
  children: ReactNode;
}) {
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The form took the focus with it.
    if (wasEditing.current && !editing) pencil.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return (
    <Card
      title={title}
      description={description}
      action={
        edits &&
        !editing && (
          <IconButton
            ref={pencil}
            icon={Pencil}
            size="sm"
            className="-my-0.5 print:hidden"
            label={`Edit ${title.toLowerCase()}`}
            onPointerEnter={() => void load().catch(() => {})}
            onClick={() => setEditing(true)}
          />
        )
      }
    >
      {edits && editing ? (
        <Suspense fallback={children}>
          <EditForm order={order} edits={edits} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        children
      )}
    </Card>
  );
}
