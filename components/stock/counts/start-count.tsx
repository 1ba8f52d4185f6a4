'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { optionsOf, ROOM } from '@/components/stock/inventory/labels';
import type { LocationName, RoomType } from '@/components/stock/inventory/types';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Checkbox } from '@/components/ui/base/checkbox';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';

const ROOMS = optionsOf(ROOM);
/** The option for a count that any member may take. */
const ANYONE = 'anyone';

/** Starts a count of one room: who counts it, and whether they see what is expected. */
export function StartCount({ locations }: { locations: readonly LocationName[] }) {
  const router = useRouter();
  const [locationId, setLocationId] = useState(locations[0]?.id ?? '');
  const [room, setRoom] = useState<RoomType>('vault');
  const [assignee, setAssignee] = useState(ANYONE);
  const [blind, setBlind] = useState(false);
  const team = trpc.entity.team.list.useQuery({ limit: 200 });
  // As the server allows: who can change inventory, there.
  const members = (team.data?.data ?? []).filter(
    ({ status, role, all_locations, locations: theirs }) =>
      status === 'active' && role !== 'viewer' && (all_locations || theirs.includes(locationId)),
  );
  const assigned = members.some(({ user_id }) => user_id === assignee) ? assignee : ANYONE;
  const create = trpc.inventory.counts.create.useMutation({
    onSuccess: ({ id }) => router.push(`/inventory/count/${id}`),
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    create.mutate({
      location_id: locationId,
      room_type: room,
      blind,
      assignee_id: assigned === ANYONE ? null : assigned,
    });
  };
  return (
    <Card className="mb-5" title="Start a count" description="Count one room by typing or scanning.">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <FormAlert message={errorTextOf(create.error)} />
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Location">
            <Select
              options={locations.map(({ id, name }) => ({ value: id, label: name }))}
              value={locationId}
              onValueChange={setLocationId}
            />
          </Field>
          <Field label="Room">
            <Select options={ROOMS} value={room} onValueChange={setRoom} />
          </Field>
          <Field label="Assigned to">
            <Select
              options={[
                { value: ANYONE, label: 'Anyone' },
                ...members.map(({ user_id, name, email }) => ({ value: user_id, label: name ?? email })),
              ]}
              value={assigned}
              onValueChange={setAssignee}
            />
          </Field>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Field label="Blind count" hint="Hides expected quantities until the review." layout="inline">
            <Checkbox checked={blind} onCheckedChange={setBlind} />
          </Field>
          <Button type="submit" variant="primary" pending={create.isPending} disabled={!locationId}>
            Start count
          </Button>
        </div>
      </form>
    </Card>
  );
}
