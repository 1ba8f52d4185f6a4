import { Button } from './button';
import { Link } from './link';
import { MoreMenu } from './more-menu';
import type { MoreAct } from './more-menu-items';

/** Acts that a phone's head has room for. */
const ON_PHONES = 2;

/** The acts in a page's head beside the main one: on a phone at most two, of which the second is a menu with the rest. */
export function HeadActs({ acts }: { acts: readonly (MoreAct | false)[] }) {
  const offered = acts.filter((act) => act !== false);
  const kept = offered.length > ON_PHONES ? ON_PHONES - 1 : ON_PHONES;
  const rest = offered.slice(kept);
  return (
    <>
      {offered.map((act, index) => (
        <Act key={act.label} act={act} className={index < kept ? undefined : 'max-md:hidden'} />
      ))}
      {rest.length > 0 && (
        <span className="md:hidden">
          <MoreMenu acts={rest} />
        </span>
      )}
    </>
  );
}

function Act({ act, className }: { act: MoreAct; className: string | undefined }) {
  const { icon: Icon, label, ...does } = act;
  if ('href' in does)
    return (
      <Button asChild className={className}>
        <Link href={does.href}>
          <Icon aria-hidden />
          {label}
        </Link>
      </Button>
    );
  return (
    <Button className={className} onClick={does.act}>
      <Icon aria-hidden />
      {label}
    </Button>
  );
}
