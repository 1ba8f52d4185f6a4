import { ConsentPanel } from '@/components/business/assistants/consent-panel';
import { requireViewer, runtime } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Let an app in' };

/** What a client asks a member for. */
export default async function ConsentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { actor, caller } = await requireViewer(`/oauth/consent/${id}`);
  const { entity, name, email, role, permissions, locationLimit } = actor;
  const request = await caller.oauth.request({ id }).catch((error: unknown) => {
    // The page says so of what is not, or no longer, this member's.
    if (
      error instanceof Error &&
      'code' in error &&
      ['NOT_FOUND', 'BAD_REQUEST'].includes(String(error.code))
    )
      return null;
    throw error;
  });
  return (
    <ConsentPanel
      request={request}
      viewer={{
        user: { name, email, role },
        entity: { id: entity.id, name: entity.name, type: entity.type, timezone: entity.timezone },
        permissions,
        isLimited: locationLimit !== null,
        locations: [],
        isMailOff: runtime().isMailOff,
      }}
    />
  );
}
