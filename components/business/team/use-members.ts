'use client';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';

/** The members of the business as options, the reader first; empty for those who don't see the team. */
export function useMembers(): { value: string; label: string }[] {
  const { user, can } = useViewer();
  const { data } = trpc.entity.team.list.useQuery({ limit: 200 }, { enabled: can('read:team') });
  const members = (data?.data ?? []).filter(({ status }) => status === 'active');
  const isReader = ({ email }: { email: string }) => email === user.email;
  return [
    ...members
      .filter(isReader)
      .map(({ user_id, name }) => ({ value: user_id, label: `${name ?? user.name} (you)` })),
    ...members
      .filter((one) => !isReader(one))
      .map(({ user_id, name, email }) => ({ value: user_id, label: name ?? email })),
  ];
}
