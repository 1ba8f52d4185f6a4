import { type TenantRow, tenantsAfter } from '../../features/tenants/queries.sql';
import { type Command, print, readArguments } from './command';

export const listEntities: Command = {
  usage: 'entities',
  summary:
    'list businesses on board with their id, kind, state, members, last activity, and whether they are suspended; changes nothing',

  run(args, context) {
    readArguments({ args, options: {} });
    return context.withDb(async (db) => {
      const data: TenantRow[] = [];
      for (let last: TenantRow | null = null; ; ) {
        const page: readonly TenantRow[] = await tenantsAfter(db, last);
        data.push(...page);
        last = page.at(-1) ?? null;
        if (!last) break;
      }
      print(context, { data }, data.map(lineOf));
      return 0;
    });
  },
};

function lineOf({
  id,
  name,
  type,
  state,
  members,
  active_at,
  suspended_at,
  suspension_reason,
}: TenantRow): string {
  const active = active_at ? `active ${active_at.slice(0, 10)}` : 'never active';
  const standing = suspended_at ? `suspended ${suspended_at.slice(0, 10)}: ${suspension_reason}` : 'open';
  return [id, name, type, state, `${members} ${members === 1 ? 'member' : 'members'}`, active, standing].join(
    '\t',
  );
}
