import { AssistantsPage } from '@/components/business/assistants/assistants-page';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer, runtime } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Assistants' };

async function Page() {
  const viewer = await requireViewer('/settings/api/assistants');
  const { actor, caller } = viewer;
  const { queries, HydrateClient } = prefetching(viewer);
  const mayConfirm = actor.permissions.includes('update:entity') && actor.locationLimit === null;
  const [entity] = await Promise.all([
    mayConfirm ? caller.entity.get({}) : null,
    queries.assistants.waiting.prefetch({}),
    queries.oauth.grants.prefetch({}),
  ]);
  return (
    <HydrateClient>
      <AssistantsPage origin={runtime().env.PUBLIC_URL} entity={entity} />
    </HydrateClient>
  );
}

export default guarded(Page, 'a member');
