import { z } from 'zod';
import type { Permission } from '../../../kernel/permissions';
import type { Call } from '../call';
import { counted, Rows, tool } from '../tool';

/** Objects of each kind that are named. */
const SHOWN = 10;

interface Problem {
  problem: string;
  count: number;
  link: string;
  /** What it is about, the newest first. */
  objects: object[];
}
type Look = (call: Call) => Promise<Problem>;

const LOOKS: ReadonlyArray<[Permission, Look]> = [
  [
    'read:inventory',
    async ({ caller }) => {
      const { data, pagination } = await caller.inventory.sync.list({ failing: true, limit: SHOWN });
      const objects = data.map(({ id, location_id, finished_at, failed }) => ({
        id,
        location_id,
        finished_at,
        failed,
      }));
      return { problem: 'failed_syncs', count: pagination.total, link: '/inventory/syncs', objects };
    },
  ],
  [
    'read:inventory',
    async ({ caller }) => {
      const { data, pagination } = await caller.inventory.pos.unmatched({ limit: SHOWN });
      const objects = data.map(({ location_id, sku, name }) => ({ location_id, sku, name }));
      return { problem: 'unmatched_items', count: pagination.total, link: '/inventory/syncs', objects };
    },
  ],
  [
    'read:inventory',
    async ({ caller }) => {
      const { data, pagination } = await caller.recalls.list({ status: 'open', limit: SHOWN });
      const objects = data.map(({ id, created_at }) => ({ id, created_at, link: `/recalls/${id}` }));
      return { problem: 'open_recalls', count: pagination.total ?? data.length, link: '/recalls', objects };
    },
  ],
  [
    'read:webhooks',
    async ({ caller }) => {
      const { data, pagination } = await caller.webhooks.list({ active: false, limit: SHOWN });
      const objects = data.map(({ id, updated_at }) => ({ id, updated_at }));
      return {
        problem: 'disabled_webhooks',
        count: pagination.total,
        link: '/settings/api/webhooks',
        objects,
      };
    },
  ],
  [
    'read:integrations',
    async ({ caller }) => {
      const { data } = await caller.integrations.list({ limit: 100 });
      const failing = data.filter(({ status }) => status === 'failing');
      const objects = failing.slice(0, SHOWN).map(({ id, location_id }) => ({ id, location_id }));
      return {
        problem: 'failing_integrations',
        count: failing.length,
        link: '/settings/integrations',
        objects,
      };
    },
  ],
];

export const listProblems = tool({
  name: 'list_problems',
  title: 'What needs attention',
  description:
    'Failed syncs, items of a POS that match nothing, open recalls, disabled webhooks and failing integrations, each with a link to its page.',
  scope: 'mcp:read',
  permissions: ['read:inventory', 'read:webhooks', 'read:integrations'],
  input: z.strictObject({}),
  output: z.looseObject({ problems: Rows }),
  async run(call) {
    const { actor, publicUrl } = call.ctx;
    const looks = LOOKS.filter(([permission]) => actor.permissions.includes(permission));
    const all = await Promise.all(looks.map(([, look]) => look(call)));
    const problems = all.filter(({ count }) => count > 0);
    const total = problems.reduce((sum, { count }) => sum + count, 0);
    return {
      sentence:
        total === 0
          ? 'Nothing needs attention.'
          : `${counted(total, 'matter')} of ${counted(problems.length, 'kind')}.`,
      content: {
        problems: problems.map(({ link, ...one }) => ({ ...one, link: publicUrl + link })),
      },
    };
  },
});
